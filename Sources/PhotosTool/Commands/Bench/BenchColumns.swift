import ArgumentParser
import Foundation
import LibraryEngine
import PhotoModel
import Query

struct BenchColumns: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "columns",
        abstract: """
            Predicates, sorts, timelines and counts over the columns beside the catalogue, and the same through SQL; the best of several runs.
            """)

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Option(help: ArgumentHelp("Runs of each fetch over columns, of which the best counts.", valueName: "n"))
    var runs = 9

    @Option(help: ArgumentHelp("Runs of each fetch through SQL; 0 leaves SQL out.", valueName: "n"))
    var sqlRuns = 2

    func validate() throws {
        guard (1...1000).contains(runs) else { throw wrongUsage("--runs must be from 1 to 1000.") }
        guard (0...1000).contains(sqlRuns) else { throw wrongUsage("--sql-runs must be from 0 to 1000.") }
    }

    func run() throws {
        try run(global) { tool in
            let library = try tool.openQuietLibrary()
            // Without kept results, so that each run is a run.
            let columns = try library.reopened { $0.keepsResults = false }
            defer { columns.close() }
            let sql = try library.reopened { ($0.keepsResults, $0.usesColumns) = (false, false) }
            defer { sql.close() }
            guard columns.updateColumns() else {
                throw ToolFailure(.badInput, "The library has no columns and none could be made; is its folder writable?")
            }
            for (name, query) in try Self.queries() {
                try measure(name, tool, columns, sql) { _ = try $0.assetIDs(query) }
            }
            try measure("buckets.day", tool, columns, sql) { _ = try $0.assetBuckets(AssetQuery(), by: .day) }
            try measure("buckets.month", tool, columns, sql) { _ = try $0.assetBuckets(AssetQuery(), by: .month) }
            for album in SmartAlbum.offered {
                try measure("count.\(album.subtype.rawValue)", tool, columns, sql) { _ = try $0.smartAlbumCount(album.subtype) }
            }
        }
    }

    private func measure(_ name: String, _ tool: ToolContext, _ columns: PhotoLibrary, _ sql: PhotoLibrary, _ work: (LibraryReader) throws -> Void) throws {
        let best = try Stopwatch.best(of: runs) { try columns.read(work) }
        try tool.console.resultLine(Measurement(name: "columns." + name, value: best, unit: "ms").json)
        guard sqlRuns > 0 else { return }
        let slow = try Stopwatch.best(of: sqlRuns) { try sql.read(work) }
        try tool.console.resultLine(Measurement(name: "sql." + name, value: slow, unit: "ms").json)
    }

    private static let predicates = [
        ("all", "TRUEPREDICATE"), ("favorites", "favorite == YES"), ("videos", "mediaType == 2"), ("images", "mediaType == 1"),
        ("subtype", "(mediaSubtypes & 8) != 0"), ("subtypes", "(mediaSubtypes & 12) != 0"),
        ("month", "creationDate >= \"2019-05-01\" AND creationDate < \"2019-06-01\""), ("since", "creationDate >= \"2019-05-01\""),
        ("modified", "modificationDate > \"2019-05-01\""), ("edited", "modificationDate > creationDate"), ("long", "duration > 30"),
        ("upright", "pixelHeight > pixelWidth"), ("ratio", "pixelWidth / pixelHeight == 1"), ("square", "pixelWidth ** 2 > 9000000"),
        ("stars", "rating * pixelWidth > 9000"), ("minutes", "duration / 60 > 0.5"), ("megapixels", "pixelWidth * pixelHeight >= 12000000"),
        ("widths", "pixelWidth IN {1920, 3024, 4000}"), ("burst", "burstIdentifier != nil"),
        ("either", "favorite == YES OR duration > 30 OR (mediaSubtypes & 4) != 0"),
        ("four", "mediaType == 2 AND favorite == NO AND duration BETWEEN {1, 20} AND modificationDate != nil"),
    ]

    private static let sorts = ["modificationDate", "duration", "pixelWidth", "favorite", "mediaType"]

    private static func queries() throws -> [(String, AssetQuery)] {
        var queries: [(String, AssetQuery)] = []
        for (name, format) in predicates {
            let predicate = try Query.Predicate(format: format)
            queries.append((name, AssetQuery(predicate: predicate, sort: [SortKey("creationDate")])))
            queries.append((name + ".newest", AssetQuery(predicate: predicate, sort: [SortKey("creationDate", ascending: false)])))
        }
        for key in sorts { queries.append(("sort." + key, AssetQuery(sort: [SortKey(key, ascending: false)]))) }
        queries.append(("sort.two", AssetQuery(sort: [SortKey("favorite", ascending: false), SortKey("creationDate")])))
        return queries
    }
}
