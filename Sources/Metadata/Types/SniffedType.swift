/// What a file is, by its content.
package struct SniffedType: Sendable, Equatable {
    /// Such as `public.heic`.
    package var uniformType: String
    package var kind: MediaKind

    package init(_ uniformType: String, _ kind: MediaKind) {
        self.uniformType = uniformType
        self.kind = kind
    }
}
