import Foundation
import TestSupport
import Testing

/// The library of Tests/KillSwitch, put before the tool, or another program: it counts the calls that change the disk, or kills the tool just before one of them. Decoders, which
/// start without the tool's environment, have nothing to do with it.
enum KillSwitch {
    /// One of the calls of a run, and which of them.
    struct Moment: CustomStringConvertible {
        var call: String
        var number: Int
        var description: String { "\(call) number \(number)" }
    }

    /// Runs the tool to its end, and says how often it made each call.
    static func count(
        _ arguments: [String], program: String = Tool.path, environment: [String: String] = [:], in folder: URL
    ) throws -> [String: Int] {
        let report = folder.appending(path: "calls")
        let run = try Tool.run(program, arguments, environment: environment.merging(try armed(["KILL_SWITCH_COUNTS": report.path])) { $1 })
        try #require(run.status == 0, "the undisturbed run ended with \(run.status): \(run.errors)")
        let text = try #require(
            try? String(contentsOf: report, encoding: .utf8), "\(library.path) counted nothing: is it put before the tool? \(run.errors)")
        let lines = text.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0.count == 2 }
        return Dictionary(lines.compactMap { line in Int(line[1]).map { (String(line[0]), $0) } }) { $0 + $1 }
    }

    /// What a call did to which file.
    struct Call: CustomStringConvertible {
        var name: String
        var path: String
        /// What a renamed file was called before.
        var oldPath: String
        var description: String { oldPath.isEmpty ? "\(name) \(path)" : "\(name) \(oldPath) to \(path)" }
        var isSync: Bool { name == "fsync" || name == "fdatasync" }
    }

    /// Runs the tool to its end, and gives its writes, syncs and renames in their order.
    static func history(_ arguments: [String], in folder: URL) throws -> [Call] {
        let report = folder.appending(path: "history")
        let run = try Tool.photos(arguments, environment: try armed(["KILL_SWITCH_HISTORY": report.path]))
        try #require(run.status == 0, "the run ended with \(run.status): \(run.errors)")
        return try String(contentsOf: report, encoding: .utf8).split(separator: "\n").map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Call(name: fields[0], path: fields[1], oldPath: fields[2])
        }
    }

    static func kill(
        at moment: Moment, _ arguments: [String], program: String = Tool.path, environment: [String: String] = [:]
    ) throws -> ProgramRun {
        try Tool.run(program, arguments, environment: environment.merging(try armed(["KILL_SWITCH_AT": "\(moment.call):\(moment.number)"])) { $1 })
    }

    private static let library = Tool.products.appending(path: "libKillSwitch.so")

    /// The library is named without its folder: LD_PRELOAD can't say a path with a space.
    private static func armed(_ order: [String: String]) throws -> [String: String] {
        try #require(FileManager.default.fileExists(atPath: library.path), "\(library.path) is missing: swift build --build-tests makes it")
        let others = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ":" + $0 } ?? ""
        return order.merging(["LD_PRELOAD": library.lastPathComponent, "LD_LIBRARY_PATH": Tool.products.path + others]) { $1 }
    }
}
