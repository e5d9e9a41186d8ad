import Foundation
import Photos
import PhotosTesting
import Testing

extension OptionMatrixTests {
    private typealias Matrix = OptionMatrix
    private typealias Size = OptionMatrix.Size

    @Test(arguments: [
        // Whole pixels, the nearest, halves up; never none.
        (400, 300, 100, 100, "100x75", "100x100"), (401, 303, 100, 100, "100x76", "100x100"), (303, 401, 100, 50, "38x50", "100x50"),
        (400, 300, 1, 1, "1x1", "1x1"), (640, 5, 64, 64, "64x1", "64x64"), (300, 401, 1000, 1000, "748x1000", "1000x1000"), (8, 6, 3, 3, "3x2", "3x3"),
    ]) func exactSizesAreRoundedOnce(_ width: Int, _ height: Int, _ targetWidth: Int, _ targetHeight: Int, _ fit: String, _ fill: String) throws {
        let world = try Matrix.World([(.photo, "a.jpg", FixtureImages.jpeg(width: width, height: height))])
        defer { world.end() }
        let target = CGSize(width: targetWidth, height: targetHeight)
        #expect(try world.size(target, .aspectFit) { $0.resizeMode = .exact }.description == fit)
        #expect(try world.size(target, .aspectFill) { $0.resizeMode = .exact }.description == fill)
    }

    @Test func fractionsOfTargetsAreRoundedToo() throws {
        let world = try Matrix.World(.usual)
        #expect(try world.size(CGSize(width: 100.6, height: 99.5), .aspectFill) { $0.resizeMode = .exact } == Size(width: 101, height: 100))
        #expect(try world.size(CGSize(width: 100.4, height: 300), .aspectFit) { $0.resizeMode = .exact } == Size(width: 100, height: 75))
    }

    @Test(arguments: OptionMatrix.resizes) func sizesThatAreNoneMeanTheFullOne(_ resize: PHImageRequestOptionsResizeMode) throws {
        let world = try Matrix.World(.usual)
        let (infinity, nan) = (CGFloat.infinity, CGFloat.nan)
        for (width, height) in [(0, 0), (0.4, 100), (100, 0), (-1, -1), (-5, 300), (infinity, infinity), (nan, 10)] as [(CGFloat, CGFloat)] {
            for mode in Matrix.contents {
                let size = try world.size(CGSize(width: width, height: height), mode) { $0.resizeMode = resize }
                #expect(size == Matrix.Pictures.usual.original, "\(width) by \(height)")
            }
        }
    }

    /// A picture that is laid out otherwise than it is shown is fitted as it is shown.
    @Test(arguments: [1, 6] as [UInt32]) func targetsAreForUprightPictures(_ orientation: UInt32) throws {
        var metadata = FixtureImages.Metadata()
        metadata.orientation = CGImagePropertyOrientation(rawValue: orientation)
        let world = try Matrix.World([(.photo, "a.jpg", FixtureImages.jpeg(width: 800, height: 600, metadata: metadata))])
        let isTurned = orientation == 6
        #expect(try world.size(CGSize(width: 300, height: 100)) { $0.resizeMode = .exact } == (isTurned ? Size(width: 75, height: 100) : Size(width: 133, height: 100)))
        #expect(try world.size(PHImageManagerMaximumSize) == (isTurned ? Size(width: 600, height: 800) : Size(width: 800, height: 600)))
    }

    /// What of the quarters (red, green over blue, white) an exact filling shows: the middle, cut on both sides alike.
    @Test func fillingCutsEvenly() throws {
        let world = try Matrix.World(.usual)
        let tall = try Self.colours(world.image(CGSize(width: 100, height: 300), .aspectFill) { $0.resizeMode = .exact }, across: [0.1, 0.4, 0.6, 0.9])
        #expect(tall == "rrgg", "half of the middle is red, half of it green")
    }

    @Test func cropsAreClippedAndNonsenseIsIgnored() throws {
        let world = try Matrix.World(.usual), target = CGSize(width: 400, height: 400)
        defer { world.end() }
        let (whole, half) = (Size(width: 400, height: 300), Size(width: 267, height: 400))
        let crops: [(CGRect, Size)] = [
            (CGRect(x: 0.5, y: 0, width: 2, height: 3), half), (CGRect(x: -1, y: 0, width: 1.5, height: 1), half),
            (CGRect(x: 0, y: 0, width: 1, height: 1), whole), (.zero, whole), (CGRect(x: 2, y: 2, width: 1, height: 1), whole),
            (CGRect(x: 0.5, y: 0.5, width: 0, height: 0.5), whole), (CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), whole), (.null, whole), (.infinite, whole),
            // A column of pixels is the least.
            (CGRect(x: 0.5, y: 0, width: 0.0001, height: 1), Size(width: 1, height: 400)),
        ]
        for (crop, size) in crops {
            #expect(try world.size(target) { ($0.resizeMode, $0.normalizedCropRect) = (.exact, crop) } == size, "\(crop)")
        }
    }

    /// (0, 0) is the upper left corner of the upright picture.
    @Test func cropsCountFromTheUpperLeft() throws {
        let world = try Matrix.World(.usual)
        for (x, y, colour) in [(0.0, 0.0, "r"), (0.5, 0, "g"), (0, 0.5, "b"), (0.5, 0.5, "w")] {
            let image = try world.image(CGSize(width: 40, height: 40), .aspectFill) {
                ($0.resizeMode, $0.normalizedCropRect) = (.exact, CGRect(x: x, y: y, width: 0.5, height: 0.5))
            }
            #expect(try Self.colours(image, across: [0.2, 0.8]) == colour + colour)
        }
    }

    /// The colours at parts of the width, a quarter down.
    private static func colours(_ image: UIImage, across parts: [Double]) throws -> String {
        let pixels = try #require(image.cgImage), data = try #require(pixels.dataProvider?.data), bytes = try #require(CFDataGetBytePtr(data))
        return String(
            parts.map { part -> Character in
                let at = pixels.height / 4 * pixels.bytesPerRow + Int(Double(pixels.width) * part) * 4
                switch (bytes[at] > 128, bytes[at + 1] > 128, bytes[at + 2] > 128) {
                case (true, false, false): return "r"
                case (false, true, false): return "g"
                case (false, false, true): return "b"
                case (true, true, true): return "w"
                default: return "?"
                }
            })
    }
}
