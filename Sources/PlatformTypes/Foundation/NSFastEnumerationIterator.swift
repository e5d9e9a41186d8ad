/// Goes through an enumeration once.
public struct NSFastEnumerationIterator: IteratorProtocol {
    private var rest: [Any].Iterator

    /// Lists the elements now: what is added to a collection later is not gone through.
    public init(_ enumerable: any NSFastEnumeration) { rest = elements(of: enumerable).makeIterator() }

    /// The next element; `nil` at the end. The `nil`s of an array of optionals are passed over.
    public mutating func next() -> Any? { rest.next() }
}
