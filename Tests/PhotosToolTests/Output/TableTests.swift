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
}
