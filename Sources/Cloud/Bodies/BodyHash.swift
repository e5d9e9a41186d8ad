import Support

/// Reads a body and hashes it.
enum BodyHash {
    static let threads = BlockingWork(name: "photos.body-hash", width: 8)

    /// SHA-256 of so many bytes from an offset on, of all from there where `size` is `nil`.
    /// - Parameter piece: given the bytes as well.
    static func digest(
        of body: any UploadBody, from start: Int64 = 0, size: Int64? = nil, _ key: String, _ store: String, _ flag: CancellationFlag,
        piece: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) throws(CloudError) -> [UInt8] {
        let hash = ContentHash()
        var buffer = [UInt8](repeating: 0, count: 256 << 10), rest = size ?? body.size - start
        do {
            let reader = try body.open(at: start)
            while rest > 0 {
                try flag.check(key, store)
                let wanted = Int(min(Int64(buffer.count), rest))
                let count = try buffer.withUnsafeMutableBytes { try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted])) }
                guard count > 0 else { throw FileBody.Failure.tooShort }
                buffer.withUnsafeBytes { bytes in
                    hash.update(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                    piece(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                }
                rest -= Int64(count)
            }
        } catch {
            throw .reading(key, error)
        }
        guard let digest = hash.digest() else {
            throw CloudError(.local, object: key, "libcrypto could not compute a SHA-256. Check the installation of OpenSSL.")
        }
        return digest
    }
}
