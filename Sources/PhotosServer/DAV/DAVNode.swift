import Foundation
import LibraryEngine
import PhotoModel

/// A folder as the library has it.
enum DAVFolder: Sendable {
    case root
    case photos
    case year(Int)
    /// A month of a year, or what has no date.
    case month(PhotoList)
    /// Folders and albums in one; `nil` for the outermost.
    case albums(CollectionRecord?)
    case album(CollectionRecord, PhotoList)
    /// A path below `Incoming`, empty for itself.
    case incoming(String)
    /// What a desktop left, which lists nothing.
    case clutter

    var isClutter: Bool { if case .clutter = self { true } else { false } }

    /// Where files go that are put there; `nil` where none may be.
    var put: PutFolder? {
        switch self {
        case .album(let record, _): record.rights.allows(.addContent) ? PutFolder(album: record.uuid) : nil
        case .incoming(let path): PutFolder(path: path)
        case .root, .photos, .year, .month, .albums, .clutter: nil
        }
    }
}

/// What stands at an address.
enum DAVNode: Sendable {
    case folder(DAVFolder)
    /// A file of the library.
    case photo(PhotoFile)
    /// A file that was put there.
    case put(PutEntry)
    case empty(EmptyFile)
    /// What could not come in.
    case note(NotImported)
    case clutter(ClutterFile)

    /// As GET says it; `nil` where there is none.
    var tag: String? {
        switch self {
        case .folder: nil
        case .photo(let file): file.tag
        case .put(let entry): "\"\(entry.sha256)\""
        case .empty: Self.emptyTag
        case .note(let note): EntityTag.of(note.bytes)
        case .clutter(let clutter): clutter.tag
        }
    }

    /// The SHA-256 of nothing.
    static let emptyTag = "\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\""

    var isFolder: Bool { if case .folder = self { true } else { false } }
}

/// A text that says which files could not come in, and why.
struct NotImported: Sendable {
    static let name = "Not imported.txt"
    /// Files that are named in it.
    static let most = 1_000

    let bytes: [UInt8]
    /// When the last of them was decided, in seconds since 1970.
    let modified: Double

    /// - Parameters:
    ///   - count: how many there are in all.
    ///   - title: of an album; `nil` for one that is gone.
    /// - Returns: `nil` where there is nothing to say.
    init?(_ entries: [PutEntry], of count: Int, title: (UUID) throws -> String?) rethrows {
        guard !entries.isEmpty else { return nil }
        var text = "These files are no photos or videos, or could not be read. They stay where they were put until they are deleted, for a week at most.\r\n\r\n"
        for entry in entries {
            guard case .refused(let reason) = entry.state else { continue }
            let folder = try entry.folder.album.map { try title($0).map { "Albums/\($0)/" } ?? "" } ?? (entry.folder.path.isEmpty ? "" : entry.folder.path + "/")
            text += "\(folder)\(entry.name): \(reason)\r\n"
        }
        if count > entries.count { text += "\r\nThese are \(entries.count) of \(count). The others are named when some of these are deleted.\r\n" }
        (bytes, modified) = (Array(text.utf8), entries.map(\.decided).max() ?? 0)
    }
}
