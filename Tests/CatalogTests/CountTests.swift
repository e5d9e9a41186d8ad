import Catalog
import Foundation
import PhotoModel
import Query
import TestSupport
import Testing

/// Maintained numbers equal numbers counted anew, whatever happened before.
@Suite struct CountTests {
    @Test(arguments: 1...6)
    func countsSurviveRandomChanges(seed: UInt64) throws {
        let library = try TemporaryCatalog()
        _ = try RandomLibrary.fill(library, count: 80, seed: seed)
        var random = SeededRandom(seed: seed)
        var number = 1_000
        for step in 0..<40 {
            try library.write { writer in
                let ids = Array(try writer.assetIDs(Self.everything)) + Array(try writer.assetIDs(AssetQuery(scope: .trash)))
                for _ in 0..<3 {
                    let id = random.pick(ids)
                    switch random.number(below: 5) {
                    case 0: try writer.trash(assetIDs: [id])
                    case 1: try writer.restore(assetIDs: [id])
                    case 2: _ = try writer.purge(assetIDs: [id])
                    case 3:
                        number += 1
                        _ = try writer.insert(RandomLibrary.asset(number, &random), resources: [])
                    default:
                        guard try writer.asset(id: id) != nil else { continue }
                        let other = RandomLibrary.asset(0, &random)
                        try writer.update(assetID: id) { asset in
                            let (id, uuid) = (asset.id, asset.uuid)
                            asset = other
                            (asset.id, asset.uuid) = (id, uuid)
                        }
                    }
                }
            }
            try Self.check(library, "seed \(seed), step \(step)")
        }
    }

    private static var everything: AssetQuery {
        var query = AssetQuery()
        (query.includesHidden, query.includesAllBursts, query.sourceTypes) = (true, true, .all)
        return query
    }

    private static func check(_ library: TemporaryCatalog, _ log: String) throws {
        try library.read { reader in
            for subtype in SmartAlbum.offered.map(\.subtype.rawValue) {
                let query = AssetQuery(scope: .smartAlbum(AlbumSubtype(rawValue: subtype)))
                #expect(try reader.smartAlbumCount(AlbumSubtype(rawValue: subtype)) == reader.assetIDs(query).count, "smart album \(subtype), \(log)")
            }
            for flags in 0..<4 {
                for sources in [0, 2, 7] as [UInt] {
                    var query = AssetQuery()
                    (query.includesHidden, query.includesAllBursts, query.sourceTypes) = (flags & 1 != 0, flags & 2 != 0, SourceTypes(rawValue: sources))
                    #expect(try reader.assetCount(query) == reader.assetIDs(query).count, "\(query), \(log)")
                }
            }
            for album in try reader.collections(CollectionQuery(kind: .album)) {
                let shown = try reader.assets(ids: reader.assetIDs(AssetQuery(scope: .album(album.id)))).compactMap(\.self)
                #expect(album.count == shown.count, "\(log)")
                #expect(album.startDate == shown.compactMap(\.creationDate).min(), "\(log)")
                #expect(album.endDate == shown.compactMap(\.creationDate).max(), "\(log)")
            }
            #expect(try reader.integrityProblems().isEmpty, "\(log)")
        }
    }

    @Test func smartAlbumsHoldWhatTheirNamesSay() throws {
        let library = try TemporaryCatalog()
        func add(_ number: Int, resources: [ResourceRecord] = [], _ change: (inout AssetRecord) -> Void) throws -> Int64 {
            var asset = Sample.asset(number)
            change(&asset)
            return try library.write { try $0.insert(asset, resources: resources) }
        }
        let day: Double = 86_400
        let now = TemporaryCatalog.now
        let ids: [Int: Int64] = [
            201: try add(1) { $0.mediaSubtypes = .photoPanorama }, 202: try add(2) { $0.mediaType = .video }, 203: try add(3) { $0.isFavorite = true },
            204: try add(4) { $0.mediaSubtypes = .videoTimelapse }, 205: try add(5) { $0.isHidden = true },
            207: try add(7) {
                $0.burstIdentifier = "b"; $0.representsBurst = true
            }, 208: try add(8) { $0.mediaSubtypes = .videoHighFrameRate },
            210: try add(10) { $0.isFrontFacing = true }, 211: try add(11) { $0.mediaSubtypes = .photoScreenshot }, 212: try add(12) { $0.mediaSubtypes = .photoDepthEffect },
            213: try add(13) { $0.mediaSubtypes = .photoLive }, 214: try add(14) { $0.playbackStyle = .imageAnimated },
            217: try add(17, resources: [Sample.resource("a.DNG", path: "p", type: "com.adobe.raw-image")]) { _ in },
            218: try add(18) { $0.mediaSubtypes = .videoCinematic }, 219: try add(19) { $0.mediaSubtypes = .spatialMedia },
            220: try add(20) { $0.mediaSubtypes = .videoScreenRecording },
        ]
        _ = try add(30) { $0.burstIdentifier = "b" }
        let old = try add(31) { $0.addedDate = now - 31 * day }
        let recent = try add(32) { $0.addedDate = now - 29 * day }
        let newest = try add(33) { $0.addedDate = now - day }
        try library.read { reader in
            for (subtype, id) in ids {
                #expect(try Array(reader.assetIDs(AssetQuery(scope: .smartAlbum(AlbumSubtype(rawValue: subtype))))) == [id], "smart album \(subtype)")
                #expect(try reader.smartAlbumCount(AlbumSubtype(rawValue: subtype)) == 1, "smart album \(subtype)")
            }
            #expect(try Array(reader.assetIDs(AssetQuery(scope: .smartAlbum(AlbumSubtype(rawValue: 206))))) == [newest, recent])
            #expect(try reader.smartAlbumCount(AlbumSubtype(rawValue: 206)) == 2)
            let library = try reader.assetIDs(AssetQuery(scope: .smartAlbum(AlbumSubtype(rawValue: 209))))
            #expect(try library == reader.assetIDs(AssetQuery()))
            #expect(library.contains(old) && library.count == ids.count - 1 + 3)
            for subtype in [215, 216, 999, -1] {
                #expect(try reader.assetIDs(AssetQuery(scope: .smartAlbum(AlbumSubtype(rawValue: subtype)))).isEmpty)
                #expect(try reader.smartAlbumCount(AlbumSubtype(rawValue: subtype)) == 0)
            }
        }
    }

    @Test func rawFollowsTheResources() throws {
        let library = try TemporaryCatalog()
        let id = try library.addPictures(1)[0]
        func count() throws -> Int { try library.read { try $0.smartAlbumCount(AlbumSubtype(rawValue: 217)) } }
        let raw = try library.write { try $0.addResource(Sample.resource("a.CR3", path: "p", type: "com.canon.cr3-raw-image"), to: id) }
        #expect(try count() == 1)
        try library.write { try $0.update(resourceID: raw) { $0.uniformType = "public.jpeg" } }
        #expect(try count() == 0)
        try library.write { try $0.update(assetID: id) { $0.uniformType = "com.adobe.raw-image" } }
        #expect(try count() == 1)
    }
}
