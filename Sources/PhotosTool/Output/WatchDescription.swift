import Descriptions
import LibraryEngine
import PhotoModel
import Support

/// A watched folder, for a person and for a program.
struct WatchDescription {
    private let watched: WatchedFolder
    private let status: WatchStatus?

    init(_ watched: WatchedFolder, _ library: PhotoLibrary) {
        (self.watched, status) = (watched, library.watchStatus(of: watched))
    }

    /// What keeps it from being watched, or files from coming in.
    var problem: String? { (status?.absence ?? status?.trouble).map { DisplayText.safe(EngineText.translated($0)) } }

    /// - Parameter width: columns of the terminal; `nil` where the lines don't go to one.
    static func table(_ watches: [WatchDescription], width: Int? = nil) -> [String] {
        var table = Table(
            [
                .init(title: "Watch"), .init(title: "Folder", limit: 80, mayShrink: true), .init(title: "Files", isNumber: true), .init(title: "Originals"),
                .init(title: "Noticed", limit: 60, mayShrink: true, mayBeLeftOut: true),
            ], width: width)
        return table.lines(watches.map(\.row))
    }

    private var row: [String] {
        [
            IdentifierText.short(watched.id), DisplayText.safe(watched.folder.display), status.map { Quantity.grouped($0.files) } ?? "–",
            watched.storage == .copy ? say("copied") : say("referenced"), noticed,
        ]
    }

    private var noticed: String {
        guard let status else { return "–" }
        if status.absence != nil { return say("not there") }
        guard let interval = status.passInterval, let seconds = status.passSeconds else { return say("at once") }
        return say("every \(Quantity.duration(interval)), which takes \(Quantity.duration(seconds))")
    }

    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.field("id", watched.id.uuidString)
            json.field("folder", watched.path)
            json.field("storage", watched.storage.rawValue)
            json.field("album", watched.album)
            json.field("added", date: watched.added)
            json.field("folders", status?.folders)
            json.field("files", status?.files)
            json.field("waiting", status?.waiting)
            json.field("kernelFolders", status?.watchedFolders)
            json.field("passSeconds", status?.passSeconds)
            json.field("passInterval", status?.passInterval)
            json.field("looked", date: status?.looked)
            json.field("problem", status?.absence ?? status?.trouble)
        }
        return json.text
    }

    /// Says what a step of watching did.
    static func tell(_ told: WatchStep.Told, _ tool: ToolContext) {
        let folder = DisplayText.safe(told.folder.folder.display), summary = ImportSummary(told.report, isDryRun: false)
        guard !tool.wantsJSON else {
            try? tool.console.resultLine(json(told))
            return
        }
        for problem in told.problems { tool.console.problem(Sentence(verbatim: DisplayText.safe(EngineText.translated(problem)))) }
        for line in summary.problems { tool.console.problem(Sentence(verbatim: line)) }
        if told.report.found > 0 { try? tool.console.resultLine("\(folder): \(summary.line)") }
        var lines: [String] = []
        if told.moved > 0 { lines.append(say("\(counted: told.moved, "moved file") found again.")) }
        if told.missing > 0 { lines.append(say("\(counted: told.missing, "file") gone; what refers to them is marked, and stays.")) }
        for line in lines { try? tool.console.resultLine("\(folder): \(line)") }
    }

    private static func json(_ told: WatchStep.Told) -> String {
        var json = JSONWriter()
        json.object { json in
            json.field("folder", told.folder.path)
            json.field("imported", told.report.imported)
            json.field("attached", told.report.attached)
            json.field("duplicates", told.report.duplicates)
            json.field("skipped", told.report.skipped)
            json.field("moved", told.moved)
            json.field("missing", told.missing)
            json.array("failed") { json in
                for failure in told.report.failed {
                    json.object { json in
                        json.field("path", failure.path)
                        json.field("code", failure.code)
                        json.field("message", failure.message)
                    }
                }
            }
            json.strings("problems", told.problems)
        }
        return json.text
    }
}
