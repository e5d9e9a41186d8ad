import Foundation
import Testing

@testable import Adjustments

@Suite struct AdjustmentFormulaTests {
    private static let angles = [-45.0, -7, 0, 0.5, 30, 45], leans = [-1.0, -0.3, 0, 0.8]
    private static let sizes = [(400, 300), (300, 400), (1000, 100), (1, 1)]

    private static func each(_ body: (PhotoAdjustments, ResultGeometry) -> Void) {
        for (width, height) in sizes {
            for angle in angles {
                for vertical in leans {
                    for horizontal in leans {
                        var one = PhotoAdjustments()
                        (one.straighten, one.perspectiveVertical, one.perspectiveHorizontal) = (angle, vertical, horizontal)
                        body(one, ResultGeometry(one, frameWidth: width, frameHeight: height))
                    }
                }
            }
        }
    }

    @Test func noCornerIsEmptyAndTheFrameIsUsedToItsEdge() {
        Self.each { adjustments, geometry in
            var most = 0.0
            for x in stride(from: 0.0, through: 1, by: 0.125) {
                for y in stride(from: 0.0, through: 1, by: 0.125) {
                    let point = geometry.source(x: x, y: y)
                    most = max(most, abs(point.x - 0.5), abs(point.y - 0.5))
                }
            }
            #expect(abs(most - 0.5) < 1e-9, "\(adjustments)")
            #expect(geometry.zoom >= 1 && geometry.width >= 1 && geometry.height >= 1)
        }
    }

    @Test func aNeutralGeometryShowsEveryPointWhereItIs() {
        let geometry = ResultGeometry(PhotoAdjustments(), frameWidth: 640, frameHeight: 480)
        #expect((geometry.width, geometry.height, geometry.zoom) == (640, 480, 1))
        let point = geometry.source(x: 0.25, y: 0.75)
        #expect(abs(point.x - 0.25) < 1e-12 && abs(point.y - 0.75) < 1e-12)
    }

    @Test func aPictureIsStraightenedClockwiseAroundItsMiddle() {
        var one = PhotoAdjustments()
        one.straighten = 10
        let geometry = ResultGeometry(one, frameWidth: 1000, frameHeight: 500), middle = geometry.source(x: 0.5, y: 0.5)
        #expect(abs(middle.x - 0.5) < 1e-12 && abs(middle.y - 0.5) < 1e-12)
        // What is shown to the right of the middle was above it: it came down.
        let right = geometry.source(x: 1, y: 0.5), reach = 500 / geometry.zoom
        #expect(abs((right.x - 0.5) * 1000 - reach * cos(10 * .pi / 180)) < 1e-9)
        #expect(abs((right.y - 0.5) * 500 + reach * sin(10 * .pi / 180)) < 1e-9)
    }

    @Test func perspectiveWidensTheSideThatItNames() {
        var one = PhotoAdjustments()
        one.perspectiveVertical = 1
        var geometry = ResultGeometry(one, frameWidth: 400, frameHeight: 300)
        func width(_ y: Double) -> Double { geometry.source(x: 1, y: y).x - geometry.source(x: 0, y: y).x }
        #expect(width(0) < width(1) * 0.6)
        one.rotateClockwise()
        geometry = ResultGeometry(one, frameWidth: 300, frameHeight: 400)
        func height(_ x: Double) -> Double { geometry.source(x: x, y: 1).y - geometry.source(x: x, y: 0).y }
        #expect(height(1) < height(0) * 0.6)
    }

    /// Turning an edit turns its result: each point shows the same spot of the original.
    @Test func aTurnedEditShowsTheSameTurned() {
        Self.each { adjustments, _ in
            var plain = adjustments
            plain.crop = .init(x: 0.1, y: 0.3, width: 0.6, height: 0.5)
            let geometry = ResultGeometry(plain, frameWidth: 400, frameHeight: 300)
            var turned = plain
            turned.rotateClockwise()
            let other = ResultGeometry(turned, frameWidth: 300, frameHeight: 400)
            #expect((geometry.width, geometry.height) == (other.height, other.width))
            var flipped = plain
            flipped.flipHorizontally()
            let mirror = ResultGeometry(flipped, frameWidth: 400, frameHeight: 300)
            for (x, y) in [(0.2, 0.1), (0.9, 0.4), (0.5, 1)] {
                let here = geometry.source(x: x, y: y), there = other.source(x: 1 - y, y: x), mirrored = mirror.source(x: 1 - x, y: y)
                #expect(abs(there.x - (1 - here.y)) < 1e-9 && abs(there.y - here.x) < 1e-9)
                #expect(abs(mirrored.x - (1 - here.x)) < 1e-9 && abs(mirrored.y - here.y) < 1e-9)
            }
        }
    }

    @Test func curvesRiseAndNeverLeaveTheRange() {
        let values: [Double] = [-1, -0.5, 0, 0.5, 1]
        for parameter in [AdjustmentParameter.exposure, .brilliance, .highlights, .shadows, .contrast, .blackPoint] {
            for value in values {
                var one = PhotoAdjustments()
                one[parameter] = value
                let recipe = ColorRecipe(one)
                let curve = (0...255).map { recipe.value(Float($0) / 255, channel: 1) }
                #expect(curve.allSatisfy { (0...1).contains($0) }, "\(parameter) \(value)")
                #expect(zip(curve, curve.dropFirst()).allSatisfy { $0 <= $1 + 1e-6 }, "\(parameter) \(value)")
                #expect((curve.reduce(0, +) > 128.1) == (value > 0 && parameter != .contrast && parameter != .blackPoint || value < 0 && parameter == .blackPoint))
            }
        }
    }

    @Test func whiteBalanceKeepsTheBrightnessOfGrey() {
        for (warmth, tint) in [(1.0, 0.0), (-1, 0.5), (0.3, -1)] {
            var one = PhotoAdjustments()
            (one.warmth, one.tint) = (warmth, tint)
            let gains = ColorRecipe(one).gains
            #expect(abs(zip(gains, ColorRecipe.weights).reduce(0) { $0 + $1.0 * $1.1 } - 1) < 1e-6)
        }
    }

    @Test func onlyNeutralColoursAreLeftAlone() {
        #expect(ColorRecipe(PhotoAdjustments()).isNeutral)
        for parameter in AdjustmentParameter.allCases.dropFirst(3) where parameter != .filterIntensity {
            var one = PhotoAdjustments()
            one[parameter] = 0.1
            #expect(!ColorRecipe(one).isNeutral, "\(parameter)")
        }
        for filter in PhotoFilter.allCases {
            var one = PhotoAdjustments()
            one.filter = filter
            #expect(!ColorRecipe(one).isNeutral && !one.isNeutral, "\(filter)")
            one.filterIntensity = 0
            #expect(ColorRecipe(one).isNeutral && one.isNeutral, "\(filter)")
        }
    }
}
