import ArgumentParser
import LibraryEngine

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: say("Brings assets back from Recently Deleted."),
        discussion: say(
            """
            EXAMPLES:
              photos restore 8A6B2C40
              photos restore --trashed
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions
    @OptionGroup var selection: AssetSelection

    func run() throws {
        try run(global) { tool in
            try AssetChange(tool: tool, done: { "Restored \($0)." }).run(selection) { transaction, ids in
                let trashed = try transaction.reader.assets(ids: ids).compactMap { $0 }.filter(\.isTrashed).map(\.id)
                try transaction.restore(trashed)
                return trashed.count
            }
        }
    }
}
