import Foundation
import Gazetteer
import LibraryEngine
import Photos
import PhotosTesting
import TestSupport

/// A library in a temporary folder, deleted with this object. Unlike with `TemporaryLibrary` the clock goes and the decoder is the real one: it is
/// served to a browser, and other processes change it meanwhile.
final class World: Sendable {
    let folder: URL
    let url: URL
    let library: PhotoLibrary
    let photoLibrary: PHPhotoLibrary
    /// Its files go when the value goes.
    private let gazetteer: MadeGazetteer?

    /// - Parameters:
    ///   - name: the library's.
    ///   - gazetteer: what places are called; nothing else, so that searches find the same on machines with a gazetteer and without.
    ///   - prepare: makes the library at an address; else it is empty.
    ///   - variable: what the environment has by a name; the process' own where nothing is said.
    ///   - now: the clock, where it is not to go.
    init(
        named name: String = "Gallery", gazetteer: MadeGazetteer? = nil, _ prepare: (URL, Environment) throws -> Void = { _, _ in },
        variable: (@Sendable (String) -> String?)? = nil, now: (@Sendable () -> Date)? = nil
    ) throws {
        self.gazetteer = gazetteer
        folder = FileManager.default.temporaryDirectory.appending(path: "photos-gallery-\(UUID().uuidString)")
        url = folder.appending(path: "\(name).photolibrary")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var environment = Environment.process
        // Nothing is kept of what a test throws away.
        environment.takesSnapshots = false
        environment.timeZone = .gmt
        if let variable { environment.variable = variable }
        if let now { environment.now = now }
        environment.gazetteer = gazetteer.map { GazetteerFiles(tables: $0.folder.path, translations: $0.folder.path) }
        do {
            try prepare(url, environment)
            library = try PhotoLibrary.openOrCreate(at: url, environment: environment)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
        photoLibrary = PHPhotoLibrary(session: LibrarySession(library))
    }

    deinit {
        library.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// A file beside the library, for the tool to import.
    func file(_ name: String, _ contents: Data) throws -> URL {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try contents.write(to: file)
        return file
    }
}
