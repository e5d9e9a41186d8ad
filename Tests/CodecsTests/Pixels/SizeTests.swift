import Pixels
import Testing

@testable import Codecs

@Suite struct SizeTests {
    private let codec = Codec()

    @Test func fitAndFillGiveExactlyTheSizesTheyPromise() throws {
        let file = try codec.jpeg(Quadrants.image(1200, 800))
        for (request, width, height) in [
            (RenderRequest(300, 300), 300, 200), (RenderRequest(300, 300, .fill), 450, 300), (RenderRequest(301, 1), 2, 1), (RenderRequest(99, 1000, .fill), 1200, 800),
            (RenderRequest(599, 5000), 599, 399), (RenderRequest(5000, 5000), 1200, 800), (RenderRequest(), 1200, 800),
        ] {
            let image = try codec.render(file, request)
            #expect((image.width, image.height) == (width, height), "\(request)")
            #expect(image.pixels.count == width * height * 4 && image.bytesPerRow == width * 4)
        }
    }

    @Test func aNearSizeIsNeverSmallerAndAtMostTwiceAsLarge() throws {
        let file = try codec.jpeg(Quadrants.image(1200, 800))
        for side in [20, 100, 151, 299, 640, 1100] {
            let image = try codec.render(file, RenderRequest(side, side, exact: false))
            #expect(image.width >= side && image.width <= 2 * side + 1)
            Quadrants.expectUpright(image)
        }
    }

    @Test(arguments: 1...8) func aCropIsTakenFromTheUprightPicture(orientation: Int) throws {
        let stored = Quadrants.stored(240, 160, orientation: orientation)
        let jpeg = FileBuilder.withOrientation(orientation, try codec.jpeg(stored))
        let tiff = FileBuilder.tiff(Quadrants.source(240, 160, orientation: orientation), orientation: orientation)
        for file in [jpeg, tiff] {
            for (x, y) in [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5)] {
                var request = RenderRequest(60, 40)
                request.crop = UnitRect(x: x, y: y, width: 0.5, height: 0.5)
                let image = try codec.render(file, request), wanted = Quadrants.color(x + 0.25, y + 0.25)
                #expect((image.width, image.height) == (60, 40))
                for corner in [(0.1, 0.1), (0.9, 0.1), (0.1, 0.9), (0.9, 0.9)] {
                    let seen = image.color(corner.0, corner.1)
                    #expect(abs(seen.red - wanted.red) + abs(seen.green - wanted.green) + abs(seen.blue - wanted.blue) < 20, "\(seen), not \(wanted)")
                }
            }
        }
    }

    @Test(arguments: [(1, 1), (1, 5000), (5000, 1), (17, 31), (2, 2), (33, 16), (65, 257), (1441, 3)]) func oddSizesSurvive(width: Int, height: Int) throws {
        let image = Quadrants.image(width, height)
        for format in [EncodedFormat.jpeg(quality: 95), .png] {
            let file = try codec.encode(image, as: format).bytes
            let examined = try codec.examine(file)
            let preview = try #require(examined.preview), thumbnail = try #require(examined.thumbnail)
            let longest = max(width, height)
            #expect(max(preview.width, preview.height) == min(longest, 1440))
            #expect(max(thumbnail.width, thumbnail.height) == min(longest, 256))
            #expect(min(thumbnail.width, thumbnail.height) >= 1)
            let full = try codec.render(file)
            #expect((full.width, full.height) == (width, height))
            if min(width, height) > 15 { Quadrants.expectUpright(full, tolerance: 12) }
        }
    }

    @Test func senselessRequestsAreRefused() throws {
        let file = try codec.jpeg(Quadrants.image(20, 20))
        var empty = RenderRequest(), outside = RenderRequest(), wild = RenderRequest()
        empty.target = PixelSize(width: 0, height: 5)
        outside.crop = UnitRect(x: 2, y: 0, width: 1, height: 1)
        wild.crop = UnitRect(x: .nan, y: 0, width: 1, height: 1)
        for request in [empty, outside, wild] {
            let error = #expect(throws: CodecError.self) { try codec.render(file, request) }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test func flatAreasStayExactAtAnyScale() throws {
        for value in [UInt8(0), 1, 77, 128, 254, 255] {
            let plane = try Plane(width: 301, height: 203)
            for y in 0..<203 { for x in 0..<301 { plane.row(y)[x] = value } }
            for (width, height) in [(301, 203), (300, 100), (151, 17), (16, 16), (7, 3), (1, 1), (400, 300)] {
                let scaled = try PlaneScaler.scale(
                    plane, x: .init(origin: 0, length: 301, count: width, coverage: Double(width)),
                    y: .init(origin: 0, length: 203, count: height, coverage: Double(height)), turn: OrientationTransform(orientation: 6))
                #expect(scaled.width == height && scaled.height == width)
                for y in 0..<scaled.height {
                    for x in 0..<scaled.width where scaled.row(y)[x] != value {
                        Issue.record("\(scaled.row(y)[x]) instead of \(value) at \(x), \(y) of \(width) × \(height)")
                        return
                    }
                }
            }
        }
    }

    @Test(arguments: 1...8) func turningWhileScalingIsScalingThenTurning(orientation: Int) throws {
        let plane = try Plane(width: 150, height: 90)
        for y in 0..<90 { for x in 0..<150 { plane.row(y)[x] = UInt8((x * 3 + y * 7 + (x * y) % 11 * 9) % 256) } }
        let x = PlaneScaler.Axis(origin: 3.25, length: 130.5, count: 61, coverage: 61), y = PlaneScaler.Axis(origin: 1, length: 88, count: 47, coverage: 47)
        let straight = try PlaneScaler.scale(plane, x: x, y: y, turn: .none)
        let turn = OrientationTransform(orientation: orientation)
        let turned = try PlaneScaler.scale(plane, x: x, y: y, turn: turn)
        for v in 0..<47 {
            for u in 0..<61 {
                let (mu, mv) = (turn.mirrorsColumns ? 60 - u : u, turn.mirrorsRows ? 46 - v : v)
                let seen = turn.transposes ? turned.row(mu)[mv] : turned.row(mv)[mu]
                #expect(seen == straight.row(v)[u])
            }
        }
    }

    @Test func resizingMatchesAPlainComputation() throws {
        let plane = try Plane(width: 200, height: 120)
        for y in 0..<120 { for x in 0..<200 { plane.row(y)[x] = UInt8((x * 37 + y * 91 + x * y) % 256) } }
        func kernel(_ x: Double) -> Double { x < 1 ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0 }
        func weights(_ i: Int, _ scale: Double) -> [(Int, Double)] {
            let centre = (Double(i) + 0.5) * scale - 0.5, width = max(scale, 1)
            let all = (Int((centre - 2 * width).rounded(.up))...Int((centre + 2 * width).rounded(.down))).map { ($0, kernel(abs(Double($0) - centre) / width)) }
            let sum = all.reduce(0) { $0 + $1.1 }
            return all.map { ($0.0, $0.1 / sum) }
        }
        let result = try PlaneScaler.scale(
            plane, x: .init(origin: 0, length: 200, count: 143, coverage: 143), y: .init(origin: 0, length: 120, count: 86, coverage: 86), turn: .none)
        var worst = 0.0, squares = 0.0
        for v in 0..<86 {
            for u in 0..<143 {
                var sum = 0.0
                for (y, wy) in weights(v, 120.0 / 86) {
                    for (x, wx) in weights(u, 200.0 / 143) { sum += wx * wy * Double(plane.row(min(max(y, 0), 119))[min(max(x, 0), 199)]) }
                }
                let error = min(max(sum, 0), 255) - Double(result.row(v)[u])
                worst = max(worst, abs(error))
                squares += error * error
            }
        }
        // Noise of full contrast is the worst case for weights of 7 bits.
        #expect(worst < 12)
        #expect((squares / (86 * 143)).squareRoot() < 2)
    }

    /// At odd sizes the encoder reads a column and a row beyond the picture: they must not be what another picture left in memory.
    @Test func oddSizesHoldNothingOfThePictureBefore() throws {
        let file = try codec.jpeg(Quadrants.image(683, 1023))
        let others = try [3, 6, 8].map { orientation in try codec.jpeg(Quadrants.stored(1023, 683, orientation: orientation)) }
        var seen: Set<[UInt8]> = []
        for other in others {
            _ = try codec.examine(other)
            let examination = try codec.examine(file)
            seen.insert((examination.thumbnail?.bytes ?? []) + (examination.preview?.bytes ?? []))
        }
        #expect(seen.count == 1)
    }
}
