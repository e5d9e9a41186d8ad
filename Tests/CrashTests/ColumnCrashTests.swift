import Catalog
import Columns
import Foundation
import TestSupport
import Testing

/// Editors are killed at moments chosen over their writes to the disk, before, in and after the commit and the column file's edit: the library
/// is the one before or the one after, and a column file that is believed afterwards says what the database says.
@Suite(.serialized) struct ColumnCrashTests {
    static let kills = ProcessInfo.processInfo.environment["PHOTOS_LONG_TESTS"] == nil ? 40 : 1000

    @Test func killedWhileItWritesTheColumnsStillSayWhatTheDatabaseSays() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let library = world.library(0)
        #expect(try Tool.photos(["--library", library.path, "import", world.source.path]).status == 0)
        // Else edits make the day's snapshot, each anew after one that was killed, and its writes come among those of the edit as threads have it.
        #expect(try Tool.photos(["--library", library.path, "backup"]).status == 0)
        let database = library.appending(path: "database/catalog.sqlite")
        try expectAgreement(database, "imported")
        let writes = try KillSwitch.count(edit(library, rating: 5), environment: [:], in: world.folder)["pwrite"] ?? 0
        try #require(writes > 10, "an edit writes the log and the columns, and \(writes) writes were counted")

        var generator = SeededRandom(seed: 0xC01)
        var killed = 0, kept = 0
        for round in 0..<Self.kills {
            let moment = KillSwitch.Moment(call: "pwrite", number: 1 + Int(generator.next() % UInt64(writes)))
            let before = try state(database), rating = round % 5 + 1
            let run = try KillSwitch.kill(at: moment, edit(library, rating: rating), environment: [:])
            if run.wasKilled { killed += 1 }
            let label = "round \(round): SIGKILL at \(moment)"
            let after = try state(database)
            if after == before { kept += 1 } else { #expect(after == State(ratings: [rating], position: before.position + 1), "\(label)") }
            try expectAgreement(database, label)
        }
        #expect(0 < kept && kept < Self.kills, "some commits were prevented and some were not")
        #expect(killed >= Self.kills / 2, "most rounds must really be killed; \(killed) of \(Self.kills) were")
    }

    /// What an edit changes: the ratings of all pictures, and the number of the newest change.
    private struct State: Equatable {
        var ratings: Set<Int>
        var position: Int64
    }

    private func state(_ database: URL) throws -> State {
        let catalog = try Catalog.open(at: database, options: CatalogOptions())
        defer { catalog.close() }
        return try catalog.read { reader in
            let pictures = try reader.assets(ids: (1...100).map { Int64($0) }).compactMap { $0 }.filter { $0.mediaType == .image }
            return State(ratings: Set(pictures.map(\.rating)), position: try reader.position.rawValue)
        }
    }

    private func edit(_ library: URL, rating: Int) -> [String] {
        ["--library", library.path, "edit", "--where", "mediaType == 1", "--rating", "\(rating)", "--quiet"]
    }

    /// As it was left, and after it was mended.
    private func expectAgreement(_ database: URL, _ label: String) throws {
        let catalog = try Catalog.open(at: database, options: CatalogOptions())
        defer { catalog.close() }
        try compare(catalog, label)
        #expect(catalog.updateColumns(), "\(label)")
        #expect(try compare(catalog, label), "\(label): a mended file is in step")
    }

    /// - Returns: false where there are no columns to compare.
    @discardableResult
    private func compare(_ catalog: Catalog, _ label: String) throws -> Bool {
        try catalog.read { reader throws in
            let assets = try reader.assets(ids: (1...100).map { Int64($0) }).compactMap { $0 }
            let expected = Dictionary(uniqueKeysWithValues: assets.map { (UInt32($0.id), UInt32($0.rating)) })
            #expect(expected.count == 10, "\(label)")
            let seen = try reader.withColumns { table in
                (0..<table.count).reduce(into: [UInt32: UInt32]()) { seen, index in
                    if table.row(index).isAlive { seen[table.id[index]] = AssetFlags.rating.value(in: table.flags[index]) }
                }
            }
            if let seen { #expect(seen == expected, "\(label)") }
            return seen != nil
        }
    }
}
