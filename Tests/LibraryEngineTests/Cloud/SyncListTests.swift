import Foundation
import Testing

@testable import LibraryEngine

/// Lists that were changed on two machines at once.
@Suite struct SyncListTests {
    private static let names = (0..<6).map { UUID(uuid: (UInt8($0 + 1), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }

    private func list(_ text: String) -> [UUID] { text.utf8.map { Self.names[Int($0 - UInt8(ascii: "a"))] } }

    private func text(_ list: [UUID]) -> String { String(list.map { Character(UnicodeScalar(UInt8(ascii: "a") + $0.uuid.0 - 1)) }) }

    @Test(arguments: [
        ("abc", "abc", "ab", "ab"), ("abc", "ab", "abc", "ab"), ("abc", "abd", "abce", "abde"), ("abc", "cba", "abc", "cba"), ("abc", "cba", "abcd", "cbad"),
        ("abc", "dabc", "abc", "dabc"), ("abc", "bc", "ac", "c"), ("ab", "", "abc", "c"), ("", "ab", "cd", "abcd"), ("abc", "acb", "bca", "acb"), ("ab", "acb", "b", "cb"),
    ]) func bothHaveTheirSay(_ base: String, _ here: String, _ there: String, _ joined: String) {
        #expect(text(SyncList.joined(base: list(base), here: list(here), there: list(there))) == joined)
    }

    /// Every list of up to three of four names, three times: nothing is twice, what either removed is gone, what either added is there.
    @Test func nothingIsLostAndNothingIsTwice() {
        var lists: [[UUID]] = [[]]
        for _ in 0..<3 { lists += lists.flatMap { list in Self.names.prefix(4).filter { !list.contains($0) }.map { list + [$0] } } }
        lists = Array(Set(lists))
        for base in lists {
            for here in lists {
                for there in lists {
                    let joined = SyncList.joined(base: base, here: here, there: there)
                    let (a, b, c) = (Set(base), Set(here), Set(there))
                    let wanted = b.intersection(c).union(b.subtracting(a)).union(c.subtracting(a))
                    guard Set(joined) == wanted, joined.count == wanted.count else {
                        Issue.record("\(text(base)) \(text(here)) \(text(there)): \(text(joined))")
                        return
                    }
                }
            }
        }
    }
}
