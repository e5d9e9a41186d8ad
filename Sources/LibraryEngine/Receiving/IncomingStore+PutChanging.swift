import Foundation
import Originals

/// What becomes of files that were put and wait: they are withdrawn, and called otherwise.
///
/// Each decision is made in one go while `putting` is held: what was looked up before is looked at again, and is taken from imports until its line is on the disk.
extension IncomingStore {
    /// Withdraws a file, or lists what came in no more.
    /// - Parameter isWanted: throws where it is to stay. Nothing else that is put changes meanwhile.
    /// - Throws: an `IncomingError`, `.missing` where it is called otherwise since, `.over` for what is coming into the library at this moment.
    package func remove(_ entry: PutEntry, _ isWanted: () throws -> Void = {}) throws {
        try putting.withLock { _ in
            try isWanted()
            try takeOff(try self.current(entry).entry)
        }
    }

    /// Withdraws what has a name, for what is in memory only.
    /// - Parameters:
    ///   - isWanted: is given what has the name by now, and throws where it is to stay.
    ///   - body: runs once it is gone, before anything else is put.
    /// - Returns: whether there was anything.
    package func clear(_ name: String, in folder: PutFolder, _ isWanted: (_ former: PutEntry?) throws -> Void, then body: () -> Void) throws -> Bool {
        try putting.withLock { _ in
            let there = entry(named: name, in: folder)
            try isWanted(there)
            if let there { try takeOff(there) }
            body()
            return there != nil
        }
    }

    private func takeOff(_ entry: PutEntry) throws {
        let former = try leaving(entry)
        do { try former.folder.append([former.line.text]) } catch {
            stay(former)
            throw error
        }
        left(former)
    }

    /// What was looked up before, as it is now.
    /// - Throws: an `IncomingError`, `.missing` where it is gone, or called otherwise: then it is somebody else's by now.
    private func current(_ entry: PutEntry) throws(IncomingError) -> (batch: IncomingBatch, entry: PutEntry) {
        let now = now, key = PutFolder.key(entry.name)
        guard let batch = state.withLock({ $0.batches[entry.batch] }), !batch.isGivenUp, batch.listed[key] == entry.number,
            let current = batch.entry(entry.number, now, limits), current.folder == entry.folder
        else { throw .missingFile }
        return (batch, current)
    }

    /// Calls a file otherwise, perhaps in another folder. What has that name there goes once that is on the disk, and stays where it can't be done.
    /// - Parameter isWanted: is given what has the name there by now, and throws where nothing is to move. Nothing else that is put changes meanwhile.
    /// - Returns: whether it took the place of another one.
    /// - Throws: an `IncomingError`, `.over` for what is in the library and would have to be somewhere else, and for what is coming in at this moment.
    package func move(_ entry: PutEntry, to folder: PutFolder, as name: String, _ isWanted: (_ there: PutEntry?) throws -> Void = { _ in }) throws -> Bool {
        if let fault = AnnouncedFile(name: name, folder: folder.path, size: entry.size).fault { throw IncomingError(.invalid, fault) }
        return try putting.withLock { _ in
            let there = self.entry(named: name, in: folder).flatMap { $0.batch == entry.batch && $0.number == entry.number ? nil : $0 }
            try isWanted(there)
            let (batch, current) = try self.current(entry)
            guard var announced = batch[entry.number]?.announced else { throw IncomingError.missingFile }
            announced.name = name
            var target: OpenBatch?
            switch current.state {
            case .comingIn: throw Self.isComingIn(current)
            case .isIn:
                guard folder == current.folder else { throw IncomingError(.over, "“\(current.name)” is in the library already. Add its photo to an album in the gallery.") }
            case .refused: if folder != current.folder { target = try openBatch(of: folder, for: name) }
            case .waiting:
                let key = IncomingBatch.GroupKey(announced)
                let isInPlace = folder == current.folder && openBatch(of: folder, with: key, besides: batch.id) == nil
                if !isInPlace { target = try openBatch(of: folder, for: name) }
            }
            // Before anything is written, so that no import takes either of them meanwhile.
            let former = try leaving(current), replaced: Leaving?
            do {
                replaced = try there.map { try leaving($0) }
            } catch {
                stay(former)
                throw error
            }
            do {
                if let target {
                    try take(former, announced, into: target)
                } else {
                    // One line says both, where both are in one journal.
                    let gone = replaced.flatMap { $0.entry.batch == batch.id ? $0.line : nil }
                    try batch.folder.append([IncomingLine.renamed(entry.number, announced).with(gone).text])
                    rename(current, announced)
                }
            } catch {
                stay(former)
                if let replaced { stay(replaced) }
                throw error
            }
            // It has moved, whatever becomes of the rest: where a line can't be written, the next process finds a number without bytes.
            if let replaced { endLeaving(replaced, isWritten: target == nil && replaced.entry.batch == batch.id) }
            if target != nil { endLeaving(former, isWritten: false) } else { stay(former) }
            return replaced != nil
        }
    }

    private func endLeaving(_ former: Leaving, isWritten: Bool) {
        if !isWritten { do { try former.folder.append([former.line.text]) } catch { library.environment.log(.warning, "\(error)") } }
        left(former)
    }

    /// Takes a file over into another batch. A crash at any moment leaves it in one of the two.
    private func take(_ former: Leaving, _ announced: AnnouncedFile, into target: OpenBatch) throws {
        let now = now
        let number = try state.withLock { state throws(IncomingError) in
            let number = state.batches.changing(target.id) { batch in
                batch.lastActivity = now
                return batch.add(announced)
            }
            guard let number else { throw .missingBatch }
            return number
        }
        do {
            // Before it is there: a number without bytes counts for nothing.
            try target.folder.append([IncomingLine.announced(number, announced).text])
            try target.folder.take(former.entry.number, of: former.folder, as: number)
        } catch {
            state.withLock { $0.batches.change(target.id) { $0.change(number) { $0.state = .done(IncomingOutcome(.withdrawn)) } } }
            throw error
        }
        state.withLock { state in
            state.begun += announced.size
            state.batches.change(target.id) { batch in
                batch.change(number) { ($0.state, $0.offset, $0.hasBegun) = (.whole, announced.size, true) }
                batch.list(number)
            }
        }
    }

    private func rename(_ entry: PutEntry, _ announced: AnnouncedFile) {
        let now = now
        state.withLock { state in
            state.batches.change(entry.batch) { batch in
                batch.unlist(entry.number)
                batch.announce(entry.number, as: announced)
                batch.list(entry.number)
                batch.lastActivity = now
            }
        }
    }

    /// Gives a file another date.
    /// - Parameter modified: in seconds since 1970.
    package func date(_ entry: PutEntry, _ modified: Double) throws {
        try putting.withLock { _ in
            let (batch, entry) = try self.current(entry)
            guard var announced = batch[entry.number]?.announced else { throw IncomingError.missingFile }
            announced.modified = modified
            if let fault = announced.fault { throw IncomingError(.invalid, fault) }
            // No import takes it meanwhile.
            let former = try leaving(entry)
            defer { stay(former) }
            try batch.folder.append([IncomingLine.renamed(entry.number, announced).text])
            if former.claimed != nil { try batch.folder.setModified(entry.number, modified) }
            rename(entry, announced)
        }
    }

    /// Calls a folder of what is to come in otherwise, with all that is below it.
    /// - Parameter isWanted: throws where it is to stay.
    package func moveFolder(_ path: String, to new: String, _ isWanted: () throws -> Void = {}) throws {
        try putting.withLock { _ in
            try isWanted()
            let batches = state.withLock { state in
                state.batches.puts.all.filter { $0.isInside(path) }.flatMap { state.batches.puts.batches(of: $0) }.compactMap { state.batches[$0] }
            }
            let moves = batches.compactMap { batch in batch.put.map { (batch: batch, old: $0, new: PutFolder.moved($0, from: path, to: new)) } }
            for move in moves {
                if let fault = AnnouncedFile(name: "?", folder: move.new, size: 0).fault { throw IncomingError(.invalid, fault) }
            }
            var written = 0
            do {
                for move in moves {
                    try move.batch.folder.append([IncomingLine.moved(to: move.new).text])
                    written += 1
                }
            } catch {
                // All of them stay where they were.
                for move in moves[..<written] {
                    do { try move.batch.folder.append([IncomingLine.moved(to: move.old).text]) } catch { library.environment.log(.warning, "\(error)") }
                }
                throw error
            }
            state.withLock { state in for move in moves { state.batches.change(move.batch.id) { $0.put = move.new } } }
        }
    }

    // MARK: Leaving

    /// An entry that goes from its list, and the line that says so.
    struct Leaving {
        let entry: PutEntry
        let folder: IncomingBatchFolder
        let line: IncomingLine
        /// What it was before, where an import can't have it any more.
        let claimed: ClaimedFile?
        let isInLibrary: Bool
    }

    /// Whoever gets it ends it by `left` or `stay`: until then no import takes the file.
    /// - Throws: an `IncomingError`, `.over` for what is coming into the library at this moment.
    func leaving(_ entry: PutEntry) throws(IncomingError) -> Leaving {
        try state.withLock { state throws(IncomingError) in
            guard let batch = state.batches[entry.batch], let file = batch[entry.number] else { throw .missingFile }
            switch file.state {
            case .whole:
                let claimed = state.claim([entry.number], of: entry.batch).first
                return Leaving(entry: entry, folder: batch.folder, line: .done(entry.number, IncomingOutcome(.withdrawn)), claimed: claimed, isInLibrary: false)
            case .done(let outcome) where outcome.isRefusal:
                return Leaving(entry: entry, folder: batch.folder, line: .done(entry.number, IncomingOutcome(.withdrawn)), claimed: nil, isInLibrary: false)
            case .importing: throw Self.isComingIn(entry)
            case .done, .waiting:
                return Leaving(entry: entry, folder: batch.folder, line: .forgotten(entry.number), claimed: nil, isInLibrary: true)
            }
        }
    }

    /// It is what it was.
    func stay(_ former: Leaving) {
        guard let claimed = former.claimed else { return }
        state.withLock { $0.batches.change(former.entry.batch) { $0.change(claimed.number) { $0.state = claimed.state } } }
        // Whoever looked for what is ready meanwhile did not find it.
        importReady()
    }

    func left(_ former: Leaving) {
        let (number, now) = (former.entry.number, now)
        state.withLock { state in
            let freed = state.batches.changing(former.entry.batch) { batch -> Int64 in
                // What took its place under its name stays.
                batch.unlist(number)
                guard !former.isInLibrary else {
                    batch.change(number) { $0.isForgotten = true }
                    return 0
                }
                let freed = batch[number].map { $0.hasBegun ? $0.announced.size : 0 } ?? 0
                batch.change(number) { ($0.state, $0.hasBegun, $0.decided) = (.done(IncomingOutcome(.withdrawn)), false, now) }
                return freed
            }
            state.begun -= freed ?? 0
        }
        guard !former.isInLibrary else { return }
        do { try former.folder.remove(number) } catch { library.environment.log(.warning, "\(error)") }
        // What may belong with it no longer waits for it.
        importReady()
    }

    private static func isComingIn(_ entry: PutEntry) -> IncomingError {
        IncomingError(.over, "“\(entry.name)” is coming into the library at this moment, and stays as it is. Ask again in a while.")
    }
}
