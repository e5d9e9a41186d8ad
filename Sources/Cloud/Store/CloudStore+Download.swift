import Glibc
import Support

extension CloudStore {
    /// Brings an object into an open file, and compares it with its hash.
    ///
    /// Bytes that an earlier attempt left in the file are hashed and not asked for again, whatever wrote them: if the whole is not what it should be, it is
    /// asked for once more from the start, since a network that is not encrypted may change bytes.
    /// - Parameters:
    ///   - descriptor: for reading and writing, by offset; its content up to `size` is what came so far. It has `size` bytes afterwards, and is not synced.
    ///   - progress: told how many bytes are here, growing, on any thread.
    /// - Throws: `.corrupt` where the object is another than the hash says; then the file is emptied.
    package func download(
        _ key: String, size: Int64, sha256: [UInt8], to descriptor: Int32, keptOpenBy owner: any Sendable, progress: @escaping @Sendable (Int64) -> Void
    ) async throws(CloudError) -> ObjectFacts {
        let file = ArrivingFile(descriptor: descriptor, owner: owner, size: size, progress: progress)
        for isLastAttempt in [false, true] {
            let start = try arriving(key) { try isLastAttempt ? file.empty() : file.resume() }
            var facts: ObjectFacts?
            do throws(CloudError) {
                facts = start < size || size == 0 ? try await get(key, range: start > 0 ? start..<size : nil, ifMatches: nil) { try file.append($0) } : nil
            } catch let error where error.cause is ArrivingFile.Excess {
                // Longer than it should be, which another attempt does not mend.
                _ = try arriving(key) { try file.empty() }
                throw .corrupt(key, name)
            } catch let error where error.code == .receiver {
                throw .arriving(key, error.cause ?? error)
            }
            if file.isComplete(sha256) {
                if let facts { return facts }
                return try await head(key)
            }
        }
        _ = try arriving(key) { try file.empty() }
        throw .corrupt(key, name)
    }

    private func arriving(_ key: String, _ body: () throws -> Int64) throws(CloudError) -> Int64 {
        do { return try body() } catch { throw .arriving(key, error) }
    }
}

extension CloudError {
    fileprivate static func arriving(_ key: String, _ error: any Error) -> CloudError {
        let reason = (error as? ArrivingFile.Failure).map { " (\(String(cString: strerror($0.number))))" } ?? ""
        return CloudError(.local, object: key, "Could not keep what came of \(key)\(reason). Check the disk here, or free some space, and try again.", cause: error)
    }
}

/// A file that bytes arrive in, and the hash of those that are there.
///
/// One thread after the other uses it, which guards what it holds: a store calls its receiver so, and `download` awaits the store.
private final class ArrivingFile: @unchecked Sendable {
    struct Excess: Error {}
    struct Failure: Error { let number: Int32 }

    private struct State {
        var hash = ContentHash()
        var count: Int64 = 0

        /// Hashes so many bytes of a file, or as many as it has.
        init(of descriptor: Int32, upTo there: Int64) throws {
            var buffer = [UInt8](repeating: 0, count: Int(min(Int64(1 << 20), max(1, there))))
            while count < there {
                let asked = Int(min(Int64(buffer.count), there - count))
                let more = buffer.withUnsafeMutableBytes { buffer in retrying { pread(descriptor, buffer.baseAddress, asked, off_t(count)) } }
                guard more >= 0 else { throw Failure(number: errno) }
                if more == 0 { break }
                buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<more])) }
                count += Int64(more)
            }
        }

        init() {}
    }

    private let descriptor: Int32
    private let owner: any Sendable
    private let size: Int64
    private let progress: @Sendable (Int64) -> Void
    private var state = State()
    private var told: Int64 = 0

    init(descriptor: Int32, owner: any Sendable, size: Int64, progress: @escaping @Sendable (Int64) -> Void) {
        (self.descriptor, self.owner, self.size, self.progress) = (descriptor, owner, size, progress)
    }

    /// Hashes what is there; how much that is.
    func resume() throws -> Int64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure(number: errno) }
        if status.st_size > size, retrying({ ftruncate(descriptor, off_t(size)) }) != 0 { throw Failure(number: errno) }
        let there = min(Int64(status.st_size), size)
        state = try State(of: descriptor, upTo: there)
        tell()
        return state.count
    }

    func empty() throws -> Int64 {
        guard retrying({ ftruncate(descriptor, 0) }) == 0 else { throw Failure(number: errno) }
        state = State()
        return 0
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws {
        guard state.count + Int64(bytes.count) <= size else { throw Excess() }
        var rest = bytes
        while !rest.isEmpty {
            let offset = off_t(state.count + Int64(bytes.count - rest.count))
            let count = retrying { pwrite(descriptor, rest.baseAddress, rest.count, offset) }
            guard count > 0 else { throw Failure(number: count == 0 ? ENOSPC : errno) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        state.hash.update(bytes)
        state.count += Int64(bytes.count)
        tell()
    }

    /// A second attempt begins to tell where it is further than the first one was.
    private func tell() {
        guard state.count > told else { return }
        told = state.count
        progress(told)
    }

    func isComplete(_ sha256: [UInt8]) -> Bool { state.count == size && state.hash.digest() == sha256 }
}
