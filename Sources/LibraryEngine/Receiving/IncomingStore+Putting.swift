import Foundation
import Originals
import PhotoModel

/// Files that are put one by one into folders, as a network drive has it: nobody says beforehand which will come, nor that these were all.
///
/// A folder has an open batch, which is completed when nothing was put there for a while. Until then each file is listed, and may be read, replaced, renamed and withdrawn.
extension IncomingStore {
    // MARK: Coming

    /// Before a byte is taken of a file.
    /// - Parameters:
    ///   - size: bytes; `nil` where nobody says.
    ///   - isExact: whether no more will come.
    /// - Throws: an `IncomingError` where it can't be put there, or there is no space for it.
    package func beginPut(_ name: String, in folder: PutFolder, size: Int64?, isExact: Bool) throws -> PutReception {
        sweep()
        if let fault = AnnouncedFile(name: name, folder: folder.path, size: size ?? 0).fault { throw IncomingError(.invalid, fault) }
        if let most = limits.bytes, let size, size > most { throw tooLarge(name, size, most) }
        let reserved = size ?? min(PutReception.step, limits.bytes ?? .max)
        try requireSpace(for: reserved)
        return try putting.withLock { _ in
            let (waiting, most) = (state.withLock { $0.batches.puts.waiting }, limits.putWaiting)
            guard waiting < most else {
                throw IncomingError(
                    .quota, "\(waiting) files wait here or could not come in, and no more than \(most) may. Go on when some are in the library, or deleted.")
            }
            let batch = try openBatch(of: folder, for: name)
            let count = state.withLock { state in
                state.putCount += 1
                return state.putCount
            }
            let file = try batch.folder.openUnnumbered(count)
            try file.cut(to: 0)
            let put = PutReception(
                name, in: folder, isLengthKnown: isExact && size != nil, count: count, batch: batch.id, Reception(file, from: 0, size: reserved), self)
            do {
                try state.withLock { state throws(IncomingError) in
                    guard !state.isStopping, state.batches[batch.id] != nil else { throw .missingBatch }
                    if let most = limits.bytes, state.begun + reserved > most { throw quota(state.begun, most) }
                    state.begun += reserved
                    state.receptions[put.key] = put.reception
                    state.batches.change(batch.id) { $0.expect(put.group) }
                }
            } catch {
                try? batch.folder.removeUnnumbered(count)
                throw error
            }
            return put
        }
    }

    /// Asks for space for more of a file whose length nobody says.
    func grow(_ put: PutReception, by bytes: Int64) throws {
        try requireSpace(for: bytes, besides: put.key)
        try state.withLock { state throws(IncomingError) in
            let size = put.reception.size
            if let most = limits.bytes, size + bytes > most { throw tooLarge(put.name, size + bytes, most) }
            if let most = limits.bytes, state.begun + bytes > most { throw quota(state.begun, most) }
            guard state.receptions[put.key] === put.reception else { throw .missingFile }
            state.begun += bytes
            put.reception.grow(to: size + bytes)
        }
    }

    /// Nothing of a file is kept that was on its way.
    func giveUp(_ put: PutReception) {
        _ = put.reception.end()
        let now = now, folder = state.withLock { state in release(put, &state, now) }
        do { try folder?.removeUnnumbered(put.count) } catch { library.environment.log(.warning, "\(error)") }
    }

    /// - Returns: the folder of its batch; `nil` where the file was let go of before.
    private func release(_ put: PutReception, _ state: inout State, _ now: Double) -> IncomingBatchFolder? {
        guard state.receptions.removeValue(forKey: put.key) != nil else { return nil }
        state.begun -= put.reception.size
        return state.batches.changing(put.batch) { batch in
            batch.expectNoMore(put.group)
            batch.lastActivity = now
            return batch.folder
        }
    }

    /// Keeps a file that is here: its bytes are on the disk first, then the line that names them.
    func finish(_ put: PutReception, sha256: String, modified: Double?, _ isWanted: (_ former: PutEntry?) throws -> Void) throws -> (entry: PutEntry, replaces: Bool) {
        let size = put.reception.end()
        let announced = AnnouncedFile(name: put.name, size: size, modified: modified ?? now.rounded(.down), sha256: sha256)
        if let fault = announced.fault { throw IncomingError(.invalid, fault) }
        guard let folder = state.withLock({ $0.batches[put.batch]?.folder }) else { throw IncomingError.missingBatch }
        let file = try folder.openUnnumbered(put.count)
        try file.finish(modified: announced.modified)
        try file.synchronize()
        return try putting.withLock { _ in
            // Somebody may have called the folder otherwise meanwhile.
            let there = entry(named: put.name, in: state.withLock { $0.batches[put.batch]?.putFolder } ?? put.folder)
            try isWanted(there)
            let former = try there.map { try leaving($0) }
            let number: Int
            do {
                number = try add(announced, to: put.batch, former) { try folder.keep(put.count, as: $0) }
            } catch {
                if let former { stay(former) }
                throw error
            }
            let now = now
            state.withLock { state in _ = release(put, &state, now) }
            if let former { left(former) }
            return (try listed(number, in: put.batch), former != nil)
        }
    }

    /// Adds a file to a batch whose bytes come there by `keep`, and returns when the line that says so is on the disk.
    private func add(_ file: AnnouncedFile, to id: UUID, _ former: Leaving?, _ keep: (_ number: Int) throws -> Void) throws -> Int {
        let now = now
        let (number, folder) = try state.withLock { state throws(IncomingError) in
            let added = state.batches.changing(id) { batch in
                let number = batch.add(file)
                batch.change(number) { $0.hasBegun = true }
                batch.lastActivity = now
                return (number, batch.folder)
            }
            guard let added else { throw .missingBatch }
            state.begun += file.size
            return added
        }
        do {
            try keep(number)
            var lines = [IncomingLine.announced(number, file)]
            if let former, former.entry.batch == id { lines.append(former.line) }
            try folder.append(lines.map(\.text))
        } catch {
            state.withLock { state in
                state.begun -= file.size
                state.batches.change(id) { $0.change(number) { ($0.state, $0.hasBegun) = (.done(IncomingOutcome(.withdrawn)), false) } }
            }
            try? folder.remove(number)
            throw error
        }
        state.withLock { state in
            state.batches.change(id) { batch in
                batch.change(number) { ($0.state, $0.offset) = (.whole, file.size) }
                batch.list(number)
            }
        }
        // Whoever asks after a crash between finds both, and the later one counts.
        if let former, former.entry.batch != id { try former.folder.append([former.line.text]) }
        return number
    }

    private func listed(_ number: Int, in id: UUID) throws -> PutEntry {
        let now = now
        guard let entry = state.withLock({ $0.batches[id]?.entry(number, now, limits) }) else { throw IncomingError.missingFile }
        return entry
    }

    // MARK: Batches

    /// A batch that takes files, and where these go.
    typealias OpenBatch = (id: UUID, folder: IncomingBatchFolder)

    /// The batch of a folder that takes files, and has what may be one picture's with a key.
    func openBatch(of folder: PutFolder, with key: IncomingBatch.GroupKey, besides other: UUID? = nil) -> OpenBatch? {
        state.withLock { state -> OpenBatch? in
            for id in state.batches.puts.batches(with: key, in: folder) where id != other {
                if let batch = state.batches[id], batch.has(key) { return (id: id, folder: batch.folder) }
            }
            return nil
        }
    }

    /// The batch of a folder that has what may be one picture with a file, else one that takes more.
    func openBatch(of folder: PutFolder, for name: String) throws -> OpenBatch {
        if let same = openBatch(of: folder, with: IncomingBatch.GroupKey(AnnouncedFile(name: name, size: 0))) { return same }
        let free = state.withLock { state -> OpenBatch? in
            guard let id = state.batches.puts.openBatch(of: folder), let batch = state.batches[id] else { return nil }
            return batch.files.count + batch.comingCount < limits.putFiles ? (id: id, folder: batch.folder) : nil
        }
        if let free { return free }
        if let album = folder.album, try library.read({ try $0.collection(uuid: album) }).map({ $0.type.isFolder }) ?? true {
            throw IncomingError(.missing, "The album is not there any more. Look at the folder above anew.")
        }
        let id = try make(album: folder.album, link: nil, put: folder.path)
        guard let made = state.withLock({ $0.batches[id]?.folder }) else { throw IncomingError.missingBatch }
        return (id: id, folder: made)
    }

    /// Completes the batches of folders into which nothing was put for a while, and tries again what could not come in.
    /// - Returns: whether anything that was put is not decided.
    package func completePuts() -> Bool {
        putting.withLock { _ in
            let now = now
            let quiet = state.withLock { state in
                // A clock that was set back keeps nobody waiting.
                state.batches.puts.open.compactMap { state.batches[$0] }.filter { $0.comingCount == 0 && abs(now - $0.lastActivity) >= limits.quiet }
            }
            for batch in quiet { complete(batch) }
            dropRemembered()
        }
        sweep()
        importReady()
        return state.withLock { !$0.batches.puts.undone.isEmpty }
    }

    /// Forgets what was decided first of all that was put, where more is remembered than may be: nothing of it waits. What can't come in stays as it is.
    private func dropRemembered() {
        let old = state.withLock { state -> [(id: UUID, isWhole: Bool)] in
            let most = limits.putRemembered
            guard state.batches.puts.remembered > most else { return [] }
            // A tenth less than may be, so that not each file that comes in has all batches looked at.
            var rest = state.batches.puts.remembered - most / 10 * 9
            var old: [(id: UUID, isWhole: Bool)] = []
            for batch in state.batches.values.filter({ $0.put != nil && $0.isDone && $0.remembered > 0 }).sorted(by: { $0.lastDecided < $1.lastDecided }) where rest > 0 {
                rest -= batch.remembered
                old.append((batch.id, batch.waitingCount == 0))
            }
            return old
        }
        for batch in old {
            do {
                if batch.isWhole { try cancel(batch.id) } else { state.withLock { $0.batches.change(batch.id) { $0.dropRemembered() } } }
            } catch { library.environment.log(.warning, "\(error)") }
        }
    }

    private func complete(_ batch: IncomingBatch) {
        do {
            // Nothing was put there after all.
            if batch.files.allSatisfy({ $0.outcome?.kind == .withdrawn }) { try cancel(batch.id) } else { try close(batch.id) }
        } catch {
            let trouble = "What was put into a folder can't come in for the moment, and is tried again. \((error as? OriginalsError)?.message ?? "\(error)")"
            guard batch.trouble != trouble else { return }
            state.withLock { $0.batches.change(batch.id) { $0.trouble = trouble } }
            library.environment.log(.warning, trouble)
        }
    }

    // MARK: Errors

    private func tooLarge(_ name: String, _ size: Int64, _ most: Int64) -> IncomingError {
        IncomingError(.tooLarge, "“\(name)” has \(size) bytes, and \(most) are all that may be under way here. `photos serve --upload-limit` sets that.")
    }

    private func quota(_ begun: Int64, _ most: Int64) -> IncomingError {
        IncomingError(.quota, "\(begun) bytes are under way or could not come in, and no more than \(most) may be. Go on when some are in the library, or deleted.")
    }
}
