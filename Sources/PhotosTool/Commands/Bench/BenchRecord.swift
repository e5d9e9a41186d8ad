import ArgumentParser
import Foundation
import LibraryEngine
import Support

struct BenchRecord: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "The library's record written anew, and a catalogue made again of it, beside the library and without touching it.")

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    func run() throws {
        try run(global) { tool in
            let library = try tool.openLibrary()
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString).photolibrary")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            defer { try? FileManager.default.removeItem(at: folder) }
            try FileManager.default.copyItem(at: library.url.appendingPathComponent("library.json"), to: folder.appendingPathComponent("library.json"))
            func tell(_ name: String, _ value: Double, _ unit: String) throws {
                try tool.console.resultLine(Measurement(name: "record." + name, value: value, unit: unit).json)
            }
            let count = try library.read { try $0.libraryInfo() }
            let updater = library.recordUpdater(in: try FolderHandle(following: BytePath(folder.path)))
            try tell("snapshot", try Stopwatch.best(of: 1) { try updater.flush() }, "ms")
            var bytes = 0
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("record").path) {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent("record/\(name)").path)
                bytes += (attributes[.size] as? Int) ?? 0
            }
            try tell("size", Double(bytes) / Double(max(1, count.assetCount + count.trashedCount)), "bytes/asset")
            let recovery = try Stopwatch.best(of: 1) { _ = try PhotoLibrary.recover(at: folder, environment: .process, options: RecoveryOptions()) }
            try tell("recover", recovery, "ms")
        }
    }
}
