import Foundation
import Originals

/// A folder that goes with its owner.
final class TemporaryFolder: Sendable {
    let url: URL
    var path: BytePath { BytePath(url.path) }

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("originals-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> BytePath {
        try Data(bytes).write(to: url.appendingPathComponent(name))
        return path.appending(name)
    }

    func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url.appendingPathComponent(name))) }

    func exists(_ name: String) -> Bool { (try? FileSignature(linkPath: path.appending(name))) != nil }

    func names(_ folder: String) throws -> [String] { try Folder.names(in: path.appending(folder)).map(\.text).sorted() }

    /// A store in this folder, with its folders.
    func store() throws -> OriginalStore {
        let store = try OriginalStore(at: url)
        try store.makeFolders()
        return store
    }
}

/// Runs a shell script and waits for its end; its exit status.
@discardableResult
func shell(_ script: String, _ arguments: String...) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, "sh"] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
}
