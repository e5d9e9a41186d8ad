import Foundation
import Glibc
import LibraryEngine
import Support

/// How a library stands, as far as it is somebody's work: the place in its history, its originals, and what lies in it. Thumbnails and the like, which
/// are made again, don't count.
struct DemonstrationState: Codable, Sendable, Equatable {
    private var position: Int64
    private var files: Int
    /// Of the files' names, sizes and times.
    private var digest: UInt64
    /// What lies directly in the library's folder.
    private var names: [String]

    /// - Throws: where the library can't be opened, or its files can't be listed.
    init(of url: URL, environment: Environment) throws {
        let library = try PhotoLibrary.open(at: url, environment: environment)
        do {
            defer { library.close() }
            position = try library.read { reader in try reader.position.rawValue }
        }
        names = try FileManager.default.contentsOfDirectory(atPath: url.path).filter { $0 != DemonstrationMarker.fileName }.sorted()
        var lines: [String] = []
        for folder in ["originals", "renders"] {
            for name in try FileManager.default.subpathsOfDirectory(atPath: url.appending(path: folder).path) {
                var facts = stat()
                guard lstat(url.appending(path: folder).appending(path: name).path, &facts) == 0 else { throw CocoaError(.fileReadUnknown) }
                if facts.st_mode & S_IFMT == S_IFDIR { continue }
                lines.append("\(folder)/\(name) \(facts.st_size) \(facts.st_mtim.tv_sec) \(facts.st_mtim.tv_nsec)")
            }
        }
        files = lines.count
        // Tells what happened by chance or by a person, and need not withstand anybody.
        digest = lines.sorted().joined(separator: "\n").utf8.fnv1a()
    }
}
