import Foundation
import Glibc
import Synchronization

/// A library's own account of everything that is no picture: a snapshot of all objects, and a log of what became of them since.
///
/// It knows nothing of what the objects are. Whoever holds the lock appends whole commits; a commit that was not written to its end does not count.
/// Several processes may have one record open; the kernel takes the lock back from a process that dies.
package final class Record: Sendable {
    package static let folderName = "record"
    private static let lockName = "lock"

    /// Whether a file of a record may have this name.
    package static func isFileName(_ name: String) -> Bool { number(ofFile: name) != nil }

    /// The number in a file's name, which goes up with each file that a record begins; `nil` for any other name.
    package static func number(ofFile name: String) -> Int64? { SegmentName(text: name)?.number }

    let folder: RecordFolder
    /// Whose record it is.
    package let library: UUID
    let schema: Int64
    private let lock: RecordFile
    /// Held by the thread that holds the lock; guards what is known of the record's end since this object last held it.
    private let known = Mutex<RecordTail?>(nil)

    /// - Parameters:
    ///   - descriptor: of the record's folder; closed with this object.
    ///   - path: of the folder, for messages.
    ///   - library: whose record it is; `nil` where only the record itself can tell.
    ///   - schema: version of the fields that objects are given.
    package convenience init(folder descriptor: Int32, path: String, library: UUID?, schema: Int) throws {
        let folder = RecordFolder(descriptor: descriptor, path: path)
        guard let library = try library ?? Self.library(of: folder) else { throw RecordError(.missing, "There is no record in \(path).") }
        try self.init(folder, library: library, schema: schema)
    }

    /// What the newest segment that can be read says.
    private static func library(of folder: RecordFolder) throws -> UUID? {
        for name in try folder.names().compactMap({ SegmentName(text: $0) }).sorted().reversed() {
            if let file = try folder.open(name.text), let reader = try? SegmentReader(file, name, library: nil) { return reader.header.library }
        }
        return nil
    }

    init(_ folder: RecordFolder, library: UUID, schema: Int) throws {
        (self.folder, self.library, self.schema) = (folder, library, Int64(schema))
        lock = try folder.openLock(Self.lockName)
    }

    /// Runs `body` while nobody else, here or in another process, writes to the record.
    /// - Throws: `.busy` where the lock is not free within `seconds`; what `body` throws.
    package func withLock<T>(timeout seconds: Double, _ body: (RecordEditor) throws -> T) throws -> T {
        try known.withLock { known in
            try takeLock(seconds)
            defer { flock(lock.descriptor, LOCK_UN) }
            let editor = RecordEditor(self, known)
            // What is known counts next time only where the file is still as it was left.
            defer { known = editor.tail }
            return try body(editor)
        }
    }

    private func takeLock(_ seconds: Double) throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while flock(lock.descriptor, LOCK_EX | LOCK_NB) != 0 {
            let number = errno
            guard number == EWOULDBLOCK || number == EINTR else { throw RecordError(errno: number, "lock", lock.path) }
            guard ContinuousClock.now < deadline else {
                throw RecordError(.busy, "Another process has written to \(folder.path) for more than \(Int(seconds)) seconds. Try again later.")
            }
            usleep(5_000)
        }
    }
}

/// Where a record ends, and where the next commit goes.
package struct RecordTail: Sendable, Equatable {
    /// The library's change that the record reaches to, and when it was made; 0 before the first.
    package fileprivate(set) var position: Int64
    package fileprivate(set) var date: Double
    /// Of the last commit.
    package fileprivate(set) var stamp: Int64
    /// The program's schema when the record was begun.
    package fileprivate(set) var schema: Int
    /// Bytes of the log, and of the snapshot under it on the disk.
    package fileprivate(set) var logBytes: Int64
    package fileprivate(set) var snapshotBytes: Int64
    var log: SegmentName
    var inode: UInt64
    var sum: UInt32

    init(_ log: SegmentName, _ header: SegmentHeader, inode: UInt64, logBytes: Int64, snapshotBytes: Int64, sum: UInt32) {
        (position, date, stamp, schema) = (header.position, header.date, header.stamp, Int(header.schema))
        (self.log, self.inode, self.logBytes, self.snapshotBytes, self.sum) = (log, inode, logBytes, snapshotBytes, sum)
    }

    mutating func reach(_ commit: RecordCommit, logBytes: Int64, sum: UInt32) {
        (position, date, stamp) = (commit.position, commit.date, commit.stamp)
        (self.logBytes, self.sum) = (logBytes, sum)
    }
}
