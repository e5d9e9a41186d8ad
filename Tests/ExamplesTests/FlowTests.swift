import Foundation
import Photos
import PhotosTesting
import TestSupport
import Testing

/// The programs in `Examples`, run as their reader would run them.
@Suite(.timeLimit(.minutes(20))) struct FlowTests {
    let temporary: TemporaryLibrary

    init() throws { temporary = try TemporaryLibrary() }

    private func run(_ arguments: String..., application: String? = nil) throws -> ProgramRun {
        var environment = ["PHOTOS_LIBRARY": temporary.url.path]
        environment["PHOTOS_APP_ID"] = application
        return try ProgramRun(of: ProgramRun.products.appending(path: "photo-flows"), arguments, environment: ProgramRun.environment(environment))
    }

    private func save(_ name: String, width: Int = 64, height: Int = 48, seed: Int = 0, metadata: FixtureImages.Metadata = .init()) throws -> PHAsset {
        let file = try temporary.file(name, FixtureImages.jpeg(width: width, height: height, seed: seed, metadata: metadata))
        var identifier: String?
        try temporary.photoLibrary.performChangesAndWait {
            identifier = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?.placeholderForCreatedAsset?.localIdentifier
        }
        return try #require(PHAsset.fetchAssets(withLocalIdentifiers: [identifier ?? ""], options: options).firstObject)
    }

    private var options: PHFetchOptions {
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        return options
    }

    private func album(_ title: String, _ assets: [PHAsset]) throws -> String {
        var identifier = ""
        try temporary.photoLibrary.performChangesAndWait {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
            request.addAssets(assets as NSArray)
            identifier = request.placeholderForCreatedAssetCollection.localIdentifier
        }
        return identifier
    }

    @Test func permissionIsToldWithWhereToAllowIt() throws {
        let allowed = try run("permission")
        #expect(allowed.status == 0 && allowed.output == "AssetsLibrary: allowed\nPhotoKit: allowed\n", "\(allowed)")
        try temporary.grant(.denied, to: "org.example.app")
        let denied = try run("permission", application: "org.example.app")
        #expect(denied.output.components(separatedBy: "photos access grant org.example.app full").count == 3, "\(denied)")
        try temporary.grant(.limited([]), to: "org.example.app")
        let limited = try run("permission", application: "org.example.app")
        #expect(limited.output.contains("PhotoKit: allowed, for some photos"), "\(limited)")
    }

    @Test func albumsAreListedByBothFrameworks() throws {
        let assets = try (0..<3).map { try save("\($0).jpg", seed: $0) }
        _ = try album("Beach", [assets[0], assets[2]])
        _ = try album("Empty", [])
        let result = try run("albums")
        #expect(result.output.contains("AssetsLibrary: Beach, 2\n") && result.output.contains("PhotoKit: Beach, 2\n"), "\(result)")
        #expect(!result.output.contains("Empty"))
    }

    @Test func anAlbumIsReadInPagesOfFifty() throws {
        let assets = try (0..<103).map { try save("\($0).jpg", width: 8, height: 8, seed: $0) }
        let result = try run("pages", album("Many", assets))
        #expect(result.output == "PhotoKit: 103 assets in pages of 50, 50, 3\nAssetsLibrary: pages of 50, 50, 3\n", "\(result)")
        let nothing = try run("pages", "9C5EF6C3-0E1C-4F05-B592-CED2203EFE0F")
        #expect(nothing.status == 1 && nothing.errors.contains("'photos albums --json' tells"))
    }

    @Test func picturesComeInTheirSizes() throws {
        let asset = try save("a.jpg", width: 3000, height: 2000)
        let screen = try run("screen", asset.localIdentifier)
        #expect(
            screen.output == "AssetsLibrary: 1440 × 960\nPhotoKit, as large as the screen: 1170 × 780\nPhotoKit, its shorter side 1200: 1800 × 1200\n", "\(screen)")
        let sizes = try run("sizes", asset.localIdentifier)
        #expect(sizes.output.hasPrefix("thumbnail: 300 × 300\npreview: 1170 × 780\n"), "\(sizes)")
        #expect(sizes.output.hasSuffix("original: 3000 × 2000, downloaded 100 %\nasked for again: kept\n"), "\(sizes)")
    }

    @Test func anOriginalInTheCloudComesWithItsProgress() throws {
        let asset = try save("a.jpg", width: 3000, height: 2000)
        try temporary.sendToFolder()
        let sizes = try run("sizes", asset.localIdentifier), lines = sizes.output.split(separator: "\n").map(String.init)
        // What is shown before is here, and nothing is fetched for it.
        #expect(Array(lines.prefix(2)) == ["thumbnail: 300 × 300", "preview: 1170 × 780"], "\(sizes)")
        let fractions = lines.filter { $0.hasPrefix("downloading: ") }
        #expect(fractions.count >= 2 && fractions.first == "downloading: 0 %" && fractions.last == "downloading: 100 %", "\(sizes)")
        #expect(Array(lines.suffix(2)) == ["original: 3000 × 2000, downloaded 100 %", "asked for again: kept"], "\(sizes)")
        #expect(try !run("sizes", asset.localIdentifier).output.contains("downloading"), "the second time it is here")
    }

    /// The edit that AssetsLibrary tells makes of the original what PhotoKit shows.
    @Test(arguments: [1, 3, 6, 7]) func anEditedOriginalIsTheSameByBothFrameworks(_ orientation: Int) throws {
        var metadata = FixtureImages.Metadata()
        metadata.orientation = CGImagePropertyOrientation(rawValue: UInt32(orientation))
        let asset = try save("a.jpg", width: 320, height: 200, metadata: metadata), upright = orientation > 4 ? "200 × 320" : "320 × 200"
        let plain = try run("edited", asset.localIdentifier)
        #expect(plain.output == "AssetsLibrary: \(upright)\nPhotoKit: \(upright)\nthey differ by 0 of 255 levels on average\n", "\(plain)")
        var cropped = PhotoAdjustments(), light = PhotoAdjustments()
        (cropped.crop, cropped.rotation, cropped.isFlipped) = (.init(x: 0.25, y: 0.1, width: 0.5, height: 0.6), 90, true)
        (light.straighten, light.exposure, light.saturation, light.filter) = (4, 0.5, -0.25, .chrome)
        for adjustments in [cropped, light] {
            let file = try edit(asset, adjustments), result = try run("edited", asset.localIdentifier), lines = result.output.split(separator: "\n")
            let size = UIImage(data: file).map { "\(Int($0.size.width)) × \(Int($0.size.height))" } ?? ""
            #expect(lines.count == 3 && lines.first == "AssetsLibrary: \(size)" && lines.dropFirst().first == "PhotoKit: \(size)", "\(result)")
            #expect(["0", "1"].contains { lines.last == "they differ by \($0) of 255 levels on average" }, "\(result)")
        }
    }

    /// - Returns: the rendering.
    private func edit(_ asset: PHAsset, _ adjustments: PhotoAdjustments) throws -> Data {
        let found = DispatchSemaphore(value: 0)
        // Guarded by the semaphore: written before it is signalled, read after it was waited for.
        nonisolated(unsafe) var input: PHContentEditingInput?
        _ = asset.requestContentEditingInput(with: .forPhotoAdjustments()) { found_, _ in
            input = found_
            found.signal()
        }
        found.wait()
        let output = PHContentEditingOutput(contentEditingInput: try #require(input))
        try output.render(adjustments)
        let data = try Data(contentsOf: output.renderedContentURL)
        try temporary.photoLibrary.performChangesAndWait { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
        return data
    }

    @Test(arguments: 1...8) func uploadsAreUprightAndTellNoPlace(_ orientation: Int) throws {
        var metadata = FixtureImages.Metadata()
        metadata.orientation = CGImagePropertyOrientation(rawValue: UInt32(orientation))
        metadata.coordinate = CLLocationCoordinate2D(latitude: 31.25, longitude: 121.5)
        let asset = try save("a.jpg", width: 60, height: 40, metadata: metadata), upright = orientation > 4 ? "40 × 60" : "60 × 40"
        let turned = try run("orientation", asset.localIdentifier)
        let value = UIImage.Orientation(try #require(metadata.orientation)).rawValue
        #expect(turned.output == "AssetsLibrary: \(value)\nPhotoKit: \(value)\npixels as stored: 60 × 40; upright: \(upright)\n", "\(turned)")
        let file = temporary.folder.appendingPathComponent("upload.jpg"), result = try run("upload", asset.localIdentifier, file.path)
        #expect(result.output == "written: \(upright)\nin memory: \(upright)\n", "\(result)")
        let data = try Data(contentsOf: file)
        #expect(data.count < 1_000_000 && data.range(of: Data("GPS".utf8)) == nil && UIImage(data: data)?.imageOrientation == .up)
        let pixels = try #require(UIImage(data: data)?.cgImage)
        #expect(FixtureImages.corners(of: pixels) == FixtureImages.uprightCorners[orientation], "sizes alone do not tell a mirrored picture from an upright one")
    }

    @Test func aDraftLosesWhatWasDeleted() throws {
        let assets = try (0..<9).map { try save("\($0).jpg", seed: $0) }, ids = assets.map(\.localIdentifier)
        let old = "assets-library://asset/asset.JPG?id=\(ids[8].prefix(36))&ext=JPG"
        let draft = try temporary.file("draft.json", JSONEncoder().encode([old] + ids[0..<8]))
        try temporary.photoLibrary.performChangesAndWait { PHAssetChangeRequest.deleteAssets([assets[1], assets[4]] as NSArray) }
        let result = try run("draft", draft.path)
        #expect(result.output.hasPrefix("9 in the draft, 7 are there\n  \(ids[8]) 8.jpg\n  \(ids[0]) 0.jpg\n  \(ids[2]) 2.jpg\n"), "\(result)")
        #expect(result.output.hasSuffix("  \(ids[1]) was deleted\n  \(ids[4]) was deleted\n"), "\(result)")
        #expect(try run("draft", draft.path).output.hasPrefix("7 in the draft, 7 are there\n"))
    }

    @Test func aDraftOfMoreThanItsLimitIsFilledAndTellsTheRest() throws {
        let assets = try (0..<11).map { try save("\($0).jpg", seed: $0) }, ids = assets.map(\.localIdentifier)
        let draft = try temporary.file("draft.json", JSONEncoder().encode(ids))
        try temporary.photoLibrary.performChangesAndWait { PHAssetChangeRequest.deleteAssets([assets[0]] as NSArray) }
        let result = try run("draft", draft.path)
        #expect(result.output.hasPrefix("9 in the draft, 9 are there\n  \(ids[1]) 1.jpg\n"), "\(result)")
        #expect(result.output.hasSuffix("  \(ids[9]) 9.jpg\n  \(ids[0]) was deleted\n  \(ids[10]) is one too many\n"), "\(result)")
    }

    @Test func aCamerasPictureIsSavedAndShown() throws {
        let picture = try temporary.file("shot.jpg", FixtureImages.jpeg(width: 600, height: 400))
        let result = try run("camera", picture.path), lines = result.output.split(separator: "\n")
        #expect(lines.count == 4, "\(result)")
        let identifier = try #require(lines.first).dropFirst("placeholder: ".count)
        #expect(Array(lines.dropFirst()) == ["saved: \(identifier), shown at 600 × 400", "found by its date: true", "in the album: 1"])
    }

    @Test func whatIsNoFlowIsExplained() throws {
        for arguments in [[], ["dance"], ["sizes"]] {
            let result = try ProgramRun(
                of: ProgramRun.products.appending(path: "photo-flows"), arguments, environment: ProgramRun.environment(["PHOTOS_LIBRARY": temporary.url.path]))
            #expect(result.status == 64 && result.errors.contains("photo-flows sizes ASSET"))
        }
    }
}
