import Foundation
import TestSupport

/// A temporary folder with a library and a folder of pictures.
final class World {
    let folder: URL
    let library: URL
    let pictures: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "photos-tool-\(UUID().uuidString)")
        library = folder.appending(path: "Test.photolibrary")
        pictures = folder.appending(path: "pictures")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func photos(_ arguments: String..., environment: [String: String] = [:]) throws -> ProgramRun {
        try Tool.run(arguments, library: library, environment: environment)
    }

    func photos(_ arguments: [String], environment: [String: String] = [:]) throws -> ProgramRun {
        try Tool.run(arguments, library: library, environment: environment)
    }

    func addPictures(_ count: Int, width: Int = 64, height: Int = 48) throws {
        for index in 0..<count {
            let second = index % 60, minute = index / 60
            let date = "2023:11:02 17:\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")\(second)"
            try TestPicture(width: width, height: height, seed: index + 1, date: date, offset: "+01:00")
                .write(to: pictures.appending(path: "IMG_\(1000 + index).jpg"))
        }
    }

    /// A library with `count` pictures in it.
    static func imported(_ count: Int) throws -> World {
        let world = try World()
        try world.addPictures(count)
        let result = try world.photos("import", world.pictures.path, "--json")
        guard result.status == 0 else { throw CocoaError(.fileReadUnknown, userInfo: [NSLocalizedDescriptionKey: result.errors]) }
        return world
    }

    /// Machine-dependent parts of a message replaced by words.
    func neutral(_ text: String) -> String {
        text.replacingOccurrences(of: library.path, with: "LIBRARY").replacingOccurrences(of: folder.path, with: "FOLDER")
            .replacing(/process [0-9]+ \([^)]*\)/, with: "process PID (NAME)")
    }
}
