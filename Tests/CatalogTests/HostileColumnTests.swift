@testable import Catalog
import Columns
import Foundation
import PhotoModel
import Query
import Testing

/// Rows that nobody expects: columns and SQL still say the same, and nothing traps.
@Suite struct HostileColumnTests {
    private static let extremes: [Double] = [
        -.greatestFiniteMagnitude, -1e300, -1e19, -1e13, -1, -0.0, 0, .leastNonzeroMagnitude, 500_000_000, 1e13, 1e19, 1e300,
        .greatestFiniteMagnitude, .infinity,
    ]

    private func withSQL(_ library: TemporaryCatalog) throws -> Catalog {
        var options = TemporaryCatalog.options()
        options.usesColumns = false
        return try Catalog.open(at: library.file, options: options)
    }

    private func expectAgreement(_ library: TemporaryCatalog, _ what: String) throws {
        let sql = try withSQL(library)
        defer { sql.close() }
        for format in [
            "duration >= 0", "NOT (creationDate > CAST(0, \"NSDate\"))", "modificationDate <= creationDate", "creationDate != nil",
            "pixelWidth >= 0 AND favorite == NO", "(mediaSubtypes & 1099511627776) == 0",
        ] {
            for sort in ["creationDate", "duration", "modificationDate", "pixelWidth"] {
                for ascending in [true, false] {
                    let query = AssetQuery(predicate: try Query.Predicate(format: format), sort: [SortKey(sort, ascending: ascending)])
                    let found = try library.read { (reader: CatalogReader) throws in
                        try (
                            Array(reader.assetIDs(query)), reader.assetCount(query),
                            reader.columnIDs(query, now: TemporaryCatalog.now).map(Array.init)
                        )
                    }
                    let expected = try sql.read { try Array($0.assetIDs(query)) }
                    #expect(found.0 == expected && found.1 == expected.count, "\(what): \(format) by \(sort)")
                    if let columns = found.2 { #expect(columns == expected, "\(what): \(format) by \(sort)") }
                }
            }
        }
    }

    @Test(arguments: ["GMT", "America/New_York", "Asia/Shanghai"]) func datesAtTheEndsOfTime(zone: String) throws {
        let library = try TemporaryCatalog(), zone = try #require(TimeZone(identifier: zone))
        try library.write { writer in
            for (number, date) in Self.extremes.enumerated() {
                var asset = Sample.asset(number)
                (asset.creationDate, asset.modificationDate, asset.duration) = (date, Self.extremes[13 - number], abs(date))
                _ = try writer.insert(asset, resources: [])
            }
        }
        #expect(library.catalog.updateColumns())
        try expectAgreement(library, "dates")
        let sql = try withSQL(library)
        for unit in BucketUnit.allCases {
            let count = try library.read { try $0.assetBuckets(AssetQuery(), by: unit) }
            let expected = try sql.read { try $0.assetBuckets(AssetQuery(), by: unit) }
            #expect(count.map(\.count) == expected.map(\.count) && count.map(\.start) == expected.map(\.start))
            #expect(count.map(\.count).reduce(0, +) == Self.extremes.count)
        }
        let moments = try library.read { try $0.moments(in: zone) }
        #expect(moments.moments.map(\.count).reduce(0, +) == Self.extremes.count)
        #expect(moments.years.map(\.moments.count).reduce(0, +) == moments.moments.count)
    }

    @Test func whatColumnsHaveNoRoomForIsAnsweredAllTheSame() throws {
        let changes: [(String, (inout AssetRecord) -> Void)] = [
            ("subtypes", { $0.mediaSubtypes = MediaSubtypes(rawValue: 1 << 40) }), ("width", { $0.pixelWidth = 1 << 40 }), ("negative", { $0.pixelHeight = -1 }),
            ("minus infinity", { $0.creationDate = -.infinity }), ("rating", { $0.rating = 1 << 20 }), ("type", { $0.mediaType = MediaType(rawValue: -3) }),
        ]
        for (name, change) in changes {
            let library = try TemporaryCatalog()
            let ids = try library.addPictures(20)
            #expect(library.catalog.updateColumns())
            try library.write { try $0.update(assetID: ids[7], change) }
            try expectAgreement(library, name)
            try library.write { try $0.update(assetID: ids[8]) { $0.isFavorite = true } }
            library.catalog.updateColumns()
            try expectAgreement(library, name)
        }
    }

    @Test func aUUIDThatIsGivenToANewRowInOneChange() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(20)
        #expect(library.catalog.updateColumns())
        try library.write { writer in
            _ = try writer.purge(assetIDs: [ids[3]])
            _ = try writer.insert(Sample.asset(3), resources: [])
        }
        try expectAgreement(library, "at once")
        #expect(library.catalog.updateColumns())
        try expectAgreement(library, "made anew")
        // The same by catching up, and with a row that nobody ever saw.
        let behind = try withSQL(library)
        _ = try behind.write(author: "tests") { writer in
            _ = try writer.purge(assetIDs: [ids[4]])
            let id = try writer.insert(Sample.asset(4), resources: [])
            _ = try writer.purge(assetIDs: [id])
        }
        try expectAgreement(library, "behind")
    }

    /// A library copied with its column file, both changed at the same positions at the same instants, and one's column file put in the other's
    /// place.
    @Test func theColumnsOfACopyAreNotBelieved() throws {
        let library = try TemporaryCatalog(), copy = try TemporaryCatalog()
        let ids = try library.addPictures(30)
        #expect(library.catalog.updateColumns())
        copy.catalog.close()
        for name in try FileManager.default.contentsOfDirectory(atPath: library.folder.path) {
            let target = copy.folder.appendingPathComponent(name)
            try? FileManager.default.removeItem(at: target)
            try FileManager.default.copyItem(at: library.folder.appendingPathComponent(name), to: target)
        }
        let other = try Catalog.open(at: copy.file, options: TemporaryCatalog.options())
        defer { other.close() }
        let query = AssetQuery(predicate: try Query.Predicate(format: "favorite == YES AND duration >= 0"))
        try library.write { try $0.update(assetID: ids[1]) { $0.isFavorite = true } }
        _ = try other.write(author: "tests") { try $0.update(assetID: ids[2]) { $0.isFavorite = true } }
        #expect(try other.read { try Array($0.assetIDs(query)) } == [ids[2]])
        #expect(other.updateColumns())
        other.close()
        let file = copy.folder.appendingPathComponent(ColumnIndex.fileName)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.copyItem(atPath: library.catalog.columnFile, toPath: file.path)
        let again = try Catalog.open(at: copy.file, options: TemporaryCatalog.options())
        defer { again.close() }
        #expect(try again.read { try Array($0.assetIDs(query)) } == [ids[2]])
        #expect(again.updateColumns())
        #expect(try again.read { try Array($0.assetIDs(query)) } == [ids[2]])
        #expect(try library.read { try Array($0.assetIDs(query)) } == [ids[1]])
    }
}
