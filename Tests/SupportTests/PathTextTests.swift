import Testing

@testable import Support

@Suite("Names as bytes and as text") struct PathTextTests {
    @Test(arguments: [
        Array("IMG_1.JPG".utf8), Array("a\nb".utf8), [0x66, 0xFF, 0x6F], [0xC3], [0xE2, 0x82], [0xF4, 0x8F, 0xB8, 0x80, 0x41],
        Array("é".utf8), Array("e\u{301}".utf8), [0xED, 0xA0, 0x80], Array(1...255),
    ])
    func everyNameComesBackByteForByte(_ bytes: [UInt8]) {
        let path = BytePath(bytes: bytes)
        #expect(BytePath(path.text).bytes == bytes)
        #expect(!path.display.contains("\n"))
    }

    @Test func properNamesStandForThemselves() {
        #expect(BytePath(bytes: Array("Straße 1.heic".utf8)).text == "Straße 1.heic")
        #expect(BytePath(bytes: [0x66, 0xFF]).display == "f\\xFF")
    }

    @Test func differentNamesGiveDifferentTexts() {
        var texts: Set<[UInt8]> = []
        for a in UInt8(1)...255 { texts.insert(Array(BytePath(bytes: [a, 0x80]).text.utf8)) }
        #expect(texts.count == 255)
    }

    @Test func componentsAndParents() {
        let path = BytePath("/a/b/c.jpg")
        #expect(path.lastComponent == BytePath("c.jpg"))
        #expect(path.parent == BytePath("/a/b"))
        #expect(path.relative(to: BytePath("/a")) == BytePath("b/c.jpg"))
        #expect(path.relative(to: BytePath("/a/b/")) == BytePath("c.jpg"))
        #expect(path.relative(to: BytePath("/x")) == nil)
        #expect(BytePath("c.jpg").parent == BytePath("."))
        #expect(BytePath("c.jpg").relative(to: BytePath(".")) == BytePath("c.jpg"))
        #expect(BytePath("./c.jpg").relative(to: BytePath(".")) == BytePath("c.jpg"))
        #expect(BytePath("/c.jpg").relative(to: BytePath(".")) == nil)
        #expect(BytePath("/c").parent == BytePath("/"))
    }
}
