import ArgumentParser
import Foundation
import LibraryEngine
import Query

struct BenchFetch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Fetches from the library: everything, favorites, videos, a subtype, a month, the largest album; the best of several runs.")

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Option(help: ArgumentHelp("Runs of each fetch, of which the best counts.", valueName: "n"))
    var runs = 5

    func validate() throws {
        guard (1...1000).contains(runs) else { throw wrongUsage("--runs must be from 1 to 1000.") }
    }

    func run() throws {
        try run(global) { tool in
            let library = try tool.openQuietLibrary()
            // Keeps no results, so that each run is a run.
            let other = try library.reopened { $0.keepsResults = false }
            defer { other.close() }
            for (name, query) in try queries(other) {
                try print(try time(query, name: "fetch." + name, other), tool)
            }
            try print(try first100(other), tool)
            try print(try again(library), tool)
            try print(try bytes(other), tool)
            for measurement in BenchPhotoKit(library, runs: runs).measurements() { try print(measurement, tool) }
        }
    }

    private func print(_ measurement: Measurement, _ tool: ToolContext) throws { try tool.console.resultLine(measurement.json) }

    private func queries(_ library: PhotoLibrary) throws -> [(String, AssetQuery)] {
        let byDate = [SortKey("creationDate")]
        func matching(_ format: String, _ arguments: [QueryValue] = []) throws -> AssetQuery {
            AssetQuery(predicate: try Query.Predicate(format: format, arguments: arguments), sort: byDate)
        }
        var queries = [
            ("all", AssetQuery(sort: byDate)), ("favorites", try matching("favorite == YES")), ("videos", try matching("mediaType == 2")),
            ("subtype", try matching("(mediaSubtypes & 8) != 0")),
        ]
        if let month = try month(library) {
            queries.append(("month", try matching("creationDate >= %@ AND creationDate < %@", [.date(month.start), .date(month.end)])))
        }
        if let album = try library.read({ try $0.collections(CollectionQuery(kind: .album)) }).max(by: { $0.count < $1.count }) {
            queries.append(("album", AssetQuery(scope: .album(album.id), sort: byDate)))
        }
        return queries
    }

    /// The month around the median of all dates: a typical one, whatever the library.
    private func month(_ library: PhotoLibrary) throws -> (start: Double, end: Double)? {
        let date = try library.read { reader -> Double? in
            let ids = try reader.assetIDs(AssetQuery(sort: [SortKey("creationDate")]))
            return ids.isEmpty ? nil : try reader.asset(id: ids[ids.count / 2])?.creationDate
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        guard let date, let interval = calendar.dateInterval(of: .month, for: Date(timeIntervalSinceReferenceDate: date)) else { return nil }
        return (interval.start.timeIntervalSinceReferenceDate, interval.end.timeIntervalSinceReferenceDate)
    }

    // MARK: Figures

    private func time(_ query: AssetQuery, name: String, _ library: PhotoLibrary) throws -> Measurement {
        let best = try best { try library.read { _ = try $0.assetIDs(query) } }
        return Measurement(name: name, value: best, unit: "ms", sql: try library.read { try $0.statement(of: query) })
    }

    /// Records of the first screen, once the result is there.
    private func first100(_ library: PhotoLibrary) throws -> Measurement {
        let ids = try library.read { try $0.assetIDs(AssetQuery(sort: [SortKey("creationDate", ascending: false)])) }.prefix(100)
        return Measurement(name: "fetch.first100", value: try best { try library.read { _ = try $0.assets(ids: ids) } }, unit: "ms")
    }

    /// The same fetch again while nothing has changed.
    private func again(_ library: PhotoLibrary) throws -> Measurement {
        let query = AssetQuery(sort: [SortKey("creationDate")])
        _ = try library.read { try $0.assetIDs(query) }
        return Measurement(name: "fetch.again", value: try best { try library.read { _ = try $0.assetIDs(query) } }, unit: "ms")
    }

    /// What a result of everything holds, per asset: the whole of its storage, slack included.
    private func bytes(_ library: PhotoLibrary) throws -> Measurement {
        let ids = try library.read { try $0.assetIDs(AssetQuery(sort: [SortKey("creationDate")])) }
        let held = Double(ids.capacity * MemoryLayout<Int64>.stride + 32)
        return Measurement(name: "fetch.bytes", value: held / Double(max(1, ids.count)), unit: "bytes")
    }

    private func best(_ work: () throws -> Void) rethrows -> Double { try Stopwatch.best(of: runs, work) }
}
