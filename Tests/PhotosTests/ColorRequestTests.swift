import Foundation
import Photos
import PhotosTesting
import Testing

/// Colours and brightness that applications can ask for beyond sRGB of 8 bits. The files are the codecs' reference pictures.
@Suite(.timeLimit(.minutes(20))) struct ColorRequestTests {
    let temporary: TemporaryLibrary

    init() throws { temporary = try TemporaryLibrary() }

    private func save(_ name: String) throws -> PHAsset {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "CodecsTests/Pixels/Reference")
        let file = try temporary.file(name, try Data(contentsOf: folder.appending(path: name)))
        try temporary.photoLibrary.performChangesAndWait { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        return try #require(PHAsset.fetchAssets(with: options).firstObject)
    }

    private func ask(_ asset: PHAsset, side: CGFloat = -1, _ change: (PHImageRequestOptions) -> Void = { _ in }) throws -> CGImage {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        change(options)
        var answer: UIImage?
        PHImageManager.default().requestImage(for: asset, targetSize: CGSize(width: side, height: side), contentMode: .default, options: options) { image, _ in
            answer = image
        }
        return try #require(answer?.cgImage)
    }

    /// A component of the pixel in the middle, of 65535.
    private func middle(_ image: CGImage, _ component: Int) throws -> Int {
        let data = try #require(image.dataProvider?.data) as Data
        let at = image.height / 2 * image.bytesPerRow + image.width / 2 * image.bitsPerPixel / 8
        if image.bitsPerComponent == 8 { return Int(data[at + component]) * 257 }
        return data.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: at + component * 2, as: UInt16.self)) }
    }

    @Test func imagesAreSRGBOfEightBitsUnlessMoreIsAskedFor() throws {
        let asset = try save("png-p316.png")
        let plain = try ask(asset)
        #expect(plain.bitsPerComponent == 8 && plain.colorSpace?.name == CGColorSpace.sRGB && plain.colorSpace?.isWideGamutRGB == false)
        let wide = try ask(asset) { $0.keepsWideGamut = true }
        #expect(wide.bitsPerComponent == 8 && wide.colorSpace?.isWideGamutRGB == true && wide.colorSpace?.copyICCData() != nil)
        let deep = try ask(asset) { $0.keepsDeepColor = true }
        #expect(deep.bitsPerComponent == 16 && deep.bytesPerRow >= deep.width * 8 && deep.colorSpace?.name == CGColorSpace.sRGB)
        let both = try ask(asset) { ($0.keepsWideGamut, $0.keepsDeepColor) = (true, true) }
        #expect(both.bitsPerComponent == 16 && both.colorSpace?.isWideGamutRGB == true)
        // One answer is not another's, whichever of them is in memory.
        #expect(try ask(asset).bitsPerComponent == 8 && ask(asset) { $0.keepsDeepColor = true }.bitsPerComponent == 16)
        #expect(try abs(middle(plain, 2) - middle(deep, 2)) < 400 && abs(middle(both, 2) - middle(deep, 2)) > 400)
        #expect(try abs(middle(wide, 2) - middle(both, 2)) < 400)
    }

    /// A thumbnail has 8 bits of sRGB, and so is no answer, however small the image is.
    @Test func smallImagesComeFromTheFileWhereMoreIsAskedFor() throws {
        let asset = try save("png-p316.png")
        let deep = try ask(asset, side: 32) { ($0.keepsDeepColor, $0.resizeMode) = (true, .exact) }
        #expect(deep.bitsPerComponent == 16 && deep.width == 32)
        #expect(try ask(asset, side: 32) { $0.resizeMode = .exact }.bitsPerComponent == 8)
    }

    @Test(arguments: ["png-pq.png", "png-hlg.png", "avif-pq-p3-12.avif"]) func picturesForBrightScreensComeAsTheyAreAskedFor(name: String) throws {
        let isP3 = name.contains("p3"), perceptual = isP3 ? CGColorSpace.displayP3_PQ : CGColorSpace.itur_2100_PQ
        let asset = try save(name), stored = name.contains("hlg") ? CGColorSpace.itur_2100_HLG : perceptual
        let plain = try ask(asset)
        #expect(plain.bitsPerComponent == 8 && plain.colorSpace?.name == CGColorSpace.sRGB)
        let changes: [(PHImageRequestOptions) -> Void] = [
            { $0.preferHDR = true }, { $0.targetHDRHeadroom = 0 }, { $0.targetHDRHeadroom = 0.5 }, { $0.targetHDRHeadroom = -3 },
        ]
        for change in changes {
            let bright = try ask(asset, change)
            #expect(bright.bitsPerComponent == 16 && bright.colorSpace?.name == stored)
        }
        let limited = try ask(asset) { ($0.preferHDR, $0.targetHDRHeadroom) = (true, 3) }
        #expect(limited.bitsPerComponent == 16 && limited.colorSpace?.name == perceptual)
        let wide = try ask(asset) { $0.keepsWideGamut = true }
        #expect(wide.bitsPerComponent == 8 && wide.colorSpace?.name == (isP3 ? CGColorSpace.displayP3 : CGColorSpace.itur_2020))
    }

    @Test func ordinaryPicturesAreNotMadeBright() throws {
        let asset = try save("jpeg-444.jpg")
        let plain = try ask(asset), bright = try ask(asset) { ($0.preferHDR, $0.targetHDRHeadroom) = (true, 4) }
        #expect(bright.bitsPerComponent == 8 && bright.colorSpace == plain.colorSpace)
        #expect(try ask(asset) { $0.keepsDeepColor = true }.bitsPerComponent == 8, "there is no more to be had")
        #expect(try (0..<3).allSatisfy { try abs(middle(plain, $0) - middle(bright, $0)) < 600 })
    }

    @Test func aCopyOfTheOptionsHasThemAll() {
        let options = PHImageRequestOptions()
        #expect(!options.preferHDR && options.targetHDRHeadroom == 1 && !options.keepsWideGamut && !options.keepsDeepColor)
        (options.preferHDR, options.targetHDRHeadroom, options.keepsWideGamut, options.keepsDeepColor) = (true, 2.5, true, true)
        let copy = options.copy() as? PHImageRequestOptions
        #expect(copy?.preferHDR == true && copy?.targetHDRHeadroom == 2.5 && copy?.keepsWideGamut == true && copy?.keepsDeepColor == true)
    }
}
