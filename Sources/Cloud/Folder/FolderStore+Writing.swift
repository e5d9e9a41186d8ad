import Glibc
import Support

extension FolderStore {
    /// Bytes between two looks at whether the transfer is still wanted.
    static let pieceSize = 1 << 20

    package func put(
        _ key: String, _ body: any UploadBody, condition: WriteCondition, progress: @escaping @Sendable (Int64) -> Void
    ) async throws(CloudError) -> ObjectFacts {
        try ObjectKey.check(key)
        return try await withRoot(key) { root, flag throws(FolderStoreFailure) in
            let file = try folder { () throws(FolderError) in try IncomingFile(in: root) }
            let hash = ContentHash()
            try write(key, body, from: 0, to: file, hash, flag, progress)
            return try publish(key, body, file, hash, condition)
        }
    }

    /// What is in the folder already is compared with the body before more is written.
    package func upload(
        _ key: String, _ body: any UploadBody, resuming state: UploadState?, save: @escaping @Sendable (UploadState) throws -> Void,
        progress: @escaping @Sendable (Int64) -> Void
    ) async throws(CloudError) -> ObjectFacts {
        try ObjectKey.check(key)
        guard let identity = body.uploadIdentity else { return try await put(key, body, condition: .none, progress: progress) }
        return try await withRoot(key) { root, flag throws(FolderStoreFailure) in
            let hash = ContentHash()
            var file: IncomingFile?
            if let state, state.isOf(key, body) {
                do throws(FolderError) { file = try IncomingFile(resuming: state.identifier, in: root) } catch .system(ENOENT, _, _) {
                    // It was swept away, and is begun anew.
                } catch {
                    throw .folder(error)
                }
            }
            let kept: IncomingFile
            var start: Int64 = 0
            if let file {
                kept = file
                start = try same(key, body, as: file, hash, flag)
                try folder { () throws(FolderError) in try file.cut(to: start) }
            } else {
                kept = try folder { () throws(FolderError) in try IncomingFile(in: root) }
                let state = UploadState(key: key, size: body.size, identity: identity, identifier: kept.name.lastComponent.text, partSize: body.size)
                do { try save(state) } catch { throw .cloud(.receiver(key, error)) }
                kept.isKept = true
            }
            try write(key, body, from: start, to: kept, hash, flag, progress)
            return try publish(key, body, kept, hash, .none)
        }
    }

    package func abandon(_ state: UploadState) async throws(CloudError) {
        try await withRoot(state.key) { root, _ throws(FolderStoreFailure) in
            guard ObjectKey.isProper(state.identifier), !state.identifier.contains("/") else { return }
            try folder { () throws(FolderError) in try root.removeFile(Self.incoming.appending(state.identifier)) }
        }
    }

    /// Removes what uploads left that ended without a word, and nobody went on with.
    /// - Parameter date: seconds since 1970 by the folder's clock: only what was written to last before it goes.
    package func sweep(before date: Double) async throws(CloudError) {
        try await withRoot(nil) { root, _ throws(FolderStoreFailure) in
            try folder { () throws(FolderError) in
                for name in try root.folder(Self.incoming).names() {
                    let path = Self.incoming.appending(name)
                    guard let found = try root.status(path), found.st_mode & S_IFMT == S_IFREG, Double(found.st_mtim.tv_sec) < date else { continue }
                    let descriptor = try root.openRegular(path, doing: "look at")
                    defer { close(descriptor) }
                    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { try root.removeFile(path) }
                }
            }
        }
    }

    /// How many bytes of an upload that broke off are those of the body; they are hashed on the way.
    private func same(
        _ key: String, _ body: any UploadBody, as file: IncomingFile, _ hash: ContentHash, _ flag: CancellationFlag
    ) throws(FolderStoreFailure) -> Int64 {
        let there = min(try folder { () throws(FolderError) in try file.size() }, body.size)
        var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
        var offset: Int64 = 0
        do {
            let reader = try body.open(at: 0)
            while offset < there {
                try flag.check(key, name)
                let wanted = Int(min(Int64(buffer.count), there - offset))
                let count = try buffer.withUnsafeMutableBytes { try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted])) }
                guard count > 0 else { throw FileBody.Failure.tooShort }
                let isSame = try withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { kept in
                    // The file may have been cut off in the middle of a write, and a disk may have forgotten what was not synced.
                    var have = 0
                    while have < count {
                        let more = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: kept[have...]), at: offset + Int64(have))
                        if more == 0 { return false }
                        have += more
                    }
                    return buffer.withUnsafeBytes { bytes in
                        guard let wanted = bytes.baseAddress, let found = kept.baseAddress else { return false }
                        return memcmp(wanted, found, count) == 0
                    }
                }
                guard isSame else { return offset }
                buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
                offset += Int64(count)
            }
        } catch let error as FolderError {
            throw .folder(error)
        } catch {
            throw .cloud(.reading(key, error))
        }
        return offset
    }

    private func write(
        _ key: String, _ body: any UploadBody, from start: Int64, to file: IncomingFile, _ hash: ContentHash, _ flag: CancellationFlag,
        _ progress: @Sendable (Int64) -> Void
    ) throws(FolderStoreFailure) {
        var buffer = [UInt8](repeating: 0, count: Int(min(Int64(Self.pieceSize), max(1, body.size))))
        var offset = start
        do {
            let reader = try body.open(at: start)
            while true {
                try flag.check(key, name)
                let count = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
                if count == 0 { break }
                try buffer.withUnsafeBytes { bytes in
                    let piece = UnsafeRawBufferPointer(rebasing: bytes[..<count])
                    hash.update(piece)
                    try file.write(piece, at: offset)
                }
                offset += Int64(count)
                progress(offset)
            }
        } catch let error as FolderError {
            throw .folder(error)
        } catch {
            throw .cloud(.reading(key, error))
        }
        guard offset == body.size else { throw .cloud(.sourceChanged(key)) }
    }

    private func publish(
        _ key: String, _ body: any UploadBody, _ file: IncomingFile, _ hash: ContentHash, _ condition: WriteCondition
    ) throws(FolderStoreFailure) -> ObjectFacts {
        guard let digest = hash.digest() else {
            throw .cloud(CloudError(.local, object: key, "libcrypto could not compute a SHA-256. Check the installation of OpenSSL."))
        }
        guard body.sha256 == nil || body.sha256 == digest else {
            file.isKept = false
            throw .cloud(.sourceChanged(key))
        }
        guard let facts = try folder({ () throws(FolderError) in try file.publish(as: key, condition) }) else { throw .cloud(.unmet(key, condition, name)) }
        return ObjectFacts(key: key, size: facts.size, etag: facts.etag, sha256: digest, modified: facts.modified)
    }
}
