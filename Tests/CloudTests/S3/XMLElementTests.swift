import Testing

@testable import Cloud

@Suite("XML as servers answer with") struct XMLElementTests {
    private func parsed(_ text: String) -> XMLElement? { XMLElement(Array(text.utf8)) }

    @Test func elementsAndText() throws {
        let list = try #require(
            parsed("<?xml version=\"1.0\"?><!-- one --><List xmlns=\"http://s3\"><Key>a &amp; b</Key><Empty/><Key>&#x41;&#66;</Key><Owner><ID>7</ID></Owner>\n</List>"))
        #expect(list.name == "List" && list.all("Key").map(\.text) == ["a & b", "AB"] && list["Empty"] == "" && list.all("Owner").first?["ID"] == "7")
    }

    @Test(arguments: [
        "", "<", "<a", "<a>", "</a>", "<a></b>", "<a/><b/>", "<a>&nothing;</a>", "<a>&amp</a>", "text", "<>x</>",
        String(repeating: "<a>", count: 40) + String(repeating: "</a>", count: 40),
    ])
    func whatIsNoneIsRefused(text: String) { #expect(parsed(text) == nil) }
}
