import Testing

@testable import Adjustments

/// Edits as `AdjustmentXMP` says them, held against what Core Image does with such a packet.
@Suite struct AdjustmentSettingsTests {
    private static let width = 400, height = 240

    /// Every turn and mirroring, with and without a crop, and some that are straightened.
    private static let edits: [PhotoAdjustments] = {
        var edits: [PhotoAdjustments] = []
        for isFlipped in [false, true] {
            for rotation in [0, 90, 180, 270] {
                for crop in [PhotoAdjustments.Crop.all, .init(x: 0.1, y: 0.25, width: 0.5, height: 0.5), .init(x: 0.6, y: 0, width: 0.4, height: 0.3)] {
                    for straighten in [0, 7.5, -20] {
                        var edit = PhotoAdjustments()
                        (edit.isFlipped, edit.rotation, edit.crop, edit.straighten) = (isFlipped, rotation, crop, straighten)
                        if edit != PhotoAdjustments() { edits.append(edit) }
                    }
                }
            }
        }
        return edits
    }()

    /// Where a stored picture's point lies upright, as fractions from the top left: EXIF's eight orientations, written out.
    private static func upright(_ x: Double, _ y: Double, _ orientation: Int) -> (Double, Double) {
        switch orientation {
        case 2: (1 - x, y)
        case 3: (1 - x, 1 - y)
        case 4: (x, 1 - y)
        case 5: (y, x)
        case 6: (1 - y, x)
        case 7: (1 - y, 1 - x)
        case 8: (y, 1 - x)
        default: (x, y)
        }
    }

    /// The other way: 6 and 8 undo each other, all others themselves.
    private static func stored(_ x: Double, _ y: Double, _ orientation: Int) -> (Double, Double) {
        upright(x, y, orientation == 6 ? 8 : orientation == 8 ? 6 : orientation)
    }

    @Test(arguments: 1...8) func aPacketShowsThePointsThatTheEditShows(_ orientation: Int) throws {
        for edit in Self.edits {
            let settings = AdjustmentSettings(edit, width: Self.width, height: Self.height, orientation: orientation)
            let move = try #require(settings.affine), crop = try #require(settings.crop), isTurned = orientation >= 5
            let picture = isTurned ? (Self.height, Self.width) : (Self.width, Self.height)
            let frame = edit.rotation % 180 == 0 ? picture : (picture.1, picture.0)
            let geometry = ResultGeometry(edit, frameWidth: frame.0, frameHeight: frame.1)
            #expect((isTurned ? (crop.height, crop.width) : (crop.width, crop.height)) == (Double(geometry.width), Double(geometry.height)), "\(edit)")
            let determinant = move.xx * move.yy - move.xy * move.yx
            for (u, v) in [(0.0, 0.0), (1, 0), (0, 1), (0.3, 0.8)] {
                // As Core Image has it: pixels from the bottom left, moved and then cut.
                let (x, y) = Self.stored(u, v, orientation), (px, py) = (x * crop.width + crop.x - move.x0, (1 - y) * crop.height + crop.y - move.y0)
                let (sx, sy) = ((move.yy * px - move.xy * py) / determinant, (move.xx * py - move.yx * px) / determinant)
                let shown = Self.upright(sx / Double(Self.width), 1 - sy / Double(Self.height), orientation)
                // As the edit has it: its flip and quarter turns are an orientation of their own.
                let source = geometry.source(x: u, y: v), expected = Self.stored(source.x, source.y, edit.orientation)
                let off = max(abs(shown.0 - expected.0) * Double(picture.0), abs(shown.1 - expected.1) * Double(picture.1))
                #expect(off < (edit.isWarped ? 1 : 0.51), "\(edit) at \(u), \(v): off by \(off)")
            }
        }
    }

    @Test(arguments: 1...8) func whatAPacketSaysIsReadBack(_ orientation: Int) throws {
        for edit in Self.edits {
            var settings = AdjustmentSettings(edit, width: Self.width, height: Self.height, orientation: orientation)
            #expect(try settings.adjustments(width: Self.width, height: Self.height, orientation: orientation) == edit)
            // Without this project's own words, as another program's packet.
            settings.own = nil
            let read = try settings.adjustments(width: Self.width, height: Self.height, orientation: orientation)
            #expect(read.isFlipped == edit.isFlipped && read.rotation == edit.rotation && abs(read.straighten - edit.straighten) < 0.001, "\(edit): \(read)")
            let pairs = [(read.crop.x, edit.crop.x), (read.crop.y, edit.crop.y), (read.crop.width, edit.crop.width), (read.crop.height, edit.crop.height)]
            #expect(pairs.allSatisfy { abs($0 - $1) < 1.5 / 240 }, "\(edit): \(read)")
        }
    }

    /// A packet that an iPad of 2012 wrote, of a picture that is stored lying on its side.
    @Test func aPacketOfApplesCropsWhatItCropped() throws {
        let properties = [
            "aas.AffineA": "1", "aas.AffineB": "0", "aas.AffineC": "0", "aas.AffineD": "1", "aas.AffineX": "-331", "aas.AffineY": "-161", "aas.CropX": "0", "aas.CropY": "0",
            "aas.CropW": "1938", "aas.CropH": "1420",
        ]
        let edit = try #require(try AdjustmentSettings(properties: properties)).adjustments(width: 2592, height: 1936, orientation: 6)
        #expect(edit.crop == PhotoAdjustments.Crop(x: 161.0 / 1936, y: 331.0 / 2592, width: 1420.0 / 1936, height: 1938.0 / 2592))
        #expect(edit.rotation == 0 && !edit.isFlipped && edit.straighten == 0)
        let geometry = ResultGeometry(edit, frameWidth: 1936, frameHeight: 2592)
        #expect((geometry.width, geometry.height, geometry.left, geometry.top) == (1420, 1938, 161, 331))
    }

    @Test func light() throws {
        var edit = PhotoAdjustments()
        (edit.shadows, edit.highlights, edit.saturation, edit.exposure) = (0.25, -0.5, 0.75, 1)
        var settings = AdjustmentSettings(edit, width: 10, height: 10, orientation: 1)
        #expect(settings.shadows == 0.25 && settings.highlights == 0.5 && settings.vibrance == 0.75 && settings.affine == nil && settings.crop == nil)
        #expect(try settings.adjustments(width: 10, height: 10, orientation: 1) == edit)
        settings.own = nil
        edit.exposure = 0
        #expect(try settings.adjustments(width: 10, height: 10, orientation: 1) == edit, "Apple's words have no exposure")
    }

    @Test func whatLeansIsInOurOwnWordsAlone() throws {
        var edit = PhotoAdjustments()
        (edit.perspectiveVertical, edit.rotation) = (0.3, 90)
        let settings = AdjustmentSettings(edit, width: 40, height: 30, orientation: 1)
        #expect(settings.affine == nil && settings.crop == nil)
        #expect(try settings.adjustments(width: 40, height: 30, orientation: 1) == edit)
    }

    private static func code(_ properties: [String: String], width: Int = 100, height: Int = 80) -> AdjustmentError.Code? {
        do throws(AdjustmentError) {
            _ = try AdjustmentSettings(properties: properties)?.adjustments(width: width, height: height, orientation: 1)
            return nil
        } catch { return error.code }
    }

    private static func affine(_ numbers: [String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: zip(["aas.AffineA", "aas.AffineB", "aas.AffineC", "aas.AffineD", "aas.AffineX", "aas.AffineY"], numbers))
    }

    private static func crop(_ numbers: [String]) -> [String: String] { Dictionary(uniqueKeysWithValues: zip(["aas.CropX", "aas.CropY", "aas.CropW", "aas.CropH"], numbers)) }

    @Test func whatCanNotBeMadeIsRefusedWithItsReason() throws {
        #expect(Self.code(Self.crop(["0", "0", "50", "x"])) == .unreadable)
        #expect(Self.code(Self.crop(["0", "0", "50", "nan"])) == .unreadable)
        #expect(Self.code(["aas.CropX": "1"]) == .unreadable)
        #expect(Self.code(["aas.AffineA": "1"]) == .unreadable)
        #expect(Self.code(Self.crop(["0", "0", "0", "10"])) == .outOfRange)
        #expect(Self.code(Self.crop(["90", "0", "50", "50"])) == .outOfRange, "outside of the picture")
        #expect(Self.code(Self.affine(["0", "0", "0", "0", "0", "0"])) == .outOfRange)
        #expect(Self.code(Self.affine(["1", "0", "0.5", "1", "0", "0"])) == .outOfRange, "it leans")
        #expect(Self.code(Self.affine(["2", "0", "0", "1", "0", "0"])) == .outOfRange, "it stretches")
        #expect(Self.code(Self.crop(["0", "0", "50", "50"]), width: 0) == .outOfRange)
        #expect(Self.code(["aas.Shadows": "2"]) == .outOfRange)
        #expect(Self.code(["aas.Curve0x": "0", "aas.Curve0y": "0.1"]) == .unknownField)
        #expect(Self.code(["aas.FaceBalanceStrength": "0.5", "aas.FaceBalanceOrigI": "0.1"]) == .unknownField)
        #expect(Self.code(["aas.RedEyeCorrections[1]/re:x": "0.5"]) == .unknownField)
        #expect(Self.code(["opk.Adjustments": "no JSON"]) == .unreadable)
    }

    @Test func whatChangesNothingIsNoReason() throws {
        var properties = Self.crop(["10", "10", "50", "40"])
        for step in 0..<5 { (properties["aas.Curve\(step)x"], properties["aas.Curve\(step)y"]) = ("\(Double(step) / 4)", "\(Double(step) / 4)") }
        (properties["aas.FaceBalanceStrength"], properties["aas.FaceBalanceOrigI"]) = ("0", "0.2")
        #expect(Self.code(properties) == nil)
        #expect(try AdjustmentSettings(properties: properties)?.crop?.width == 50)
        properties["crs.AlreadyApplied"] = "True"
        #expect(try AdjustmentSettings(properties: properties) == nil, "it was made already")
        #expect(try AdjustmentSettings(properties: [:]) == nil)
    }

    /// Twice as many pixels are asked for than there are: the same part is shown, by the pixels that there are.
    @Test func aScaledResultShowsTheSamePart() throws {
        let properties = Self.affine(["2", "0", "0", "2", "-20", "-40"]).merging(Self.crop(["0", "0", "100", "80"])) { first, _ in first }
        let edit = try #require(try AdjustmentSettings(properties: properties)).adjustments(width: 100, height: 80, orientation: 1)
        #expect(edit.crop == PhotoAdjustments.Crop(x: 0.1, y: 0.25, width: 0.5, height: 0.5))
    }
}
