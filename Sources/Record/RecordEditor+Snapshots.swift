/// What is known of a snapshot that was read to its end.
struct SnapshotEnd {
    var name: SegmentName
    var commit: RecordCommit
    var schema: Int64
    var sum: UInt32
    var fileSum: UInt32
    /// On the disk.
    var bytes: Int64
}

extension RecordEditor {
    /// Whether so much has been appended that a new snapshot saves more than it costs.
    package var isWorthCompacting: Bool {
        guard let tail else { return false }
        return tail.logBytes > max(4 << 20, min(tail.snapshotBytes, 32 << 20))
    }

    /// Whether so much has been appended that compacting it takes more memory than making it anew does: some 100 bytes a line.
    package var isLongToCompact: Bool { tail.map { $0.logBytes > 64 << 20 } ?? false }

    /// Bytes on the disk.
    package var size: Int64 { tail.map { $0.logBytes + $0.snapshotBytes } ?? 0 }

    /// The last change that the record holds; 0 without one.
    package var reachedPosition: Int64 { tail?.position ?? 0 }

    /// Makes one snapshot of what the record holds, and begins a new log behind it. Reads the record alone, so that
    /// it keeps saying what it was told, whatever happened to the catalogue since.
    package func compact(isCancelled: () -> Bool = { false }) throws {
        let contents = try record.contents()
        if let fault = contents.fault { throw RecordError(.damaged, fault) }
        guard let commit = contents.commit else { return }
        try write(commit, schema: contents.schema) { writer in
            try contents.forEachLine { line in
                if isCancelled() { throw RecordError(.cancelled, "The compaction of \(folder.path) was given up.") }
                try writer.append(line: line)
            }
        }
    }

    /// Begins anew with a snapshot of what `body` appends: all objects as they are after `commit`.
    package func replace(with commit: RecordCommit, _ body: (RecordAppender) throws -> Void) throws {
        try write(commit, schema: record.schema) { try body(RecordAppender($0)) }
    }

    /// An interruption leaves the old record whole: its files are removed after the new one was written, synced and read again.
    private func write(_ commit: RecordCommit, schema: Int64, _ body: (SegmentWriter) throws -> Void) throws {
        let segments = try folder.names().compactMap { SegmentName(text: $0) }
        let name = SegmentName((segments.map(\.number).max() ?? 0) + 1, isSnapshot: true)
        do {
            let writer = try SegmentWriter(folder.create(name.part), isCompressed: true)
            try writer.append(
                SegmentHeader(
                    name.number, library: record.library, schema: schema, after: tail?.sum ?? 0, position: commit.position, date: commit.date))
            try body(writer)
            try writer.append(commit)
            try writer.finish()
            let end = try record.checkSnapshot(name, named: name.part)
            // From here on nothing may be appended to the old record.
            tail = nil
            try folder.rename(name.part, to: name.text)
            try folder.synchronize()
            tail = try begin(after: end)
        } catch {
            try? folder.remove(name.part)
            throw error
        }
        for old in segments { try folder.remove(old.text) }
        try folder.synchronize()
    }
}
