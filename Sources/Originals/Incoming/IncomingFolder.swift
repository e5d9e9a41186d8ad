import Foundation
import Glibc
import Support
import Synchronization

/// `staging/incoming/`: files that are being sent here, in batches, which outlive the process that receives them.
///
/// Each batch is a folder named by a UUID, with a `journal` of text lines and numbered files. One process at a time has them; the kernel lets go of its lock when
/// that ends, however it ends. All calls may be made from any thread at once.
package final class IncomingFolder: Sendable {
    static let name = BytePath("incoming")
    private static let lockName = BytePath("lock")

    private let folder: FolderHandle
    private let lock: StagingLock

    fileprivate init(beneath staging: FolderHandle) throws(OriginalsError) {
        try beneath(try staging.makeFolder(Self.name))
        folder = try beneath(try staging.folder(Self.name))
        guard let lock = try StagingLock(trying: Self.lockName, in: folder) else {
            throw OriginalsError(.locked, "Another process receives files for this library. Send them there, or end that process and try again.")
        }
        self.lock = lock
        try beneath(try staging.synchronize())
    }

    /// The batches there are, in no order.
    package func batches() throws(OriginalsError) -> [UUID] {
        try beneath(try folder.names()).compactMap { name in SessionFolder.isName(name) ? UUID(uuidString: name.text) : nil }
    }

    /// Makes a batch's folder.
    package func make(_ batch: UUID) throws(OriginalsError) -> IncomingBatchFolder {
        let name = BytePath(batch.uuidString)
        try beneath(try folder.makeFolder(name))
        let made = IncomingBatchFolder(name, in: folder)
        try made.makeJournal()
        try beneath(try folder.synchronize())
        return made
    }

    /// One that is there.
    package func open(_ batch: UUID) -> IncomingBatchFolder { IncomingBatchFolder(BytePath(batch.uuidString), in: folder) }

    /// Removes a batch with everything in it that was sent here. Its journal goes first: without it what is left is no batch, and goes with the next process.
    package func remove(_ batch: UUID) throws(OriginalsError) {
        let name = BytePath(batch.uuidString)
        let opened: FolderHandle
        do throws(FolderError) { opened = try folder.folder(name) } catch .system(ENOENT, _, _) { return } catch { throw OriginalsError(error) }
        try beneath(try opened.removeFile(IncomingBatchFolder.journalName))
        for entry in try beneath(try opened.names()) where IncomingBatchFolder.isOurs(entry) { try beneath(try opened.removeFile(entry)) }
        try beneath(try folder.removeFolder(name))
    }
}

extension OriginalStore {
    /// Takes what is sent to this library, until the result goes.
    /// - Throws: `.locked` where another process has it.
    package func openIncoming() throws(OriginalsError) -> IncomingFolder {
        try beneath(try folder.makeFolder(BytePath("staging")))
        return try IncomingFolder(beneath: try beneath(try folder.folder("staging")))
    }

    /// Whether files were being sent when somebody last took what is sent here.
    package var hasIncoming: Bool {
        guard let incoming = try? folder.folder("staging").folder(IncomingFolder.name), let names = try? incoming.names() else { return false }
        return names.contains(where: SessionFolder.isName)
    }
}

/// One batch of files on their way in.
///
/// Nothing of it is open but while it is used: there may be thousands, for a week, and a process has few descriptors.
package final class IncomingBatchFolder: Sendable {
    fileprivate static let journalName = BytePath("journal")

    private let name: BytePath
    private let parent: FolderHandle
    /// Held while lines are added.
    private let appending = Mutex(())

    fileprivate init(_ name: BytePath, in parent: FolderHandle) { (self.name, self.parent) = (name, parent) }

    private func folder() throws(OriginalsError) -> FolderHandle { try beneath(try parent.folder(name)) }

    private func journal() throws(OriginalsError) -> OpenFile {
        try folder().file(Self.journalName, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY, "write")
    }

    fileprivate func makeJournal() throws(OriginalsError) { _ = try journal() }

    static func isOurs(_ entry: BytePath) -> Bool { entry == journalName || entry.bytes.allSatisfy { 0x30...0x39 ~= $0 } }

    /// The whole lines of the journal, oldest first. A torn last one goes, so that the next is a line of its own.
    package func lines() throws(OriginalsError) -> [String] {
        let journal = try journal()
        let content = try journal.readRest(limit: .max)
        let end = content.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        if end < content.count, retrying({ ftruncate(journal.descriptor, off_t(end)) }) != 0 { throw OriginalsError(errno: errno, "write", journal.path) }
        return content[..<end].split(separator: UInt8(ascii: "\n")).compactMap { String(validating: $0, as: UTF8.self) }
    }

    /// Adds lines, and returns when they are on the disk. Where a disk is too full for all of them none is left, since what is added later would become a part of a torn one.
    package func append(_ lines: [String]) throws(OriginalsError) {
        guard !lines.isEmpty else { return }
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        let journal = try journal()
        try appending.withLock { _ throws(OriginalsError) in
            let end = try journal.signature().size
            do throws(OriginalsError) {
                try journal.write(bytes)
                try journal.synchronize()
            } catch {
                _ = retrying { ftruncate(journal.descriptor, off_t(end)) }
                throw error
            }
        }
    }

    /// When something of the batch was written last, in seconds since 1970.
    package func lastWriting(of numbers: some Sequence<Int>) -> Double {
        var latest = (try? journal().signature().modified) ?? 0
        guard let folder = try? folder() else { return latest }
        for number in numbers { latest = max(latest, (try? folder.signature(Self.name(number)))?.modified ?? 0) }
        return latest
    }

    /// Bytes of a file that have come; `nil` where none of it has.
    package func size(of number: Int) throws(OriginalsError) -> Int64? { try folder().signature(Self.name(number)).flatMap { $0.isRegular ? $0.size : nil } }

    package func path(of number: Int) -> BytePath { parent.path.appending(name).appending(Self.name(number)) }

    /// Opens a file to write to, and makes it where it is not there.
    package func open(_ number: Int) throws(OriginalsError) -> IncomingFile {
        IncomingFile(try folder().file(Self.name(number), O_RDWR | O_CREAT | O_NONBLOCK | O_NOCTTY, "write"))
    }

    /// Gives a file the number of another one, of which nothing counts any more.
    package func rename(_ number: Int, to new: Int) throws(OriginalsError) {
        let folder = try folder()
        try beneath(try folder.replace(Self.name(new), with: Self.name(number)))
    }

    package func remove(_ number: Int) throws(OriginalsError) {
        let folder = try folder()
        try beneath(try folder.removeFile(Self.name(number)))
    }

    private static func name(_ number: Int) -> BytePath { BytePath("\(number)") }
}

/// Files that are put one by one, whose lengths nobody says beforehand. What is on its way has a name that no number has: a zero first. It is given up with its connection.
extension IncomingBatchFolder {
    private static func unnumbered(_ count: Int) -> BytePath { BytePath("0\(count)") }

    /// Opens one that is on its way, and makes it where it is not there.
    package func openUnnumbered(_ count: Int) throws(OriginalsError) -> IncomingFile {
        IncomingFile(try folder().file(Self.unnumbered(count), O_RDWR | O_CREAT | O_NONBLOCK | O_NOCTTY, "write"))
    }

    package func removeUnnumbered(_ count: Int) throws(OriginalsError) {
        let folder = try folder()
        try beneath(try folder.removeFile(Self.unnumbered(count)))
    }

    /// Removes what was on its way when a process ended.
    package func removeUnnumbered() throws(OriginalsError) {
        let folder = try folder()
        for entry in try beneath(try folder.names()) where Self.isOurs(entry) && entry.bytes.first == UInt8(ascii: "0") { try beneath(try folder.removeFile(entry)) }
    }

    /// Gives what came its number, and returns when that is on the disk. What has the number was never written down, and goes.
    package func keep(_ count: Int, as number: Int) throws(OriginalsError) {
        let folder = try folder()
        try beneath(try folder.replace(Self.name(number), with: Self.unnumbered(count)))
        try beneath(try folder.synchronize())
    }

    /// Takes over a file of another batch, and returns when that is on the disk.
    package func take(_ number: Int, of other: IncomingBatchFolder, as new: Int) throws(OriginalsError) {
        let from = try other.folder(), folder = try folder()
        // What has the number was never written down.
        try beneath(try folder.removeFile(Self.name(new)))
        try beneath(try from.rename(Self.name(number), to: folder, Self.name(new)))
        try beneath(try folder.synchronize())
        try beneath(try from.synchronize())
    }

    /// A file of which all is here, to be read.
    package func read(_ number: Int) throws(OriginalsError) -> OpenFile { try folder().file(Self.name(number), O_RDONLY | O_NONBLOCK | O_NOCTTY, "read") }

    /// - Parameter modified: in seconds since 1970.
    package func setModified(_ number: Int, _ modified: Double) throws(OriginalsError) {
        if modified.isFinite, abs(modified) < 9e9 { try read(number).setModified(nanoseconds: Int64(modified * 1e9)) }
    }
}

/// A file whose bytes are coming in.
package struct IncomingFile: Sendable {
    /// The disk is told to begin with what is further behind than this, so that it has little left to do at the end.
    private static let behind: Int64 = 8 << 20

    private let file: OpenFile

    fileprivate init(_ file: OpenFile) { self.file = file }

    /// Writes all of it at an offset, or throws.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(OriginalsError) {
        var rest = bytes, offset = offset
        while let base = rest.baseAddress, rest.count > 0 {
            let count = retrying { pwrite(file.descriptor, base, rest.count, off_t(offset)) }
            guard count > 0 else { throw OriginalsError(errno: count == 0 ? ENOSPC : errno, "write", file.path) }
            if offset / Self.behind != (offset + Int64(count)) / Self.behind {
                file.beginSynchronizing(from: offset / Self.behind * Self.behind, count: Self.behind)
            }
            (rest, offset) = (UnsafeRawBufferPointer(rebasing: rest[count...]), offset + Int64(count))
        }
    }

    /// Drops what is behind an offset.
    /// - Throws: `.exists` where the file has another name: it is an original already.
    package func cut(to offset: Int64) throws(OriginalsError) {
        guard try file.linkCount() <= 1 else {
            throw OriginalsError(.exists, "\(file.path.display) is an original of the library already, so nothing more is written to it. Send it again.")
        }
        guard retrying({ ftruncate(file.descriptor, off_t(offset)) }) == 0 else { throw OriginalsError(errno: errno, "write", file.path) }
    }

    /// Returns when all that was written is on the disk.
    package func synchronize() throws(OriginalsError) { try file.synchronize() }

    /// All of it has come: nobody writes to it from now on.
    /// - Parameter modified: when its sender's file was written last, in seconds since 1970. For some files that is all that tells their age.
    package func finish(modified: Double?) throws(OriginalsError) {
        if let modified, modified.isFinite, abs(modified) < 9e9 { file.setModified(nanoseconds: Int64(modified * 1e9)) }
        guard retrying({ fchmod(file.descriptor, 0o400) }) == 0 else { throw OriginalsError(errno: errno, "write", file.path) }
    }
}
