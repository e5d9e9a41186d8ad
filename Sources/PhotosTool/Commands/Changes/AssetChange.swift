import ArgumentParser
import Descriptions
import LibraryEngine

/// What every command that changes assets does: select, change in one transaction, say how many.
struct AssetChange {
    let tool: ToolContext
    /// Says what was done with so many assets, such as `3 assets`.
    let done: (String) -> Sentence

    /// - Parameter change: gets the row ids that were selected; returns how many it changed.
    func run(_ selection: AssetSelection, _ change: (LibraryTransaction, [Int64]) throws -> Int) throws {
        let library = try tool.openLibrary()
        // Selected within the transaction, so that nobody else changes what the filter was about.
        let count = try library.performChanges(author: tool.author) { transaction in
            try change(transaction, selection.rowIDs(in: transaction.reader))
        }
        try report(count)
    }

    func report(_ count: Int) throws { try tool.reportChange(done(Quantity.counted(count, "asset")), count: count) }
}

extension ToolContext {
    /// What every command says that changed something.
    func reportChange(_ sentence: Sentence, count: Int = 1) throws {
        guard wantsJSON else { return console.note(sentence) }
        var json = JSONWriter()
        json.object { $0.field("changed", count) }
        try console.resultLine(json.text)
    }
}
