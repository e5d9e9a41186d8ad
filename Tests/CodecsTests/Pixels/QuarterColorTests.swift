import Pixels
import Testing

@testable import Codecs

@Suite struct QuarterColorTests {
    private let codec = Codec()

    private func quarters(_ width: Int, _ height: Int, _ color: (Int, Int) -> [UInt8]) throws -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { pixels += color(x, y) + [255] }
        }
        let image = PixelImage(width: width, height: height, bytesPerRow: width * 4, pixels: pixels, hasAlpha: false)
        let thumbnail = try codec.examine(codec.encode(image, as: .png).bytes).thumbnail
        return try #require(thumbnail?.quarters).bytes
    }

    private func expect(_ found: [UInt8], _ wanted: [UInt8], within tolerance: Int = 3) {
        #expect(zip(found, wanted).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }, "\(found) instead of \(wanted)")
    }

    @Test func aQuarterIsTheAverageOfItsPixels() throws {
        // Stripes of black and white to the left, plain to the right.
        let found = try quarters(64, 64) { x, y in x >= 32 ? [10, 20, 30] : [UInt8](repeating: y % 2 == 0 ? 0 : 255, count: 3) }
        expect(found, [128, 128, 128, 10, 20, 30, 128, 128, 128, 10, 20, 30])
    }

    /// A single row, column or pixel is in all quarters that it touches.
    @Test func theSmallestPicturesHaveFourQuarters() throws {
        expect(try quarters(1, 1) { _, _ in [200, 100, 50] }, [200, 100, 50, 200, 100, 50, 200, 100, 50, 200, 100, 50])
        let row = try quarters(32, 1) { x, _ in x < 16 ? [200, 200, 200] : [40, 40, 40] }
        expect(row, [200, 200, 200, 40, 40, 40, 200, 200, 200, 40, 40, 40])
    }

    @Test func aGreyPictureHasGreyQuarters() throws {
        let found = try quarters(40, 40) { _, y in y < 20 ? [90, 90, 90] : [0, 0, 0] }
        expect(found, [90, 90, 90, 90, 90, 90, 0, 0, 0, 0, 0, 0])
    }

    @Test func nothingIsComputedWhereNoThumbnailIsMade() throws {
        let image = Quadrants.image(40, 30)
        #expect(try codec.examine(try codec.jpeg(image), "a.jpg", .factsOnly).thumbnail == nil)
        #expect(try codec.examine(try codec.jpeg(image), "a.jpg").preview?.quarters == nil)
    }
}
