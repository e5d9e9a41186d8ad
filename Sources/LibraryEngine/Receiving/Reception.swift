import Foundation
import Originals
import Synchronization

/// The bytes of one file as they come over one connection. Whoever sends it anew ends this.
package final class Reception: Sendable {
    private struct State {
        /// `nil` once it has ended.
        var file: IncomingFile?
        var offset: Int64
        var size: Int64
    }

    private let state: Mutex<State>

    init(_ file: IncomingFile, from offset: Int64, size: Int64) { state = Mutex(State(file: file, offset: offset, size: size)) }

    var size: Int64 { state.withLock { $0.size } }

    /// More will come than was thought, of a file whose length nobody says.
    func grow(to size: Int64) { state.withLock { $0.size = max($0.size, size) } }

    /// Bytes of the file that are here.
    package var offset: Int64 { state.withLock { $0.offset } }

    /// Bytes that may still come.
    package var rest: Int64 { state.withLock { $0.size - $0.offset } }

    /// Keeps the next bytes.
    /// - Throws: an `IncomingError` where another connection sends the file since, or where it is more than was announced; an `OriginalsError` from the disk.
    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        try state.withLock { state in
            guard let file = state.file else { throw IncomingError(.superseded, "Another connection sends this file since.") }
            guard state.offset + Int64(bytes.count) <= state.size else {
                throw IncomingError(.tooLong, "More came than the \(state.size) bytes that were announced. Choose the file again.")
            }
            try file.write(bytes, at: state.offset)
            state.offset += Int64(bytes.count)
        }
    }

    /// Drops what came since an offset.
    package func cut(to offset: Int64) throws {
        try state.withLock { state in
            guard let file = state.file, offset < state.offset else { return }
            try file.cut(to: offset)
            state.offset = offset
        }
    }

    /// Nothing more is kept from now on.
    /// - Returns: bytes of the file that are here.
    func end() -> Int64 {
        state.withLock { state in
            state.file = nil
            return state.offset
        }
    }
}

extension IncomingStore {
    /// Where the next bytes of a file belong, and how many there will be.
    package struct Progress: Sendable {
        package let offset: Int64
        package let size: Int64
        /// Seconds since 1970.
        package let expires: Double
    }

    /// How far a file is.
    package func progress(of number: Int, in id: UUID) throws -> Progress {
        try state.withLock { state throws(IncomingError) in
            guard let batch = state.batches[id] else { throw .missingBatch }
            guard let file = batch[number] else { throw .missingFile }
            if let outcome = file.outcome, outcome.kind == .withdrawn { throw .missingFile }
            let offset = file.state == .waiting ? state.receptions[FileKey(batch: id, number: number)]?.offset ?? file.offset : file.announced.size
            return Progress(offset: offset, size: file.announced.size, expires: batch.lastActivity + limits.life(of: batch))
        }
    }

    /// Whoever sends a file goes on here; another one that did ends.
    /// - Parameter offset: where what follows belongs.
    package func receive(_ number: Int, in id: UUID, at offset: Int64) throws -> Reception {
        let key = FileKey(batch: id, number: number)
        // All may have come over the connection that ends here: then nobody but us finishes the file.
        if interrupt(key) { try finishReceiving(number, in: id) }
        let (batch, file) = try state.withLock { state throws(IncomingError) in
            guard let batch = state.batches[id] else { throw .missingBatch }
            guard let file = batch[number] else { throw .missingFile }
            if let outcome = file.outcome, outcome.kind == .withdrawn { throw .missingFile }
            return (batch, file)
        }
        guard file.state == .waiting else {
            if offset == file.announced.size { throw IncomingError(.over, "All of “\(file.announced.name)” is here.") }
            throw IncomingError(.offset(file.announced.size), "All of “\(file.announced.name)” is here.")
        }
        guard offset == file.offset else {
            throw IncomingError(.offset(file.offset), "\(file.offset) bytes of “\(file.announced.name)” are here, so what follows begins there, not at \(offset).")
        }
        try requireSpace(for: file.announced.size - offset, besides: key)
        // Opened and cut under the lock that decides who sends it: another one that came between would lose what it wrote, or an original that an import took over.
        return try state.withLock { state in
            guard let now = state.batches[id]?[number], now.state == .waiting, now.offset == offset, state.receptions[key] == nil, !state.isStopping else {
                throw IncomingError(.superseded, "Another connection sends this file since.")
            }
            if !now.hasBegun, let most = limits.bytes, state.begun + now.announced.size > most {
                throw IncomingError(.quota, "\(state.begun) bytes are under way, and no more than \(most) may be. Go on when some are in the library.")
            }
            let opened = try batch.folder.open(number)
            // What is behind was written when the process ended, and never told to anybody.
            try opened.cut(to: offset)
            let reception = Reception(opened, from: offset, size: now.announced.size)
            if !now.hasBegun {
                state.begun += now.announced.size
                state.batches.change(id) { $0.change(number) { $0.hasBegun = true } }
            }
            state.receptions[key] = reception
            return reception
        }
    }

    /// The connection of a reception has no more: what came of the file is kept, and a file that is whole goes its way.
    package func end(_ reception: Reception, of number: Int, in id: UUID) throws {
        let key = FileKey(batch: id, number: number), offset = reception.end()
        guard release(reception, key, offset), offset == reception.size else { return }
        try finishReceiving(number, in: id)
    }

    /// An empty file is whole as soon as it is announced.
    func receiveNothing(_ number: Int, in id: UUID) throws {
        guard let batch = state.withLock({ $0.batches[id] }), batch[number]?.outcome == nil else { return }
        _ = try batch.folder.open(number)
        try finishReceiving(number, in: id)
    }

    /// A sender gives a file up; what may belong with it no longer waits for it.
    package func withdraw(_ number: Int, in id: UUID) throws {
        _ = interrupt(FileKey(batch: id, number: number))
        let claimed = try state.withLock { state throws(IncomingError) in
            guard let batch = state.batches[id] else { throw .missingBatch }
            guard let file = batch[number] else { throw .missingFile }
            guard file.state == .waiting || file.state == .whole else { throw IncomingError(.over, "It is in the library already, or given up.") }
            return state.claim([number], of: id)
        }
        try giveUp(claimed, in: id, IncomingOutcome(.withdrawn))
        touch(id)
        importReady()
    }

    /// Gives up all of a batch that is not whole, whoever sends it at this moment.
    func giveUpRest(of id: UUID, _ outcome: IncomingOutcome) throws {
        for key in state.withLock({ $0.receptions.keys.filter { $0.batch == id } }) where interrupt(key) { try finishReceiving(key.number, in: id) }
        try giveUpWaiting(of: id, outcome)
    }

    /// Gives up the files of a batch of which not all has come.
    func giveUpWaiting(of id: UUID, _ outcome: IncomingOutcome) throws {
        let claimed = state.withLock { state in
            let batch = state.batches[id]
            return state.claim((batch?.files.indices.map { $0 + 1 } ?? []).filter { batch?[$0]?.state == .waiting }, of: id)
        }
        try giveUp(claimed, in: id, outcome)
    }

    /// Writes down that claimed files are given up. Where that fails they are what they were.
    private func giveUp(_ claimed: [ClaimedFile], in id: UUID, _ outcome: IncomingOutcome) throws {
        // Whoever gave the batch up meanwhile took them for files that come in, and left it to the last of these.
        defer { removeIfGivenUp(id) }
        do {
            try finish(claimed.map { ($0.number, outcome) }, in: id)
        } catch {
            state.withLock { state in
                state.batches.change(id) { batch in for file in claimed { batch.change(file.number) { if $0.state == .importing { $0.state = file.state } } } }
            }
            throw error
        }
    }

    /// All of a file is on the disk.
    func finishReceiving(_ number: Int, in id: UUID) throws {
        // One that another connection finished, or somebody gave up, is nobody's to touch any more.
        guard let batch = state.withLock({ $0.batches[id] }), let file = batch[number], file.state == .waiting else { return }
        try batch.folder.open(number).finish(modified: file.announced.modified)
        touch(id) { batch in batch.change(number) { if $0.state == .waiting { ($0.state, $0.offset) = (.whole, $0.announced.size) } } }
        importReady()
    }

    /// A file that is about to be given up, and what it was before.
    struct ClaimedFile {
        let number: Int
        let state: IncomingBatch.File.State
    }

    /// Ends whoever sends a file.
    /// - Returns: whether all of the file had come, which the one that was ended no longer sees to.
    private func interrupt(_ key: FileKey) -> Bool {
        guard let reception = state.withLock({ $0.receptions[key] }) else { return false }
        let offset = reception.end()
        return release(reception, key, offset) && offset == reception.size
    }

    /// - Returns: false where somebody else has taken its place.
    private func release(_ reception: Reception, _ key: FileKey, _ offset: Int64) -> Bool {
        let now = now
        return state.withLock { state in
            guard state.receptions[key] === reception else { return false }
            state.receptions[key] = nil
            let changed: Void? = state.batches.changing(key.batch) { batch in
                batch.change(key.number) { $0.offset = offset }
                batch.lastActivity = now
            }
            return changed != nil
        }
    }

    /// - Parameter key: of a file whose own rest is what is asked for.
    func requireSpace(for bytes: Int64, besides key: FileKey? = nil) throws(IncomingError) {
        let coming = state.withLock { state in state.receptions.filter { $0.key != key }.reduce(Int64(0)) { $0 + $1.value.rest } }
        let free: @Sendable () -> Int64 = { [library, reserve = limits.reserve] in max(0, (library.originals.space.freeBytes ?? .max) - reserve - coming) }
        // What is in the library's store as well makes room for what comes, where that can be enough.
        if bytes > free() { _ = library.originals.space.free { bytes - free() } }
        let left = free()
        guard bytes > left else { return }
        throw IncomingError(.noSpace, "\(bytes) bytes are to come, and the library’s disk has \(left) for them. Free some space, and go on.")
    }
}

extension IncomingStore.State {
    /// Takes files of a batch as an import does, under the lock by which one decides what it takes: so no import comes between the decision to give them up and the line
    /// that says so.
    mutating func claim(_ numbers: [Int], of id: UUID) -> [IncomingStore.ClaimedFile] {
        let claimed = batches.changing(id) { batch in
            numbers.compactMap { number -> IncomingStore.ClaimedFile? in
                guard let state = batch[number]?.state else { return nil }
                batch.change(number) { $0.state = .importing }
                return IncomingStore.ClaimedFile(number: number, state: state)
            }
        }
        return claimed ?? []
    }
}
