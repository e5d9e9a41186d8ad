import Foundation
import Originals
import Support

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

    /// `nil` for what is no manifest of ours.
    init?(text: String) {
        guard let manifest = try? JSONDecoder().decode(LibraryManifest.self, from: Data(text.utf8)), manifest.format >= 1 else { return nil }
        self = manifest
    }

    /// Reads what `encoded` has written, and nothing else: a decoder takes longer for it than opening the catalogue.
    private init?(asWritten text: [UInt8]) {
        let parts = text.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        let expected = ["{\n  ", "created", " : ", nil, ",\n  ", "format", " : \(Self.currentFormat),\n  ", "uuid", " : ", nil, "\n}\n"]
        guard parts.count == expected.count, zip(parts, expected).allSatisfy({ part, expected in expected.map { part.elementsEqual($0.utf8) } ?? true }) else { return nil }
        guard parts[3].allSatisfy({ 32..<127 ~= $0 && $0 != UInt8(ascii: "\\") }), let uuid = UUID(uuidString: String(decoding: parts[9], as: UTF8.self)) else { return nil }
        (format, self.uuid, created) = (Self.currentFormat, uuid, String(decoding: parts[3], as: UTF8.self))
    }

    /// Puts the manifest there whole or not at all.
    func write(to file: URL) throws { try Self.put(String(decoding: encoded(), as: UTF8.self), at: file) }

    static func put(_ text: String, at file: URL) throws(OriginalsError) {
        let part = BytePath(".\(fileName).\(UUID().uuidString)")
        do throws(FolderError) {
            let folder = try FolderHandle(following: BytePath(file.deletingLastPathComponent().path))
            do throws(FolderError) {
                try folder.makeFile(part, Array(text.utf8))
                try folder.replace(BytePath(file.lastPathComponent), with: part)
            } catch {
                try? folder.removeFile(part)
                throw error
            }
            try folder.synchronize()
        } catch { throw OriginalsError(error) }
    }

    /// Reads the manifest of an open folder, and checks that the library's own folders and files are what they should be.
    static func read(in folder: FolderHandle) throws(LibraryError) -> LibraryManifest {
        let file = folder.path.appending(fileName)
        let text: [UInt8]
        do {
            guard try folder.status(BytePath(fileName)) != nil else {
                throw LibraryError(.notALibrary, "\(folder.path.display) is no photo library: it has no \(fileName). Name another with --library.")
            }
            try LibraryLayout.check(folder)
            text = try folder.content(of: BytePath(fileName), limit: 1 << 20)
        } catch let error as FolderError {
            throw LibraryError(.cannotWrite, "Could not read \(file.display). Check its permissions.", cause: error)
        } catch {
            throw LibraryError(error)
        }
        if let manifest = LibraryManifest(asWritten: text) { return manifest }
        let data = Data(text)
        struct Version: Decodable { let format: Int }
        // The format first: a newer one may have changed everything else.
        guard let version = try? JSONDecoder().decode(Version.self, from: data) else { throw damaged(file) }
        guard version.format <= currentFormat else {
            throw LibraryError(.tooNew, "\(folder.path.display) has format \(version.format), and this version reads up to \(currentFormat). Update OpenPhotoKit.")
        }
        guard version.format >= 1, let manifest = try? JSONDecoder().decode(LibraryManifest.self, from: data) else { throw damaged(file) }
        return manifest
    }

    private static func damaged(_ file: BytePath) -> LibraryError {
        LibraryError(.damaged, "\(file.display) is damaged. 'photos recover' makes it again; the originals and the catalogue beside it are not touched.")
    }
}
