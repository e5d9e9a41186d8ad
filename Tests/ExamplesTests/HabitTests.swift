import Foundation
import Photos
import PhotosTesting
import TestSupport
import Testing

/// The documents' functions, run in a program of their own.
@Suite(.timeLimit(.minutes(20))) struct HabitTests {
    let temporary: TemporaryLibrary

    init() throws { temporary = try TemporaryLibrary() }

    private func run(_ arguments: String..., application: String? = nil) throws -> ProgramRun {
        // UserDefaults keeps its file at home.
        var environment = ["PHOTOS_LIBRARY": temporary.url.path, "HOME": temporary.folder.path, "CFFIXED_USER_HOME": temporary.folder.path]
        environment["PHOTOS_APP_ID"] = application
        return try ProgramRun(of: ProgramRun.products.appending(path: "photo-habits"), arguments, environment: ProgramRun.environment(environment))
    }

    private func save(_ name: String, width: Int = 64, height: Int = 48, seed: Int = 0, metadata: FixtureImages.Metadata = .init()) throws -> PHAsset {
        let file = try temporary.file(name, FixtureImages.jpeg(width: width, height: height, seed: seed, metadata: metadata))
        var identifier: String?
        try temporary.photoLibrary.performChangesAndWait {
            identifier = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?.placeholderForCreatedAsset?.localIdentifier
        }
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        return try #require(PHAsset.fetchAssets(withLocalIdentifiers: [identifier ?? ""], options: options).firstObject)
    }

    private func taken(_ day: Int) -> FixtureImages.Metadata {
        var metadata = FixtureImages.Metadata()
        metadata.dateTimeOriginal = "2020:01:0\(day) 12:00:00"
        return metadata
    }

    @Test func aLibraryIsListed() throws {
        let assets = try (1...4).map { try save("\($0).jpg", width: 300, height: 200, seed: $0, metadata: taken($0)) }
        try temporary.photoLibrary.performChangesAndWait {
            PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Beach").addAssets([assets[0], assets[2]] as NSArray)
            _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Empty")
            _ = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Trips")
        }
        let result = try run("lists")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("group Beach: 3.jpg 1.jpg\n") && !result.output.contains("group Empty"), "\(result)")
        #expect(result.output.contains("smart album Recents: 4\n"), "\(result)")
        #expect(result.output.contains("top level: Beach, Empty, Trips/\nassets: 4\nfirst: ") && result.output.hasSuffix("prefetched: 3\ncancelled: true\n"), "\(result)")
    }

    @Test func picturesOfBothFrameworksAreTheSameAndKept() throws {
        var metadata = FixtureImages.Metadata()
        metadata.orientation = .right
        let asset = try save("a.jpg", width: 3000, height: 2000, metadata: metadata), result = try run("wrapper", asset.localIdentifier)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 7, "\(result)")
        #expect(lines.first == "AssetsLibrary: 2000 × 3000, 960 × 1440, 150 × 150, orientation 3", "\(result)")
        #expect(lines.dropFirst().first == "AssetsLibrary: asked for again, kept" && lines.dropFirst(3).first == "PhotoKit: asked for again, kept", "\(result)")
        #expect(lines.dropFirst(2).first?.hasPrefix("PhotoKit: 2000 × 3000, ") == true && lines.dropFirst(2).first?.hasSuffix(", orientation 3") == true, "\(result)")
        #expect(lines.dropFirst(4).first == "pixels of both: the same", "\(result)")
        // To fill the screen is what the preview is for; it may come somewhat larger, in the photo's shape.
        let preview = try #require(lines.dropFirst(2).first?.components(separatedBy: ", ").dropFirst().first)
        let requested = try #require(lines.dropFirst(5).first)
        for size in [preview, String(requested.dropFirst("requested preview: ".count))] {
            let sides = size.components(separatedBy: " × ").compactMap { Double($0) }
            let fills = sides.count == 2 && sides[0] >= 1170 && sides[1] >= 2532 && sides[1] <= 3000 && abs(sides[1] / sides[0] - 1.5) < 0.01
            #expect(fills && requested.hasPrefix("requested preview: "), "\(result)")
        }
        #expect(lines.last == "requested thumbnail: 150 × 150", "\(result)")
        #expect(try run("wrapper", "9C5EF6C3-0E1C-4F05-B592-CED2203EFE0F").errors.contains("'photos assets' lists them"))
    }

    @Test func aModelOfEitherFrameworkSaysTheSame() throws {
        var metadata = taken(3)
        (metadata.offset, metadata.coordinate) = ("+00:00", CLLocationCoordinate2D(latitude: 31.25, longitude: 121.5))
        let asset = try save("a.jpg", width: 5000, height: 1250, metadata: metadata), result = try run("model", asset.localIdentifier)
        let lines = result.output.split(separator: "\n"), resource = try #require(PHAssetResource.assetResources(for: asset).first)
        #expect(lines.count == 10, "\(result)")
        let (old, new) = (lines.prefix(5).map(String.init), lines.suffix(5).map(String.init))
        #expect(old[0] == "a.jpg, 5000 × 1250, 1578052800" && new[0] == old[0] && new[1] == "  \(asset.localIdentifier)", "\(result)")
        #expect(old[1] == "  assets-library://asset/asset.JPG?id=\(asset.localIdentifier.prefix(36))&ext=JPG", "\(result)")
        #expect(new[2] == "  1200 × 300, 256 × 64, 4000 × 1000, 100 × 25" && old[2] == "  1440 × 360, 256 × 64, 4000 × 1000, 100 × 25", "\(result)")
        #expect(new[3] == "  \(resource.dataSize ?? 0) bytes, jpeg, sound, told asset.model.progress.changed asset.model.resolved" && old[3] == new[3], "\(result)")
        let sha1 = try #require(resource.sha1).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(new[4] == "  \(sha1), no lens, 31.25, 121.5" && old[4] == new[4], "\(result)")
    }

    @Test func savedPostsLoseWhatWasDeleted() throws {
        let assets = try (0..<4).map { try save("\($0).jpg", seed: $0) }, ids = assets.map(\.localIdentifier)
        try temporary.photoLibrary.performChangesAndWait { PHAssetChangeRequest.deleteAssets([assets[1]] as NSArray) }
        let saved = ["assets-library://asset/asset.JPG?id=\(ids[3].prefix(36))&ext=JPG", ids[0], ids[1], String(ids[2].prefix(36))]
        let result = try run("drafts", temporary.file("saved.json", JSONEncoder().encode(saved)).path)
        let pictures = [3, 0, 2].map { "assets-library://asset/asset.JPG?id=\(ids[$0].prefix(36))&ext=JPG 64 × 48" }
        #expect(result.output == (["4 saved, 3 are there", "picked 3, to be downloaded 0"] + pictures).joined(separator: "\n") + "\n", "\(result)")
    }

    @Test func savedPostsFetchWhatIsInTheCloud() throws {
        let assets = try (0..<3).map { try save("\($0).jpg", seed: $0) }, ids = assets.map(\.localIdentifier)
        try temporary.sendToFolder()
        let result = try run("drafts", temporary.file("saved.json", JSONEncoder().encode(ids)).path)
        // Progress is told on another thread, between the others.
        let lines = result.output.split(separator: "\n").map(String.init), progress = lines.filter { $0.hasPrefix("downloading: ") }
        let pictures = ids.map { "assets-library://asset/asset.JPG?id=\($0.prefix(36))&ext=JPG 64 × 48" }
        let others = ["3 saved, 3 are there", "picked 0, to be downloaded 3", "picked 3 the next time, to be downloaded 0"] + pictures
        #expect(lines.filter { !$0.hasPrefix("downloading: ") } == others, "\(result)")
        #expect(progress.count { $0 == "downloading: 100 %" } == 3, "\(result)")
    }

    @Test func aShotIsSavedAndReadBack() throws {
        var metadata = FixtureImages.Metadata()
        metadata.orientation = .right
        let picture = try temporary.file("shot.jpg", FixtureImages.jpeg(width: 600, height: 400, metadata: metadata)), result = try run("camera", picture.path)
        let lines = [
            "upright: true, 400 × 600", "saved without a name: true", "saved under a URL: assets-library, 400 × 600", "read back: 800 × 1200",
            "nothing under another name: default_image",
        ]
        #expect(result.output == lines.joined(separator: "\n") + "\n", "\(result)")
        try temporary.grant(.denied, to: "org.example.app")
        #expect(try run("camera", picture.path, application: "org.example.app").output.contains("photos access grant org.example.app full"))
    }

    @Test func whatIsNoHabitIsExplained() throws {
        let result = try run("dance")
        #expect(result.status == 64 && result.errors.contains("photo-habits model ASSET"))
    }
}
