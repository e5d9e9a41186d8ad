import Foundation

/// `library.json`: what tells a library from any other folder.
struct LibraryManifest: Codable, Equatable {
    static let fileName = "library.json"
    /// Grows when an older version could no longer read the folder. The catalogue has a version of its own.
    static let currentFormat = 1

    var format: Int
    var uuid: UUID
    /// When the library was made; for people.
    var created: String

    init(uuid: UUID, created: Date) {
        (format, self.uuid) = (Self.currentFormat, uuid)
        self.created = created.formatted(.iso8601)
    }

    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(self) + Data("\n".utf8)
    }

    /// Reads the manifest of the folder at `url`.
    static func read(in url: URL) throws(LibraryError) -> LibraryManifest {
        let file = url.appendingPathComponent(fileName)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw LibraryError(.notFound, "There is no library at \(url.path). Make one with 'photos init', or name another with --library.")
        }
        guard isFolder.boolValue, FileManager.default.fileExists(atPath: file.path) else {
            throw LibraryError(.notALibrary, "\(url.path) is no photo library: it has no \(fileName). Name another with --library.")
        }
        let data: Data
        do { data = try Data(contentsOf: file) } catch {
            throw LibraryError(.cannotWrite, "Could not read \(file.path). Check its permissions.", cause: error)
        }
        struct Version: Decodable { let format: Int }
        // The format first: a newer one may have changed everything else.
        guard let version = try? JSONDecoder().decode(Version.self, from: data) else { throw damaged(file) }
        guard version.format <= currentFormat else {
            throw LibraryError(.tooNew, "\(url.path) has format \(version.format), and this version reads up to \(currentFormat). Update OpenPhotoKit.")
        }
        guard version.format >= 1, let manifest = try? JSONDecoder().decode(LibraryManifest.self, from: data) else { throw damaged(file) }
        return manifest
    }

    private static func damaged(_ file: URL) -> LibraryError {
        LibraryError(.damaged, "\(file.path) is damaged. Restore it from a backup; the originals and the catalogue beside it are not touched.")
    }
}
