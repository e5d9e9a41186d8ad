import Foundation
import Photos
import PhotosTesting
import Synchronization
import Testing

/// A JPEG's own EXIF thumbnail is never shown: whether it is of the picture as it is now is known only from all of the picture.
@Suite(.timeLimit(.minutes(20))) struct EmbeddedThumbnailTests {
    /// Bytes of a number, the highest first.
    private static func big(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) } }

    private static func embed(_ thumbnail: Data, in jpeg: Data, orientation: Int) -> Data {
        let first = big(1, 2) + big(0x0112, 2) + big(3, 2) + big(1, 4) + big(orientation, 2) + big(0, 2) + big(26, 4)
        let second =
            big(3, 2) + big(0x0103, 2) + big(3, 2) + big(1, 4) + big(6, 2) + big(0, 2)
            + big(0x0201, 2) + big(4, 2) + big(1, 4) + big(68, 4) + big(0x0202, 2) + big(4, 2) + big(1, 4) + big(thumbnail.count, 4) + big(0, 4)
        let block = Array("Exif\0\0MM\0*".utf8) + big(8, 4) + first + second + Array(thumbnail)
        return jpeg.prefix(2) + Data([0xFF, 0xE1] + big(block.count + 2, 2) + block) + jpeg.dropFirst(2)
    }

    /// An older picture of the same shape, one with bars above and below, one that is turned already, and one that is true.
    @Test(arguments: [(160, 120, 1), (160, 107, 1), (120, 160, 6), (160, 120, 8)])
    func neitherStaleNorBarredNorTurnedOnesAreShown(width: Int, height: Int, orientation: Int) async throws {
        let temporary = try TemporaryLibrary()
        // The thumbnail's white is grey.
        let thumbnail = try FixtureImages.jpeg(width: width, height: height, seed: 99)
        let file = try temporary.file("IMG_1.JPG", Self.embed(thumbnail, in: FixtureImages.jpeg(width: 640, height: 480), orientation: orientation))
        try temporary.photoLibrary.performChangesAndWait { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        let asset = try #require(PHAsset.fetchAssets(with: options).firstObject)
        for side in [100, -1] as [CGFloat] {
            for mode in [PHImageRequestOptionsDeliveryMode.opportunistic, .fastFormat] {
                temporary.forgetPictures()
                try? FileManager.default.removeItem(at: temporary.url.appendingPathComponent("derivatives"))
                let seen = await answers(for: asset, side, mode)
                #expect(!seen.isEmpty && seen.allSatisfy { $0 > 240 }, "\(side) \(mode): \(seen)")
            }
        }
    }

    /// The brightest pixel of each picture that a request gives.
    private func answers(for asset: PHAsset, _ side: CGFloat, _ mode: PHImageRequestOptionsDeliveryMode) async -> [UInt8] {
        let request = PHImageRequestOptions(), seen = Mutex<[UInt8]>([])
        request.deliveryMode = mode
        await withCheckedContinuation { done in
            PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: side, height: side), contentMode: .aspectFit, options: request
            ) { image, info in
                seen.withLock { $0.append(image.map { Self.brightest($0) } ?? 0) }
                if mode == .fastFormat || info?[PHImageResultIsDegradedKey] as? Bool != true { done.resume() }
            }
        }
        return seen.withLock { $0 }
    }

    private static func brightest(_ image: UIImage) -> UInt8 {
        guard let pixels = image.cgImage?.dataProvider?.data as Data? else { return 0 }
        return stride(from: 0, to: pixels.count - 3, by: 4 * 7).map { min(pixels[$0], pixels[$0 + 1], pixels[$0 + 2]) }.max() ?? 0
    }
}
