import ArgumentParser
import Descriptions
import Foundation
import LibraryEngine

struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: say("Takes back what `photos edit` or the gallery changed of many at once."),
        discussion: say(
            """
            Without an identifier the last change is taken back, whoever made it. What somebody changed since stays as it is, and is named. The last \
            50 changes can be taken back, also after a restart.

            EXAMPLES:
              photos undo
              photos undo --list
              photos undo 5F1C
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions
    @Argument(help: said("A change, by the first four characters of its identifier or more.", valueName: "change")) var change: String?
    @Flag(help: said("Only list what can be taken back, the last first."))
    var list = false

    func validate() throws {
        if list, change != nil { throw wrongUsage("--list shows all; leave out the change.") }
    }

    func run() throws {
        try run(global) { tool in
            let library = try tool.openLibrary(), entries = try library.undoEntries()
            if list { return try show(entries.reversed(), tool) }
            guard let entry = try chosen(entries) else { throw ToolFailure(.badInput, "There is nothing to take back.") }
            let now = library.environment.now()
            let result = try library.performChanges(author: tool.author) { try $0.undo(entry.id, at: now) }
            try BulkOutput(tool).tell(result)
            if result.leftCount > 0 || result.gone > 0 { throw ToolFailure.someFailed }
        }
    }

    private func chosen(_ entries: [UndoEntry]) throws -> UndoEntry? {
        guard let change else { return entries.last }
        let found: [UndoEntry] =
            switch IdentifierText(change) {
            case .whole(let uuid): entries.filter { $0.id == uuid }
            case .prefix(let prefix): entries.filter { $0.id.uuidString.hasPrefix(prefix) }
            case nil: []
            }
        guard let entry = found.first else {
            throw ToolFailure(.badInput, "There is no change \(DisplayText.safe(change)) to take back. `photos undo --list` shows those there are.")
        }
        guard found.count == 1 else { throw ToolFailure(.badInput, "\(DisplayText.safe(change)) is the beginning of more than one identifier. Give more of it.") }
        return entry
    }

    private func show(_ entries: [UndoEntry], _ tool: ToolContext) throws {
        guard !tool.wantsJSON else {
            for entry in entries {
                var json = JSONWriter()
                json.object { json in
                    json.field("id", entry.id.uuidString)
                    json.field("date", date: entry.date)
                    json.field("author", entry.author)
                    json.field("count", entry.count)
                    json.strings("fields", entry.fields.map(\.rawValue))
                }
                try tool.console.resultLine(json.text)
            }
            return
        }
        guard !entries.isEmpty else { return tool.console.note("There is nothing to take back.") }
        var table = Table(
            [
                .init(title: "Change"), .init(title: "When"), .init(title: "Assets", isNumber: true), .init(title: "What", limit: 60, mayShrink: true),
                .init(title: "By", limit: 30, mayShrink: true, mayBeLeftOut: true),
            ], width: tool.console.resultWidth)
        let rows = entries.map { entry in
            [
                IdentifierText.short(entry.id), Timestamp.taken(entry.date, offset: nil), Quantity.grouped(entry.count),
                entry.fields.map(BulkOutput.name).joined(separator: say(", ")), entry.author,
            ]
        }
        for line in table.lines(rows) { try tool.console.resultLine(line) }
    }
}
