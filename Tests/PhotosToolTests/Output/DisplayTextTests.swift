import Testing
@testable import PhotosTool

struct DisplayTextTests {
    @Test(arguments: [
        ("IMG_1.JPG", "IMG_1.JPG"), ("a\nb", "a\\nb"), ("a\u{1B}[2Jb", "a\\u{1b}[2Jb"), ("\u{202E}gpj.exe", "\\u{202e}gpj.exe"),
        ("\u{2066}gpj.exe\u{2069}", "\\u{2066}gpj.exe\\u{2069}"), ("\u{200F}a\u{FEFF}", "\\u{200f}a\\u{feff}"),
        ("tab\there", "tab\\there"), ("Фото 写真 😀", "Фото 写真 😀"), ("x\u{10FEFF}y", "x\\xFFy"), ("x\u{10FE80}\u{10FE0A}", "x\\x80\\x0A"),
    ])
    func nothingThatCouldMoveTheCursorGetsThrough(_ text: String, _ expected: String) {
        #expect(DisplayText.safe(text) == expected)
    }

    @Test(arguments: [("/srv/photos", "/srv/photos"), ("Anna's & more", "'Anna'\\''s & more'"), ("~/x", "'~/x'"), ("", "''"), ("写真", "'写真'")])
    func aShellTakesItAsOneWord(_ text: String, _ expected: String) {
        #expect(DisplayText.inShell(text) == expected)
    }

    @Test(arguments: [("abc", 3), ("写真", 4), ("e\u{301}", 1), ("😀", 2), ("👨‍👩‍👧", 2), ("ｱ", 1), ("한글", 4), ("…", 1), ("", 0), ("❤️", 2)])
    func width(_ text: String, _ expected: Int) {
        #expect(DisplayText.width(text) == expected)
    }

    @Test func whatIsTooLongLosesItsMiddle() {
        #expect(DisplayText.truncated("IMG_20231102_170405.JPG", to: 11) == "IMG_2…5.JPG")
        #expect(DisplayText.truncated("short", to: 5) == "short")
        #expect(DisplayText.truncated("写真写真", to: 5) == "写…真")
        #expect(DisplayText.truncated("abc", to: 1) == "…")
        #expect(DisplayText.truncated("abc", to: 0) == "")
        for columns in 0...24 {
            #expect(DisplayText.width(DisplayText.truncated("写真 IMG_20231102.JPG 😀", to: columns)) <= columns)
        }
    }

    @Test func padding() {
        #expect(DisplayText.padded("写", to: 4) == "写  ")
        #expect(DisplayText.padded("7", to: 3, right: true) == "  7")
        #expect(DisplayText.padded("long", to: 2) == "long")
    }
}
