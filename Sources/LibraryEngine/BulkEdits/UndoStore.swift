import Foundation
import Glibc
import Originals
import Support

/// A bulk edit that can be taken back.
package struct UndoEntry: Codable, Sendable, Equatable, Identifiable {
    package let id: UUID
    /// Seconds since 2001.
    package let date: Double
    /// Who changed.
    package let author: String
    /// Assets that were changed.
    package let count: Int
    package let fields: [BulkField]
    /// Whether it was taken back, and is kept to be made again; `nil` where it was not.
    var isTakenBack: Bool?

    static let key = "undo"
    /// So many are kept.
    static let limit = 50
}

/// `undo/`: what bulk edits changed, a file each with a line for each asset. The catalogue names those that count; a file that it does not name is of a change that
/// did not happen, or can't be taken back any more.
struct UndoStore {
    static let folderName = "undo"
    private let folder: FolderHandle

    init(library: FolderHandle) throws(OriginalsError) {
        do throws(FolderError) {
            try library.makeFolder(BytePath(Self.folderName))
            folder = try library.folder(Self.folderName)
        } catch { throw OriginalsError(error) }
    }

    /// Removes all that the catalogue does not name. Only within a transaction, which keeps others from writing such files.
    func sweep(keeping ids: Set<UUID>) throws(OriginalsError) {
        do throws(FolderError) {
            for name in try folder.names() { if let id = UUID(uuidString: name.text), !ids.contains(id) { try folder.removeFile(name) } }
        } catch { throw OriginalsError(error) }
    }

    func remove(_ id: UUID) throws(OriginalsError) {
        do throws(FolderError) { try folder.removeFile(BytePath(id.uuidString)) } catch { throw OriginalsError(error) }
    }

    /// What was made here is there after a power cut.
    func synchronize() throws(OriginalsError) {
        do throws(FolderError) { try folder.synchronize() } catch { throw OriginalsError(error) }
    }

    func writer(_ id: UUID) throws(OriginalsError) -> UndoWriter {
        let name = BytePath(id.uuidString)
        do throws(FolderError) {
            return UndoWriter(descriptor: try folder.open(name, O_WRONLY | O_CREAT | O_EXCL, doing: "write"), path: folder.path.appending(name))
        } catch { throw OriginalsError(error) }
    }

    /// Reads what a bulk edit changed, in the order it did, with the memory of one page of the file.
    /// - Throws: `.missing` where there is no such file, `.failed` for one that is not as it was written, what `body` throws.
    func forEachChange(of id: UUID, _ body: (BulkChange) throws -> Void) throws {
        let name = BytePath(id.uuidString)
        let descriptor: Int32
        do throws(FolderError) { descriptor = try folder.openRegular(name, doing: "read") } catch { throw OriginalsError(error) }
        defer { close(descriptor) }
        let decoder = JSONDecoder()
        var rest: [UInt8] = [], page = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = page.withUnsafeMutableBytes { buffer in retrying { read(descriptor, buffer.baseAddress, buffer.count) } }
            guard count >= 0 else { throw OriginalsError(FolderError.system(errno, doing: "read", folder.path.appending(name))) }
            rest += page[..<count]
            var start = 0
            while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                guard let change = Self.change(rest[start..<end], decoder) else { throw damaged(id) }
                try body(change)
                start = end + 1
            }
            rest.removeFirst(start)
            if count == 0 { break }
        }
        guard rest.isEmpty else { throw damaged(id) }
    }

    func damaged(_ id: UUID) -> OriginalsError {
        OriginalsError(.failed, "\(folder.path.appending(id.uuidString).display) is not as it was written, so the change can't be taken back. Nothing was changed.")
    }

    private static func change(_ line: ArraySlice<UInt8>, _ decoder: JSONDecoder) -> BulkChange? {
        guard line.count > 9, Array(line.prefix(9)) == Array((sum(line.dropFirst(9)) + " ").utf8) else { return nil }
        return try? decoder.decode(BulkChange.self, from: Data(line.dropFirst(9)))
    }

    fileprivate static func sum(_ bytes: some Collection<UInt8>) -> String {
        var sum = CRC32()
        Array(bytes).withUnsafeBytes { sum.update($0) }
        return sum.value.hexadecimal
    }
}

/// Writes down what a bulk edit changes, before it counts.
final class UndoWriter {
    private let descriptor: Int32
    private let path: BytePath
    private var buffer: [UInt8] = []
    private let encoder = JSONEncoder()
    private(set) var count = 0

    fileprivate init(descriptor: Int32, path: BytePath) { (self.descriptor, self.path) = (descriptor, path) }

    deinit { close(descriptor) }

    func add(_ change: BulkChange) throws {
        let text = try encoder.encode(change)
        buffer += Array((UndoStore.sum(text) + " ").utf8)
        buffer += text
        buffer.append(UInt8(ascii: "\n"))
        count += 1
        if buffer.count > 1 << 18 { try flush() }
    }

    /// All of it is on the disk afterwards.
    func finish() throws {
        try flush()
        guard retrying({ fsync(descriptor) }) == 0 else { throw failed() }
    }

    private func flush() throws {
        var rest = buffer[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { bytes in retrying { write(descriptor, bytes.baseAddress, bytes.count) } }
            guard written > 0 else { throw failed() }
            rest = rest.dropFirst(written)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private func failed() -> OriginalsError {
        let number = errno
        if number == ENOSPC || number == EDQUOT {
            return OriginalsError(
                .noSpace,
                "The disk is full: \(path.display) can't be written, so the change could not be taken back and was not made. Free some space and try again.")
        }
        return OriginalsError(
            .unwritable, "\(path.display) can't be written (\(String(cString: strerror(number)))), so the change could not be taken back and was not made.")
    }
}
