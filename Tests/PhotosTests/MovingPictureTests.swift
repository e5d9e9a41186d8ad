import Foundation
import Photos
import PhotosTesting
import Testing

/// Animations, frame by frame. What each shows is the codecs' to test; the files are theirs, by Scripts/reference/moving.py.
@Suite(.timeLimit(.minutes(20))) struct MovingPictureTests {
    private static let folder = URL(fileURLWithPath: #filePath).appending(path: "../../CodecsTests/Pixels/Reference").standardized
    private static let full = PHImageManagerMaximumSize

    let temporary: TemporaryLibrary
    private let manager = PHImageManager.default()

    init() throws { temporary = try TemporaryLibrary() }

    private func save(_ name: String, _ data: Data? = nil, isVideo: Bool = false) throws -> PHAsset {
        let file = try temporary.file(name, try data ?? Data(contentsOf: Self.folder.appending(path: name)))
        var identifier = ""
        try temporary.photoLibrary.performChangesAndWait {
            let request =
                isVideo
                ? PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: file) : PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
            identifier = request?.placeholderForCreatedAsset?.localIdentifier ?? ""
        }
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        return try #require(PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: options).firstObject)
    }

    /// Red, green, blue and alpha in the middle of one of 4 × 4 fields.
    private func color(_ image: UIImage, _ field: Int) throws -> [Int] {
        let image = try #require(image.cgImage), data = try #require(image.dataProvider?.data) as Data
        let (x, y) = (image.width * (field % 4 * 2 + 1) / 8, image.height * (field / 4 * 2 + 1) / 8)
        return (0..<4).map { Int(data[y * image.bytesPerRow + x * 4 + $0]) }
    }

    @Test func framesComeWithTheirDelays() async throws {
        let asset = try save("moving-disposal.gif")
        #expect(asset.playbackStyle == .imageAnimated && asset.mediaSubtypes.contains(.photoAnimation))
        let animation = try await manager.animation(for: asset, targetSize: Self.full)
        #expect(animation.delays == [0.1, 0.05, 0.2, 0.1, 60] && animation.loopCount == 0 && animation.damage == nil)
        #expect(abs(animation.duration - 60.45) < 1e-9)
        #expect(animation.frames.map { [$0.size.width, $0.size.height, $0.scale] } == Array(repeating: [64, 48, 1], count: 5))
        let (first, changed, clear) = ([36, 36, 246, 255], [219, 36, 223, 255], [219, 97, 170, 255])
        let corner = try animation.frames.map { try color($0, 0) }
        #expect(Array(corner[0...2]) == [first, first, changed] && corner[3][3] == 0 && corner[4] == clear)
        #expect(animation.frames.allSatisfy { $0.images == nil && $0.duration == 0 })
        // Some 50 milliseconds each, were there room for 1,209.
        let images = try #require(animation.image.images)
        #expect((1000...1024).contains(images.count) && images.filter { $0 === animation.frames[4] }.count > 1000)
        #expect(animation.frames.allSatisfy { frame in images.contains { $0 === frame } } && abs(animation.image.duration - 60.45) < 1e-9)
        let png = try #require(animation.frames[3].pngData())
        #expect(png.count > 50, "a frame is a picture like any other")
    }

    @Test(arguments: ["moving-plain.gif", "moving-plain.png", "moving-plain.webp", "moving-half.avif", "moving.heics"])
    func everyKindOfFileBecomesAnAnimatedImage(name: String) async throws {
        let asset = try save(name), animation = try await manager.animation(for: asset, targetSize: Self.full)
        #expect(asset.playbackStyle == .imageAnimated)
        #expect(animation.delays == [0.05, 0.1, 0.2, 0.02] && animation.loopCount == (name.hasSuffix("c") || name.contains("avif") || name.contains("heics") ? 0 : 3))
        let image = animation.image
        #expect(image.images?.count == 5 + 10 + 20 + 2 && abs(image.duration - 0.37) < 1e-9 && image.size == CGSize(width: 64, height: 48))
        let images = try #require(image.images)
        #expect(images[4] === animation.frames[0] && images[5] === animation.frames[1] && images[34] === animation.frames[2] && images[36] === animation.frames[3])
        // The picture of the same asset is the first frame.
        let still = try await manager.image(for: asset, targetSize: Self.full)
        let (shown, first) = (try color(still, 5), try color(animation.frames[0], 5))
        #expect(still.images == nil && zip(shown, first).allSatisfy { abs($0 - $1) < 5 }, "\(shown) and \(first)")
    }

    @Test func framesHaveTheSizeThatWasAskedFor() async throws {
        let asset = try save("moving-plain.webp")
        func size(_ width: CGFloat, _ height: CGFloat, _ mode: PHImageContentMode = .aspectFit, _ options: PHImageRequestOptions? = nil) async throws -> CGSize {
            let frames = try await manager.animation(for: asset, targetSize: CGSize(width: width, height: height), contentMode: mode, options: options).frames
            #expect(frames.count == 4)
            return frames[3].size
        }
        #expect(try await size(32, 32) == CGSize(width: 32, height: 24))
        #expect(try await size(32, 32, .aspectFill) == CGSize(width: 43, height: 32))
        #expect(try await size(6400, 6400) == CGSize(width: 64, height: 48), "never enlarged")
        let options = PHImageRequestOptions()
        (options.resizeMode, options.deliveryMode, options.isSynchronous, options.preferHDR) = (.none, .fastFormat, true, true)
        #expect(try await size(16, 16, .aspectFit, options) == CGSize(width: 16, height: 12), "some options have no meaning here")
        (options.resizeMode, options.normalizedCropRect) = (.exact, CGRect(x: 0.5, y: 0, width: 0.5, height: 1))
        #expect(try await size(24, 24, .aspectFit, options) == CGSize(width: 16, height: 24))
    }

    @Test func whatDoesNotMoveIsOneFrame() async throws {
        for (name, data) in [("still.jpg", try FixtureImages.jpeg(width: 80, height: 60)), ("gif.gif", nil)] {
            let animation = try await manager.animation(for: try save(name, data), targetSize: Self.full)
            #expect(animation.frames.count == 1 && animation.delays == [0] && animation.loopCount == 1 && animation.duration == 0)
            #expect(animation.image === animation.frames[0] && animation.image.images == nil)
        }
        let film = try save("film-h264-601.mov", isVideo: true)
        let error = await #expect(throws: PHPhotosError.self) { try await manager.animation(for: film, targetSize: Self.full) }
        #expect(error?.code == .requestNotSupportedForAsset && error?.localizedDescription.contains("film-h264-601.mov") == true)
        let unknown = await #expect(throws: PHPhotosError.self) { try await manager.animation(for: PHAsset(), targetSize: Self.full) }
        #expect(unknown?.code == .identifierNotFound)
    }

    @Test func aTornFileGivesWhatCameBefore() async throws {
        let whole = try Data(contentsOf: Self.folder.appending(path: "moving-plain.gif"))
        let animation = try await manager.animation(for: try save("torn.gif", whole.prefix(whole.count * 6 / 10)), targetSize: Self.full)
        #expect((2...3).contains(animation.frames.count) && animation.delays.count == animation.frames.count && animation.damage != nil)
    }

    /// Frames of 16 million bytes each.
    @Test func moreThanMemoryShallHoldIsAskedForSmaller() async throws {
        func little(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
        let frame: [UInt8] = [0x21, 0xF9, 4, 4, 5, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0]
        let header = Array("GIF89a".utf8) + little(2000) + little(2000) + [0xF1, 0, 0] + [UInt8](repeating: 90, count: 12)
        let asset = try save("large.gif", Data(header + (0..<20).flatMap { _ in frame } + [0x3B]))
        let error = await #expect(throws: PHPhotosError.self) { try await manager.animation(for: asset, targetSize: Self.full) }
        #expect(error?.code == .limitExceeded && error?.localizedDescription.contains("large.gif") == true)
        #expect(try await manager.animation(for: asset, targetSize: CGSize(width: 100, height: 100)).frames.count == 20)
    }

    @Test func framesAreMadeAnewAndPicturesStayRemembered() async throws {
        let asset = try save("moving-plain.gif"), faults = temporary.faults
        _ = try await manager.image(for: asset, targetSize: CGSize(width: 40, height: 40))
        let before = faults.renders
        for _ in 0..<3 { #expect(try await manager.animation(for: asset, targetSize: CGSize(width: 40, height: 40)).frames.count == 4) }
        #expect(faults.renders == before + 3)
        #expect(try await manager.image(for: asset, targetSize: CGSize(width: 40, height: 40)).images == nil)
        #expect(faults.renders == before + 3, "the picture is still in memory")
    }

    @Test func aTaskThatIsCancelledEndsAtOnce() async throws {
        let asset = try save("moving-plain.gif"), faults = temporary.faults
        faults.fault = .hold
        let (cancelled, other) = (Task { try await frames(asset) }, Task { try await frames(asset) })
        faults.waitUntilHolding(1)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        faults.release()
        #expect(try await other.value == 4)
        let before = Task { () throws in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await frames(asset)
        }
        await #expect(throws: CancellationError.self) { try await before.value }
    }

    private func frames(_ asset: PHAsset) async throws -> Int { try await manager.animation(for: asset, targetSize: Self.full).frames.count }

    /// Whatever a decoder says of frames that can't be true is its file's fault alone, and so is a decoder that ends or never answers.
    @Test(.enabled(if: FaultyProgram.path != nil, "photo-decoder-faults is not beside the tests")) func lyingDecodersAreFoundOut() async throws {
        let lies = ["frames-none", "frames-many", "frames-uneven", "frames-fast", "frames-slow", "crash", "hang", "late-crash", "garbage", "deep"]
        let data = try Data(contentsOf: Self.folder.appending(path: "moving-plain.gif"))
        let assets = try lies.map { try save($0 + ".gif", data) }, honest = try save("IMG_1.gif", data)
        try temporary.faults.useWorkers(at: try #require(FaultyProgram.path), seconds: 10)
        for (lie, asset) in zip(lies, assets) {
            let error = await #expect(throws: PHPhotosError.self, "\(lie)") { try await manager.animation(for: asset, targetSize: CGSize(width: 9, height: 9)) }
            #expect(error?.code == .invalidResource, "\(lie): \(String(describing: error))")
        }
        let animation = try await manager.animation(for: honest, targetSize: CGSize(width: 9, height: 9))
        #expect(animation.delays == [0.05, 0.1, 0.15] && animation.loopCount == 2)
    }
}
