import Originals

/// A photo library, whose inside is not a folder of photos: it holds thumbnails and renderings, which would all become pictures of their own.
package struct FoundLibrary {
    private let path: BytePath
    private let isOurs: Bool

    /// `nil` for a folder that is none. A library that lost its name's ending is known by its database.
    package init?(_ path: BytePath, isOurs: Bool) {
        self.path = path
        self.isOurs = isOurs || Self.has("library.json", path) && Self.has("database/catalog.sqlite", path)
        let endings = [".photolibrary", ".photoslibrary", ".aplibrary", ".migratedphotolibrary"]
        let isApples =
            endings.contains { path.bytes.reversed().starts(with: $0.utf8.reversed()) }
            || Self.has("database/Photos.sqlite", path) || Self.has("database/photos.db", path)
        if !self.isOurs, !isApples { return nil }
    }

    /// For a person: what it is and what can be done.
    package var advice: String {
        if isOurs { return "\(path.display) is a photo library of this program. Copy its photos out with 'photos export', and import the copies." }
        // Of Photos since macOS 10.15; of Photos before it, iPhoto and Aperture.
        guard let originals = ["originals", "Masters"].first(where: { Self.has($0, path) }) else {
            return "\(path.display) is a photo library of Apple's and can't be imported yet. Export its photos to a folder on a Mac, and import that."
        }
        return "\(path.display) is a photo library of Apple's and can't be imported as a whole yet. The originals that are on this disk can be, "
            + "without albums, titles and edits: import the folder \(path.appending(originals).display)."
    }

    private static func has(_ name: String, _ folder: BytePath) -> Bool { (try? FileSignature(path: folder.appending(name))) != nil }
}
