import ArgumentParser
import Foundation
import Glibc
import LibraryEngine

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: say("Reads everything in the library again and compares it with what was recorded."),
        discussion: say(
            """
            Reports missing, damaged and unknown files, referenced ones whose disk is not mounted, and a catalogue, a snapshot of it, or \
            thumbnails that are not what was written. No original is ever changed: --repair makes again what can be made again, gives the room of \
            replaced thumbnails back, finds referenced files that were moved within their folder, and puts good copies that it finds with \
            --from in the place of lost and damaged originals. What lay there goes to the library's folder damaged. \
            Exit status 0 means that everything is as it came in.

            EXAMPLES:
              photos verify
              photos verify --repair --json
              photos verify --repair --from /media/backup
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Flag(help: said("Make again what can be made again, and look for moved files."))
    var repair = false

    @Option(help: said("With --repair: a folder with good copies of originals, found by size and hash.", valueName: "folder"), completion: .directory)
    var from: String?

    func validate() throws {
        guard from == nil || repair else { throw wrongUsage("--from says where good copies are, and needs --repair to use them.") }
    }

    func run() throws {
        try run(global) { tool in
            let started = monotonicSeconds()
            let library = try tool.openLibrary()
            let copies = try from.map(Self.folder)
            let bar = ProgressReporter(tool.console)
            let report = try Interruption.patiently {
                defer { bar.finish() }
                return try library.verify(
                    repair: repair, copies: copies,
                    progress: { progress in
                        bar.update(found: progress.total, done: progress.done, bytesFound: 0, bytesDone: progress.bytes, name: "")
                    }, isCancelled: { Interruption.isRequested })
            }
            let summary = VerifySummary(report: report, seconds: monotonicSeconds() - started, isComplete: !Interruption.isRequested)
            if tool.wantsJSON {
                try tool.console.resultLine(summary.json)
            } else {
                for line in summary.lines { try tool.console.resultLine(line) }
            }
            if Interruption.isRequested { throw ToolFailure.interrupted }
            if !report.isSound { throw ToolFailure.someFailed }
        }
    }

    /// A folder that is not there has no good copies, which says nothing of the library.
    private static func folder(_ path: String) throws(ToolFailure) -> URL {
        let url = try ToolContext.folderURL(path)
        let handle = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else {
            throw ToolFailure(.badInput, "\(DisplayText.safe(path)) can't be read as a folder: \(describe(errno: errno)). Name the folder with good copies with --from.")
        }
        close(handle)
        return url
    }
}
