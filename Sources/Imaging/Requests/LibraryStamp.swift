/// What tells whether anything has been committed to the library since it was taken: equal ones, and nothing has.
package struct LibraryStamp: Hashable, Sendable {
    package let words: SIMD8<UInt64>

    package init(_ words: SIMD8<UInt64>) { self.words = words }
}
