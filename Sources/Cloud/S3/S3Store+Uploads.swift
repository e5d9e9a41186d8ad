import Support

extension S3Store {
    /// Metadata of an object that was uploaded in parts: the body's `uploadIdentity` in hexadecimal. Tells whether a completion whose answer was lost was done.
    private static let uploadHeader = "x-amz-meta-upload"

    /// A body with an identity that is larger than a part goes in parts; every other one at once.
    package func upload(
        _ key: String, _ body: any UploadBody, resuming state: UploadState?, save: @escaping @Sendable (UploadState) throws -> Void,
        progress: @escaping @Sendable (Int64) -> Void
    ) async throws(CloudError) -> ObjectFacts {
        try ObjectKey.check(key)
        guard let identity = body.uploadIdentity, body.size > partSize else { return try await put(key, body, condition: .none, progress: progress) }
        let whole = PartHash()
        var upload: UploadState
        if let state, state.isOf(key, body), let known = try await verified(state, body, whole) {
            upload = known
        } else {
            whole.reset()
            upload = try await begin(key, body, identity)
        }
        try saving(upload, save)
        var offset = upload.parts.reduce(0) { $0 + $1.size }
        if offset > 0 { progress(offset) }
        while offset < body.size {
            let size = min(upload.partSize, body.size - offset)
            let hash = try await hashed(key, body, from: offset, size: size, whole)
            let start = offset
            let part = Call(
                method: "PUT", key: key, query: [("partNumber", String(upload.parts.count + 1)), ("uploadId", upload.identifier)],
                body: Body(body, from: offset, size: size, sha256: hash)
            ) { progress(start + $0) }
            let outcome = try await send(part)
            guard case .success(let head, _) = outcome, let etag = head["etag"] else { throw error(outcome, key) }
            upload.parts.append(UploadState.Part(size: size, sha256: hash, etag: Self.bare(etag)))
            offset += size
            try saving(upload, save)
        }
        guard body.sha256 == nil || whole.digest == body.sha256 else {
            try await abandon(upload)
            throw .sourceChanged(key)
        }
        return try await complete(upload, body.sha256)
    }

    package func abandon(_ state: UploadState) async throws(CloudError) {
        let outcome = try await send(Call(method: "DELETE", key: state.key, query: [("uploadId", state.identifier)]))
        switch outcome {
        case .success: return
        case .answer(let answer) where [.noUpload, .missing].contains(answer.meaning(isTrusted: true)): return
        default: throw error(outcome, state.key)
        }
    }

    private func saving(_ state: UploadState, _ save: (UploadState) throws -> Void) throws(CloudError) {
        do { try save(state) } catch { throw .receiver(state.key, error) }
    }

    private func begin(_ key: String, _ body: any UploadBody, _ identity: [UInt8]) async throws(CloudError) -> UploadState {
        // No server takes more than ten thousand parts.
        let most: Int64 = 10_000, megabyte: Int64 = 1 << 20
        let needed = (body.size + most - 1) / most
        let size = max(partSize, (needed + megabyte - 1) / megabyte * megabyte)
        var call = Call(method: "POST", key: key, query: [("uploads", "")], headers: [(Self.uploadHeader, identity.hexadecimal)])
        if let sha256 = body.sha256 { call.headers.append((Self.hashHeader, sha256.hexadecimal)) }
        let outcome = try await send(call)
        guard case .success(_, let answer) = outcome, let identifier = XMLElement(answer)?["UploadId"], !identifier.isEmpty else { throw error(outcome, key) }
        return UploadState(key: key, size: body.size, identity: identity, identifier: identifier, partSize: size)
    }

    /// The state with those parts that the server still has, and that are those of the body; `nil` where it knows nothing of the upload, or the body is another.
    private func verified(_ state: UploadState, _ body: any UploadBody, _ whole: PartHash) async throws(CloudError) -> UploadState? {
        guard let there = try await parts(of: state) else { return nil }
        var result = state, offset: Int64 = 0
        result.parts = []
        for (index, part) in state.parts.enumerated() {
            guard let found = there[index + 1], found.size == part.size, found.etag == part.etag, part.size == min(state.partSize, body.size - offset) else { break }
            guard try await hashed(state.key, body, from: offset, size: part.size, whole) == part.sha256 else {
                try await abandon(state)
                return nil
            }
            result.parts.append(part)
            offset += part.size
        }
        return result
    }

    /// By number; `nil` where the server does not know the upload.
    private func parts(of state: UploadState) async throws(CloudError) -> [Int: (size: Int64, etag: String)]? {
        var found: [Int: (size: Int64, etag: String)] = [:], marker = "0"
        while true {
            let outcome = try await send(Call(method: "GET", key: state.key, query: [("uploadId", state.identifier), ("part-number-marker", marker)]))
            if case .answer(let answer) = outcome, [.noUpload, .missing].contains(answer.meaning(isTrusted: true)) { return nil }
            guard case .success(_, let body) = outcome, let list = XMLElement(body) else { throw error(outcome, state.key) }
            for part in list.all("Part") {
                guard let number = part["PartNumber"].flatMap({ Int($0) }), let size = part["Size"].flatMap({ Int64($0) }), let etag = part["ETag"] else {
                    throw error(outcome, state.key)
                }
                found[number] = (size, Self.bare(etag))
            }
            guard list["IsTruncated"] == "true", let next = list["NextPartNumberMarker"], next != marker else { return found }
            marker = next
        }
    }

    private func complete(_ state: UploadState, _ sha256: [UInt8]?) async throws(CloudError) -> ObjectFacts {
        let parts = state.parts.enumerated().map { "<Part><PartNumber>\($0.offset + 1)</PartNumber><ETag>\"\($0.element.etag)\"</ETag></Part>" }.joined()
        let body = BytesBody(Array("<CompleteMultipartUpload>\(parts)</CompleteMultipartUpload>".utf8))
        let outcome = try await send(Call(method: "POST", key: state.key, query: [("uploadId", state.identifier)], body: Body(body)))
        switch outcome {
        case .success(let head, let answer):
            // A server that needs long says that it is well before it knows.
            if let result = XMLElement(answer), result.name == "CompleteMultipartUploadResult" {
                return ObjectFacts(key: state.key, size: state.size, etag: Self.bare(result["ETag"] ?? ""), sha256: sha256)
            }
            throw error(.answer(S3Answer(head, answer)), state.key)
        case .answer(let answer) where [.noUpload, .missing].contains(answer.meaning(isTrusted: true)):
            // An attempt whose answer was lost may have done it.
            let (head, found) = try await lookUp(state.key)
            if let head, let found, found.size == state.size, head[Self.uploadHeader] == state.identity.hexadecimal { return found }
            throw error(outcome, state.key)
        default: throw error(outcome, state.key)
        }
    }

    /// SHA-256 of a part of the body, which is added to that of the whole.
    private func hashed(_ key: String, _ body: any UploadBody, from start: Int64, size: Int64, _ whole: PartHash) async throws(CloudError) -> [UInt8] {
        try await BodyHash.threads.run { [name] flag throws(CloudError) in
            try BodyHash.digest(of: body, from: start, size: size, key, name, flag) { whole.update($0) }
        }
    }
}

/// The hash of a body that is read part by part, by one thread after the other, which guards it.
private final class PartHash: @unchecked Sendable {
    private var hash = ContentHash()

    func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bytes) }

    func reset() { hash = ContentHash() }

    var digest: [UInt8]? { hash.digest() }
}
