import Foundation
import Support
import Synchronization

/// The hash that a client says its bytes have, and theirs.
final class UploadChecksum: Sendable {
    /// Guarded by `hash`, whose lock is held for each use.
    private struct Work: @unchecked Sendable { let hash: ContentHash }

    private let expected: [UInt8]
    private let hash: Mutex<Work>

    /// - Parameter header: an algorithm, a space, and a hash in base64.
    init(_ header: String) throws(Problem) {
        let parts = header.split(separator: " ")
        guard parts.count == 2, let algorithm: ContentHash.Algorithm = ["sha1": .sha1, "sha256": .sha256][parts[0].lowercased()], let data = Data(base64Encoded: String(parts[1]))
        else { throw Problem(.badRequest, "upload", title: "So it can't be sent", detail: "Upload-Checksum is not sha1 or sha256, a space, and a hash in base64.") }
        expected = Array(data)
        hash = Mutex(Work(hash: ContentHash(algorithm)))
    }

    func update(_ bytes: UnsafeRawBufferPointer) { hash.withLock { $0.hash.update(bytes) } }

    /// Whether it is the hash of all bytes so far.
    var matches: Bool { hash.withLock { $0.hash.digest() == expected } }
}
