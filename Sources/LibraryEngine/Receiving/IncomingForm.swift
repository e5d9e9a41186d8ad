import Foundation
import Originals
import Synchronization

/// Files that come one behind the other over one connection, whose lengths nobody says beforehand, as those of a form: a batch of its own, in which each is announced
/// when all of it is here. What is whole comes into the library however the connection ends.
///
/// The file at hand has the number 0 in the batch's folder, which no announced one has. Calls come one after the other; all may wait for the disk.
package final class IncomingForm: Sendable {
    private struct State {
        /// Receives the file at hand, or received the one before: while it stands among the store's receptions, no page takes the batch for one that was left behind.
        var reception: Reception?
        var isReceiving = false
        /// Bytes that may still come, and count among those that are under way.
        var reserved: Int64
        /// How often each name came.
        var names: [String: Int] = [:]
        var isOver = false
    }

    package let batch: UUID
    private let store: IncomingStore
    private let state: Mutex<State>

    fileprivate init(_ batch: UUID, of bytes: Int64, in store: IncomingStore) {
        (self.batch, self.store) = (batch, store)
        state = Mutex(State(reserved: bytes))
    }

    private var key: IncomingStore.FileKey { IncomingStore.FileKey(batch: batch, number: 0) }

    /// A file begins.
    package func beginFile() throws {
        let (batch, key, size) = (batch, key, state.withLock { $0.reserved })
        let reception = try store.state.withLock { state -> Reception in
            guard let folder = state.batches[batch]?.folder, !state.isStopping else { throw IncomingError.missingBatch }
            let opened = try folder.open(0)
            try opened.cut(to: 0)
            let reception = Reception(opened, from: 0, size: size)
            state.receptions[key] = reception
            return reception
        }
        state.withLock { ($0.reception, $0.isReceiving) = (reception, true) }
    }

    /// Keeps the next bytes of the file at hand.
    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard let reception = state.withLock({ $0.isReceiving ? $0.reception : nil }) else { return }
        try reception.write(bytes)
    }

    /// All of the file at hand is here.
    ///
    /// Files of one name are several pictures, as cameras and applications have them: each further one is in a folder of its own, so that only what has another ending may
    /// belong with it.
    package func endFile(as name: String) throws {
        let (ended, count) = state.withLock { state -> (Reception?, Int) in
            guard state.isReceiving else { return (nil, 0) }
            state.isReceiving = false
            state.names[name.lowercased(), default: 0] += 1
            return (state.reception, state.names[name.lowercased()] ?? 1)
        }
        guard let ended else { return }
        let size = ended.end()
        let announced = AnnouncedFile(name: name, folder: count == 1 ? "" : "\(count)", size: size)
        let number = try store.announce([announced], in: batch, areHere: true)[0]
        // An empty one is whole by that.
        guard size > 0 else { return }
        let folder = store.state.withLock { state in
            state.batches.changing(batch) { batch in
                batch.change(number) { $0.hasBegun = true }
                return batch.folder
            }
        }
        guard let folder else { throw IncomingError.missingBatch }
        state.withLock { $0.reserved -= size }
        try folder.rename(0, to: number)
        try store.finishReceiving(number, in: batch)
    }

    /// Nothing more comes: what is whole goes its way, the file at hand goes, and so does a batch of none.
    /// - Returns: whether anything of it is left to come in, or came in.
    @discardableResult
    package func end() throws -> Bool {
        let last = state.withLock { state -> State? in
            defer { state.isOver = true }
            return state.isOver ? nil : state
        }
        guard let last else { return false }
        _ = last.reception?.end()
        defer {
            store.state.withLock { state in
                if let reception = last.reception, state.receptions[key] === reception { state.receptions[key] = nil }
                state.begun -= last.reserved
            }
        }
        guard let found = store.state.withLock({ $0.batches[batch] }) else { throw IncomingError.missingBatch }
        guard !found.files.isEmpty else {
            try store.cancel(batch)
            return false
        }
        try found.folder.remove(0)
        try store.close(batch)
        return true
    }
}

extension IncomingStore {
    /// Begins a batch of files that come as a form.
    /// - Parameter bytes: of the whole form, which has more than its files.
    package func beginForm(of bytes: Int64) throws -> IncomingForm {
        if let most = limits.bytes, bytes > most {
            throw IncomingError(.tooLarge, "\(bytes) bytes are to come, and \(most) are all that may be under way here. `photos serve --upload-limit` sets that.")
        }
        try requireSpace(for: bytes)
        try state.withLock { state throws(IncomingError) in
            if let most = limits.bytes, state.begun + bytes > most {
                throw IncomingError(.quota, "\(state.begun) bytes are under way, and no more than \(most) may be. Go on when some are in the library.")
            }
            state.begun += bytes
        }
        do {
            return IncomingForm(try begin(album: nil), of: bytes, in: self)
        } catch {
            state.withLock { $0.begun -= bytes }
            throw error
        }
    }
}
