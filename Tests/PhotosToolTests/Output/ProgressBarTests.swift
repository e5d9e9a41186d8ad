import Testing
@testable import PhotosTool

struct ProgressBarTests {
    private let bar = ProgressBar(total: 12_000, done: 3_000, fraction: 0.25, rate: 84.4, remaining: 107, name: "IMG_20231102_170405.JPG")

    @Test func atTheWidthsOfTerminals() throws {
        let widths = [0, 3, 4, 20, 30, 40, 60, 80, 100, 132, 200]
        let text = widths.map { "\($0)|" + bar.line(width: $0) + "|" }.joined(separator: "\n")
        try Golden.expect(text, matches: "progress-bar.txt")
    }

    @Test func neverWiderThanTheTerminal() {
        var bar = bar
        for name in ["", "写真写真写真写真写真写真写真.HEIC", "e\u{301}\u{301}.jpg", "new\nline", "\u{1B}[31mred", String(repeating: "x", count: 255)] {
            for (fraction, remaining) in [(0, nil), (0.333, 5), (1, 0), (7, 1e9), (-1, nil)] as [(Double, Double?)] {
                (bar.name, bar.fraction, bar.remaining) = (name, fraction, remaining)
                for unicode in [true, false] {
                    bar.unicode = unicode
                    for width in 0...150 {
                        let line = bar.line(width: width)
                        #expect(DisplayText.width(line) <= width)
                        #expect(!line.contains("\n") && !line.contains("\u{1B}"))
                    }
                }
            }
        }
    }

    @Test func withoutUnicodeItIsDrawnInASCII() {
        var bar = bar
        bar.unicode = false
        #expect(bar.line(width: 90).hasPrefix("###"))
        #expect(bar.line(width: 84).contains("IMG_2"))
        for width in 0...120 { #expect(bar.line(width: width).utf8.allSatisfy { $0 < 0x80 }) }
    }

    @Test func whatIsUnknownIsLeftOut() {
        let bar = ProgressBar(total: 0, done: 0, fraction: 0, rate: nil, remaining: nil, name: "")
        #expect(bar.line(width: 40) == "░░░░░░░░░░   0%  0")
    }
}
