import PhotoModel
import Picking
import TestSupport
import Testing

/// A filter as text, which the tool takes and errors show.
@Suite struct FilterTextTests {
    @Test(
        arguments: [
            ("images", .kind(.images)), ("  LIVEPHOTOS ", .kind(.livePhotos)), ("any(images,videos)", .any([.kind(.images), .kind(.videos)])),
            ("all( images , not(screenshots) )", .all([.kind(.images), .not(.kind(.screenshots))])), ("any()", .any([])), ("ALL()", .all([])),
            ("playbackStyle(imageAnimated)", .playbackStyle(.imageAnimated)), ("not(playbackstyle( VIDEO ))", .not(.playbackStyle(.video))),
        ] as [(String, PickerFilter)])
    func textIsRead(text: String, filter: PickerFilter) throws {
        #expect(try PickerFilter(parsing: text) == filter)
    }

    @Test(
        arguments: [
            ("", "should have a kind or any, all or not, and has the end"),
            ("image", "\"image\" at character 1 is no kind of asset; did you mean images?"),
            ("not(photographs)", "\"photographs\" at character 5 is no kind of asset. Kinds: images, videos, livePhotos"),
            ("images,videos", "\",\" at character 7 stands behind the filter's end; write any(…, …) to join filters"),
            ("images)", "\")\" at character 7 stands behind the filter's end"),
            ("any(images", "should have \")\" behind \"images\", and has the end"),
            ("any(images videos)", "should have \")\" behind \"images\", and has \"v\" at character 12"),
            ("any(,images)", "should have a kind or any, all or not, and has \",\" at character 5"),
            ("any images", "should have \"(\" behind \"any\""),
            ("not(images,videos)", "not(…) takes one filter and has 2; write not(any(…))"),
            ("not()", "not(…) takes one filter and has 0"),
            ("playbackStyle(vido)", "\"vido\" is no playback style; did you mean video?"),
            ("playbackStyle", "should have \"(\""),
            ("💥", "should have a kind or any, all or not, and has \"💥\" at character 1"),
        ])
    func aMistakeIsNamed(text: String, message: String) {
        let error = #expect(throws: PickingError.self) { try PickerFilter(parsing: text) }
        #expect(error?.code == .filter)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func whatIsTooMuchIsRefused() {
        let deep = String(repeating: "not(", count: 21) + "images" + String(repeating: ")", count: 21)
        let wide = "any(\(Array(repeating: "images", count: 200).joined(separator: ",")))"
        for (text, message) in [(deep, "more than 20 levels"), (wide, "more than 200 parts"), (String(repeating: " ", count: 10_001), "longer than 10000 bytes")] {
            let error = #expect(throws: PickingError.self) { try PickerFilter(parsing: text) }
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        }
        #expect(throws: Never.self) { try PickerFilter(parsing: String(deep.dropFirst(4).dropLast())) }
    }

    @Test func everyFilterReadsBackWhatItWrites() throws {
        var random = SeededRandom(seed: 19)
        for kind in PickerKind.allCases { #expect(try PickerFilter(parsing: kind.rawValue) == .kind(kind)) }
        for style in PlaybackStyle.named { #expect(try PickerFilter(parsing: "playbackStyle(\(style))") == .playbackStyle(style)) }
        for _ in 0..<500 {
            let filter = random.filter(depth: 3)
            #expect(try PickerFilter(parsing: filter.description) == filter)
        }
    }
}

extension SeededRandom {
    mutating func filter(depth: Int) -> PickerFilter {
        switch number(below: depth > 0 ? 6 : 2) {
        case 0, 1: chance(80) ? .kind(pick(PickerKind.allCases)) : .playbackStyle(pick(PlaybackStyle.named))
        case 2: .any((0..<number(below: 4)).map { _ in filter(depth: depth - 1) })
        case 3: .all((0..<number(below: 4)).map { _ in filter(depth: depth - 1) })
        default: .not(filter(depth: depth - 1))
        }
    }
}
