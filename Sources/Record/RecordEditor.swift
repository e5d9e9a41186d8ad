import Foundation

/// What can be done with a record while one holds its lock.
package final class RecordEditor {
    package enum Condition {
        /// There is nothing yet.
        case empty
        case whole(RecordTail)
        /// Nothing can be appended: it is damaged, another library's, or of a newer version.
        case broken(RecordError)
    }

    let record: Record
    var folder: RecordFolder { record.folder }
    /// Of a whole record, as soon as it was looked at.
    var tail: RecordTail?

    init(_ record: Record, _ known: RecordTail?) { (self.record, tail) = (record, known) }

    /// Examines the files. Removes a commit that was not written to its end, and what an interrupted compaction left.
    package func condition() throws -> Condition {
        let names = try folder.names()
        for name in names where name.hasPrefix("record-") && name.hasSuffix(SegmentName.partSuffix) { try folder.remove(name) }
        let segments = names.compactMap { SegmentName(text: $0) }.sorted()
        guard let newest = segments.last else {
            tail = nil
            return .empty
        }
        if let tail, tail.log == newest, try isUnchanged(tail) { return .whole(tail) }
        tail = nil
        do {
            let found = newest.isSnapshot ? try begin(after: try record.checkSnapshot(newest)) : try end(of: newest, segments)
            for old in segments where old.number < found.log.number - 1 { try folder.remove(old.text) }
            tail = found
            return .whole(found)
        } catch let error as RecordError where [.damaged, .foreign, .tooNew, .missing].contains(error.code) {
            return .broken(error)
        }
    }

    private func isUnchanged(_ tail: RecordTail) throws -> Bool {
        guard let status = try folder.open(tail.log.text)?.status() else { return false }
        return UInt64(status.st_ino) == tail.inode && Int64(status.st_size) == tail.logBytes
    }

    // MARK: Beginning and ending

    /// Begins the record of a library in which nothing has happened yet.
    package func begin() throws {
        tail = try beginLog(SegmentHeader(1, library: record.library, schema: record.schema, after: 0, position: 0, date: 0), snapshotBytes: 0)
    }

    /// Begins the log that follows a snapshot.
    func begin(after snapshot: SnapshotEnd) throws -> RecordTail {
        var header = SegmentHeader(
            snapshot.name.number + 1, library: record.library, schema: snapshot.schema, after: snapshot.sum, position: snapshot.commit.position,
            date: snapshot.commit.date)
        (header.fileSum, header.stamp) = (snapshot.fileSum, snapshot.commit.stamp)
        return try beginLog(header, snapshotBytes: snapshot.bytes)
    }

    private func beginLog(_ header: SegmentHeader, snapshotBytes: Int64) throws -> RecordTail {
        let name = SegmentName(header.number, isSnapshot: false)
        let file = try folder.create(name.part)
        let writer = try SegmentWriter(file, isCompressed: false)
        try writer.append(header)
        try writer.finish()
        try folder.rename(name.part, to: name.text)
        try folder.synchronize()
        return RecordTail(
            name, header, inode: UInt64(try file.status().st_ino), logBytes: writer.offset, snapshotBytes: snapshotBytes, sum: writer.sum)
    }

    /// Reads a log to its end, and cuts off what follows its last commit.
    private func end(of name: SegmentName, _ segments: [SegmentName]) throws -> RecordTail {
        guard let file = try folder.open(name.text, forWriting: true) else { throw RecordError(.missing, "\(folder.path)/\(name.text) is gone.") }
        let reader = try SegmentReader(file, name, library: record.library)
        let base = SegmentName(name.number - 1, isSnapshot: true)
        guard name.number == 1 || segments.contains(base) else { throw RecordError(.missing, "\(folder.path)/\(base.text), which \(name.text) follows, is gone.") }
        let snapshotBytes = try folder.open(base.text)?.status().st_size ?? 0
        let status = try file.status()
        var tail = RecordTail(
            name, reader.header, inode: UInt64(status.st_ino), logBytes: reader.offset, snapshotBytes: Int64(snapshotBytes), sum: reader.sum)
        while let line = try reader.next() {
            guard LineText.isOf(LineText.commit, line) else { continue }
            guard let commit = LineText.commit(of: line)?.commit else { throw RecordError(.damaged, "A commit in \(reader.path) lacks what it should say.") }
            tail.reach(commit, logBytes: reader.offset, sum: reader.sum)
        }
        guard !reader.isFaultInside else { throw reader.damage }
        if Int64(status.st_size) > tail.logBytes {
            try file.truncate(to: tail.logBytes)
            try file.synchronize()
        }
        return tail
    }

    // MARK: Appending

    /// Appends one commit, which is on the disk when this returns.
    /// - Parameter body: appends the objects; with `nil` for a commit, or an error, nothing is written.
    package func append(_ body: (RecordAppender) throws -> RecordCommit?) throws {
        guard var tail, let file = try folder.open(tail.log.text, forWriting: true) else {
            throw RecordError(.missing, "The record in \(folder.path) is not whole.")
        }
        let writer = try SegmentWriter(file, isCompressed: false, offset: tail.logBytes, sum: tail.sum)
        // An error leaves the end of the file unknown.
        self.tail = nil
        do {
            if let commit = try body(RecordAppender(writer)) {
                try writer.append(commit)
                try writer.finish()
                tail.reach(commit, logBytes: writer.offset, sum: writer.sum)
            } else if writer.offset > tail.logBytes {
                try file.truncate(to: tail.logBytes)
            }
            self.tail = tail
        } catch {
            // What can't be cut off now is no whole commit, and the next examination cuts it off.
            try? file.truncate(to: tail.logBytes)
            throw error
        }
    }

    /// Moves all segments into a folder of their own, so that nothing reads them any more and nothing is lost.
    /// - Returns: the folder's path.
    @discardableResult
    package func setAside(_ moment: Date) throws -> String {
        tail = nil
        let stem = "set-aside-\(moment.ISO8601Format().filter { $0 != ":" })"
        let names = try folder.names()
        var name = stem, number = 1
        while names.contains(name) {
            number += 1
            name = "\(stem)-\(number)"
        }
        try folder.makeFolder(name)
        for segment in names.compactMap({ SegmentName(text: $0) }) { try folder.rename(segment.text, to: "\(name)/\(segment.text)") }
        try folder.synchronize()
        return "\(folder.path)/\(name)"
    }
}

/// Takes the objects of one commit or snapshot.
package final class RecordAppender {
    private let writer: SegmentWriter

    init(_ writer: SegmentWriter) { self.writer = writer }

    package func append(_ object: RecordObject) throws { try writer.append(object) }
}
