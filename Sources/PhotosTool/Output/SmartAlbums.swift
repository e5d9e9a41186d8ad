import LibraryEngine
import PhotosServer
import Query

/// What smart albums are called, and how they are named on the command line.
enum SmartAlbums {
    /// In the user's language, or in English for programs.
    static func title(subtype: Int, in language: ToolLanguage = .current) -> String {
        SmartAlbumTitles.title(subtype, languages: [language.tag, "en"]) ?? EnumerationNames.albumSubtype(subtype)
    }

    /// The same in every library, and the one that `PHAssetCollection` gives.
    static func localIdentifier(subtype: Int) -> String { IdentifierText.album(SmartAlbumIdentity.uuid(subtype: subtype)) }

    /// The subtype that somebody means by an identifier, a title such as `Live Photos`, or a name such as `livePhotos`.
    static func subtype(meantBy text: String, among subtypes: [Int]) -> Int? {
        if let named = EnumerationNames.smartAlbumSubtype(named: text), subtypes.contains(named) { return named }
        if let uuid = LocalIdentifier.uuid(from: text) { return SmartAlbumIdentity.subtype(of: uuid).flatMap { subtypes.contains($0) ? $0 : nil } }
        return subtypes.first { [title(subtype: $0), title(subtype: $0, in: .english)].map { $0.lowercased() }.contains(text.lowercased()) }
    }
}
