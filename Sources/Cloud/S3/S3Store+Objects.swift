import Support
import Synchronization

extension S3Store {
    /// Metadata of an object: its SHA-256 in hexadecimal.
    static let hashHeader = "x-amz-meta-sha256"
    /// Metadata of an object that was written on a condition: who wrote it. Where the answer is lost, the condition no longer holds at the next attempt, and this
    /// tells whether it was ourselves who succeeded.
    static let writerHeader = "x-amz-meta-writer"

    func facts(_ key: String, _ head: HTTPHead, size: Int64) -> ObjectFacts {
        ObjectFacts(
            key: key, size: size, etag: Self.bare(head["etag"] ?? ""), sha256: head[Self.hashHeader].flatMap { [UInt8](hexadecimal: $0, count: 32) },
            modified: head["last-modified"].flatMap(HTTPDate.seconds))
    }

    /// Without its quotes, with which Ceph's gateway takes no tag in a condition of writing.
    static func bare(_ etag: String) -> String { etag.count >= 2 && etag.hasPrefix("\"") && etag.hasSuffix("\"") ? String(etag.dropFirst().dropLast()) : etag }

    // MARK: Writing

    package func put(
        _ key: String, _ body: any UploadBody, condition: WriteCondition, progress: @escaping @Sendable (Int64) -> Void
    ) async throws(CloudError) -> ObjectFacts {
        try ObjectKey.check(key)
        let told = Mutex<Int64>(-1)
        var call = Call(method: "PUT", key: key, body: Body(body)) { count in
            // A second attempt begins to tell where it is further than the first one was.
            let isMore = told.withLock { told in
                defer { told = max(told, count) }
                return count > told
            }
            if isMore { progress(count) }
        }
        if let sha256 = body.sha256 { call.headers.append((Self.hashHeader, sha256.hexadecimal)) }
        let writer = randomBytes(16).hexadecimal
        switch condition {
        case .none: break
        case .ifAbsent: call.headers += [("if-none-match", "*"), (Self.writerHeader, writer)]
        case .ifMatches(let etag): call.headers += [("if-match", etag), (Self.writerHeader, writer)]
        }
        let outcome = try await send(call)
        switch outcome {
        case .success(let head, _):
            return ObjectFacts(key: key, size: body.size, etag: Self.bare(head["etag"] ?? ""), sha256: body.sha256, modified: nil)
        case .answer(let answer) where condition != .none && [.unmet, .missing].contains(answer.meaning(isTrusted: true)):
            let (head, found) = try await lookUp(key)
            if let head, let found, head[Self.writerHeader] == writer { return found }
            throw .unmet(key, condition, name)
        default: throw error(outcome, key)
        }
    }

    package func delete(_ key: String) async throws(CloudError) {
        try ObjectKey.check(key)
        let outcome = try await send(Call(method: "DELETE", key: key))
        switch outcome {
        case .success: return
        case .answer(let answer) where answer.meaning(isTrusted: true) == .missing: return
        default: throw error(outcome, key)
        }
    }

    // MARK: Reading

    package func head(_ key: String) async throws(CloudError) -> ObjectFacts {
        try ObjectKey.check(key)
        guard let found = try await lookUp(key).facts else { throw .missing(key, name) }
        return found
    }

    /// `nil` where it is not there.
    func lookUp(_ key: String) async throws(CloudError) -> (head: HTTPHead?, facts: ObjectFacts?) {
        let outcome = try await send(Call(method: "HEAD", key: key))
        switch outcome {
        case .success(let head, _):
            guard let size = head["content-length"].flatMap({ Int64($0) }) else { throw error(outcome, key) }
            return (head, facts(key, head, size: size))
        case .answer: break
        default: throw error(outcome, key)
        }
        // An answer to HEAD has no body that would say why: whether the object is missing, or the bucket.
        let again = try await send(Call(method: "GET", key: key, headers: [("range", "bytes=0-0")]))
        switch again {
        case .success(let head, _):
            guard let size = head.wholeSize else { throw error(again, key) }
            return (head, facts(key, head, size: size))
        case .answer(let answer) where answer.meaning(isTrusted: true) == .missing: return (nil, nil)
        default: throw error(again, key)
        }
    }

    package func get(
        _ key: String, range: Range<Int64>?, ifMatches etag: String?, receive: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) async throws(CloudError) -> ObjectFacts {
        try ObjectKey.check(key)
        if let range, range.isEmpty { return try await unchanged(head(key), etag) }
        let reading = Reading(etag: etag, next: range?.lowerBound ?? 0)
        var failures = 0
        while true {
            var call = Call(method: "GET", key: key)
            let (seen, next) = reading.place
            // The last attempt broke off behind the last byte.
            if let range, next >= range.upperBound, let facts = reading.facts { return facts }
            if let range {
                call.headers.append(("range", "bytes=\(next)-\(range.upperBound - 1)"))
            } else if next > 0 {
                call.headers.append(("range", "bytes=\(next)-"))
            }
            if let seen { call.headers.append(("if-match", seen)) }
            let attempt = try await attempt(call, receiver: receive) { [self] head in
                guard let size = head.wholeSize, next == 0 && head.status == 200 && range?.lowerBound ?? 0 == 0 || head.firstByte == next else {
                    throw CloudError(.unsupported, object: key, "The server of \(name) does not send parts of objects, such as \(key). Use another server.")
                }
                let found = facts(key, head, size: size)
                guard reading.begin(found) else { throw CloudError.changed(key, name) }
            }
            reading.advance(by: attempt.received)
            if let error = retryable(attempt, key) {
                // What moves on is no failure, however often it breaks off.
                failures = attempt.received > 0 ? 1 : failures + 1
                try await pause(after: failures, error, attempt)
                continue
            }
            switch attempt.outcome {
            case .success:
                guard let facts = reading.facts else { throw error(attempt.outcome, key) }
                return facts
            case .answer(let answer) where answer.meaning(isTrusted: true) == .outOfRange:
                // Nothing of the range, or nothing more: the object ends before it.
                return try await unchanged(head(key), reading.place.etag)
            default: throw error(attempt.outcome, key)
            }
        }
    }

    private func unchanged(_ facts: ObjectFacts, _ etag: String?) throws(CloudError) -> ObjectFacts {
        if let etag, etag != facts.etag { throw .changed(facts.key, name) }
        return facts
    }

    /// How far a get is.
    private final class Reading: Sendable {
        private struct State {
            var etag: String?
            var next: Int64
            var facts: ObjectFacts?
        }

        private let state: Mutex<State>

        init(etag: String?, next: Int64) { state = Mutex(State(etag: etag, next: next)) }

        var place: (etag: String?, next: Int64) { state.withLock { ($0.etag, $0.next) } }
        var facts: ObjectFacts? { state.withLock { $0.facts } }

        /// False where this is another object than before.
        func begin(_ facts: ObjectFacts) -> Bool {
            state.withLock { state in
                guard state.etag == nil || state.etag == facts.etag else { return false }
                (state.etag, state.facts) = (facts.etag, facts)
                return true
            }
        }

        func advance(by count: Int64) { state.withLock { $0.next += count } }
    }

    // MARK: Listing

    package func list(prefix: String, after: String?, limit: Int) async throws(CloudError) -> ObjectPage {
        guard limit > 0 else { return ObjectPage(objects: [], next: after) }
        var call = Call(method: "GET", key: nil)
        call.query = [("list-type", "2"), ("encoding-type", "url"), ("max-keys", String(min(1000, limit))), ("prefix", bucket.prefix + prefix)]
        if let after { call.query.append(("start-after", bucket.prefix + after)) }
        let outcome = try await send(call)
        guard case .success(_, let body) = outcome, let list = XMLElement(body), list.name == "ListBucketResult" else { throw error(outcome, nil) }
        var objects: [ObjectFacts] = [], last: String?
        for entry in list.all("Contents") {
            guard let text = entry["Key"], let whole = PercentEncoding.decode(form: text.utf8), whole.hasPrefix(bucket.prefix),
                let size = entry["Size"].flatMap({ Int64($0) })
            else { throw error(outcome, nil) }
            let key = String(whole.dropFirst(bucket.prefix.count))
            last = key
            // What others keep in the bucket under names that are none of ours is passed over.
            guard ObjectKey.isProper(key) else { continue }
            objects.append(
                ObjectFacts(key: key, size: size, etag: Self.bare(entry["ETag"] ?? ""), modified: entry["LastModified"].flatMap(HTTPDate.secondsOfXML)))
        }
        return ObjectPage(objects: objects, next: list["IsTruncated"] == "true" ? last : nil)
    }
}

extension HTTPHead {
    /// Bytes of the whole object that an answer has all or a part of.
    var wholeSize: Int64? {
        if status == 206 { return self["content-range"]?.split(separator: "/").last.flatMap { Int64($0) } }
        return self["content-length"].flatMap { Int64($0) }
    }

    /// Where the part begins: `bytes 5-9/100`.
    var firstByte: Int64? {
        guard status == 206 else { return nil }
        return self["content-range"]?.split(separator: " ").last?.split(separator: "-").first.flatMap { Int64($0) }
    }
}
