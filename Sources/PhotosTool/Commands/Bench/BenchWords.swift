import ArgumentParser
import Foundation
import LibraryEngine
import PhotoModel
import Query

struct BenchWords: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "words",
        abstract: """
            Searches for words as the gallery asks for them, the best of several runs; what the words take of the catalogue, and of the time to fill one.
            """)

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Option(help: ArgumentHelp("Runs of each search, of which the best counts.", valueName: "n"))
    var runs = 5

    @Option(help: ArgumentHelp("Assets that are put into a new library, which goes at the end.", valueName: "n"))
    var additions = 20_000

    func validate() throws {
        guard (1...1000).contains(runs) else { throw wrongUsage("--runs must be from 1 to 1000.") }
        guard (1...1_000_000).contains(additions) else { throw wrongUsage("--additions must be from 1 to 1000000.") }
    }

    func run() throws {
        try run(global) { tool in
            func tell(_ name: String, _ value: Double, _ unit: String) throws {
                try tool.console.resultLine(Measurement(name: "words." + name, value: value, unit: unit).json)
            }
            // Without kept results, so that each run is a run.
            let library = try tool.openQuietLibrary().reopened { $0.keepsResults = false }
            defer { library.close() }
            guard library.updateColumns() else {
                throw ToolFailure(.badInput, "The library has no columns and none could be made; is its folder writable?")
            }
            for (name, words) in Self.searches {
                var query = AssetQuery(predicate: try Self.predicate(words), sort: [SortKey("localCreationDate", ascending: false)])
                try tell("all.\(name)", Stopwatch.best(of: runs) { _ = try library.read { try $0.assetIDs(query) } }, "ms")
                query.limit = 200
                try tell("search.\(name)", Stopwatch.best(of: runs) { _ = try library.read { try $0.assetIDs(query) } }, "ms")
            }
            let (words, all) = try library.read { (try $0.wordsSize(), try $0.libraryInfo().fileSize) }
            try tell("share", Double(words) / Double(max(1, all)), "x")
            try tell("import", try importShare(tool), "x")
        }
    }

    /// A word of every name, of some, of one; what few captions have; in keywords and albums; of a camera; one letter, one of no alphabet; several; of a town.
    private static let searches: [(String, [String])] = [
        ("every", ["img"]), ("number", ["5678"]), ("one", ["picture 77"]), ("none", ["zebra"]), ("keyword", ["Österreich"]), ("album", ["ten thousand"]),
        ("camera", ["iphone"]), ("letter", ["a"]), ("chinese", ["海"]), ("three", ["img", "canon", "sea"]), ("place", ["seattle"]),
    ]

    private static func predicate(_ words: [String]) throws -> Query.Predicate {
        let keys = ["filename", "title", "caption", "camera", "cameraMake", "lens", "ANY keywords", "ANY album", "ANY folder", "ANY place"]
        return try Query.Predicate(
            format: words.map { word in "(" + keys.map { "\($0) CONTAINS[cda] \"\(word)\"" }.joined(separator: " OR ") + ")" }.joined(separator: " AND "))
    }

    /// How long making the words takes, of the time that adding the assets with their words took: batches of the size that an import commits.
    private func importShare(_ tool: ToolContext) throws -> Double {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("words-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try PhotoLibrary.create(at: folder.appendingPathComponent("Words.photolibrary"), environment: .process)
        defer { library.close() }
        var adding = 0.0, words = 0.0
        for start in stride(from: 0, to: additions, by: 500) {
            var assets = (start..<min(start + 500, additions)).map(Self.asset)
            let resources = assets.indices.map { [Self.resource(start + $0)] }
            adding += try Stopwatch.best(of: 1) {
                try library.performChanges(author: "bench") { transaction in
                    for index in assets.indices { assets[index].id = try transaction.insert(assets[index], resources: resources[index]) }
                }
            }
            try library.performChanges(author: "bench") { transaction in words += try Stopwatch.best(of: 1) { try transaction.rewriteWords(of: assets) } }
        }
        return words / adding
    }

    private static func asset(_ number: Int) -> AssetRecord {
        var asset = AssetRecord(uuid: UUID(), mediaType: .image, addedDate: 700_000_000, filename: "IMG_\(number % 10_000).HEIC", uniformType: UniformTypes.heic)
        (asset.creationDate, asset.playbackStyle, asset.fileSize) = (600_000_000 + 300 * Double(number), .image, 2_000_000)
        (asset.pixelWidth, asset.pixelHeight) = (4_032, 3_024)
        (asset.cameraMake, asset.cameraModel, asset.lens) = ("Apple", "iPhone 15 Pro", "iPhone 15 Pro back triple camera 6.765mm f/1.78")
        return asset
    }

    private static func resource(_ number: Int) -> ResourceRecord {
        var generator = SystemRandomNumberGenerator()
        let hash = Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
        return ResourceRecord(
            type: .photo, filename: "IMG_\(number % 10_000).HEIC", uniformType: UniformTypes.heic, size: 2_000_000, sha256: hash,
            location: .managed(path: "originals/A/\(UUID().uuidString).heic"))
    }
}
