import ArgumentParser
import LibraryEngine

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: say("Puts files and folders into the library; makes the library if there is none."),
        discussion: say(
            """
            Originals are cloned or copied in and never changed. What the library already has is not imported twice, so running the \
            same import again continues where an interrupted one stopped. The two halves of a Live Photo, RAW and JPEG of one shot, \
            edits (.AAE) and sidecars (.xmp) come together as one asset.

            Photo libraries and archives are left out, and each is named with what can be done. Of a Google Takeout that was unpacked the photos \
            come in; the JSON files beside them are not read yet.

            First all files come in, then their thumbnails are made, the newest first. Ctrl-C stops after the files at hand; what is committed stays, and \
            thumbnails that are missing then are made by the next import, by 'photos serve', or when somebody looks at the photo.

            EXAMPLES:
              photos import ~/Pictures/Holiday /media/card/DCIM
              photos import ~/Scans --album 'Grandmother' --reference
              photos import ~/Pictures --dry-run --json
            """))

    enum Storage: String, EnumerableFlag {
        case copy, link, reference

        var mode: StorageMode {
            switch self {
            case .copy: .copy
            case .link: .link
            case .reference: .reference
            }
        }

        static func help(for value: Storage) -> ArgumentHelp? {
            switch value {
            case .copy: said("Clone the files where the file system can, else copy them.")
            case .link: said("Hard-link the files: no space is used, but both names show later changes of either.")
            case .reference: said("Leave the files where they are and remember where; they must stay there.")
            }
        }
    }

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: said("Files and folders, with everything in them.", valueName: "path"), completion: .file())
    var paths: [String]

    @Flag(exclusivity: .exclusive) var storage: Storage = .copy

    @Option(help: said("Add what is imported to the album of this title; makes it if there is none.", valueName: "title"), completion: .albumTitles)
    var album: String?

    @Flag(name: .customLong("dry-run"), help: said("Only report what would be imported."))
    var dryRun = false

    func run() throws {
        try run(global) { tool in
            // A slip in a path would leave a library behind that nobody wanted.
            var made: PhotoLibrary?
            defer { if let made { tool.discardIfEmpty(made) } }
            let report: ImportReport
            do {
                report = try Interruption.patiently { try importPaths(tool, &made) }
            } catch let error as ImportError {
                // A full disk ends an import in its middle: what was committed stays, so it is told as well.
                if let report = error.report, report.found > 0 { try print(report, tool) }
                throw error
            }
            try print(report, tool)
            if report.isCancelled { throw ToolFailure.interrupted }
            if report.failed.isEmpty { return }
            // Nothing that was named exists: that is no import with failures, but a slip in the command.
            let nothingThere = report.found == report.failed.count && report.failed.allSatisfy { $0.code == "missing" && paths.contains($0.path) }
            throw nothingThere ? ToolFailure(.badInput, "") : .someFailed
        }
    }

    private func importPaths(_ tool: ToolContext, _ made: inout PhotoLibrary?) throws -> ImportReport {
        if !dryRun { return try importPaths(into: try openOrMakeLibrary(tool, &made), tool) }
        do {
            return try importPaths(into: try tool.openLibrary(), tool)
        } catch let error as LibraryError where error.code == .notFound {
            // A trial makes no library either.
            return try tool.withTemporaryLibrary { try importPaths(into: $0, tool) }
        }
    }

    /// Says where the library is the first time: often nobody has chosen a place yet.
    private func openOrMakeLibrary(_ tool: ToolContext, _ made: inout PhotoLibrary?) throws -> PhotoLibrary {
        do {
            return try tool.openLibrary()
        } catch let error as LibraryError where error.code == .notFound {
            let library = try tool.openOrCreateLibrary()
            made = library
            tool.console.note("Made the library \(DisplayText.safe(library.url.path)).")
            return library
        }
    }

    private func importPaths(into library: PhotoLibrary, _ tool: ToolContext) throws -> ImportReport {
        var options = library.importOptions
        options.storage = storage.mode
        options.albumTitle = album
        options.author = tool.author
        options.dryRun = dryRun
        let bar = ProgressReporter(tool.console), pictureBar = ProgressReporter(tool.console)
        defer { bar.finish() }
        return try library.importer(options).run(
            paths,
            progress: { progress in
                if let pictures = progress.pictures {
                    return pictureBar.update(found: pictures.found, done: pictures.done, bytesFound: 0, bytesDone: 0, name: say("making thumbnails"))
                }
                bar.update(
                    found: progress.found, done: progress.done, bytesFound: progress.bytesFound, bytesDone: progress.bytesDone,
                    isCountComplete: progress.isCountComplete, name: progress.currentName)
            }, isCancelled: { Interruption.isRequested })
    }

    private func print(_ report: ImportReport, _ tool: ToolContext) throws {
        let summary = ImportSummary(report, isDryRun: dryRun)
        if tool.wantsJSON {
            try tool.console.resultLine(summary.json)
        } else {
            for line in summary.problems { tool.console.problem(Sentence(verbatim: line)) }
            for remark in summary.remarks { tool.console.note(remark) }
            try tool.console.resultLine(summary.line)
        }
    }
}
