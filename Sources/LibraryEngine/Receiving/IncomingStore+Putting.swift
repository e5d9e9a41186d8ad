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
                    state.putKeys[put.key] = IncomingBatch.GroupKey(AnnouncedFile(name: name, size: 0))
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
        state.putKeys[put.key] = nil
        state.begun -= put.reception.size
        state.batches[put.batch]?.lastActivity = now
        return state.batches[put.batch]?.folder
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
            guard var batch = state.batches.removeValue(forKey: id) else { throw .missingBatch }
            defer { state.batches[id] = batch }
            let number = batch.add(file)
            batch.change(number) { $0.hasBegun = true }
            batch.lastActivity = now
            state.begun += file.size
            return (number, batch.folder)
        }
        do {
            try keep(number)
            var lines = [IncomingLine.announced(number, file)]
            if let former, former.entry.batch == id { lines.append(former.line) }
            try folder.append(lines.map(\.text))
        } catch {
            state.withLock { state in
                state.begun -= file.size
                state.batches[id]?.change(number) { ($0.state, $0.hasBegun) = (.done(IncomingOutcome(.withdrawn)), false) }
            }
            try? folder.remove(number)
            throw error
        }
        state.withLock { state in
            state.batches[id]?.change(number) { ($0.state, $0.offset) = (.whole, file.size) }
            state.batches[id]?.listed[PutFolder.key(file.name)] = number
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

    // MARK: Changing

    /// Withdraws a file, or lists what came in no more.
    package func remove(_ entry: PutEntry) throws { try putting.withLock { _ in try takeOff(entry) } }

    private func takeOff(_ entry: PutEntry) throws {
        let former = try leaving(entry)
        do { try former.folder.append([former.line.text]) } catch {
            stay(former)
            throw error
        }
        left(former)
    }

    /// Calls a file otherwise, perhaps in another folder. What has that name there goes as if it were removed.
    /// - Throws: an `IncomingError`, `.over` for what is in the library and would have to be somewhere else.
    package func move(_ entry: PutEntry, to folder: PutFolder, as name: String) throws {
        if let fault = AnnouncedFile(name: name, folder: folder.path, size: entry.size).fault { throw IncomingError(.invalid, fault) }
        try putting.withLock { _ in
            guard let batch = state.withLock({ $0.batches[entry.batch] }), let file = batch[entry.number], !file.isForgotten else { throw IncomingError.missingFile }
            let now = now
            guard let current = batch.entry(entry.number, now, limits) else { throw IncomingError.missingFile }
            let there = self.entry(named: name, in: folder).flatMap { $0.batch == entry.batch && $0.number == entry.number ? nil : $0 }
            var announced = file.announced
            announced.name = name
            let isInPlace: Bool
            switch current.state {
            case .comingIn: throw IncomingError(.over, "“\(current.name)” is coming into the library at this moment. Ask again in a while.")
            case .isIn:
                guard folder == current.folder else { throw IncomingError(.over, "“\(current.name)” is in the library already. Add its photo to an album in the gallery.") }
                isInPlace = true
            case .refused: isInPlace = folder == current.folder
            case .waiting:
                let key = IncomingBatch.GroupKey(announced)
                isInPlace = folder == current.folder && !openBatches(of: folder).contains { $0.id != batch.id && $0.has(key) }
            }
            if let there { try takeOff(there) }
            guard isInPlace else { return try move(current, announced, to: folder) }
            try batch.folder.append([IncomingLine.renamed(entry.number, announced).text])
            rename(current, announced)
        }
    }

    /// Takes a file over into another batch. A crash at any moment leaves it in one of the two.
    private func move(_ entry: PutEntry, _ announced: AnnouncedFile, to folder: PutFolder) throws {
        let target = try openBatch(of: folder, for: announced.name), former = try leaving(entry)
        do {
            let now = now
            let number = try state.withLock { state throws(IncomingError) in
                guard var batch = state.batches.removeValue(forKey: target.id) else { throw .missingBatch }
                defer { state.batches[target.id] = batch }
                let number = batch.add(announced)
                batch.lastActivity = now
                return number
            }
            do {
                // Before it is there: a number without bytes counts for nothing.
                try target.folder.append([IncomingLine.announced(number, announced).text])
                try target.folder.take(entry.number, of: former.folder, as: number)
            } catch {
                state.withLock { $0.batches[target.id]?.change(number) { $0.state = .done(IncomingOutcome(.withdrawn)) } }
                throw error
            }
            state.withLock { state in
                state.begun += announced.size
                state.batches[target.id]?.change(number) { ($0.state, $0.offset, $0.hasBegun) = (.whole, announced.size, true) }
                state.batches[target.id]?.listed[PutFolder.key(announced.name)] = number
            }
        } catch {
            stay(former)
            throw error
        }
        // Where this can't be written, the next process finds its number without bytes.
        do { try former.folder.append([former.line.text]) } catch { library.environment.log(.warning, "\(error)") }
        left(former)
    }

    private func rename(_ entry: PutEntry, _ announced: AnnouncedFile) {
        let now = now
        state.withLock { state in
            guard var batch = state.batches.removeValue(forKey: entry.batch) else { return }
            let old = PutFolder.key(entry.name)
            if batch.listed[old] == entry.number { batch.listed[old] = nil }
            batch.announce(entry.number, as: announced)
            batch.listed[PutFolder.key(announced.name)] = entry.number
            batch.lastActivity = now
            state.batches[entry.batch] = batch
        }
    }

    /// Gives a file another date.
    /// - Parameter modified: in seconds since 1970.
    package func date(_ entry: PutEntry, _ modified: Double) throws {
        try putting.withLock { _ in
            guard let batch = state.withLock({ $0.batches[entry.batch] }), let file = batch[entry.number] else { throw IncomingError.missingFile }
            guard file.state != .importing else { throw IncomingError(.over, "“\(entry.name)” is coming into the library at this moment.") }
            var announced = file.announced
            announced.modified = modified
            if let fault = announced.fault { throw IncomingError(.invalid, fault) }
            try batch.folder.append([IncomingLine.renamed(entry.number, announced).text])
            if file.state == .whole { try batch.folder.setModified(entry.number, modified) }
            rename(entry, announced)
        }
    }

    /// Calls a folder of what is to come in otherwise, with all that is below it.
    package func moveFolder(_ path: String, to new: String) throws {
        try putting.withLock { _ in
            let batches = state.withLock { state in state.batches.values.filter { $0.putFolder?.isInside(path) == true } }
            for batch in batches {
                guard let old = batch.put else { continue }
                let moved = new + old.dropFirst(path.count)
                try batch.folder.append([IncomingLine.moved(to: moved).text])
                state.withLock { $0.batches[batch.id]?.put = moved }
            }
        }
    }

    // MARK: Leaving

    /// An entry that goes from its list, and the line that says so.
    private struct Leaving {
        let entry: PutEntry
        let folder: IncomingBatchFolder
        let line: IncomingLine
        /// What it was before, where an import can't have it any more.
        let claimed: ClaimedFile?
        let isInLibrary: Bool
    }

    /// - Throws: an `IncomingError`, `.over` for what is coming into an album at this moment.
    private func leaving(_ entry: PutEntry) throws(IncomingError) -> Leaving {
        try state.withLock { state throws(IncomingError) in
            guard let batch = state.batches[entry.batch], let file = batch[entry.number] else { throw .missingFile }
            switch file.state {
            case .whole:
                let claimed = state.claim([entry.number], of: entry.batch).first
                return Leaving(entry: entry, folder: batch.folder, line: .done(entry.number, IncomingOutcome(.withdrawn)), claimed: claimed, isInLibrary: false)
            case .done(let outcome) where outcome.isRefusal:
                return Leaving(entry: entry, folder: batch.folder, line: .done(entry.number, IncomingOutcome(.withdrawn)), claimed: nil, isInLibrary: false)
            case .importing where batch.album != nil:
                throw IncomingError(.over, "“\(entry.name)” is coming into the library at this moment. Ask again in a while.")
            case .importing, .done, .waiting:
                return Leaving(entry: entry, folder: batch.folder, line: .forgotten(entry.number), claimed: nil, isInLibrary: true)
            }
        }
    }

    /// The line could not be written: it is what it was.
    private func stay(_ former: Leaving) {
        guard let claimed = former.claimed else { return }
        state.withLock { $0.batches[former.entry.batch]?.change(claimed.number) { $0.state = claimed.state } }
    }

    private func left(_ former: Leaving) {
        let (number, now) = (former.entry.number, now)
        state.withLock { state in
            guard var batch = state.batches.removeValue(forKey: former.entry.batch) else { return }
            if former.isInLibrary {
                batch.change(number) { $0.isForgotten = true }
            } else {
                if let file = batch[number], file.hasBegun { state.begun -= file.announced.size }
                batch.change(number) { ($0.state, $0.hasBegun, $0.decided) = (.done(IncomingOutcome(.withdrawn)), false, now) }
            }
            let name = PutFolder.key(former.entry.name)
            if batch.listed[name] == number { batch.listed[name] = nil }
            state.batches[former.entry.batch] = batch
        }
        guard !former.isInLibrary else { return }
        do { try former.folder.remove(number) } catch { library.environment.log(.warning, "\(error)") }
        // What may belong with it no longer waits for it.
        importReady()
    }

    // MARK: Batches

    private func openBatches(of folder: PutFolder) -> [IncomingBatch] {
        state.withLock { state in state.batches.values.filter { $0.putFolder == folder && !$0.isClosed && !$0.isGivenUp } }
    }

    /// The batch of a folder that has what may be one picture with a file, else one that takes more.
    private func openBatch(of folder: PutFolder, for name: String) throws -> IncomingBatch {
        let key = IncomingBatch.GroupKey(AnnouncedFile(name: name, size: 0)), open = openBatches(of: folder)
        let coming = state.withLock { $0.putKeys }
        if let same = open.first(where: { batch in batch.has(key) || coming.contains { $0.key.batch == batch.id && $0.value == key } }) { return same }
        func count(_ batch: IncomingBatch) -> Int { batch.files.count + coming.keys.count { $0.batch == batch.id } }
        if let free = open.filter({ count($0) < limits.putFiles }).max(by: { $0.lastActivity < $1.lastActivity }) { return free }
        if let album = folder.album, try library.read({ try $0.collection(uuid: album) }).map({ $0.type.isFolder }) ?? true {
            throw IncomingError(.missing, "The album is not there any more. Look at the folder above anew.")
        }
        let id = try make(album: folder.album, link: nil, put: folder.path)
        guard let batch = state.withLock({ $0.batches[id] }) else { throw IncomingError.missingBatch }
        return batch
    }

    /// Completes the batches of folders into which nothing was put for a while, and tries again what could not come in.
    /// - Returns: whether anything that was put is not decided.
    package func completePuts() -> Bool {
        putting.withLock { _ in
            let now = now
            let quiet = state.withLock { state in
                let active = Set(state.receptions.keys.map(\.batch))
                // A clock that was set back keeps nobody waiting.
                return state.batches.values.filter { $0.put != nil && !$0.isClosed && !active.contains($0.id) && abs(now - $0.lastActivity) >= limits.quiet }
            }
            for batch in quiet { complete(batch) }
        }
        sweep()
        importReady()
        return state.withLock { state in state.batches.values.contains { $0.put != nil && !$0.isDone } }
    }

    private func complete(_ batch: IncomingBatch) {
        do {
            // Nothing was put there after all.
            if batch.files.allSatisfy({ $0.outcome?.kind == .withdrawn }) { try cancel(batch.id) } else { try close(batch.id) }
        } catch {
            let trouble = "What was put into a folder can't come in for the moment, and is tried again. \((error as? OriginalsError)?.message ?? "\(error)")"
            guard batch.trouble != trouble else { return }
            state.withLock { $0.batches[batch.id]?.trouble = trouble }
            library.environment.log(.warning, trouble)
        }
    }

    // MARK: Errors

    private func tooLarge(_ name: String, _ size: Int64, _ most: Int64) -> IncomingError {
        IncomingError(.tooLarge, "“\(name)” has \(size) bytes, and \(most) are all that may be under way here. `photos serve --upload-limit` sets that.")
    }

    private func quota(_ begun: Int64, _ most: Int64) -> IncomingError {
        IncomingError(.quota, "\(begun) bytes are under way, and no more than \(most) may be. Go on when some are in the library.")
    }
}
