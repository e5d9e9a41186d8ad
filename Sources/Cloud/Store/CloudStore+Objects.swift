extension CloudStore {
    /// All objects whose keys begin with `prefix`, asked for page by page as they are used.
    package func objects(prefix: String, after: String? = nil, pageSize: Int = 1000) -> ObjectSequence {
        ObjectSequence(store: self, prefix: prefix, after: after, pageSize: pageSize)
    }
}

package struct ObjectSequence: AsyncSequence, Sendable {
    let store: any CloudStore
    let prefix: String
    let after: String?
    let pageSize: Int

    package func makeAsyncIterator() -> Iterator { Iterator(sequence: self, next: after) }

    package struct Iterator: AsyncIteratorProtocol {
        let sequence: ObjectSequence
        var next: String?
        var page: [ObjectFacts].Iterator = [].makeIterator()
        var isLast = false

        init(sequence: ObjectSequence, next: String?) { (self.sequence, self.next) = (sequence, next) }

        package mutating func next() async throws(CloudError) -> ObjectFacts? { try await next(isolation: nil) }

        package mutating func next(isolation actor: isolated (any Actor)?) async throws(CloudError) -> ObjectFacts? {
            while true {
                if let facts = page.next() { return facts }
                guard !isLast else { return nil }
                let found = try await sequence.store.list(prefix: sequence.prefix, after: next, limit: sequence.pageSize)
                page = found.objects.makeIterator()
                next = found.next
                isLast = found.next == nil
            }
        }
    }
}
