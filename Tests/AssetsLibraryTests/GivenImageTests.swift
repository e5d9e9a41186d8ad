import AssetsLibrary
import Foundation
import Photos
import PhotosTesting
import SharedWorld
import Synchronization
import Testing

extension AssetsLibraryTests {
    /// Images that come without a reference of their own.
    @Suite(.timeLimit(.minutes(20))) struct GivenImages {
        let world: World
        let library: ALAssetsLibrary
        init() throws {
            world = try World()
            library = ALAssetsLibrary()
        }

        @Test func everyThreadCanTakeWhatItWasGiven() async throws {
            for seed in 0..<4 { _ = try world.save("IMG_\(seed).JPG", seed: seed) }
            let assets = try await library.cameraRoll().assets, wrong = Mutex(0)
            DispatchQueue.concurrentPerform(iterations: 64) { number in
                let asset = assets[number % assets.count]
                // Given one after the other, and taken afterwards.
                let square = asset.thumbnail(), whole = asset.aspectRatioThumbnail(), screen = asset.defaultRepresentation()?.fullScreenImage()
                let sizes = [square, whole, screen].map { $0.map { image in [image.takeUnretainedValue().width, image.takeUnretainedValue().height] } }
                if sizes != [[150, 150], [64, 48], [64, 48]] { wrong.withLock { $0 += 1 } }
            }
            #expect(wrong.withLock { $0 } == 0)
        }

        @Test func anImageThatWasTakenStays() async throws {
            _ = try world.save()
            let asset = try #require(try await library.cameraRoll().assets.first), taken = try #require(asset.thumbnail()).takeUnretainedValue()
            let before = taken.pixelBytes
            for _ in 0..<20 { _ = asset.aspectRatioThumbnail() }
            #expect(taken.pixelBytes == before && taken.width == 150)
        }
    }
}
