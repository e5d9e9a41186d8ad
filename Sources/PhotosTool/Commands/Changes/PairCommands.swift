import ArgumentParser
import Descriptions
import LibraryEngine
import PhotoModel

struct PairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: say("Makes one asset of a photo and a video, or of a photo and its RAW."),
        discussion: say(
            """
            A photo and a video become a Live Photo; a JPEG or HEIC and a RAW, in any order, become a pair whose original is the JPEG or HEIC. The photo keeps its \
            identifier and all that is known of it. The video or RAW goes to Recently Deleted, and its file is the photo's too; `photos unpair` brings it back. \
            No file is changed.

            EXAMPLES:
              photos pair 8A6B2C40 5D1E77F3
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: said("The identifier of a photo.", valueName: "photo"), completion: .assetIdentifiers)
    var photo: String

    @Argument(help: said("The identifier of a video, or of the photo's RAW.", valueName: "other"), completion: .assetIdentifiers)
    var other: String

    func run() throws {
        try run(global) { tool in
            let library = try tool.openLibrary()
            let joined = try library.performChanges(author: tool.author) { transaction in
                let lookup = AssetLookup(transaction.reader)
                return try transaction.pair(lookup.asset(photo).id, with: lookup.asset(other).id)
            }
            if joined.part == .alternatePhoto { try tool.reportChange("Joined the photo and its RAW.") } else { try tool.reportChange("Made a Live Photo.") }
        }
    }
}

struct UnpairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpair",
        abstract: say("Makes two assets of a Live Photo, or of a photo and its RAW."),
        discussion: say(
            """
            The video or RAW is the one it was before `photos pair`, as long as that is in Recently Deleted, and else a new one. A Live Photo that has its RAW beside it \
            loses its video first. No file is changed.

            EXAMPLES:
              photos unpair 8A6B2C40
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: said("The identifier of a Live Photo, or of a photo with its RAW.", valueName: "id"), completion: .assetIdentifiers)
    var id: String

    func run() throws {
        try run(global) { tool in
            let library = try tool.openLibrary()
            let record = try library.read { try AssetLookup($0).asset(id) }
            let prepared = try library.prepareSeparation(of: record)
            let half = try library.performChanges(author: tool.author) { transaction in
                let half = try transaction.separate(record.id, prepared)
                return try transaction.reader.asset(id: half)
            }
            let isRaw = prepared.part == .alternatePhoto, short = half.map { IdentifierText.short($0.uuid) } ?? ""
            guard tool.wantsJSON else {
                if isRaw { return try tool.reportChange("The RAW is \(short).") }
                return try tool.reportChange("The video is \(short).")
            }
            var json = JSONWriter()
            json.object { json in
                json.field("changed", 1)
                json.field(isRaw ? "raw" : "video", half.map { LocalIdentifier.asset($0.uuid) })
            }
            try tool.console.resultLine(json.text)
        }
    }
}
