import Foundation
import LibraryEngine
import PhotoModel
import Photos

/// `photos edit` of pictures: one after the other, each committed by itself.
struct PictureEdit {
    let tool: ToolContext
    let arguments: AdjustmentArguments

    func run(_ selection: AssetSelection) throws {
        let library = try tool.openLibrary()
        let start = try start(library), ids = try library.read { try selection.rowIDs(in: $0) }
        var count = 0, failures: [(name: String, reason: String)] = []
        let progress = AssetProgress(ProgressReporter(tool.console), total: ids.count)
        try Interruption.patiently {
            defer { progress.finish() }
            for (index, id) in ids.enumerated() where !Interruption.isRequested {
                guard let asset = try library.read({ try $0.asset(id: id) }) else { continue }
                do {
                    if try edit(asset, library, start, progress) { count += 1 }
                } catch is CancellationError {
                    break
                } catch let error as LibraryError where ids.count > 1 && error.isOfOneFile {
                    failures.append((asset.filename, error.message))
                }
                progress.update(done: index + 1, name: asset.filename)
            }
        }
        for failure in failures { tool.console.problem("\(DisplayText.safe(failure.name)): \(DisplayText.safe(EngineText.translated(failure.reason)))") }
        try AssetChange(tool: tool, done: { "Edited \($0)." }).report(count)
        if Interruption.isRequested { throw ToolFailure.interrupted }
        if !failures.isEmpty { throw ToolFailure.someFailed }
    }

    /// What every photo's edit begins with instead of its own.
    private func start(_ library: PhotoLibrary) throws -> PhotoAdjustments? {
        if let path = arguments.adjustments {
            let data: Data
            do {
                let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
                defer { try? handle.close() }
                data = try handle.read(upToCount: PhotoAdjustments.largestData + 1) ?? Data()
            } catch {
                throw ToolFailure(.usage, "\(DisplayText.safe(path)) can't be read. Check that it is there and that you may read it.")
            }
            do { return try PhotoAdjustments(data: data) } catch {
                throw ToolFailure(.usage, "\(DisplayText.safe(path)): \(DisplayText.safe(EngineText.translated(error.message)))")
            }
        }
        guard let other = arguments.copyEditFrom else { return nil }
        let asset = try library.read { try AssetLookup($0).asset(other) }
        let state = try ResourceAccess(library, network: NetworkUse()).editing(asset) { try library.adjustmentState(of: asset).adjustments }
        guard var adjustments = state else {
            throw ToolFailure(.usage, "\(DisplayText.safe(asset.filename)) has no edit that can be copied: only those made here have numbers.")
        }
        // They are about one movie.
        (adjustments.keyFrame, adjustments.isMuted) = (nil, false)
        return adjustments
    }

    private func edit(_ asset: AssetRecord, _ library: PhotoLibrary, _ start: PhotoAdjustments?, _ progress: AssetProgress) throws -> Bool {
        let access = ResourceAccess(library, network: progress.network(DisplayText.safe(asset.filename)))
        let prepared =
            if arguments.revert {
                try access.editing(asset) { try library.prepareRevertingAdjustments(of: asset) }
            } else {
                try library.prepare(of: asset, by: tool.author, through: access) { arguments.changed(start ?? $0 ?? PhotoAdjustments()) }
            }
        return try library.performChanges(author: tool.author) { try $0.perform(prepared, on: asset.id) }
    }
}

extension LibraryError {
    /// Whether the others of a list may do all the same.
    fileprivate var isOfOneFile: Bool { [.missing, .offline, .changed, .invalid, .unreadable, .unsupported, .noPicture, .unknown, .inCloud, .network].contains(code) }
}
