import Catalog
import Foundation
import PhotoModel
import Query
import TestSupport
import Testing

@Suite struct MomentTests {
    private struct Shot {
        var date: Double
        var offset = 0
        var place: (Double, Double)?
    }

    private static func sizes(_ shots: [Shot]) -> [Int] {
        var clustering = MomentClustering()
        for (id, shot) in shots.enumerated() {
            clustering.add(id: Int64(id + 1), date: shot.date, offset: shot.offset, latitude: shot.place?.0 ?? .nan, longitude: shot.place?.1 ?? .nan)
        }
        return clustering.finish().map(\.count)
    }

    /// Noon of some day.
    private static let noon: Double = 5_000 * 86_400 + 43_200

    @Test func aPauseEndsAMoment() {
        let pause = MomentClustering.pause
        #expect(Self.sizes([]) == [])
        #expect(Self.sizes([Shot(date: Self.noon), Shot(date: Self.noon + pause)]) == [2])
        #expect(Self.sizes([Shot(date: Self.noon), Shot(date: Self.noon + pause + 0.001)]) == [1, 1])
        // Only neighbours decide.
        #expect(Self.sizes([Shot(date: Self.noon - pause), Shot(date: Self.noon), Shot(date: Self.noon + pause)]) == [3])
    }

    @Test func theDayEndsWhereThePictureWasTaken() {
        let midnight = Self.noon + 43_200
        #expect(Self.sizes([Shot(date: midnight - 1), Shot(date: midnight)]) == [1, 1])
        // The same instants, an hour further east: it is past one o'clock already.
        #expect(Self.sizes([Shot(date: midnight - 1, offset: 3_600), Shot(date: midnight, offset: 3_600)]) == [2])
        #expect(Self.sizes([Shot(date: midnight - 3_601, offset: 3_600), Shot(date: midnight - 3_600, offset: 3_600)]) == [1, 1])
        #expect(Self.sizes([Shot(date: midnight - 3_601, offset: 3_600), Shot(date: midnight - 3_600, offset: 0)]) == [2])
    }

    @Test func aLeapEndsAMoment() {
        // A thousandth of a degree of latitude is 111.19 metres on the sphere.
        let near = MomentClustering.leap / 111_195.08 - 0.000_01, far = MomentClustering.leap / 111_195.08 + 0.000_01
        func shots(_ places: [(Double, Double)?]) -> [Shot] { places.enumerated().map { Shot(date: Self.noon + Double($0), place: $1) } }
        #expect(Self.sizes(shots([(10, 20), (10 + near, 20)])) == [2])
        #expect(Self.sizes(shots([(10, 20), (10 + far, 20)])) == [1, 1])
        // Without a place it is time alone, and the last known place still counts.
        #expect(Self.sizes(shots([(10, 20), nil, (10 + near, 20)])) == [3])
        #expect(Self.sizes(shots([(10, 20), nil, (10 + far, 20)])) == [2, 1])
        // A walk leads anywhere by short steps, also across the date line.
        #expect(Self.sizes(shots((0..<10).map { (10 + near * Double($0), 20) })) == [10])
        #expect(Self.sizes(shots([(0, 179.995), (0, -179.995)])) == [2])
        // Degrees of longitude are short near a pole.
        #expect(Self.sizes(shots([(89.9, 0), (89.9, 10)])) == [2])
    }

    @Test func theMiddleOfAMomentIsTheMiddleOfItsPlaces() throws {
        var clustering = MomentClustering()
        for (id, place) in [(0.001, 179.999), (Double.nan, Double.nan), (0.003, -179.997)].enumerated() {
            clustering.add(id: Int64(id + 1), date: Self.noon, offset: 0, latitude: place.0, longitude: place.1)
        }
        let moment = try #require(clustering.finish().first)
        let center = try #require(moment.center)
        #expect(abs(center.latitude - 0.002) < 1e-9 && abs(center.longitude + 179.999) < 1e-9, "\(center)")
        clustering = MomentClustering()
        clustering.add(id: 1, date: Self.noon, offset: 0, latitude: .nan, longitude: .nan)
        #expect(clustering.finish().first?.center == nil)
    }

    private static func record(_ number: Int, _ date: Double?, _ change: (inout AssetRecord) -> Void = { _ in }) -> AssetRecord {
        var asset = Sample.asset(number)
        asset.creationDate = date
        change(&asset)
        return asset
    }

    private static let gmt = TimeZone(secondsFromGMT: 0) ?? .current

    @Test func whatIsNotListedOrHasNoDateIsInNone() throws {
        let library = try TemporaryCatalog()
        let records = [
            Self.record(1, Self.noon), Self.record(2, nil), Self.record(3, Self.noon) { $0.isHidden = true }, Self.record(4, Self.noon) { $0.trashedDate = 1 },
            Self.record(5, Self.noon) { $0.sourceType = .cloudShared }, Self.record(6, Self.noon + 1),
        ]
        let ids = try library.write { writer in try records.map { try writer.insert($0, resources: []) } }
        try library.read { (reader: CatalogReader) throws in
            let index = try reader.moments(in: Self.gmt)
            #expect(index.moments.map(\.count) == [2])
            #expect(try reader.assetIDs(AssetQuery(scope: .moment(index.moments[0].range))) == [ids[0], ids[5]])
            #expect(try ids.map { try reader.moment(containing: $0, in: index) } == [0, nil, nil, nil, nil, 0])
        }
    }

    @Test func anIdentityStaysWhenPicturesComeAndOtherMomentsChange() throws {
        let library = try TemporaryCatalog()
        let ids = try library.write { writer in
            try [Self.noon, Self.noon + 1, Self.noon + 86_400].enumerated().map { try writer.insert(Self.record($0, $1), resources: []) }
        }
        func identities() throws -> [Int64] { try library.read { try $0.moments(in: Self.gmt).moments.map(\.identity) } }
        #expect(try identities() == [ids[0], ids[2]])
        // Earlier on the same day, and on a day between.
        try library.write { writer in
            _ = try writer.insert(Self.record(10, Self.noon - 60), resources: [])
            _ = try writer.insert(Self.record(11, Self.noon - 86_400), resources: [])
        }
        #expect(try identities() == [ids[2] + 2, ids[0], ids[2]])
        // An album more is no reason to look again; a picture less is.
        try library.write { _ = try $0.insert(Sample.album("A")) }
        #expect(try identities().count == 3)
        try library.write { _ = try $0.purge(assetIDs: [ids[2]]) }
        #expect(try identities() == [ids[2] + 2, ids[0]])
    }

    @Test func aZoneDecidesWhereTheAssetDoesNot() throws {
        let library = try TemporaryCatalog()
        let midnight = Self.noon + 43_200
        try library.write { writer in
            for (number, date) in [midnight - 60, midnight + 60].enumerated() { _ = try writer.insert(Self.record(number, date), resources: []) }
        }
        func count(_ zone: String) throws -> Int { try library.read { try $0.moments(in: #require(TimeZone(identifier: zone))).moments.count } }
        #expect(try count("GMT") == 2)
        #expect(try count("Asia/Shanghai") == 1)
    }

    @Test func everyMomentIsInOneClusterAndOneYear() throws {
        let day: Double = 86_400
        let start = 6_937 * day + 43_200  // noon of 2019-12-30
        let dates = [0, 1, 2, 2 + MomentIndex.clusterPause / day, 400].map { start + $0 * day }
        var clustering = MomentClustering()
        for (id, date) in dates.enumerated() { clustering.add(id: Int64(id + 1), date: date, offset: 0, latitude: .nan, longitude: .nan) }
        let index = MomentIndex(moments: clustering.finish())
        #expect(index.years.map(\.identity) == [2019, 2020, 2021])
        #expect(index.years.map(\.moments) == [0..<2, 2..<4, 4..<5])
        #expect(index.clusters.map(\.moments) == [0..<4, 4..<5])
        for place in index.moments.indices {
            for kind in [MomentListRecord.Kind.cluster, .year] {
                let lists = (kind == .year ? index.years : index.clusters).filter { $0.moments.contains(place) }
                #expect(lists.count == 1 && index.list(kind, containing: place) == lists.first)
            }
            #expect(index.index(ofMoment: index.moments[place].identity) == place)
        }
        #expect(index.index(ofMoment: 99) == nil)
    }

    @Test func daysAreThoseOfTheCalendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = Self.gmt
        var random = SeededRandom(seed: 3)
        for _ in 0..<2_000 {
            let seconds = Double(random.number(below: 12_000_000_000)) - 3_000_000_000
            let parts = calendar.dateComponents([.year, .month, .day], from: Date(timeIntervalSinceReferenceDate: seconds))
            #expect(CivilDate(seconds) == CivilDate(year: try #require(parts.year), month: try #require(parts.month), day: try #require(parts.day)), "\(seconds)")
        }
        // Nonsense traps nowhere.
        for seconds in [Double.infinity, -.infinity, .nan, 1e300] { _ = CivilDate(seconds) }
    }

    @Test func randomLibrariesAgreeWithTheMomentsOfTheirAssets() throws {
        for seed in 0..<4 as Range<UInt64> {
            let library = try TemporaryCatalog()
            _ = try RandomLibrary.fill(library, count: 120, seed: seed)
            try library.read { (reader: CatalogReader) throws in
                let index = try reader.moments(in: Self.gmt)
                let members = try index.moments.map { try reader.assetIDs(AssetQuery(scope: .moment($0.range))) }
                let listed = try reader.assetIDs(AssetQuery(predicate: Query.Predicate(format: "creationDate != nil")))
                #expect(members.flatMap { $0 } == Array(listed), "seed \(seed)")
                #expect(zip(index.moments, members).allSatisfy { $0.count == $1.count && $0.identity == $1.min() }, "seed \(seed)")
            }
        }
    }
}
