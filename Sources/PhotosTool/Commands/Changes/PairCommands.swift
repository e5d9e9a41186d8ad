import ArgumentParser
import Descriptions
import LibraryEngine
import PhotoModel

struct PairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: say("Makes a Live Photo of a photo and a video."),
        discussion: say(
            """
            The photo keeps its identifier and all that is known of it. The video goes to Recently Deleted, and its file is the Live Photo's too; \
            `photos unpair` brings it back. No file is changed.

            EXAMPLES:
              photos pair 8A6B2C40 5D1E77F3
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: said("The identifier of a photo.", valueName: "photo"), completion: .assetIdentifiers)
    var photo: String

    @Argument(help: said("The identifier of a video.", valueName: "video"), completion: .assetIdentifiers)
    var video: String

    func run() throws {
        try run(global) { tool in
            let library = try tool.openLibrary()
            try library.performChanges(author: tool.author) { transaction in
                let lookup = AssetLookup(transaction.reader)
                try transaction.pair(lookup.asset(photo).id, with: lookup.asset(video).id)
            }
            try tool.reportChange("Made a Live Photo.")
        }
    }
}

struct UnpairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpair",
        abstract: say("Makes a photo and a video of a Live Photo."),
        discussion: say(
            """
            The video is the one it was before `photos pair`, as long as that is in Recently Deleted, and else a new one. No file is changed.

            EXAMPLES:
              photos unpair 8A6B2C40
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: said("The identifier of a Live Photo.", valueName: "id"), completion: .assetIdentifiers)
    var id: String

    func run() throws {
        try run(global) { tool in
            let library = try tool.openLibrary()
            let record = try library.read { try AssetLookup($0).asset(id) }
            let prepared = try library.prepareSeparation(of: record)
            let video = try library.performChanges(author: tool.author) { transaction in
                let video = try transaction.separate(record.id, prepared)
                return try transaction.reader.asset(id: video)
            }
            guard tool.wantsJSON else { return try tool.reportChange("The video is \(video.map { IdentifierText.short($0.uuid) } ?? "").") }
            var json = JSONWriter()
            json.object { json in
                json.field("changed", 1)
                json.field("video", video.map { LocalIdentifier.asset($0.uuid) })
            }
            try tool.console.resultLine(json.text)
        }
    }
}
