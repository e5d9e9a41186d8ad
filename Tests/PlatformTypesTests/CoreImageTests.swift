import CoreGraphics
import CoreImage
import Foundation
import Testing
import UIKit

@testable import PlatformTypes

/// Images as recipes: where their pixels go, and what filters make of them.
@Suite struct CoreImageTests {
    /// Each pixel has a colour of its own: red grows to the right, green downwards.
    private static func picture(_ width: Int = 5, _ height: Int = 3, space: CFString = CGColorSpace.sRGB) throws -> CGImage {
        var bytes: [UInt8] = []
        for y in 0..<height { for x in 0..<width { bytes += [UInt8(40 * x + 10), UInt8(60 * y + 20), UInt8(7 * x * y + 3), 255] } }
        return try image(bytes, width, height, space: space)
    }

    private static func image(_ bytes: [UInt8], _ width: Int, _ height: Int, space: CFString = CGColorSpace.sRGB) throws -> CGImage {
        CGImage(
            width: width, height: height, bytesPerRow: width * 4, pixels: PixelBytes(bytes), hasAlpha: stride(from: 3, to: bytes.count, by: 4).contains { bytes[$0] < 255 },
            colorSpace: try #require(CGColorSpace(name: space)))
    }

    private static func grey(_ value: UInt8, _ width: Int = 4, _ height: Int = 4) throws -> CIImage {
        CIImage(cgImage: try image((0..<width * height).flatMap { _ in [value, value, value, 255] }, width, height))
    }

    private static func light(_ value: UInt8) -> Float { LightCoding.standard.light(value, value, value, UInt8(255)).x }

    private func bytes(_ image: CIImage, _ rect: CGRect? = nil) throws -> [UInt8] { Array(try #require(CIContext().createCGImage(image, from: rect ?? image.extent)).pixels) }

    private func pixel(_ image: CIImage, _ x: Int, _ y: Int) throws -> [UInt8] { try bytes(image, CGRect(x: x, y: y, width: 1, height: 1)) }

    @Test(arguments: [CGColorSpace.sRGB, CGColorSpace.displayP3, CGColorSpace.adobeRGB1998, CGColorSpace.itur_2020].map { $0 as String })
    func pixelsComeBackAsTheyWere(_ name: String) throws {
        let space = name as NSString
        var bytes: [UInt8] = []
        for value in 0..<256 { bytes += [UInt8(value), UInt8(255 - value), UInt8(value / 2 + 60), 255] }
        let picture = try Self.image(bytes, 64, 4, space: space), image = CIImage(cgImage: picture)
        #expect(image.extent == CGRect(x: 0, y: 0, width: 64, height: 4))
        let again = try #require(CIContext().createCGImage(image, from: image.extent, format: .RGBA8, colorSpace: picture.colorSpace))
        #expect(Array(again.pixels) == bytes && again.colorSpace == picture.colorSpace && !again.hasAlpha)
    }

    /// What is brighter than white stays so, in 16 bits, through whatever moves it.
    @Test(arguments: [CGColorSpace.itur_2100_PQ, CGColorSpace.itur_2100_HLG, CGColorSpace.displayP3_PQ, CGColorSpace.displayP3_HLG, CGColorSpace.sRGB].map { $0 as String })
    func brightPixelsComeBackAsTheyWere(_ name: String) throws {
        let space = try #require(CGColorSpace(name: name as NSString)), context = CIContext()
        var values: [UInt16] = []
        // Colours that every one of these spaces has, from the dark to the brightest.
        for step in 0..<256 { values += [UInt16(step * 225 + 4_000), UInt16(step * 230 + 5_000), UInt16(step * 210 + 3_600), 65535] }
        let picture = CGImage(
            width: 64, height: 4, bytesPerRow: 512, bitsPerComponent: 16, pixels: PixelBytes(values.withUnsafeBytes { [UInt8]($0) }), hasAlpha: false, colorSpace: space)
        let image = CIImage(cgImage: picture).oriented(.right).oriented(.left)
        let again = try #require(context.createCGImage(image, from: image.extent, isDeep: true, colorSpace: space))
        let back = again.pixels.withUnsafeBytes { bytes in (0..<values.count).map { bytes.loadUnaligned(fromByteOffset: $0 * 2, as: UInt16.self) } }
        #expect(again.bitsPerComponent == 16 && again.colorSpace == space && !again.hasAlpha)
        // 64 is a step of 10 bits.
        #expect(zip(back, values).allSatisfy { abs(Int($0) - Int($1)) <= 32 }, "\(zip(back, values).map { Int($0) - Int($1) }.max() ?? 0)")
    }

    /// A photo's white is 203 candela per square metre of a screen of 1000.
    @Test func brightValuesStandForLight() throws {
        for (name, white, grey) in [(CGColorSpace.itur_2100_HLG, 0.75, 0.5), (CGColorSpace.itur_2100_PQ, 0.5807, 0.4416)] {
            let space = try #require(CGColorSpace(name: name)), coding = LightCoding(space)
            // The grey is of 50.7 candela.
            for (value, expected) in [(white, 1), (grey, 0.2497)] {
                let light = coding.light(Float(value), Float(value), Float(value), 1)
                for component in 0..<3 { #expect(abs(light[component] - Float(expected)) < 0.01, "\(name) \(value): \(light)") }
                let values = coding.values(light)
                for component in 0..<3 { #expect(abs(values[component] - Float(value)) < 0.0005, "\(name) \(value): \(values)") }
            }
            #expect(coding.light(1.0, 1.0, 1.0, 1.0).x > 4.9)
        }
    }

    /// Displays' red is beyond sRGB's, and becomes the nearest there.
    @Test func coloursAreConverted() throws {
        let red = CIImage(cgImage: try Self.image([255, 0, 0, 255], 1, 1)), context = CIContext()
        let wide = try #require(context.createCGImage(red, from: red.extent, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.displayP3)))
        #expect(Array(wide.pixels) == [234, 51, 35, 255])
        let back = CIImage(cgImage: wide)
        let there = try pixel(back, 0, 0)
        #expect(zip(there, [255, 0, 0, 255] as [UInt8]).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
        #expect(try pixel(CIImage(cgImage: Self.image([255, 0, 0, 255], 1, 1, space: CGColorSpace.displayP3)), 0, 0) == [255, 0, 0, 255])
    }

    @Test func theOriginIsAtTheBottomLeft() throws {
        let image = CIImage(cgImage: try Self.picture())
        #expect(try pixel(image, 0, 0) == [10, 140, 3, 255], "the first pixel of the last row")
        #expect(try pixel(image, 4, 2) == [170, 20, 3, 255], "the last pixel of the first row")
        let part = image.cropped(to: CGRect(x: 3, y: 0, width: 10, height: 2))
        #expect(part.extent == CGRect(x: 3, y: 0, width: 2, height: 2))
        #expect(try bytes(part) == Array(Self.picture().cropping(to: CGRect(x: 3, y: 1, width: 2, height: 2))?.pixels ?? PixelBytes([])))
        #expect(image.cropped(to: CGRect(x: 9, y: 9, width: 2, height: 2)).extent.isNull)
        let outside = try #require(CIContext().createCGImage(part, from: CGRect(x: 2, y: 0, width: 2, height: 1)))
        #expect(Array(outside.pixels) == [0, 0, 0, 0, 130, 140, 45, 255] && outside.hasAlpha)
    }

    @Test(arguments: 1...8) func orientationsAreThoseOfPictures(_ value: UInt32) throws {
        let orientation = try #require(CGImagePropertyOrientation(rawValue: value)), picture = try Self.picture(), image = CIImage(cgImage: picture)
        let turned = image.oriented(orientation), upright = picture.upright(from: orientation)
        #expect(turned.extent == CGRect(x: 0, y: 0, width: upright.width, height: upright.height))
        #expect(try bytes(turned) == Array(upright.pixels) && bytes(image.oriented(forExifOrientation: Int32(value))) == Array(upright.pixels))
        let moved = image.transformed(by: CGAffineTransform(translationX: 7, y: -2)).oriented(orientation)
        #expect(moved.extent.origin == CGPoint(x: 7, y: -2))
        #expect(try bytes(moved) == Array(upright.pixels))
    }

    @Test func transformsMoveAndScale() throws {
        let image = CIImage(cgImage: try Self.picture())
        let moved = image.transformed(by: CGAffineTransform(translationX: 10, y: 20))
        #expect(moved.extent == CGRect(x: 10, y: 20, width: 5, height: 3))
        #expect(try bytes(moved) == bytes(image))
        let half = try Self.grey(100, 8, 6).transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5))
        #expect(half.extent == CGRect(x: 0, y: 0, width: 4, height: 3))
        #expect(try bytes(half, CGRect(x: 1, y: 1, width: 2, height: 1)) == [100, 100, 100, 255, 100, 100, 100, 255])
        // Black and white columns become the grey of half the light, not of half the value.
        let columns = try Self.image((0..<4).flatMap { _ in [0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255] as [UInt8] }, 4, 4)
        #expect(try pixel(CIImage(cgImage: columns).transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5)), 0, 0) == [188, 188, 188, 255])
        let double = CIImage(cgImage: columns).clampedToExtent().transformed(by: CGAffineTransform(scaleX: 2, y: 1))
        #expect(try pixel(double, 0, 0) == [0, 0, 0, 255])
        // A leaning of whole numbers is none of the transforms that move whole pixels.
        let leaning = try Self.grey(90).transformed(by: CGAffineTransform(1, 0, 1, 1, 0, 0))
        #expect(leaning.extent.width == 8)
        #expect(try pixel(leaning, 4, 2) == [90, 90, 90, 255])
    }

    @Test func imagesLieOverEachOther() throws {
        let half = CIImage(color: CIColor(red: 1, green: 1, blue: 1, alpha: 0.5)).cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1))
        let black = CIImage(color: CIColor(red: 0, green: 0, blue: 0))
        #expect(black.extent.isInfinite && CIContext().createCGImage(black, from: black.extent) == nil)
        let both = half.composited(over: black.cropped(to: CGRect(x: 0, y: 0, width: 2, height: 1)))
        #expect(both.extent == CGRect(x: 0, y: 0, width: 2, height: 1))
        #expect(try bytes(both) == [188, 188, 188, 255, 0, 0, 0, 255], "light is mixed, not values")
        let over = try #require(CIFilter(name: "CISourceOverCompositing", parameters: [kCIInputImageKey: half, kCIInputBackgroundImageKey: black]))
        #expect(try pixel(#require(over.outputImage), 0, 0) == [188, 188, 188, 255])
        #expect(CIImage.empty().extent.isNull && CIContext().createCGImage(.empty(), from: .null) == nil)
    }

    @Test func aBlurKeepsWhatIsEven() throws {
        let even = try Self.grey(77, 9, 9)
        #expect(try pixel(even.clampedToExtent().applyingGaussianBlur(sigma: 2).cropped(to: even.extent), 0, 0) == [77, 77, 77, 255])
        let faded = even.applyingGaussianBlur(sigma: 2)
        #expect(faded.extent == CGRect(x: -6, y: -6, width: 21, height: 21))
        #expect(try pixel(faded, 0, 0)[3] < 150, "the edge of what is not clamped fades")
        // One point of light becomes the curve itself.
        let point = CIImage(color: CIColor(red: 1, green: 1, blue: 1)).cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1)).composited(
            over: CIImage(color: CIColor(red: 0, green: 0, blue: 0)))
        let blurred = point.applyingGaussianBlur(sigma: 1)
        let middle = try Self.light(pixel(blurred, 0, 0)[0]), beside = try Self.light(pixel(blurred, 1, 0)[0])
        #expect(abs(Double(beside / middle) - exp(-0.5)) < 0.03)
        #expect(try bytes(even.applyingGaussianBlur(sigma: 0)) == bytes(even))
    }

    /// As Apple's reference gives the formulas, of linear light.
    @Test func filtersDoWhatTheirFormulasSay() throws {
        func shown(_ light: Float) -> UInt8 { UInt8(LightCoding.standard.values(Light(light, light, light, 1)).x * 255 + 0.5) }
        let grey = try Self.grey(100), light = Self.light(100)
        func result(_ name: String, _ parameters: [String: Any] = [:]) throws -> UInt8 { try pixel(grey.applyingFilter(name, parameters: parameters), 1, 1)[0] }
        #expect(try result("CIExposureAdjust", [kCIInputEVKey: 1]) == shown(2 * light))
        #expect(try result("CIExposureAdjust", [kCIInputEVKey: NSNumber(value: -1)]) == shown(light / 2))
        #expect(try result("CIExposureAdjust") == 100)
        #expect(try result("CIGammaAdjust", ["inputPower": 2.0]) == shown(light * light))
        #expect(try result("CIColorInvert") == shown(1 - light))
        #expect(try result("CIColorControls", [kCIInputBrightnessKey: 0.1]) == shown(light + 0.1))
        #expect(try result("CIColorControls", [kCIInputContrastKey: Float(1.5)]) == shown((light - 0.5) * 1.5 + 0.5))
        #expect(try result("CIColorClamp", ["inputMaxComponents": CIVector(x: 0.1, y: 1, z: 1, w: 1)]) == shown(0.1))
        #expect(try result("CIColorMatrix", ["inputRVector": CIVector(x: 0.5, y: 0.25, z: 0, w: 0.01)]) == shown(light * 0.75 + 0.01))
        #expect(try pixel(grey.applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 0]), 0, 0) == [100, 100, 100, 255])
        let colour = CIImage(cgImage: try Self.image([200, 80, 30, 255], 1, 1))
        let without = try pixel(colour.applyingFilter("CIColorControls", parameters: [kCIInputSaturationKey: 0]), 0, 0)
        #expect(without[0] == without[1] && without[1] == without[2] && without[0] > 80 && without[0] < 200)
        #expect(try pixel(colour.applyingFilter("CIColorControls"), 0, 0) == [200, 80, 30, 255])
    }

    @Test func looksAreThoseOfPhotoAdjustments() throws {
        let colour = CIImage(cgImage: try Self.image([200, 80, 30, 255], 1, 1))
        for name in ["CIPhotoEffectMono", "CIPhotoEffectNoir"] {
            let shown = try pixel(colour.applyingFilter(name), 0, 0)
            #expect(shown[0] == shown[1] && shown[1] == shown[2], "\(name)")
        }
        let sepia = try pixel(colour.applyingFilter("CISepiaTone", parameters: [kCIInputIntensityKey: 1]), 0, 0)
        #expect(sepia[0] > sepia[1] && sepia[1] > sepia[2])
        #expect(try pixel(colour.applyingFilter("CISepiaTone", parameters: [kCIInputIntensityKey: 0]), 0, 0) == [200, 80, 30, 255])
        for name in ["CIPhotoEffectChrome", "CIPhotoEffectFade"] { #expect(try pixel(colour.applyingFilter(name), 0, 0) != [200, 80, 30, 255], "\(name)") }
    }

    @Test func whatIsNotKnownIsNoFilter() throws {
        #expect(CIFilter(name: "CIPhotoEffectTransfer") == nil && CIFilter(name: "") == nil && CIFilter(name: "cisepiatone") == nil)
        let image = try Self.grey(5)
        #expect(image.applyingFilter("CINothing") === image)
        let filter = try #require(CIFilter(name: "CISepiaTone"))
        #expect(filter.name == "CISepiaTone" && filter.inputKeys == [kCIInputImageKey, kCIInputIntensityKey] && filter.outputKeys == ["outputImage"])
        #expect(filter.outputImage == nil && (filter.value(forKey: kCIInputIntensityKey) as? NSNumber)?.doubleValue == 1)
        filter.setValue(0.25, forKey: kCIInputIntensityKey)
        filter.setValue(3, forKey: "inputNothing")
        filter.setValue(image, forKey: kCIInputImageKey)
        #expect(filter.value(forKey: kCIInputIntensityKey) as? Double == 0.25 && filter.value(forKey: "inputNothing") == nil && filter.outputImage != nil)
        filter.setDefaults()
        #expect((filter.value(forKey: kCIInputIntensityKey) as? NSNumber)?.doubleValue == 1 && filter.value(forKey: kCIInputImageKey) as? CIImage === image)
        let names = CIFilter.filterNames(inCategory: nil)
        #expect(names.count == 17 && names.allSatisfy { CIFilter(name: $0) != nil } && CIFilter.filterNames(inCategory: "CICategoryBlur").isEmpty)
        let colour = try #require(CIFilter(name: "CIConstantColorGenerator", parameters: [kCIInputColorKey: CIColor(red: 0, green: 1, blue: 0)])?.outputImage)
        #expect(try pixel(colour, 400, -3) == [0, 255, 0, 255])
    }

    @Test func bitmapsAreMultipliedByAlpha() throws {
        let image = CIImage(cgImage: try Self.image([200, 100, 50, 128, 1, 2, 3, 255], 1, 2))
        var target = [UInt8](repeating: 9, count: 16)
        target.withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress else { return }
            CIContext(options: nil).render(image, toBitmap: base, rowBytes: 8, bounds: image.extent, format: .RGBA8, colorSpace: nil)
        }
        #expect(target == [100, 50, 25, 128, 9, 9, 9, 9, 1, 2, 3, 255, 9, 9, 9, 9])
        target.withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress else { return }
            CIContext().render(image, toBitmap: base, rowBytes: 8, bounds: image.extent, format: .BGRA8, colorSpace: nil)
        }
        #expect(target[0..<4] == [25, 50, 100, 128])
    }

    /// Strips are an inner matter: what is higher than one is the same as what is not.
    @Test func tallImagesAreMadeInStrips() throws {
        let tall = try Self.picture(6, 4).upright(from: .up), column = CIImage(cgImage: try Self.image((0..<200).flatMap { [UInt8($0), 0, 0, 255] }, 1, 200))
        let whole = try bytes(column)
        #expect(stride(from: 0, to: 800, by: 4).map { Int(whole[$0]) } == Array(0..<200))
        let blurred = try bytes(column.clampedToExtent().applyingGaussianBlur(sigma: 3).cropped(to: column.extent))
        #expect(zip(stride(from: 0, to: 796, by: 4), stride(from: 4, to: 800, by: 4)).allSatisfy { blurred[$0] <= blurred[$1] })
        #expect(tall.width == 6)
    }

    @Test func picturesThatCannotBeDecodedGiveNoPixels() {
        let image = CIImage(width: 3, height: 2) { nil }
        #expect(image.extent.width == 3 && CIContext().createCGImage(image, from: image.extent) == nil)
        #expect(CIImage(data: Data("text".utf8)) == nil && CIImage(contentsOf: URL(fileURLWithPath: "/nowhere")) == nil && CIImage(image: UIImage()) == nil)
    }
}
