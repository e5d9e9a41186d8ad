import Foundation
import PlatformTypes
import Testing

@Suite struct ImageTypeTests {
    /// Numbers 0, 1, 2, … as pixels, so that every turn can be read off.
    private func numbered(_ width: Int, _ height: Int) -> CGImage {
        let pixels: [UInt8] = (0..<(width * height)).flatMap { (number: Int) -> [UInt8] in [UInt8(truncatingIfNeeded: number), 0, 0, 255] }
        return CGImage(width: width, height: height, bytesPerRow: width * 4, pixels: PixelBytes(pixels), hasAlpha: false, colorSpace: CGColorSpaceCreateDeviceRGB())
    }

    private func numbers(_ image: CGImage) -> [UInt8] { stride(from: 0, to: image.pixels.count, by: 4).map { image.pixels[$0] } }

    /// Stored 0 1 2 / 3 4 5.
    @Test(
        arguments: [
            (1, [0, 1, 2, 3, 4, 5]), (2, [2, 1, 0, 5, 4, 3]), (3, [5, 4, 3, 2, 1, 0]), (4, [3, 4, 5, 0, 1, 2]),
            (5, [0, 3, 1, 4, 2, 5]), (6, [3, 0, 4, 1, 5, 2]), (7, [5, 2, 4, 1, 3, 0]), (8, [2, 5, 1, 4, 0, 3]),
        ] as [(UInt32, [UInt8])]) func uprightByEachOrientation(raw: UInt32, expected: [UInt8]) throws
    {
        let orientation = try #require(CGImagePropertyOrientation(rawValue: raw))
        let upright = numbered(3, 2).upright(from: orientation)
        #expect(numbers(upright) == expected)
        #expect((upright.width, upright.height) == (raw >= 5 ? (2, 3) : (3, 2)))
        #expect(CGImagePropertyOrientation(UIImage.Orientation(orientation)) == orientation)
        let stored = UIImage(cgImage: numbered(3, 2), scale: 2, orientation: UIImage.Orientation(orientation)), normal = stored.normalized()
        #expect(normal.imageOrientation == .up && normal.scale == 2 && normal.size == stored.size)
        #expect(numbers(try #require(normal.cgImage)) == expected && (normal === stored) == (orientation == .up))
    }

    @Test func rawValuesAreApples() {
        #expect([UIImage.Orientation.up, .down, .left, .right, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored].map(\.rawValue) == Array(0...7))
        #expect([CGImagePropertyOrientation.up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left].map(\.rawValue) == Array(1...8))
    }

    @Test func sizeIsInPointsAndUpright() {
        #expect(UIImage(cgImage: numbered(30, 20)).size == CGSize(width: 30, height: 20))
        let turned = UIImage(cgImage: numbered(30, 20), scale: 2, orientation: .right)
        #expect(turned.size == CGSize(width: 10, height: 15))
        #expect(turned.scale == 2)
        #expect(turned.cgImage?.width == 30)
        #expect(UIImage(cgImage: numbered(1, 1), scale: 0, orientation: .up).scale == 1)
    }

    @Test func anImageOfNothingHasNoPixels() {
        let image = UIImage()
        #expect(image.size == .zero && image.cgImage == nil && image.jpegData(compressionQuality: 1) == nil && image.pngData() == nil)
    }

    @Test func anAnimatedImageIsItsFirstPicture() throws {
        let pictures = [UIImage(cgImage: numbered(3, 2), scale: 2, orientation: .right), UIImage(cgImage: numbered(3, 2)), UIImage(cgImage: numbered(3, 2))]
        let animated = try #require(UIImage.animatedImage(with: pictures, duration: 1.5))
        #expect(animated.images == pictures && animated.duration == 1.5)
        #expect(animated.size == pictures[0].size && animated.scale == 2 && animated.imageOrientation == .right && animated.cgImage === pictures[0].cgImage)
        let normal = animated.normalized()
        #expect(normal.duration == 1.5 && normal.images?.map(\.imageOrientation) == [.up, .up, .up] && normal.size == animated.size)
        #expect(UIImage.animatedImage(with: [], duration: 1) == nil)
        #expect(UIImage.animatedImage(with: [pictures[0]], duration: -1)?.duration == 0 && UIImage.animatedImage(with: [pictures[0]], duration: .nan)?.duration == 0)
        #expect(pictures[0].images == nil && pictures[0].duration == 0 && UIImage().images == nil)
    }

    @Test func croppingTakesPixelsOutwardsRounded() throws {
        let part = try #require(numbered(4, 3).cropping(to: CGRect(x: 1.2, y: 1, width: 1.5, height: 9)))
        #expect((part.width, part.height) == (2, 2))
        #expect(numbers(part) == [5, 6, 9, 10])
        #expect(numbered(4, 3).cropping(to: CGRect(x: 9, y: 0, width: 1, height: 1)) == nil)
    }

    /// A picture whose `x`th pixel of row `y` has the components 1000 · (10 y + x) + 0, 1, 2, 3.
    private func deep(_ width: Int, _ height: Int) -> CGImage {
        let pixels = PixelBytes(count: width * height * 8) { bytes in
            let components = bytes.bindMemory(to: UInt16.self)
            for at in 0..<width * height * 4 { components[at] = UInt16(1000 * (10 * (at / 4 / width) + at / 4 % width) + at % 4) }
        }
        return CGImage(
            width: width, height: height, bytesPerRow: width * 8, bitsPerComponent: 16, pixels: pixels, hasAlpha: true, colorSpace: CGColorSpaceCreateDeviceRGB())
    }

    private func components(_ image: CGImage) -> [UInt16] { image.pixels.withUnsafeBytes { Array($0.assumingMemoryBound(to: UInt16.self)) } }

    @Test func sixteenBitsStayWhereTheyBelong() throws {
        let image = deep(3, 2)
        #expect((image.bitsPerComponent, image.bitsPerPixel, image.bytesPerRow) == (16, 64, 24))
        #expect(image.bitmapInfo.intersection(.byteOrderMask) == .byteOrder16Little && image.bitmapInfo.intersection(.alphaInfoMask).rawValue == 3)
        let part = try #require(image.cropping(to: CGRect(x: 1, y: 1, width: 1, height: 1)))
        #expect(components(part) == [11000, 11001, 11002, 11003] && part.bitsPerComponent == 16)
        let turned = image.upright(from: .right)
        #expect((turned.width, turned.height) == (2, 3))
        #expect(components(turned).prefix(8) == [10000, 10001, 10002, 10003, 0, 1, 2, 3])
    }

    private func made(_ bytes: [UInt8], _ width: Int, _ height: Int, bits: Int, row: Int, _ alpha: CGImageAlphaInfo, gray: Bool = false) -> CGImage? {
        let space = gray ? CGColorSpace(name: CGColorSpace.genericGrayGamma2_2) : CGColorSpace(name: CGColorSpace.sRGB)
        guard let space, let provider = CGDataProvider(data: Data(bytes) as CFData) else { return nil }
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: bits, bytesPerRow: row, space: space,
            bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue), provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
    }

    @Test func clientPixelsOfEveryLayoutBecomeRGBA() {
        #expect(made([1, 2, 3, 99, 4, 5, 6, 99], 1, 2, bits: 24, row: 4, .none).map { Array($0.pixels) } == [1, 2, 3, 255, 4, 5, 6, 255])
        #expect(made([7, 8], 2, 1, bits: 8, row: 2, .none, gray: true).map { Array($0.pixels) } == [7, 7, 7, 255, 8, 8, 8, 255])
        #expect(made([50, 100, 0, 128], 1, 1, bits: 32, row: 4, .premultipliedLast).map { Array($0.pixels) } == [100, 199, 0, 128])
        #expect(made([1, 2, 3, 0], 1, 1, bits: 32, row: 4, .noneSkipLast).map { Array($0.pixels) } == [1, 2, 3, 255])
        #expect(made([1, 2, 3, 4], 1, 1, bits: 32, row: 4, .last)?.alphaInfo == .last)
    }

    @Test func impossibleSizesAreRefused() {
        #expect(made([1, 2, 3, 4], 2, 1, bits: 32, row: 8, .last) == nil, "too few bytes")
        #expect(made([1, 2, 3, 4], 0, 1, bits: 32, row: 4, .last) == nil)
        #expect(made([1, 2, 3, 4], -1, 1, bits: 32, row: 4, .last) == nil)
        #expect(made([1, 2, 3, 4], .max, .max, bits: 32, row: .max, .last) == nil)
        #expect(made([1, 2, 3, 4], 1, 1, bits: 16, row: 4, .none) == nil)
        #expect(made([1, 2, 3, 4], 1, 2, bits: 32, row: -4, .last) == nil)
    }

    @Test func bytesAreReachableAsClientsReachThem() throws {
        let data = try #require(numbered(2, 2).dataProvider?.data)
        #expect(CFDataGetLength(data) == 16)
        #expect(CFDataGetBytePtr(data)?[4] == 1)
        #expect((data as Data).count == 16)
    }
}
