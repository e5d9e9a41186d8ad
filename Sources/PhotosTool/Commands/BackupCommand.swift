import ArgumentParser
import Descriptions
import Foundation
import LibraryEngine

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: say("Takes a checked snapshot of the catalogue, which holds everything but the pictures."),
        discussion: say(
            """
            An open library takes one a day by itself, and keeps the newest two and those of the last 7 days and 4 weeks in its folder \
            database/backups. `photos recover` makes a library whole again from one. The originals are files in the library's folder: copy \
            the whole folder to keep them too. Nothing is ever replaced, and others may use the library meanwhile.

            EXAMPLES:
              photos backup
              photos backup /media/stick
              photos backup ~/catalog.sqlite --json
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: said("A folder, or the name of a new file (default: database/backups in the library).", valueName: "to"), completion: .file())
    var to: String?

    func run() throws {
        try run(global) { tool in
            let library = try tool.openQuietLibrary()
            let bar = ProgressReporter(tool.console)
            let report = try Interruption.patiently {
                defer { bar.finish() }
                return try library.backUp(
                    to: to.map { try ToolContext.folderURL($0) },
                    progress: { done, total in
                        bar.update(found: total, done: done, bytesFound: 0, bytesDone: 0, name: "")
                    }, isCancelled: { Interruption.isRequested })
            }
            guard let report else { throw ToolFailure(.interrupted, "Interrupted: no snapshot was made.") }
            try tool.console.resultLine(tool.wantsJSON ? BackupSummary(report).json : BackupSummary(report).line)
        }
    }
}

/// A snapshot as text and as JSON.
struct BackupSummary {
    let report: BackupReport

    init(_ report: BackupReport) { self.report = report }

    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.field("file", report.file.path)
            json.field("bytes", report.bytes)
            json.field("sha256", report.sha256)
            json.field("assets", report.moment.assetCount)
            json.field("position", report.moment.position.rawValue)
            json.field("lastChange", report.moment.date.map(Timestamp.utc))
        }
        return json.text
    }

    var line: String {
        let path = DisplayText.safe(report.file.path), bytes = Quantity.bytes(report.bytes), count = report.moment.assetCount
        return if let date = report.moment.date.map({ Timestamp.utc($0) }) {
            say("Made \(path): \(counted: count, "asset"), as of its change of \(date), \(bytes), checked, its SHA-256 beside it.")
        } else {
            say("Made \(path): \(counted: count, "asset"), \(bytes), checked, its SHA-256 beside it.")
        }
    }
}
