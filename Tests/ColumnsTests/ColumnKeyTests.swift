@testable import Columns
import Query
import Testing

@Suite struct ColumnKeyTests {
    @Test func everyColumnAnswersAKeyOfItsOwn() {
        for (name, column) in ColumnKey.named {
            let index = KeySpace.assets.index(of: name)
            #expect(index.flatMap { ColumnKey.at($0) } == column, "\(name)")
        }
        #expect(ColumnKey.byIndex.compactMap { $0 }.count == ColumnKey.named.count)
    }
}
