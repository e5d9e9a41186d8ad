import Foundation
import Support

/// How a catalogue is read that nothing may be written to, nor beside it: as it lies there, without locks, or from a copy where its last changes are in
/// the write-ahead log or its format is an older one.
final class ReadOnlyCatalog: Sendable {
    /// `nil` where the file itself is read.
    let copy: TemporaryCopy?
    private let file: String
    private let stamp: FileStamp

    /// - Parameter copy: of the catalogue, with nothing left in its log.
    init(_ file: URL, copy: TemporaryCopy?) {
        (self.file, self.copy) = (file.path, copy)
        stamp = FileStamp(path: file.path)
    }

    /// What SQLite opens.
    var path: String { Self.unlocked(copy?.file ?? file) }

    static func hasLog(_ file: URL) -> Bool { FileStamp(path: file.path + "-wal").size > 0 }

    /// The address of a file that SQLite reads without looking for a log or taking locks, since nobody changes it.
    static func unlocked(_ path: String) -> String {
        "file:\(PercentEncoding.encode(path, keeping: "/"))?immutable=1"
    }

    /// Without locks, a page may be half of one state and half of another. Asked after each read, before anybody believes it.
    func checkUnchanged() throws(CatalogError) {
        guard copy == nil, FileStamp(path: file) != stamp else { return }
        throw CatalogError(.busy, "\(file) was changed by another process, though it was opened as one that nobody changes. Open the library again.")
    }
}
