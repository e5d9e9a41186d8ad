import Testing
@testable import Query

struct RoundTripTests {
    @Test(arguments: [21, 22, 23] as [UInt64])
    func theDescriptionOfARandomTreeParsesToTheSameTree(seed: UInt64) throws {
        var random = RandomSource(seed: seed)
        for _ in 0..<4_000 {
            let tree = random.predicate(depth: 3)
            let text = tree.description
            let again = try Query.Predicate(format: text)
            #expect(again == tree, "\(text)")
            #expect(again.description == text)
        }
    }

    @Test func theCorpusSurvivesPrinting() throws {
        for entry in FormatCorpus.assets + FormatCorpus.collections {
            let tree = try Query.Predicate(format: entry.format, arguments: entry.arguments)
            #expect(try Query.Predicate(format: tree.description) == tree, "\(entry.format)")
        }
    }

    @Test func theCorpusOfCollectionsResolves() throws {
        for entry in FormatCorpus.collections {
            let tree = try Query.Predicate(format: entry.format, arguments: entry.arguments)
            _ = try KeySpace.collections.resolve(tree, now: 0)
        }
    }
}
