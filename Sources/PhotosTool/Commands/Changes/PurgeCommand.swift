import ArgumentParser
import Descriptions
import Foundation
import LibraryEngine

struct PurgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: say("Removes assets in Recently Deleted for good, with their files."),
        discussion: say(
            """
            This can't be undone. What has been in Recently Deleted for 30 days and a week is removed like this by itself, when the library is opened. Only what is in Recently Deleted can be purged, and bytes that another asset needs stay. Referenced \
            originals, which lie in a folder of yours, are forgotten and not removed. --all asks first; a script says --yes.

            EXAMPLES:
              photos purge 8A6B2C40
              photos purge --expired
              photos purge --all --yes
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: said("Identifiers of assets in Recently Deleted.", valueName: "id"))
    var ids: [String] = []

    @Flag(help: said("What has been in Recently Deleted for 30 days or more."))
    var expired = false

    @Flag(help: said("Everything in Recently Deleted."))
    var all = false

    @Flag(help: said("Do not ask whether everything shall go."))
    var yes = false

    func validate() throws {
        guard [!ids.isEmpty, expired, all].count(where: { $0 }) == 1 else {
            throw wrongUsage("Say what to purge: identifiers, --expired or --all, one of these.")
        }
    }

    func run() throws {
        try run(global) { tool in
            let library = try tool.openLibraryMakingRoom()
            if all, !yes { try confirm(library, tool) }
            let count = try library.performChanges(author: tool.author) { transaction in
                let chosen = try ids.isEmpty ? trashed(in: transaction) : named(in: transaction)
                try transaction.purge(chosen)
                return chosen.count
            }
            try AssetChange(tool: tool, done: { "Purged \($0)." }).report(count)
        }
    }

    private func confirm(_ library: PhotoLibrary, _ tool: ToolContext) throws {
        let count = try library.read { try $0.assetCount(.init(scope: .trash)) }
        guard count > 0 else { return }
        let what = Quantity.counted(count, "asset")
        guard let answer = tool.console.answer(to: "Remove \(what) in Recently Deleted for good, files included? [y/N] ") else {
            throw ToolFailure(.usage, "--all would remove \(what) for good, files included. Add --yes to say that this is wanted.")
        }
        guard Console.isYes(answer) else { throw ToolFailure(.interrupted, "Nothing was removed.") }
    }

    private func trashed(in transaction: LibraryTransaction) throws -> [Int64] {
        guard expired else { return Array(try transaction.reader.assetIDs(.init(scope: .trash))) }
        return try transaction.reader.assetIDs(trashedBefore: Date().timeIntervalSinceReferenceDate - PhotoLibrary.trashPeriod)
    }

    private func named(in transaction: LibraryTransaction) throws -> [Int64] {
        let lookup = AssetLookup(transaction.reader)
        return try Set(
            ids.map { text in
                let asset = try lookup.asset(text)
                guard asset.isTrashed else {
                    throw ToolFailure(
                        .badInput,
                        "\(DisplayText.safe(asset.filename)) (\(IdentifierText.short(asset.uuid))) is not in Recently Deleted. "
                            + "Move it there with `photos delete` first.")
                }
                return asset.id
            }
        ).sorted()
    }
}
