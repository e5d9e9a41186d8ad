/// Where what is in an encrypted object. Docs/CloudFormat.md has the same as a table.
struct ObjectLayout: Equatable {
    static let pieceSize: Int64 = 64 << 10

    /// Bytes of the content.
    let size: Int64

    /// Bytes of content and padding.
    var paddedSize: Int64 { Self.padded(size) }
    var pieces: Int64 { (paddedSize + Self.pieceSize - 1) / Self.pieceSize }
    /// Bytes of the whole object.
    var objectSize: Int64 { ObjectHead.size + paddedSize + pieces * Int64(AES.tagSize) }

    /// Bytes of content and padding in a piece.
    func count(ofPiece index: Int64) -> Int { Int(min(Self.pieceSize, paddedSize - index * Self.pieceSize)) }

    func offset(ofPiece index: Int64) -> Int64 { ObjectHead.size + index * (Self.pieceSize + Int64(AES.tagSize)) }

    /// Which pieces have bytes of the range, which is not empty.
    func pieces(with range: Range<Int64>) -> Range<Int64> { range.lowerBound / Self.pieceSize..<(range.upperBound - 1) / Self.pieceSize + 1 }

    /// Steps that grow with the size and tell of it only the order of magnitude and a few bits ("Padmé", Nikitin and others, PETS 2019), at most an eighth
    /// more; and nothing is smaller than a kilobyte.
    static func padded(_ size: Int64) -> Int64 {
        guard size > 1024 else { return 1024 }
        let exponent = Int64.bitWidth - 1 - size.leadingZeroBitCount
        let bits = Int.bitWidth - exponent.leadingZeroBitCount
        let mask = Int64(1) << Int64(exponent - bits) - 1
        return (size + mask) & ~mask
    }
}

/// What an encrypted object begins with: its key, wrapped, and what its content is, sealed with that key.
struct ObjectHead: Sendable {
    static let magic = Array("OPKE".utf8), version: UInt8 = 1, pieceBits: UInt8 = 16
    private static let wrappedStart = 24, factsStart = 72
    static let size: Int64 = 136

    enum Failure: Error {
        case crypto
        /// It does not begin as encrypted objects do.
        case notEncrypted
        /// This version does not know how.
        case newer
        case unknownGeneration
        /// The key is not one that was wrapped for this name.
        case notOpened
        /// The key is right, and what it sealed was changed.
        case changed
    }

    /// The 136 bytes as they are stored.
    let bytes: [UInt8]
    let objectKey: [UInt8]
    let layout: ObjectLayout
    /// SHA-256 of the content, 32 bytes, if it was known.
    let sha256: [UInt8]?
    let generation: UInt32

    /// What all pieces of an object are bound to, beside its key: the form, and the name.
    static func binding(_ name: String) -> [UInt8] { magic + [version, pieceBits, 0, 0] + Array(name.utf8) }

    /// The one of pieces: their number, and whether it is the last. Keys are used for one object only, so nothing else is needed.
    static func nonce(ofPiece index: Int64, isLast: Bool) -> [UInt8] { [0, 0, 0] + index.bigEndianBytes + [isLast ? 1 : 0] }

    private static let factsNonce = [UInt8](repeating: 0xFF, count: 11) + [2]

    /// A new one.
    init(_ ring: Keyring, name: String, size: Int64, sha256: [UInt8]?, objectKey: [UInt8] = randomBytes(32), nonce: [UInt8] = randomBytes(12)) throws(Failure) {
        (self.objectKey, layout, self.sha256, generation) = (objectKey, ObjectLayout(size: size), sha256, ring.newest)
        let facts = size.bigEndianBytes + [sha256 == nil ? 0 : 1] + (sha256 ?? [UInt8](repeating: 0, count: 32)) + [UInt8](repeating: 0, count: 7)
        do throws(AES.Failure) {
            let sealed = try AES(key: objectKey).seal(facts, nonce: Self.factsNonce, header: Self.binding(name))
            bytes = try Self.wrapped(objectKey, ring, name, nonce) + sealed
        } catch {
            throw .crypto
        }
    }

    private static func wrapped(_ objectKey: [UInt8], _ ring: Keyring, _ name: String, _ nonce: [UInt8]) throws(AES.Failure) -> [UInt8] {
        guard let key = ring.wrapping(ring.newest) else { throw AES.Failure() }
        let clear = magic + [version, pieceBits, 0, 0] + ring.newest.bigEndianBytes + nonce
        return clear + (try AES(key: key).seal(objectKey, nonce: nonce, header: clear + Array(name.utf8)))
    }

    /// Reads one.
    init(_ bytes: [UInt8], _ ring: Keyring, name: String) throws(Failure) {
        guard bytes.count == Self.size, bytes.starts(with: Self.magic) else { throw .notEncrypted }
        guard bytes[4] == Self.version, bytes[5] == Self.pieceBits, bytes[6] == 0, bytes[7] == 0 else { throw .newer }
        generation = UInt32(bigEndianBytes: bytes[8..<12])
        guard let key = ring.wrapping(generation) else { throw .unknownGeneration }
        let aes: AES
        do throws(AES.Failure) { aes = try AES(key: key) } catch { throw .crypto }
        do throws(AES.Failure) {
            let clear = Array(bytes[..<Self.wrappedStart])
            objectKey = try aes.open(Array(bytes[Self.wrappedStart..<Self.factsStart]), nonce: Array(bytes[12..<24]), header: clear + Array(name.utf8))
        } catch {
            throw .notOpened
        }
        let facts: [UInt8]
        do throws(AES.Failure) {
            facts = try AES(key: objectKey).open(Array(bytes[Self.factsStart...]), nonce: Self.factsNonce, header: Self.binding(name))
        } catch {
            throw .changed
        }
        let size = Int64(bigEndianBytes: facts[..<8])
        guard size >= 0, size <= 1 << 50 else { throw .changed }
        (self.bytes, layout, sha256) = (bytes, ObjectLayout(size: size), facts[8] == 1 ? Array(facts[9..<41]) : nil)
    }

    /// The same object's, with its key wrapped by the newest generation.
    func rewrapped(_ ring: Keyring, name: String) throws(Failure) -> [UInt8] {
        do throws(AES.Failure) { return try Self.wrapped(objectKey, ring, name, randomBytes(12)) + bytes[Self.factsStart...] } catch { throw .crypto }
    }
}

extension CloudError {
    static func head(_ failure: ObjectHead.Failure, _ key: String, _ store: String) -> CloudError {
        switch failure {
        case .crypto: .noCrypto
        case .notEncrypted:
            CloudError(.corrupt, object: key, "\(key) in \(store) is not encrypted as it was written. It was not read; restore it from a backup, or upload the original again.")
        case .newer: CloudError(.unsupported, object: key, "\(key) in \(store) was written by a newer version. Update OpenPhotoKit.")
        case .unknownGeneration:
            CloudError(.wrongKey, object: key, "\(key) in \(store) was encrypted with a key that is not known here. Open the store again to learn of new keys.")
        case .notOpened:
            CloudError(
                .corrupt, object: key,
                "\(key) in \(store) is not the object of this name: it was changed, exchanged for another, or comes from another library. It was not read; restore it from a backup."
            )
        case .changed: .corrupt(key, store)
        }
    }
}
