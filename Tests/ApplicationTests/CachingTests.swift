import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    /// A grid's manager: what is prepared comes out as what is asked for, and what is not prepared any more comes all the same.
    @Suite struct Caching {
        let world: World
        init() throws { world = try World() }

        private let size = CGSize(width: 40, height: 40)

        /// The sizes of the pictures of one request, in order; a degraded one is negative.
        private func widths(_ asset: PHAsset, from manager: PHImageManager) async -> [Int] {
            await withCheckedContinuation { continuation in
                var widths: [Int] = []
                manager.requestImage(for: asset, targetSize: size, contentMode: .aspectFill, options: options) { image, info in
                    let isDegraded = (info?[PHImageResultIsDegradedKey] as? NSNumber)?.boolValue == true
                    widths.append((image?.cgImage?.width ?? 0) * (isDegraded ? -1 : 1))
                    if !isDegraded { continuation.resume(returning: widths) }
                }
            }
        }

        private var options: PHImageRequestOptions {
            let options = PHImageRequestOptions()
            (options.resizeMode, options.deliveryMode) = (.exact, .highQualityFormat)
            return options
        }

        @Test func whatIsPreparedIsWhatIsAskedFor() async throws {
            let manager = PHCachingImageManager(), assets = try (0..<4).map { try world.save("IMG_\($0).JPG", seed: $0) }
            manager.startCachingImages(for: assets, targetSize: size, contentMode: .aspectFill, options: options)
            for asset in assets { #expect(await widths(asset, from: manager) == [40]) }
            manager.stopCachingImages(for: Array(assets.prefix(2)), targetSize: size, contentMode: .aspectFill, options: options)
            for asset in assets { #expect(await widths(asset, from: manager) == [40]) }
            manager.stopCachingImagesForAllAssets()
            for asset in assets { #expect(await widths(asset, from: PHImageManager()) == [40]) }
        }

        @Test func highQualityIsAllowedUntilSomebodyForbidsIt() {
            let manager = PHCachingImageManager(), other = PHCachingImageManager()
            #expect(manager.allowsCachingHighQualityImages)
            manager.allowsCachingHighQualityImages = false
            #expect(!manager.allowsCachingHighQualityImages && other.allowsCachingHighQualityImages)
        }

        /// Nothing was started of what is stopped here, and everything of it may be asked for.
        @Test func stoppingWhatWasNeverStartedDoesNothing() async throws {
            let manager = PHCachingImageManager(), asset = try world.save(seed: 9)
            manager.stopCachingImages(for: [asset], targetSize: size, contentMode: .aspectFit, options: nil)
            manager.stopCachingImagesForAllAssets()
            manager.startCachingImages(for: [], targetSize: size, contentMode: .aspectFit, options: nil)
            #expect(await widths(asset, from: manager) == [40])
        }
    }
}
