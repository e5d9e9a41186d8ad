import ArgumentParser
import Descriptions
import LibraryEngine
import Query

struct AssetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assets",
        abstract: say("Lists assets."),
        discussion: say(
            """
            FORMAT is what NSPredicate(format:) takes. The keys are those of PHAsset: creationDate, modificationDate, mediaType (1 image, \
            2 video), mediaSubtypes (8 is a Live Photo), duration, pixelWidth, pixelHeight, favorite, hidden, burstIdentifier, \
            localIdentifier. Without --sort the oldest comes first; in an album, the album's own order holds. Of a burst only the photo that \
            stands for it is listed, and those that were picked; --bursts lists all.

            EXAMPLES:
              photos assets --where 'favorite == YES' --sort creationDate:desc --limit 20
              photos assets --where 'mediaType == 1 AND (mediaSubtypes & 8) != 0' --json
              photos assets --album 'Best of 2023'
              photos assets --album screenshots --where 'pixelWidth > 2000'
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions
    @OptionGroup var filter: AssetFilter

    @Option(help: said("Order by a key, smallest first, or largest first with :desc. Further ones order what is equal.", valueName: "key[:desc]"))
    var sort: [String] = []

    @Option(parsing: .unconditional, help: said("No more than this many; 0 is all.", valueName: "n"))
    var limit = 0

    func validate() throws {
        if limit < 0 { throw wrongUsage("--limit must be 0 or more.") }
    }

    func run() throws {
        try run(global) { tool in
            let library = try tool.openLibrary()
            let (ids, frames) = try library.read { reader in
                var query = try filter.query(in: reader)
                query.sort = try sort.map(FormatText.sortKey)
                query.limit = limit
                return try FormatText.showingPlace(in: filter.format) {
                    let ids = try reader.assetIDs(query)
                    let isTold = limit == 0 && !tool.wantsJSON && !tool.console.isQuiet
                    return (ids, isTold ? try query.more(with: \.includesAllBursts, than: ids.count, reader) : 0)
                }
            }
            if ids.isEmpty { tool.console.note("No assets match.") }
            var list = AssetList(tool)
            // Row ids are held, records never more than a batch: a million assets print in the memory of a few hundred.
            try AssetBatches(library).forEach(ids, withResources: tool.wantsJSON) { try list.print($0) }
            try tool.console.flush()
            if frames > 0 { tool.console.note("Not listed: \(counted: frames, "more photo") of bursts. --bursts lists these, too.") }
        }
    }
}

/// Prints assets, batch by batch.
struct AssetList {
    private let tool: ToolContext
    private var json = JSONWriter()
    private var table: AssetTable

    init(_ tool: ToolContext) {
        self.tool = tool
        table = AssetTable(width: tool.console.resultWidth)
    }

    mutating func print(_ batch: [AssetDescription]) throws {
        if tool.wantsJSON {
            for asset in batch {
                asset.write(to: &json)
                json.newline()
            }
            try tool.console.result(json.bytes)
            json.removeAll()
        } else {
            for line in table.lines(batch.map(\.record)) { try tool.console.resultLine(line) }
        }
    }
}
