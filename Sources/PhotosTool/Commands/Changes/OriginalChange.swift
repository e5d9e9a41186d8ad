import ArgumentParser
import LibraryEngine
import PhotoModel

/// Which file of a RAW and JPEG pair is to be the original, as it is typed.
enum OriginalArgument: String, ExpressibleByArgument, CaseIterable {
    case raw, compressed

    var choice: OriginalChoice { self == .raw ? .raw : .compressed }
}

/// `photos edit --original`: one pair after the other, each committed by itself.
struct OriginalChange {
    let tool: ToolContext
    let original: OriginalArgument

    func run(_ selection: AssetSelection) throws {
        let library = try tool.openLibrary(), ids = try library.read { try selection.rowIDs(in: $0) }
        var count = 0
        let progress = AssetProgress(ProgressReporter(tool.console), total: ids.count)
        defer { progress.finish() }
        for id in ids where !Interruption.isRequested {
            guard let asset = try library.read({ try $0.asset(id: id) }) else { continue }
            // A choice shows the original again, which is no way to lose an edit.
            guard !asset.hasAdjustments || asset.isAdjustedByCamera else {
                throw ToolFailure(.badInput, "\(DisplayText.safe(asset.filename)) is edited. Take its edit back with --revert first.")
            }
            let access = ResourceAccess(library, network: progress.network(DisplayText.safe(asset.filename)))
            let prepared = try access.editing(asset, choice: original.choice) { try library.prepareReversion(of: asset, choice: original.choice) }
            progress.countOne()
            guard let reversion = prepared else { continue }
            try library.performChanges(author: tool.author) { try $0.revert(id, to: reversion) }
            count += 1
        }
        try AssetChange(tool: tool, done: { "Changed \($0)." }).report(count)
        if Interruption.isRequested { throw ToolFailure.interrupted }
    }
}
