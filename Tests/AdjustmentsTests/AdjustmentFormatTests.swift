import Foundation
import Testing

@testable import Adjustments

@Suite struct AdjustmentFormatTests {
    private static let everything: PhotoAdjustments = {
        var all = PhotoAdjustments()
        (all.isFlipped, all.rotation, all.filter) = (true, 270, .noir)
        all.crop = PhotoAdjustments.Crop(x: 0.1, y: 0.25, width: 0.5, height: 0.7)
        for (index, parameter) in AdjustmentParameter.allCases.enumerated() {
            all[parameter] = parameter.range.upperBound * Double(index + 1) / 20
        }
        return all
    }()

    private static func code(_ json: String) -> AdjustmentError.Code? {
        do throws(AdjustmentError) {
            _ = try PhotoAdjustments(data: Data(json.utf8))
            return nil
        } catch { return error.code }
    }

    private static func fields(_ text: String) -> String { #"{"format": "org.openphotokit.adjustments", "version": "1.0", \#(text)}"# }

    @Test func everyNumberComesBack() throws {
        #expect(try PhotoAdjustments(data: Self.everything.data()) == Self.everything)
        for parameter in AdjustmentParameter.allCases {
            var one = PhotoAdjustments()
            one[parameter] = parameter == .filterIntensity ? 0.5 : 0.25
            #expect(try PhotoAdjustments(data: one.data()) == one && !(one == PhotoAdjustments()), "\(parameter)")
        }
        for filter in PhotoFilter.allCases {
            var one = PhotoAdjustments()
            one.filter = filter
            #expect(try PhotoAdjustments(data: one.data()).filter == filter)
        }
    }

    @Test func whatIsNeutralIsNotWritten() {
        #expect(String(decoding: PhotoAdjustments().data(), as: UTF8.self) == #"{"format":"org.openphotokit.adjustments","version":"1.0"}"#)
        var one = PhotoAdjustments()
        (one.exposure, one.crop) = (0.5, .init(x: 0, y: 0.125, width: 1, height: 0.75))
        let text = #"{"crop":{"height":0.75,"width":1,"x":0,"y":0.125},"exposure":0.5,"format":"org.openphotokit.adjustments","version":"1.0"}"#
        #expect(String(decoding: one.data(), as: UTF8.self) == text)
        #expect(PhotoAdjustments().isNeutral && !one.isNeutral)
    }

    @Test func aLaterVersionOfTheFirstIsRead() throws {
        let later = try PhotoAdjustments(data: Data(#"{"format":"org.openphotokit.adjustments","version":"1.7","exposure":-1}"#.utf8))
        #expect(later.exposure == -1)
    }

    @Test func badDataIsRefusedWithItsReason() {
        #expect(Self.code("") == .unreadable)
        #expect(Self.code("[]") == .unreadable)
        #expect(Self.code(#"{"version": "1.0"}"#) == .unreadable)
        #expect(Self.code(#"{"format": "com.example.editor", "version": "1.0"}"#) == .otherFormat)
        #expect(Self.code(#"{"format": "org.openphotokit.adjustments", "version": "2.0"}"#) == .otherVersion)
        #expect(Self.code(#"{"format": "org.openphotokit.adjustments", "version": "10"}"#) == .otherVersion)
        #expect(Self.code(Self.fields(#""exposur": 1"#)) == .unknownField)
        #expect(Self.code(Self.fields(#""filter": "sunny""#)) == .unknownField)
        #expect(Self.code(Self.fields(#""crop": {"x": 0, "y": 0, "width": 1, "height": 1, "angle": 2}"#)) == .unknownField)
        #expect(Self.code(Self.fields(#""crop": {"x": 0, "y": 0, "width": 1}"#)) == .unreadable)
        #expect(Self.code(Self.fields(#""exposure": "1""#)) == .unreadable)
        #expect(Self.code(Self.fields(#""exposure": NaN"#)) == .unreadable)
        #expect(Self.code(Self.fields(#""exposure": 1e999"#)) != nil)
        #expect(Self.code(Self.fields(#""exposure": 4.1"#)) == .outOfRange)
        #expect(Self.code(Self.fields(#""sharpness": -0.1"#)) == .outOfRange)
        #expect(Self.code(Self.fields(#""rotation": 45"#)) == .outOfRange)
        #expect(Self.code(Self.fields(#""crop": {"x": 0.6, "y": 0, "width": 0.5, "height": 1}"#)) == .outOfRange)
        #expect(Self.code(Self.fields(#""crop": {"x": 0, "y": 0, "width": 0, "height": 1}"#)) == .outOfRange)
        #expect(Self.code(Self.fields(#""crop": {"x": -0.1, "y": 0, "width": 1, "height": 1}"#)) == .outOfRange)
        #expect(Self.code(String(repeating: " ", count: 100 << 20)) == .tooLarge)
    }

    @Test func whatIsOfALivePhotoIsReadBack() throws {
        var edit = PhotoAdjustments()
        (edit.keyFrame, edit.isMuted) = (1.25, true)
        #expect(!edit.isNeutral && String(decoding: edit.data(), as: UTF8.self).contains(#""keyFrame":1.25"#))
        #expect(try PhotoAdjustments(data: edit.data()) == edit)
        var turned = edit
        turned.rotateClockwise()
        #expect((turned.keyFrame, turned.isMuted) == (1.25, true))
        #expect(Self.code(Self.fields(#""keyFrame": -1"#)) == .outOfRange && Self.code(Self.fields(#""keyFrame": 1e9"#)) == .outOfRange)
        #expect(Self.code(Self.fields(#""muted": 1"#)) == .unreadable)
    }

    @Test func notANumberIsRefusedEverywhere() {
        for parameter in AdjustmentParameter.allCases {
            var one = PhotoAdjustments()
            one[parameter] = .nan
            #expect(throws: AdjustmentError.self, "\(parameter)") { try one.validate() }
        }
        var one = PhotoAdjustments()
        one.crop.width = .nan
        #expect(throws: AdjustmentError.self) { try one.validate() }
    }

    @Test func fourQuarterTurnsAndTwoFlipsAreTheIdentity() {
        var turned = Self.everything
        for step in 1...4 {
            turned.rotateClockwise()
            #expect((turned == Self.everything) == (step == 4))
        }
        turned.flipHorizontally()
        #expect(turned != Self.everything)
        turned.flipHorizontally()
        #expect(turned == Self.everything)
    }
}
