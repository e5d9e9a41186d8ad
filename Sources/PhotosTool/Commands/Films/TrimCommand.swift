import ArgumentParser
import LibraryEngine
import PhotoModel

struct TrimCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trim",
        abstract: say("Shows a part of a video instead of the whole."),
        discussion: say(
            """
            The original stays as it came, and the whole is shown again with `none`. Frames are copied, not encoded anew: the part begins exactly \
            where you say, and may end a few frames later.

            EXAMPLES:
              photos trim 8A6B2C40 1.5-4
              photos trim 8A6B2C40 none
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: said("The identifier of a video.", valueName: "id"), completion: .assetIdentifiers)
    var id: String

    @Argument(help: said("From which second to which, such as 1.5-4, or none.", valueName: "part"))
    var part: PartArgument

    func run() throws {
        try run(global) { tool in
            let library = try tool.openLibrary()
            let record = try library.read { try AssetLookup($0).asset(id) }
            let prepared = try prepare(record, library, tool)
            guard try library.performChanges(author: tool.author, { try $0.perform(prepared, on: record.id) }) else {
                return try tool.reportChange("Changed nothing.", count: 0)
            }
            try tool.reportChange("Changed \(counted: 1, "asset").")
        }
    }

    private func prepare(_ record: AssetRecord, _ library: PhotoLibrary, _ tool: ToolContext) throws -> PreparedAdjustments {
        let progress = AssetProgress(ProgressReporter(tool.console), total: 1)
        defer { progress.finish() }
        return try ResourceAccess(library, network: progress.network(DisplayText.safe(record.filename))).editing(record) { () -> PreparedAdjustments in
            switch part {
            case .part(let trim): try library.prepareTrimming(library.trimState(of: record), to: trim, by: tool.author)
            case .none: try library.prepareRevertingAdjustments(of: record)
            }
        }
    }
}

/// A part of a video as it is typed.
enum PartArgument: ExpressibleByArgument {
    case part(VideoTrim)
    case none

    init?(argument: String) {
        if argument == "none" {
            self = .none
            return
        }
        let numbers = argument.split(separator: "-", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let start = numbers[0], let end = numbers[1], start.isFinite, end.isFinite, start >= 0, start < end else { return nil }
        self = .part(VideoTrim(start: start, end: end))
    }
}
