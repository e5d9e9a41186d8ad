import ArgumentParser
import LibraryEngine

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Reads every file of the library again and compares it with what was recorded when it came in.",
        discussion: """
            Reports missing, damaged and unknown files, and referenced ones whose disk is not mounted. Nothing of yours is ever changed: \
            --repair only makes lost thumbnails and previews again, gives the room of replaced ones back, and finds referenced files that \
            were moved within their folder. \
            Exit status 0 means that everything is as it came in.

            EXAMPLES:
              photos verify
              photos verify --repair --json
            """)

    @OptionGroup(title: "For every command") var global: GlobalOptions

    @Flag(help: "Make again what can be made again, and look for moved files.")
    var repair = false

    func run() throws {
        try run(global) { tool in
            let started = monotonicSeconds()
            let library = try tool.openLibrary()
            let bar = ProgressReporter(tool.console)
            let report = try Interruption.patiently {
                defer { bar.finish() }
                return try library.verify(repair: repair, progress: { progress in
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
}
