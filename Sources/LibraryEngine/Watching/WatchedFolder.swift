import Catalog
import Foundation
import Originals

/// A folder of the user's whose new pictures come into the library by themselves. Kept in the library's catalogue, and so in its record.
package struct WatchedFolder: Codable, Sendable, Equatable, Identifiable {
    package enum Storage: String, Codable, Sendable {
        /// Files are cloned or copied in. What becomes of them in the folder does not concern the library.
        case copy
        /// Files stay where they are: the library follows those that are moved, and marks those that are gone.
        case reference
    }

    package let id: UUID
    /// Absolute and without links, as `BytePath.text` has it.
    package let path: String
    package let storage: Storage
    /// The title of an album at the top level that gets what comes in; `nil` for none.
    package let album: String?
    /// Seconds since 2001.
    package let added: Double
    /// What tells a referenced folder from the empty one that is left where its disk was mounted.
    let marker: UUID?

    package var folder: BytePath { BytePath(path) }

    static let key = "watches"
}

extension CatalogReader {
    /// - Throws: where a newer version has written what this one can't read.
    func watchedFolders() throws -> [WatchedFolder] {
        guard let text = try value(forKey: WatchedFolder.key) else { return [] }
        do { return try JSONDecoder().decode([WatchedFolder].self, from: Data(text.utf8)) } catch {
            throw LibraryError(.damaged, "What the catalogue says of watched folders can't be read. A newer version may have written it: update this one.", cause: error)
        }
    }
}

extension CatalogWriter {
    func setWatchedFolders(_ folders: [WatchedFolder]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try setValue(folders.isEmpty ? nil : String(decoding: try encoder.encode(folders), as: UTF8.self), forKey: WatchedFolder.key)
    }
}
