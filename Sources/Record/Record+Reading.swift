import Glibc

/// What a record holds: the objects that there are after its last whole commit.
package struct RecordContents: Sendable {
    /// The change that it reaches to; `nil` where nothing had happened yet.
    package let commit: RecordCommit?
    /// Version of the fields that the objects have.
    package let schema: Int64
    /// What is wrong after the last sound commit; `nil` in a record that is whole.
    package let fault: String?
    /// How many objects there are of the kind that was asked about, without the field; 0 where nobody asked.
    package fileprivate(set) var count = 0
    /// All objects of the other kind that was asked about.
    package fileprivate(set) var told: [RecordObject] = []
    fileprivate let base: SegmentName?
    /// Where in the log the last line of each object is: the lines of a long log take many times the memory of their locations.
    fileprivate let changed: [RecordKey: LineLocation]
    fileprivate let log: RecordFile?
    /// The files as they were read.
    fileprivate let files: [SegmentName: FileState]
    fileprivate let record: Record

    /// Whether the record still is what it was, for whoever let go of its lock since.
    package func isCurrent() throws -> Bool { try record.fileStates() == files }

    /// Calls with every object once: those that only the snapshot tells of, in its order, then the others by kind and id.
    package func forEach(_ body: (RecordObject) throws -> Void) throws {
        try forEachLine { line in
            guard let object = LineText.object(of: line) else {
                throw RecordError(.damaged, "A line in \(record.folder.path) can't be read, though its sum is right. Please report this.")
            }
            try body(object)
        }
    }

    func forEachLine(_ body: ([UInt8]) throws -> Void) throws {
        if let base, let file = try record.folder.open(base.text) {
            // It was compared when the record was checked. Each line's sum is compared again.
            let reader = try SegmentReader(file, base, library: record.library, comparesDigest: false)
            while let line = try reader.next() {
                if LineText.isOf(LineText.commit, line) { continue }
                if !changed.isEmpty, let key = LineText.key(of: line), changed[key] != nil { continue }
                try body(line)
            }
            if reader.isFaulty { throw reader.damage }
        }
        guard let log else { return }
        for (_, location) in changed.sorted(by: { $0.key < $1.key }) where !location.isRemoval { try body(try SegmentReader.line(at: location, in: log)) }
    }
}

extension Record {
    /// Reads and checks all of it. Where the newest snapshot is damaged, one before it counts, if it is still there.
    /// - Parameter inquiry: what is found out meanwhile.
    /// - Throws: `.missing` without a record; `.damaged`, `.foreign`, `.tooNew` where none of it is sound.
    package func contents(_ inquiry: RecordInquiry? = nil) throws -> RecordContents {
        let files = try fileStates(), segments = files.keys
        var firstError: (any Error)?
        for base in segments.filter(\.isSnapshot).sorted().reversed() {
            var notes = inquiry.map { RecordInquiry.Notes($0) }
            do {
                let end = try checkSnapshot(base) { notes?.note($0) }
                return try contents(on: end, files, notes, after: firstError)
            } catch { firstError = firstError ?? error }
        }
        let first = SegmentName(1, isSnapshot: false)
        if segments.contains(first) {
            do { return try contents(on: nil, files, inquiry.map { RecordInquiry.Notes($0) }, after: firstError) } catch { firstError = firstError ?? error }
        }
        throw firstError
            ?? RecordError(
                .missing,
                segments.isEmpty
                    ? "There is no record in \(folder.path)." : "The snapshot of the record in \(folder.path) is gone, without which its log says too little.")
    }

    /// By which one sees whether a file was written to.
    fileprivate func fileStates() throws -> [SegmentName: FileState] {
        var states: [SegmentName: FileState] = [:]
        // What can't be opened is told of by whoever reads it.
        for name in try folder.names().compactMap({ SegmentName(text: $0) }) { states[name] = FileState((try? folder.open(name.text)?.status()) ?? stat()) }
        return states
    }

    private func contents(
        on base: SnapshotEnd?, _ files: [SegmentName: FileState], _ notes: RecordInquiry.Notes?, after error: (any Error)?
    ) throws -> RecordContents {
        var commit = base?.commit
        var changed: [RecordKey: LineLocation] = [:]
        var log: RecordFile?
        var fault = error.map { "\($0)" }
        var schema = base?.schema ?? self.schema
        let name = SegmentName((base?.name.number ?? 0) + 1, isSnapshot: false)
        do {
            if files[name] != nil, let file = try folder.open(name.text) {
                let reader = try SegmentReader(file, name, library: library)
                guard reader.header.after == base?.sum ?? 0 else {
                    throw RecordError(.damaged, "\(reader.path) does not follow the snapshot before it.")
                }
                if let base, reader.header.fileSum != base.fileSum {
                    fault = fault ?? "\(folder.path)/\(base.name.text) is not as it was written, though all it says is right."
                }
                schema = reader.header.schema
                log = file
                commit = try readLog(reader, into: &changed) ?? commit
                if reader.isFaultInside || reader.isLastCommitWrong { fault = fault ?? reader.damage.message }
            }
        } catch let error as RecordError where base != nil && error.code == .damaged {
            // The snapshot counts without its log.
            (commit, changed) = (base?.commit, [:])
            fault = fault ?? error.message
        }
        var contents = RecordContents(
            commit: commit, schema: schema, fault: fault, base: base?.name, changed: changed, log: log, files: files, record: self)
        guard var notes else { return contents }
        notes.forget(changed.keys)
        if let log {
            for (key, location) in changed where !location.isRemoval && [notes.inquiry.counted, notes.inquiry.told].contains(key.kind) {
                notes.note(try SegmentReader.line(at: location, in: log))
            }
        }
        (contents.count, contents.told) = (notes.numbers.count, Array(notes.told.values))
        return contents
    }

    /// - Returns: the last whole commit.
    private func readLog(_ reader: SegmentReader, into changed: inout [RecordKey: LineLocation]) throws -> RecordCommit? {
        var last: RecordCommit?
        var open: [(key: RecordKey, location: LineLocation)] = []
        while let line = try reader.next() {
            if LineText.isOf(LineText.commit, line) {
                guard let (commit, count, _) = LineText.commit(of: line), count == open.count else {
                    throw RecordError(.damaged, "A commit in \(reader.path) lacks what it should say.")
                }
                for (key, location) in open { changed[key] = location }
                open.removeAll(keepingCapacity: true)
                last = commit
            } else {
                guard let key = LineText.key(of: line) else { throw RecordError(.damaged, "A line in \(reader.path) names no object.") }
                open.append((key, reader.location(of: line)))
            }
        }
        return last
    }

    /// Reads a snapshot to its end: it is sound as a whole or not at all.
    /// - Parameter note: called with the line of each object.
    func checkSnapshot(_ name: SegmentName, named file: String? = nil, note: (_ line: [UInt8]) -> Void = { _ in }) throws -> SnapshotEnd {
        guard let file = try folder.open(file ?? name.text) else { throw RecordError(.missing, "\(folder.path)/\(name.text) is gone.") }
        let reader = try SegmentReader(file, name, library: library)
        var commit: RecordCommit?
        var objects: Int64 = 0
        while let line = try reader.next() {
            guard commit == nil else { throw reader.damage }
            guard LineText.isOf(LineText.commit, line) else {
                objects += 1
                note(line)
                continue
            }
            guard let found = LineText.commit(of: line), found.objects == objects, found.digest == reader.digest else { throw reader.damage }
            commit = found.commit
        }
        guard !reader.isFaulty, let commit else { throw reader.damage }
        return SnapshotEnd(name: name, commit: commit, schema: reader.header.schema, sum: reader.sum, fileSum: reader.fileSum, bytes: Int64(try file.status().st_size))
    }
}

/// Of a segment, when it was read.
private struct FileState: Sendable, Equatable {
    let inode: UInt64
    let size: Int64
    let modified: [Int]

    init(_ status: stat) {
        (inode, size, modified) = (UInt64(status.st_ino), Int64(status.st_size), [status.st_mtim.tv_sec, status.st_mtim.tv_nsec])
    }
}

extension SegmentReader {
    var damage: RecordError {
        RecordError(.damaged, "\(path) is damaged: what it says is right up to byte \(offset)\(name.isSnapshot ? " before compression" : "").")
    }
}
