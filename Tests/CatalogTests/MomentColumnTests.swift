import Catalog
import Foundation
import PhotoModel
import Query
import TestSupport
import Testing

/// Moments are the same by the columns, by SQL and by a walk through the records.
@Suite struct MomentColumnTests {
    private static let zones = ["GMT", "Asia/Shanghai", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca"]

    /// Not in order, on both sides of midnights and of changes of the clock, some of no date, no place, an odd offset, or the end of the world.
    private static func dated(_ number: Int, _ random: inout SeededRandom) -> AssetRecord {
        var asset = RandomLibrary.asset(number, &random)
        asset.creationDate = random.pick([
            nil, 500_000_000 + Double(random.number(below: 400)) * 43_200.5, 594_000_000 + Double(random.number(below: 300)) * 1_800,
            -3_061_152_000 + Double(random.number(below: 3)), random.pick([1e13, -1e13, 7e9, -7e9, 0, 1e300]),
        ])
        asset.creationOffset = random.pick([nil, nil, 3_600, -34_200, 20_700, -17_762])
        if random.chance(50) {
            asset.location = random.chance(40) ? nil : LocationRecord(latitude: 10 + Double(random.number(below: 40)) / 1_234.5, longitude: 179.99)
        }
        return asset
    }

    /// Change by change: additions behind the sorted rows, dates that move, rows that die.
    private static func change(_ writer: CatalogWriter, _ ids: inout [Int64], _ number: inout Int, _ random: inout SeededRandom) throws {
        for _ in 0..<20 {
            number += 1
            ids.append(try writer.insert(dated(number, &random), resources: []))
        }
        for _ in 0..<10 {
            let fresh = dated(number, &random), isHidden = random.chance(30)
            try writer.update(assetID: random.pick(ids)) { asset in
                (asset.creationDate, asset.creationOffset, asset.location) = (fresh.creationDate, fresh.creationOffset, fresh.location)
                asset.isHidden = isHidden
            }
        }
        for _ in 0..<4 { _ = try writer.purge(assetIDs: [ids.remove(at: random.number(below: ids.count))]) }
        try writer.trash(assetIDs: [random.pick(ids)])
        try writer.restore(assetIDs: [random.pick(ids)])
    }

    private static func walked(_ reader: CatalogReader, _ zone: TimeZone) throws -> [MomentRecord] {
        let ids = try reader.assetIDs(AssetQuery(predicate: Query.Predicate(format: "creationDate != nil")))
        var clustering = MomentClustering()
        let assets = try reader.assets(ids: Array(ids)).compactMap { $0 }
        for asset in assets.sorted(by: { ($0.creationDate ?? 0, $0.id) < ($1.creationDate ?? 0, $1.id) }) {
            let date = asset.creationDate ?? 0
            let quarters = asset.creationOffset.map { Int((Double($0) / 900).rounded()) * 900 }
            // What lies outside of the years that have rules has the nearest one's.
            let known = Date(timeIntervalSinceReferenceDate: min(max(date, -6_343_142_400), 6_311_433_600))
            func rounded(_ degrees: Double?) -> Double { degrees.map { ($0 * 1e7).rounded() / 1e7 } ?? .nan }
            clustering.add(
                id: asset.id, date: date, offset: quarters ?? zone.secondsFromGMT(for: known),
                latitude: rounded(asset.location?.latitude), longitude: rounded(asset.location?.longitude))
        }
        return clustering.finish()
    }

    @Test(arguments: [1, 2] as [UInt64]) func columnsAndTableHaveTheSameMoments(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let library = try TemporaryCatalog()
        var ids: [Int64] = [], number = 0
        try library.write { writer in
            for _ in 0..<120 {
                number += 1
                ids.append(try writer.insert(Self.dated(number, &random), resources: []))
            }
        }
        #expect(library.catalog.updateColumns())
        for step in 0..<4 {
            if step > 0 { try library.write { try Self.change($0, &ids, &number, &random) } }
            #expect(library.catalog.updateColumns())
            for name in [Self.zones[step], Self.zones[(step + 3) % Self.zones.count]] {
                let zone = try #require(TimeZone(identifier: name))
                let label: Comment = "seed \(seed), step \(step), \(name)"
                let (byColumns, walked) = try library.read { (reader: CatalogReader) throws in
                    let tail = try #require(try reader.withColumns { $0.count - $0.sortedCount }, "the columns are in step")
                    #expect(step == 0 || tail > 0, label)
                    return (try reader.moments(in: zone), try Self.walked(reader, zone))
                }
                // A writer has no columns, nor what a reader kept.
                let byTable = try library.write { writer in
                    #expect(try writer.withColumns { $0.count } == nil)
                    return try writer.moments(in: zone)
                }
                #expect(byColumns.moments.count > 20 && byColumns.moments == byTable.moments, label)
                #expect(byColumns.clusters == byTable.clusters && byColumns.years == byTable.years, label)
                #expect(byColumns.moments == walked, label)
                #expect(byColumns.moments.contains { $0.center == nil } && byColumns.moments.contains { $0.center != nil }, label)
            }
        }
    }

    @Test func nothingDatedHasNoMoments() throws {
        let library = try TemporaryCatalog()
        func moments() throws -> Int { try library.read { try $0.moments(in: #require(TimeZone(identifier: "GMT"))).moments.count } }
        #expect(library.catalog.updateColumns())
        #expect(try moments() == 0)
        try library.write { writer in
            var asset = Sample.asset(1)
            asset.creationDate = nil
            _ = try writer.insert(asset, resources: [])
        }
        #expect(library.catalog.updateColumns())
        #expect(try moments() == 0)
        #expect(try library.write { try $0.moments(in: #require(TimeZone(identifier: "GMT"))).years } == [])
    }
}
