import Glibc
import Support

/// Intended final names, one a line, on disk before the first of them exists.
///
/// A line counts only with its line end, so a torn one is as if never written; and nothing is renamed before the lines are synced.
struct StagingJournal: Sendable {
    private let file: OpenFile

    /// A new, empty journal.
    init(creating name: BytePath, in folder: FolderHandle) throws(OriginalsError) {
        file = try folder.file(name, O_RDWR | O_CREAT | O_EXCL | O_APPEND, "write")
    }

    func append(_ paths: [String]) throws(OriginalsError) {
        try file.write(Array(paths.map { $0 + "\n" }.joined().utf8))
        try file.synchronize()
    }

    /// Forgets all lines. Needs no sync: lines that come back after a crash name files that the catalogue knows by then.
    func clear() throws(OriginalsError) {
        guard retrying({ ftruncate(file.descriptor, 0) }) == 0 else { throw OriginalsError(errno: errno, "write", file.path) }
    }

    /// The complete lines of a journal left behind; none where there is no journal.
    static func lines(of name: BytePath, in folder: FolderHandle) throws(OriginalsError) -> [String] {
        guard try folder.signature(name) != nil else { return [] }
        let content = try folder.regularFile(name).readRest(limit: .max)
        guard let end = content.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        return content[..<end].split(separator: UInt8(ascii: "\n")).compactMap { String(validating: $0, as: UTF8.self) }
    }
}
