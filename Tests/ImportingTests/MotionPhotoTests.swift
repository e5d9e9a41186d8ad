import Foundation
import Metadata
import Originals
import PhotoModel
import Testing

@testable import Importing

/// The movie of a motion photo comes with its picture's file, of which it is a part.
@Suite("Imports of motion photos") struct MotionPhotoTests {
    let world: World

    init() throws { world = try World() }

    private static let movie = "the movie's bytes"
    private static let range = 4..<4 + movie.utf8.count

    /// Begins behind the four bytes by which a picture is known.
    private static func facts(_ facts: MediaFacts = .photo(), _ range: Range<Int> = range) -> MediaFacts {
        var (facts, place) = (facts, GeoLocation(latitude: 48, longitude: 16))
        place.altitude = 200
        facts.embeddedMovie = EmbeddedMovie(range: range, uniformType: "public.mpeg-4", location: place)
        return facts
    }

    private func add(_ name: String, _ facts: MediaFacts = facts()) throws { try world.add(name, facts, salt: Self.movie) }

    private func only() throws -> (asset: AssetRecord, resources: [ResourceRecord]) {
        let assets = try world.assets()
        try #require(assets.count == 1)
        return (assets[0], try world.resources(assets[0]))
    }

    private func isWhole(_ resources: [ResourceRecord]) -> Bool {
        resources.map(\.type) == [.photo, .pairedVideo] && resources[0].location == resources[1].location && resources[0].offset == nil && resources[1].offset == 4
    }

    @Test(arguments: [StorageMode.copy, .link, .reference])
    func aMotionPhotoIsALivePhotoOfOneFile(storage: StorageMode) throws {
        try add("PXL_1.MP.jpg")
        let dryRun = try world.run {
            $0.dryRun = true
            $0.storage = storage
        }
        let report = try world.run { $0.storage = storage }
        #expect((report.found, report.imported, report.attached) == (1, 1, 0))
        #expect((dryRun.found, dryRun.imported, dryRun.attached) == (1, 1, 0))
        let (asset, resources) = try only()
        #expect(asset.isLivePhoto && asset.playbackStyle == .livePhoto && asset.location?.altitude == 200)
        #expect(isWhole(resources) && resources[0].location.isManaged == (storage != .reference))
        #expect((resources[1].filename, resources[1].uniformType, resources[1].size) == ("PXL_1.MP.mp4", "public.mpeg-4", Int64(Self.movie.utf8.count)))
        #expect(asset.filename == "PXL_1.MP.jpg" && asset.fileSize == resources[0].size)
        try world.checkIntegrity()
        let again = try world.run { $0.storage = storage }
        #expect((again.duplicates, again.imported) == (1, 0))
        #expect(try only().resources == resources)
    }

    @Test func aMovieThatCameAsAFileGoesBeforeTheOneInThePicture() throws {
        try add("IMG_1.HEIC", Self.facts(.photo("public.heic", content: "A")))
        try world.add("IMG_1.MOV", .movie(content: "A"))
        _ = try world.run()
        let (asset, resources) = try only()
        #expect(asset.isLivePhoto && resources.map(\.type) == [.photo, .pairedVideo] && resources.allSatisfy { !$0.isEmbedded })
        try world.checkIntegrity()
    }

    /// Its other half comes later, and is a video of its own then.
    @Test func aPictureHasOneMovie() throws {
        try add("IMG_1.HEIC", Self.facts(.photo("public.heic", content: "A")))
        _ = try world.run()
        try world.add("IMG_1.MOV", .movie(content: "A"))
        _ = try world.run()
        #expect(try world.assets().map(\.mediaType).sorted { $0.rawValue < $1.rawValue } == [.image, .video])
        #expect(try isWhole(world.resources(#require(try world.assets().first { $0.mediaType == .image }))))
    }

    @Test func aRangeBeyondTheFileIsNone() throws {
        try add("a.jpg", Self.facts(.photo(), 4..<1_000_000))
        try add("b.jpg", Self.facts(.photo(width: 7), 999_999..<1_000_000))
        #expect(try world.run().imported == 2)
        #expect(try world.assets().allSatisfy { !$0.isLivePhoto })
        #expect(try world.assets().allSatisfy { try world.resources($0).map(\.type) == [.photo] })
    }

    /// Before it could be told what they are, motion photos came in as photos.
    @Test func whatCameInAsAPhotoStaysOne() throws {
        try add("IMG_1.JPG")
        _ = try world.run()
        let (asset, resources) = try only()
        _ = try world.catalog.write(author: "test") { writer in
            try writer.removeResource(id: resources[1].id)
            try writer.update(assetID: asset.id) { ($0.mediaSubtypes, $0.playbackStyle) = ([], .image) }
        }
        #expect(try world.run().duplicates == 1)
        try world.add("IMG_1.DNG", .photo("com.adobe.raw-image"))
        _ = try world.run()
        #expect(try only().resources.map(\.type) == [.photo, .alternatePhoto] && !only().asset.isLivePhoto)
        try FileManager.default.removeItem(at: world.library.appendingPathComponent(try #require(path(resources[0]))))
        #expect(try world.run().healed == 1)
        #expect(try only().resources.map(\.type) == [.photo, .alternatePhoto] && !only().asset.isLivePhoto)
        try world.checkIntegrity()
    }

    private func path(_ resource: ResourceRecord) -> String? { if case .managed(let path) = resource.location { path } else { nil } }

    @Test func aPictureThatJoinsItsRAWBringsItsMovie() throws {
        try world.add("IMG_1.DNG", .photo("com.adobe.raw-image"))
        _ = try world.run()
        try add("IMG_1.JPG")
        let report = try world.run()
        #expect((report.attached, report.imported, report.duplicates) == (1, 0, 1))
        let (asset, resources) = try only()
        #expect(asset.isLivePhoto && asset.playbackStyle == .livePhoto)
        #expect(resources.map(\.type) == [.alternatePhoto, .photo, .pairedVideo] && resources[1].location == resources[2].location && resources[2].offset == 4)
        try world.checkIntegrity()
    }

    @Test func aPictureThatBecomesARenderingKeepsItsMovie() throws {
        try add("IMG_E1.JPG", Self.facts(.photo(width: 70)))
        _ = try world.run()
        try world.add("IMG_1.JPG", .photo())
        try world.add("IMG_1.AAE", .adjustment())
        _ = try world.run()
        let (asset, resources) = try only()
        #expect(asset.isLivePhoto && Set(resources.map(\.type)) == [.photo, .pairedVideo, .fullSizePhoto, .adjustmentData])
        #expect(resources.first { $0.isEmbedded }?.location == resources.first { $0.type == .fullSizePhoto }?.location)
        try world.checkIntegrity()
    }

    @Test func anAssetThatEndsAsARenderingGivesNoMovieToTheOther() throws {
        try add("IMG_E1.JPG", Self.facts(.photo(width: 70)))
        try world.add("IMG_1.JPG", .photo())
        for name in ["IMG_E1.JPG", "IMG_1.JPG"] { #expect(try world.run([world.source.appendingPathComponent(name).path]).imported == 1) }
        try world.add("IMG_1.AAE", .adjustment())
        _ = try world.run()
        let (asset, resources) = try only()
        #expect(!asset.isLivePhoto && Set(resources.map(\.type)) == [.photo, .fullSizePhoto, .adjustmentData])
        try world.checkIntegrity()
    }

    @Test func theMovieGoesWhereItsPictureGoes() throws {
        try add("PXL_1.MP.jpg")
        _ = try world.run { $0.storage = .reference }
        #expect(try only().resources.allSatisfy { !$0.location.isManaged })
        let report = try world.run()
        #expect((report.takenIn, report.imported) == (1, 0))
        let (asset, resources) = try only()
        #expect(asset.isLivePhoto && isWhole(resources) && resources[0].location.isManaged)
        try world.checkIntegrity()
    }

    @Test(arguments: [true, false]) func aLostOrRottenPictureComesBackWithItsMovie(isLost: Bool) throws {
        try add("PXL_1.MP.jpg")
        _ = try world.run()
        let before = try only().resources
        let file = world.library.appendingPathComponent(try #require(path(before[0])))
        try FileManager.default.removeItem(at: file)
        if !isLost { try Data("rotten".utf8).write(to: file) }
        #expect(try world.run().healed == 1)
        let (asset, resources) = try only()
        #expect(asset.isLivePhoto && isWhole(resources) && resources.map(\.sha256) == before.map(\.sha256))
        try world.checkIntegrity()
    }
}
