import Synchronization

/// A store whose owner reads nothing of what is kept: contents, names and keys are encrypted here before they go out, and sizes are padded to steps.
///
/// What its owner sees is how many objects there are in how many folders, roughly how large they are, and when they are written and read. What it changes,
/// exchanges, cuts off or gives twice is noticed when it is read, and named. It can give an older version of an object for the newest, or none at all: whoever
/// has to know of that keeps hashes, as a library's catalogue does. Docs/CloudFormat.md says how it is made.
package final class EncryptedStore: CloudStore {
    let inner: any CloudStore
    let ring: Mutex<Keyring>
    let hiddenNames: HiddenNames
    private let heads = Mutex<[String: (etag: String, head: ObjectHead)]>([:])

    package var name: String { inner.name }

    init(_ inner: any CloudStore, _ ring: Keyring) {
        (self.inner, hiddenNames) = (inner, HiddenNames(ring))
        self.ring = Mutex(ring)
    }

    func hidden(_ key: String) throws(CloudError) -> String {
        try ObjectKey.check(key)
        guard key.utf8.count <= HiddenNames.limit else {
            throw CloudError(.invalidKey, object: key, "\(key) has more than \(HiddenNames.limit) bytes, and can't be a key in an encrypted store.")
        }
        return try hiddenNames.hidden(key)
    }

    /// Runs with the hidden name, and says what fails by the plain one.
    func named<Value>(_ key: String, _ body: (String) async throws(CloudError) -> Value) async throws(CloudError) -> Value {
        let hidden = try hidden(key)
        do throws(CloudError) { return try await body(hidden) } catch {
            switch error.cause {
            case let failure as ObjectHead.Failure: throw .head(failure, key, name)
            case is PieceOpener.Changed: throw .corrupt(key, name)
            case let refused as PieceOpener.Refused: throw .receiver(key, refused.cause)
            default:
                throw CloudError(
                    error.code, object: error.object == hidden ? key : error.object, error.message.replacing(hidden, with: key), cause: error.cause)
            }
        }
    }

    // MARK: Writing

    package func put(
        _ key: String, _ body: any UploadBody, condition: WriteCondition, progress: @escaping @Sendable (Int64) -> Void
    ) async throws(CloudError) -> ObjectFacts {
        try await named(key) { hidden throws(CloudError) in
            let sealed = EncryptedBody(body: body, ring: ring.withLock { $0 }, name: key, head: nil), size = body.size
            let facts = try await inner.put(hidden, sealed, condition: condition) { progress(min(size, $0)) }
            return ObjectFacts(key: key, size: size, etag: facts.etag, sha256: body.sha256, modified: facts.modified)
        }
    }

    package func delete(_ key: String) async throws(CloudError) {
        try await named(key) { hidden throws(CloudError) in try await inner.delete(hidden) }
    }

    /// The body is read once more at the beginning, and compared with its hash.
    package func upload(
        _ key: String, _ body: any UploadBody, resuming state: UploadState?, save: @escaping @Sendable (UploadState) throws -> Void,
        progress: @escaping @Sendable (Int64) -> Void
    ) async throws(CloudError) -> ObjectFacts {
        guard let sha256 = body.sha256 else { return try await put(key, body, condition: .none, progress: progress) }
        return try await named(key) { hidden throws(CloudError) in
            try await body.compareWithHash(key, name)
            let ring = ring.withLock { $0 }, size = body.size
            var head: ObjectHead?
            if let state, state.isOf(key, body), let kept = state.header { head = try? ObjectHead(kept, ring, name: key) }
            let resumed = head == nil ? nil : state?.inner.first
            let used: ObjectHead
            do throws(ObjectHead.Failure) {
                used = if let head { head } else { try ObjectHead(ring, name: key, size: size, sha256: sha256) }
            } catch {
                throw .head(error, key, name)
            }
            let facts = try await inner.upload(hidden, EncryptedBody(body: body, ring: ring, name: key, head: used), resuming: resumed) { state in
                var outer = UploadState(key: key, size: size, identity: sha256, identifier: state.identifier, partSize: state.partSize)
                (outer.inner, outer.header) = ([state], used.bytes)
                try save(outer)
            } progress: {
                progress(min(size, $0))
            }
            return ObjectFacts(key: key, size: size, etag: facts.etag, sha256: sha256, modified: facts.modified)
        }
    }

    package func abandon(_ state: UploadState) async throws(CloudError) {
        guard let sent = state.inner.first else { return }
        try await named(state.key) { _ throws(CloudError) in try await inner.abandon(sent) }
    }

    // MARK: Reading

    package func head(_ key: String) async throws(CloudError) -> ObjectFacts {
        try await named(key) { hidden throws(CloudError) in
            let (head, facts) = try await readHead(key, hidden, ifMatches: nil)
            return plain(facts, key, head)
        }
    }

    package func get(
        _ key: String, range: Range<Int64>?, ifMatches etag: String?, receive: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) async throws(CloudError) -> ObjectFacts {
        try await named(key) { hidden throws(CloudError) in
            if let range, range.isEmpty || range.lowerBound >= ObjectLayout.pieceSize {
                return try await part(key, hidden, range, etag, receive)
            }
            // The head comes along with what follows it.
            let opening = Opening(key, range, ring.withLock { $0 }, receive)
            let wanted = range.map { 0..<ObjectHead.size + (($0.upperBound - 1) / ObjectLayout.pieceSize + 1) * (ObjectLayout.pieceSize + Int64(AES.tagSize)) }
            let facts = try await inner.get(hidden, range: wanted, ifMatches: etag) { try opening.append($0) }
            guard let head = opening.head, opening.isComplete, facts.size == head.layout.objectSize else { throw .corrupt(key, name) }
            keep(head, key, facts.etag)
            return plain(facts, key, head)
        }
    }

    /// Bytes from the middle: which pieces have them stands in the head.
    private func part(
        _ key: String, _ hidden: String, _ range: Range<Int64>, _ etag: String?, _ receive: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) async throws(CloudError) -> ObjectFacts {
        let kept = heads.withLock { $0[key] }
        let head: ObjectHead, seen: String
        if let kept, etag == nil || etag == kept.etag {
            (head, seen) = (kept.head, kept.etag)
        } else {
            let (read, facts) = try await readHead(key, hidden, ifMatches: etag)
            (head, seen) = (read, facts.etag)
        }
        let content = range.clamped(to: 0..<head.layout.size)
        guard !content.isEmpty else {
            let (read, facts) = try await readHead(key, hidden, ifMatches: etag)
            return plain(facts, key, read)
        }
        let pieces = head.layout.pieces(with: content)
        let end = pieces.upperBound - 1
        let wanted = head.layout.offset(ofPiece: pieces.lowerBound)..<head.layout.offset(ofPiece: end) + Int64(head.layout.count(ofPiece: end) + AES.tagSize)
        let opener: PieceOpener
        do throws(AES.Failure) { opener = try PieceOpener(head, name: key, range: content, receive: receive) } catch { throw .noCrypto }
        do throws(CloudError) {
            let facts = try await inner.get(hidden, range: wanted, ifMatches: seen) { try opener.append($0) }
            guard opener.isComplete, facts.size == head.layout.objectSize else { throw .corrupt(key, name) }
            return plain(facts, key, head)
        } catch let error where error.code == .objectChanged && kept != nil && etag == nil && !opener.hasPassedOn {
            // It is another since its head was read, and nobody asked for that one.
            forget(key)
            return try await part(key, hidden, range, nil, receive)
        }
    }

    private func readHead(_ key: String, _ hidden: String, ifMatches etag: String?) async throws(CloudError) -> (ObjectHead, ObjectFacts) {
        let (bytes, facts) = try await inner.bytes(of: hidden, range: 0..<ObjectHead.size, ifMatches: etag, limit: Int(ObjectHead.size))
        let head: ObjectHead
        do throws(ObjectHead.Failure) { head = try ObjectHead(bytes, ring.withLock { $0 }, name: key) } catch { throw .head(error, key, name) }
        guard facts.size == head.layout.objectSize else { throw .corrupt(key, name) }
        keep(head, key, facts.etag)
        return (head, facts)
    }

    private func plain(_ facts: ObjectFacts, _ key: String, _ head: ObjectHead) -> ObjectFacts {
        ObjectFacts(key: key, size: head.layout.size, etag: facts.etag, sha256: head.sha256, modified: facts.modified)
    }

    private func keep(_ head: ObjectHead, _ key: String, _ etag: String) {
        heads.withLock { heads in
            if heads.count >= 256 { heads = [:] }
            heads[key] = (etag, head)
        }
    }

    func forget(_ key: String) { heads.withLock { $0[key] = nil } }

    // MARK: Listing

    package func list(prefix: String, after: String?, limit: Int) async throws(CloudError) -> ObjectPage {
        guard limit > 0 else { return ObjectPage(objects: [], next: after) }
        var found: [ObjectFacts] = [], next: String?
        if let after { next = try hidden(after) }
        while true {
            let page = try await inner.list(prefix: hiddenNames.folder(of: prefix), after: next, limit: limit)
            var last: String?
            for facts in page.objects {
                // What others keep there, and the keys themselves, are no objects of the store.
                guard let key = hiddenNames.key(of: facts.key) else { continue }
                last = key
                guard key.utf8.starts(with: prefix.utf8) else { continue }
                found.append(ObjectFacts(key: key, size: facts.size, etag: facts.etag, modified: facts.modified))
            }
            next = page.next
            if next == nil { return ObjectPage(objects: found, next: nil) }
            // The page has to end with a key that the next one can begin after.
            if let last, (try hidden(last)) == next { return ObjectPage(objects: found, next: last) }
        }
    }

    /// Takes an object's head from what comes first, and the pieces from what follows.
    ///
    /// One thread after the other uses it, which guards what it holds: a store calls its receiver so.
    private final class Opening: @unchecked Sendable {
        private let name: String
        private let range: Range<Int64>?
        private let ring: Keyring
        private let receive: (UnsafeRawBufferPointer) throws -> Void
        private var bytes: [UInt8] = []
        private(set) var head: ObjectHead?
        private var opener: PieceOpener?

        init(_ name: String, _ range: Range<Int64>?, _ ring: Keyring, _ receive: @escaping (UnsafeRawBufferPointer) throws -> Void) {
            (self.name, self.range, self.ring, self.receive) = (name, range, ring, receive)
        }

        var isComplete: Bool { opener?.isComplete ?? false }

        func append(_ piece: UnsafeRawBufferPointer) throws {
            var rest = piece
            if opener == nil {
                let count = min(rest.count, Int(ObjectHead.size) - bytes.count)
                bytes += rest[..<count]
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                guard bytes.count == ObjectHead.size else { return }
                let head = try ObjectHead(bytes, ring, name: name)
                let content = 0..<head.layout.size
                self.head = head
                opener = try PieceOpener(head, name: name, range: range.map { $0.clamped(to: content) } ?? content, receive: receive)
            }
            try opener?.append(rest)
        }
    }
}

extension UploadBody {
    /// - Throws: `.sourceChanged` where the bytes are not those that its hash says.
    func compareWithHash(_ key: String, _ store: String) async throws(CloudError) {
        guard let sha256 else { return }
        let digest = try await BodyHash.threads.run { flag throws(CloudError) in try BodyHash.digest(of: self, key, store, flag) }
        guard digest == sha256 else { throw .sourceChanged(key) }
    }
}
