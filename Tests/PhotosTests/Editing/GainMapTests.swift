import Foundation
import PhotosTesting
import Testing

@testable import LibraryEngine
@testable import Photos

/// Photos with gain maps, as an application sees and edits them.
@Suite(.timeLimit(.minutes(20))) struct GainMapTests {
    let temporary: TemporaryLibrary
    init() throws { temporary = try TemporaryLibrary() }

    private func imported(_ data: Data) throws -> PHAsset {
        let file = temporary.folder.appendingPathComponent("IMG_1.JPG")
        try data.write(to: file)
        #expect(try temporary.library.importer(temporary.library.importOptions).run([file.path]).imported == 1)
        return try now()
    }

    private func now() throws -> PHAsset {
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        return try #require(PHAsset.fetchAssets(with: options).all.first)
    }

    private func image(_ change: (PHImageRequestOptions) -> Void) throws -> CGImage {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        change(options)
        var answer: UIImage?
        PHImageManager.default().requestImage(for: try now(), targetSize: PHImageManagerMaximumSize, contentMode: .default, options: options) { image, _ in answer = image }
        return try #require(answer?.cgImage)
    }

    private func data() throws -> Data {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        var result: Data?
        PHImageManager.default().requestImageDataAndOrientation(for: try now(), options: options) { data, _, _, _ in result = data }
        return try #require(result)
    }

    /// The greatest component of the pixel there, of 65535.
    private func brightest(_ image: CGImage, _ x: Double, _ y: Double) throws -> Int {
        let data = try #require(image.dataProvider?.data) as Data
        let at = Int(y * Double(image.height)) * image.bytesPerRow + Int(x * Double(image.width)) * image.bitsPerPixel / 8
        guard image.bitsPerComponent == 16 else { return data[at..<at + 3].map { Int($0) * 257 }.max() ?? 0 }
        return data.withUnsafeBytes { bytes in (0..<3).map { Int(bytes.loadUnaligned(fromByteOffset: at + $0 * 2, as: UInt16.self)) }.max() ?? 0 }
    }

    /// PQ's value of so many times white, which is 203 candela per square metre.
    private static func perceptual(_ light: Double) -> Int {
        let power = pow(light * 203 / 10_000, 2610.0 / 16384)
        return Int(pow((3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32) * 65535)
    }

    @Test func `a photo with a gain map is an HDR photo, and says what map it has`() throws {
        let asset = try imported(FixtureImages.jpegWithGainMap())
        #expect(asset.mediaSubtypes == .photoHDR)
        let resource = try #require(PHAssetResource.assetResources(for: asset).first), map = try #require(resource.gainMap)
        #expect(map.kind == .iso && abs(map.headroom - 4) < 1e-5)
    }

    @Test func `a photo without one has none`() throws {
        let asset = try imported(FixtureImages.jpeg())
        #expect(asset.mediaSubtypes == [] && PHAssetResource.assetResources(for: asset).first?.gainMap == nil)
    }

    @Test func `it is applied where the options ask for it, as far as they allow`() throws {
        _ = try imported(FixtureImages.jpegWithGainMap())
        let plain = try image { _ in }
        #expect(plain.bitsPerComponent == 8 && plain.colorSpace?.name == CGColorSpace.sRGB)
        #expect(try brightest(plain, 0.25, 0.75) > 60_000 && brightest(plain, 0.75, 0.75) > 60_000)
        for (change, most) in [({ $0.preferHDR = true }, 4.0), ({ $0.targetHDRHeadroom = 0 }, 4), ({ $0.targetHDRHeadroom = 2 }, 2), ({ $0.targetHDRHeadroom = 8 }, 4)]
            as [((PHImageRequestOptions) -> Void, Double)]
        {
            let bright = try image(change)
            #expect(bright.bitsPerComponent == 16 && bright.colorSpace?.name == CGColorSpace.displayP3_PQ && (bright.width, bright.height) == (64, 48))
            // Left below is blue, and right below white.
            #expect(try brightest(bright, 0.25, 0.75) > brightest(bright, 0.75, 0.75) + 2000)
            #expect(try abs(brightest(bright, 0.75, 0.75) - Self.perceptual(1)) < 1000, "white stays white")
            #expect(try abs(brightest(bright, 0.25, 0.75) - Self.perceptual(most * 0.911)) < 1500, "blue of sRGB is 0.911 of Display P3's, \(most) times as bright")
        }
        #expect(try image { _ in }.bitsPerComponent == 8, "one answer is not another's")
    }

    @Test func `an edit keeps it where it was, and reverting gives the original's bytes`() async throws {
        let original = try FixtureImages.jpegWithGainMap(), asset = try imported(original)
        #expect(try data() == original)
        let input = try await withCheckedThrowingContinuation { continuation in
            asset.requestContentEditingInput(with: .forPhotoAdjustments()) { input, _ in
                if let input { return continuation.resume(returning: input) }
                continuation.resume(throwing: NSError(domain: "no input", code: 0))
            }
        }
        let output = PHContentEditingOutput(contentEditingInput: input)
        var adjustments = PhotoAdjustments()
        (adjustments.rotation, adjustments.saturation) = (90, -0.2)
        try output.render(adjustments)
        try temporary.photoLibrary.performChangesAndWait { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
        let rendering = try #require(PHAssetResource.assetResources(for: try now()).first { $0.type == .fullSizePhoto }), map = try #require(rendering.gainMap)
        #expect(map.kind == .iso && abs(map.headroom - 4) < 1e-5)
        #expect(try now().mediaSubtypes == .photoHDR)
        // What was on the left is above now: where it is blue it is bright, where it is white (right below, now left below) it is not.
        let bright = try image { $0.preferHDR = true }
        #expect((bright.width, bright.height) == (48, 64))
        #expect(try brightest(bright, 0.25, 0.25) > brightest(bright, 0.25, 0.75) + 2000)
        try temporary.photoLibrary.performChangesAndWait { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
        #expect(try data() == original)
    }
}
