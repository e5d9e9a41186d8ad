import LibraryEngine
import Testing

/// Paths of folders, and what is right in each.
@Suite struct FolderTreeTests {
    @Test func `a folder is there as long as one of its paths is`() {
        var tree = FolderTree()
        #expect(tree.contains("") && !tree.contains("A") && tree.names(in: "").isEmpty)
        for path in ["A/B/C", "A/B/D", "A/B/D", "E"] { tree.add(path) }
        #expect(["A", "A/B", "A/B/C", "A/B/D", "E"].allSatisfy { tree.contains($0) } && !tree.contains("A/C") && !tree.contains("B"))
        #expect(tree.names(in: "").sorted() == ["A", "E"] && tree.names(in: "A") == ["B"] && tree.names(in: "A/B").sorted() == ["C", "D"])
        tree.remove("A/B/D")
        #expect(tree.contains("A/B/D"), "it was added twice")
        tree.remove("A/B/D")
        #expect(!tree.contains("A/B/D") && tree.contains("A/B/C"))
        tree.remove("A/B/C")
        #expect(!tree.contains("A") && tree.names(in: "A").isEmpty && tree.names(in: "") == ["E"])
        tree.remove("E")
        #expect(tree.names(in: "").isEmpty && tree.contains(""))
    }

    @Test func `names are told apart by their case, and found whatever it is`() {
        var tree = FolderTree()
        for path in ["Trip/Day", "trip"] { tree.add(path) }
        #expect(tree.names(in: "").sorted() == ["Trip", "trip"] && !tree.contains("TRIP") && !tree.contains("trip/Day"))
        #expect(tree.hasName(like: "TRIP", in: "") && tree.hasName(like: "day", in: "Trip") && !tree.hasName(like: "day", in: "trip"))
        tree.remove("trip")
        #expect(tree.contains("Trip") && !tree.contains("trip") && tree.hasName(like: "trip", in: ""))
    }

    @Test func `a slash and what is combined with it part two folders`() {
        var tree = FolderTree()
        tree.add("A/\u{301}B")
        #expect(tree.contains("A") && tree.names(in: "A").map { Array($0.unicodeScalars) } == [Array("\u{301}B".unicodeScalars)])
        tree.remove("A/\u{301}B")
        #expect(!tree.contains("A"))
    }
}
