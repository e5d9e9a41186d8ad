/// Goes through an enumeration once.
public struct NSFastEnumerationIterator: IteratorProtocol {
    private var rest: [Any].Iterator

    public init(_ enumerable: any NSFastEnumeration) { rest = elements(of: enumerable).makeIterator() }

    public mutating func next() -> Any? { rest.next() }
}
