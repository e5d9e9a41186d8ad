import TestSupport
import Testing
@testable import Query

struct RoundTripTests {
    @Test(arguments: [21, 22, 23] as [UInt64])
    func theDescriptionOfARandomTreeParsesToTheSameTree(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
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

    /// Swift writes it with what else is in its bits, which no format can say.
    @Test(arguments: [QueryValue.double(Double(bitPattern: 0x7FF3_FFFF_0032_2901)), .date(Double(bitPattern: 0xFFF7_FFFF_0032_2901)), .double(-.infinity)])
    func aNumberThatIsNoneSurvivesPrinting(_ value: QueryValue) throws {
        let text = try Query.Predicate(format: "%K == %@", arguments: ["creationDate", value]).description
        #expect(try Query.Predicate(format: text).description == text)
    }

    @Test func theCorpusOfCollectionsResolves() throws {
        for entry in FormatCorpus.collections {
            let tree = try Query.Predicate(format: entry.format, arguments: entry.arguments)
            _ = try KeySpace.collections.resolve(tree, now: 0)
        }
    }
}
