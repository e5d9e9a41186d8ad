import Testing
@testable import PhotosTool

struct TableTests {
    @Test func widthsComeFromTheFirstBatchAndHoldForTheNext() {
        var table = Table([.init(title: "ID"), .init(title: "N", isNumber: true), .init(title: "Name")])
        #expect(table.lines([["a", "1", "写真"], ["bb", "22", "x\ny"]]) == ["ID   N  Name", "a    1  写真", "bb  22  x\\ny"])
        #expect(table.lines([["ccc", "3", "a name that is much longer than all before it"]]) == ["c…   3  a name that is much longer than all before it"])
        #expect(table.lines([]) == [])
    }

    @Test func aMinimumLeavesRoomForWhatComesLater() {
        var table = Table([.init(title: "Date", minimum: 10), .init(title: "Name")])
        #expect(table.lines([["–", "a"]]) == ["Date        Name", "–           a"])
        #expect(table.lines([["2023-11-02", "b"]]) == ["2023-11-02  b"])
    }

    @Test func noLineIsWiderThanTheTerminalAndNumbersAreNeverCut() {
        var table = Table([.init(title: "Album", limit: 60, mayShrink: true), .init(title: "Count", isNumber: true), .init(title: "Kind", mayShrink: true)], width: 40)
        let title = "A summer of very long walks along the river and back again"
        let lines = table.lines([[title, "1,234,567", "smartAlbumUserLibrary"], ["Short", "1", "album"]])
        #expect(
            lines == [
                "Album              Count  Kind",
                "A summ… again  1,234,567  smartAl…ibrary",
                "Short                  1  album",
            ])
        #expect(lines.allSatisfy { DisplayText.width($0) <= 40 })
        #expect(table.lines([[title, "2", "a kind that nobody has heard of"]]).allSatisfy { DisplayText.width($0) <= 40 })
    }

    @Test func columnsGoWhereTheTerminalIsTooNarrowTheLastFirst() {
        func lines(_ width: Int) -> [String] {
            var table = Table(
                [
                    .init(title: "ID"), .init(title: "Kind", mayBeLeftOut: true), .init(title: "Size", isNumber: true, minimum: 9, mayBeLeftOut: true),
                    .init(title: "Name", mayShrink: true),
                ], width: width)
            return table.lines([["8A6B", "photo", "1 MB", "a long name.jpg"]]) + table.lines([["9B7C", "video", "2 MB", "b"]])
        }
        #expect(lines(36) == ["ID    Kind        Size  Name", "8A6B  photo       1 MB  a long…e.jpg", "9B7C  video       2 MB  b"])
        #expect(lines(30) == ["ID    Kind   Name", "8A6B  photo  a long name.jpg", "9B7C  video  b"])
        #expect(lines(20) == ["ID    Name", "8A6B  a long …me.jpg", "9B7C  b"])
    }

    @Test func whatGoesToAFileKeepsItsWidth() {
        var table = Table([.init(title: "Album", mayShrink: true), .init(title: "Name", mayShrink: true)])
        let name = String(repeating: "n", count: 200)
        #expect(table.lines([["a", name]]).last == "a      \(name)")
    }
}
