import ArgumentParser
import LibraryEngine

struct BurstCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "burst",
        abstract: say("Picks photos of bursts, keeps only those, and makes bursts by hand."),
        discussion: say(
            """
            A picked photo is shown beside the others of the library; the earliest one stands for its burst. `photos show` says how to list all \
            photos of a burst. A burst that is made by hand changes no file; the XMP sidecars of an export tell it to another library.

            EXAMPLES:
              photos burst pick 8A6B2C40 9C01
              photos burst keep 8A6B2C40
              photos burst join 8A6B2C40 9C01 5D1E77F3
            """),
        subcommands: [Pick.self, Unpick.self, Keep.self, Join.self, Leave.self])

    struct Pick: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say("Picks photos of bursts."))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @OptionGroup var selection: AssetSelection

        func run() throws {
            try run(global) { tool in
                try AssetChange(tool: tool, done: { "Picked: \($0)." }).run(selection) { try $0.setPicked(true, $1) }
            }
        }
    }

    struct Unpick: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say("Takes the pick away."))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @OptionGroup var selection: AssetSelection

        func run() throws {
            try run(global) { tool in
                try AssetChange(tool: tool, done: { "Picked no more: \($0)." }).run(selection) { try $0.setPicked(false, $1) }
            }
        }
    }

    struct Keep: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Moves the photos that nobody picked of the bursts of these to Recently Deleted. Hidden ones stay."))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @OptionGroup var selection: AssetSelection

        func run() throws {
            try run(global) { tool in
                try AssetChange(tool: tool, done: { "Moved to Recently Deleted: \($0)." }).run(selection) { transaction, ids in
                    let unpicked = try transaction.reader.unpickedFrames(ofBurstsOf: ids)
                    try transaction.delete(unpicked)
                    return unpicked.count
                }
            }
        }
    }

    struct Join: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say("Makes one burst of photos, and of the bursts that they are of."))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @OptionGroup var selection: AssetSelection

        func run() throws {
            try run(global) { tool in
                try AssetChange(tool: tool, done: { "Joined in a burst: \($0)." }).run(selection) { try $0.joinBurst($1).count }
            }
        }
    }

    struct Leave: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say("Takes photos out of their bursts."))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @OptionGroup var selection: AssetSelection

        func run() throws {
            try run(global) { tool in
                try AssetChange(tool: tool, done: { "Taken out of bursts: \($0)." }).run(selection) { try $0.leaveBurst($1).count }
            }
        }
    }
}

extension LibraryTransaction {
    /// - Returns: how many were picked otherwise before.
    fileprivate func setPicked(_ isPicked: Bool, _ ids: [Int64]) throws -> Int {
        let others = try reader.burstFrames(ids).filter { $0.isBurstPick != isPicked }
        for asset in others { try update(assetID: asset.id) { $0.isBurstPick = isPicked } }
        return others.count
    }
}
