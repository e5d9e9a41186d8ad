import LibraryEngine
import PhotoModel
import Query

/// What smart albums are called, and how they are named on the command line.
enum SmartAlbums {
    /// In the user's language, or in English for programs.
    static func title(_ album: SmartAlbum, in language: ToolLanguage = .current) -> String { album.title(in: TitleLanguage([language.tag])) }

    /// The same in every library, and the one that `PHAssetCollection` gives.
    static func localIdentifier(_ album: SmartAlbum) -> String { LocalIdentifier.album(SmartAlbumIdentity.uuid(album.subtype)) }

    /// The one that somebody means by an identifier, a title such as `Live Photos`, or a name such as `livePhotos`.
    static func album(meantBy text: String) -> SmartAlbum? {
        if let named = SmartAlbum.named(text), named.rule != nil { return named }
        if let uuid = LocalIdentifier.uuid(from: text) {
            return SmartAlbumIdentity.subtype(of: uuid).flatMap { subtype in SmartAlbum.offered.first { $0.subtype == subtype } }
        }
        return SmartAlbum.offered.first { [title($0), title($0, in: .english)].map { $0.lowercased() }.contains(text.lowercased()) }
    }

    /// The shortest names by which `album(meantBy:)` finds it, unless an album of the user's has them.
    static func names(ofSubtype name: String) -> [String] {
        let short = name.dropFirst("smartAlbum".count)
        return [short == short.uppercased() ? short.lowercased() : short.prefix(1).lowercased() + short.dropFirst(), name]
    }

    static func name(ofMoment identity: Int64) -> String { "moment-\(identity)" }

    /// The moment that somebody means by its identifier, or by the name that lists have for it.
    static func moment(meantBy text: String) -> Int64? {
        if let number = text.lowercased().wholeMatch(of: /moment-([0-9]+)/)?.1 { return Int64(number) }
        guard let uuid = LocalIdentifier.uuid(from: text), case .moment(let identity)? = MomentIdentity(uuid) else { return nil }
        return identity
    }
}
