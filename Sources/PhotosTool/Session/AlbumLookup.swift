import Descriptions
import Foundation
import LibraryEngine
import PhotoModel
import Query

/// Finds the album that somebody means by a title, an identifier or the name of a smart album.
struct AlbumLookup {
    private let reader: LibraryReader
    /// Where assets were taken that don't say it.
    private let zone: TimeZone

    init(_ reader: LibraryReader, zone: TimeZone = .current) { (self.reader, self.zone) = (reader, zone) }

    func scope(of text: String) throws -> AssetQuery.Scope {
        // A stored album of just this title goes first: somebody gave it that name.
        let hasTitle = try reader.collections(CollectionQuery(kind: .album)).contains { $0.title == text }
        if !hasTitle, let album = SmartAlbums.album(meantBy: text) {
            return .smartAlbum(album.subtype)
        }
        if !hasTitle, let identity = SmartAlbums.moment(meantBy: text) {
            let index = try reader.moments(in: zone)
            guard let number = index.index(ofMoment: identity) else {
                throw ToolFailure(.badInput, "There is no moment \(DisplayText.safe(text)) any more. `photos albums --moments --json` lists those there are.")
            }
            return .moment(index.moments[number].range)
        }
        return .album(try album(text).id)
    }

    /// A stored album. A title counts as it is written; upper and lower case are only told apart where both exist.
    func album(_ text: String) throws -> CollectionRecord {
        let albums = try reader.collections(CollectionQuery(kind: .album))
        let found: [CollectionRecord]
        let exact = albums.filter { $0.title == text }
        if !exact.isEmpty {
            found = exact
        } else if case let same = albums.filter({ $0.title?.lowercased() == text.lowercased() }), !same.isEmpty {
            found = same
        } else {
            found =
                switch IdentifierText(text) {
                case .whole(let uuid): albums.filter { $0.uuid == uuid }
                case .prefix(let prefix): albums.filter { $0.uuid.uuidString.hasPrefix(prefix) }
                case nil: []
                }
        }
        guard let album = found.first else {
            if let failure = Self.filledByItself(text) { throw failure }
            throw ToolFailure(.badInput, "There is no album \"\(DisplayText.safe(text))\". `photos albums` lists those there are.")
        }
        if found.count > 1 {
            let list = Self.list(found)
            throw ToolFailure(.badInput, "There are \(found.count) albums \"\(DisplayText.safe(text))\". Say which by its identifier: \(list).")
        }
        return album
    }

    /// What is said of a smart album or a moment where an album is wanted that takes what it is given.
    private static func filledByItself(_ text: String) -> ToolFailure? {
        let name = DisplayText.safe(text)
        if let album = SmartAlbums.album(meantBy: text) {
            return switch album.subtype {
            case .favorites:
                ToolFailure(.badInput, "\(name) is a smart album, which holds the favorites by itself: `photos favorite` marks assets, with --off it takes the mark away.")
            case .allHidden: ToolFailure(.badInput, "\(name) is a smart album, which holds what is hidden by itself: `photos hide` hides assets, with --off it shows them again.")
            default: ToolFailure(.badInput, "\(name) is a smart album, which the library fills by itself. `photos album create` makes an album of your own.")
            }
        }
        guard SmartAlbums.moment(meantBy: text) != nil else { return nil }
        return ToolFailure(.badInput, "\(name) is a moment, which the library makes of the dates of its assets. `photos album create` makes an album of your own.")
    }

    /// Equal titles are allowed, as in Apple Photos; but a title alone names neither album any more.
    func tellOthers(of title: String, _ console: Console) throws {
        let same = try reader.collections(CollectionQuery(kind: .album)).filter { $0.title == title }
        guard same.count > 1 else { return }
        let list = Self.list(same)
        console.note("There are \(same.count) albums \"\(DisplayText.safe(title))\" now. Say which by its identifier: \(list).")
    }

    private static func list(_ albums: [CollectionRecord]) -> String {
        albums.prefix(5).map { IdentifierText.short($0.uuid) }.joined(separator: ", ") + (albums.count > 5 ? ", …" : "")
    }
}
