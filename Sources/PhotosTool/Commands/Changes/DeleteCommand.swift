import ArgumentParser
import LibraryEngine

struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: say("Moves assets to Recently Deleted."),
        discussion: say(
            """
            `photos restore` brings them back. They stay there with their files for 30 days; a week after that the library removes them for \
            good, by itself, when it is opened. `photos purge` does so at once.

            EXAMPLES:
              photos delete 8A6B2C40
              photos delete --where 'mediaType == 2 AND duration < 1'
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions
    @OptionGroup var selection: AssetSelection

    func validate() throws {
        if selection.filter.trashed {
            throw wrongUsage("What --trashed selects is in Recently Deleted already. `photos purge` removes it for good, `photos restore` brings it back.")
        }
    }

    func run() throws {
        try run(global) { tool in
            try AssetChange(tool: tool, done: { "Moved to Recently Deleted: \($0)." }).run(selection) { transaction, ids in
                let living = try transaction.reader.assets(ids: ids).compactMap { $0 }.filter { !$0.isTrashed }.map(\.id)
                try transaction.delete(living)
                return living.count
            }
        }
    }
}
