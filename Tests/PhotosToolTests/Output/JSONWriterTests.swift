import Descriptions
import PhotosServer
import Testing
@testable import PhotosTool

struct JSONWriterTests {
    private func written(_ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        json.object(body)
        return json.text
    }

    @Test func keysKeepTheOrderTheyAreGivenIn() {
        let text = written { json in
            json.field("b", 1)
            json.object("a") { json in
                json.field("z", true)
                json.field("y", "x")
            }
            json.array("c") { json in
                json.element("one")
                json.object { $0.field("n", 2) }
                json.object { _ in }
            }
            json.field("d", false)
        }
        #expect(text == #"{"b":1,"a":{"z":true,"y":"x"},"c":["one",{"n":2},{}],"d":false}"#)
    }

    @Test func whatIsAbsentIsNull() {
        let text = written { json in
            json.field("s", String?.none)
            json.field("n", Int?.none)
            json.field("d", Double?.none)
            json.field("t", date: nil)
            json.null("x")
            json.strings("l", [])
        }
        #expect(text == #"{"s":null,"n":null,"d":null,"t":null,"x":null,"l":[]}"#)
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (1.5, "1.5"), (3.0, "3"), (-122.3, "-122.3"), (1e300, "1e+300"), (0.00001, "1e-05"), (.infinity, "null"), (.nan, "null"),
    ])
    func numbers(_ value: Double, _ expected: String) {
        #expect(written { $0.field("v", value) } == "{\"v\":\(expected)}")
    }

    @Test func textIsEscapedSoThatOneObjectStaysOneLine() {
        let text = written { $0.field("v", "a\"b\\c\nd\re\tf\u{1}g\u{1B}h\u{7F}ü😀") }
        #expect(text == #"{"v":"a\"b\\c\nd\re\tf\u0001g\u001bh\u007fü😀"}"#)
        #expect(!text.contains("\n"))
    }

    @Test func linesOfAListNeedNoCommas() {
        var json = JSONWriter()
        for number in 1...2 {
            json.object { $0.field("n", number) }
            json.newline()
        }
        #expect(json.text == "{\"n\":1}\n{\"n\":2}\n")
        json.removeAll()
        json.object { _ in }
        #expect(json.text == "{}")
    }
}
