import Foundation
import Support
import Synchronization

/// The bytes of a file that is put somewhere, as they come over one connection. What is not finished goes with it.
package final class PutReception: Sendable {
    /// Bytes that are asked for at a time of a file whose length nobody says.
    static let step: Int64 = 16 << 20

    /// Guarded by `hash`, whose lock is held for each use.
    private struct Hash: @unchecked Sendable { let hash: ContentHash }

    package let folder: PutFolder
    package let name: String
    /// Whether its length was said.
    let isLengthKnown: Bool
    /// What its bytes are called until they have a number.
    let count: Int
    let batch: UUID
    let reception: Reception
    private let store: IncomingStore
    private let hash = Mutex(Hash(hash: ContentHash()))
    private let isOver = Atomic<Bool>(false)

    init(_ name: String, in folder: PutFolder, isLengthKnown: Bool, count: Int, batch: UUID, _ reception: Reception, _ store: IncomingStore) {
        (self.name, self.folder, self.isLengthKnown, self.count, self.batch, self.reception, self.store) = (name, folder, isLengthKnown, count, batch, reception, store)
    }

    /// What may be one picture with it.
    var group: IncomingBatch.GroupKey { IncomingBatch.GroupKey(AnnouncedFile(name: name, size: 0)) }

    var key: IncomingStore.FileKey { IncomingStore.FileKey(batch: batch, number: -count) }

    /// Bytes that are here.
    package var offset: Int64 { reception.offset }

    /// Keeps the next bytes.
    /// - Throws: an `IncomingError` where it is more than may come; an `OriginalsError` from the disk.
    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        if !isLengthKnown, reception.rest < bytes.count { try store.grow(self, by: max(Self.step, Int64(bytes.count))) }
        try reception.write(bytes)
        hash.withLock { $0.hash.update(bytes) }
    }

    /// All of it is here. Returns when its bytes and its name are on the disk.
    /// - Parameters:
    ///   - modified: of the sender's file, in seconds since 1970; `nil` where nobody says.
    ///   - isWanted: is given what has the name by now, and throws where it is to stay. Nothing else that is put changes meanwhile, so it may ask for nothing of that.
    /// - Returns: as what it is listed, and whether it took the place of another one.
    package func finish(modified: Double?, isWanted: (_ former: PutEntry?) throws -> Void = { _ in }) throws -> (entry: PutEntry, replaces: Bool) {
        guard isOver.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged else { throw IncomingError.missingFile }
        do {
            guard let digest = hash.withLock({ $0.hash.digest() }) else { throw IncomingError(.invalid, "“\(name)” can't be hashed. Is libcrypto (libssl3) installed?") }
            return try store.finish(self, sha256: digest.hexadecimal, modified: modified, isWanted)
        } catch {
            store.giveUp(self)
            throw error
        }
    }

    /// Nothing of it is kept. What was finished stays.
    package func giveUp() {
        guard isOver.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged else { return }
        store.giveUp(self)
    }
}
