import Foundation
import PhotoModel
import Picking
import TestSupport
import Testing

/// A filter as JSON, which sessions over HTTP take and give.
@Suite struct FilterJSONTests {
    private func decoded(_ json: String) throws -> PickerFilter { try JSONDecoder().decode(PickerFilter.self, from: Data(json.utf8)) }

    private func json(_ filter: PickerFilter) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(filter), as: UTF8.self)
    }

    @Test func kindsAreTextsAndCompositionsObjects() throws {
        let filter = PickerFilter.all([.kind(.images), .not(.any([.kind(.screenshots), .playbackStyle(.imageAnimated)]))])
        #expect(try json(filter) == #"{"all":["images",{"not":{"any":["screenshots",{"playbackStyle":"imageAnimated"}]}}]}"#)
        #expect(try decoded(json(filter)) == filter)
        #expect(try decoded(#""all(images, not(any(screenshots, playbackStyle(imageAnimated))))""#) == filter)
        #expect(try decoded(#"{"not": "any(videos)"}"#) == .not(.any([.kind(.videos)])))
    }

    @Test func everyFilterReadsBackWhatItWrites() throws {
        var random = SeededRandom(seed: 20)
        for _ in 0..<300 {
            let filter = random.filter(depth: 3)
            #expect(try decoded(json(filter)) == filter)
        }
    }

    @Test(
        arguments: [
            ("1", "a filter is a text"), ("null", "a filter is a text"), ("[]", "a filter is a text"), ("{}", "one member, any, all, not or playbackStyle, and not 0"),
            (#"{"any": [], "all": []}"#, "and not 2"), (#"{"either": []}"#, "\"either\" is no member of a filter"), (#"{"any": "images"}"#, "any takes a list"),
            (#"{"any": [3]}"#, "a filter is a text"), (#"{"playbackStyle": 3}"#, "playbackStyle takes a text"), (#"{"playbackStyle": "x"}"#, "is no playback style"),
            (#"{"not": "imagess"}"#, "did you mean images?"),
        ])
    func aMistakeIsNamed(json: String, message: String) {
        let error = #expect(throws: PickingError.self) { try decoded(json) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func whatIsTooMuchIsRefused() {
        let deep = String(repeating: #"{"not":"#, count: 30) + #""images""# + String(repeating: "}", count: 30)
        let wide = #"{"any":[\#(Array(repeating: #""images""#, count: 300).joined(separator: ","))]}"#
        let spread = #"{"any":[\#(Array(repeating: #"{"not":{"not":"images"}}"#, count: 90).joined(separator: ","))]}"#
        for (json, message) in [(deep, "20 levels"), (wide, "200 parts"), (spread, "200 parts")] {
            let error = #expect(throws: PickingError.self) { try decoded(json) }
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        }
    }
}
