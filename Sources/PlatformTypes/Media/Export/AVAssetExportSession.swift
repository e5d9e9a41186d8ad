import Foundation
import Synchronization

/// Writes a movie into another file. <https://developer.apple.com/documentation/avfoundation/avassetexportsession>
///
/// `AVAssetExportPresetPassthrough` and `AVAssetExportPresetHighestQuality` copy the whole file and compare the copy, so they write the file's own type
/// only. Presets that encode, parts of a movie and other types fail with `AVError.operationNotSupportedForAsset`. A session exports once.
/// All members may be used from any thread.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    /// How far an export has come. <https://developer.apple.com/documentation/avfoundation/avassetexportsession/status-swift.enum>
    public enum Status: Int, Sendable {
        /// It has not begun.
        case unknown = 0
        /// It waits for its turn.
        case waiting = 1
        /// It writes or compares.
        case exporting = 2
        /// The file is there and is the same as its source.
        case completed = 3
        /// `error` says why; nothing was left behind.
        case failed = 4
        /// It was cancelled; nothing was left behind.
        case cancelled = 5
    }

    private struct State {
        var outputURL: URL?
        var outputFileType: AVFileType?
        var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
        var optimizes = false
        var status = Status.unknown
        var progress: Float = 0
        var error: AVError?
        var isCancelled = false
    }

    // Guarded by its lock; everything else is immutable.
    private let state = Mutex(State())
    /// What is exported.
    public let asset: AVAsset
    /// The preset it was made with.
    public let presetName: String

    /// `nil` for a preset that nobody knows.
    public init?(asset: AVAsset, presetName: String) {
        guard ExportPresets.isKnown(presetName) else { return nil }
        (self.asset, self.presetName) = (asset, presetName)
    }

    /// Where to write; nothing may be there. Default `nil`.
    open var outputURL: URL? {
        get { state.withLock { $0.outputURL } }
        set { state.withLock { $0.outputURL = newValue } }
    }
    /// One of `supportedFileTypes`. Default `nil`.
    open var outputFileType: AVFileType? {
        get { state.withLock { $0.outputFileType } }
        set { state.withLock { $0.outputFileType = newValue } }
    }
    /// Default everything, the only range that is exported.
    open var timeRange: CMTimeRange {
        get { state.withLock { $0.timeRange } }
        set { state.withLock { $0.timeRange = newValue } }
    }
    /// Default false. A copy keeps the order in which the file was written, whatever is set.
    open var shouldOptimizeForNetworkUse: Bool {
        get { state.withLock { $0.optimizes } }
        set { state.withLock { $0.optimizes = newValue } }
    }
    /// How far the export has come.
    open var status: Status { state.withLock { $0.status } }
    /// 0 to 1, writing and comparing.
    open var progress: Float { state.withLock { $0.progress } }
    /// An `AVError` once the export failed or was cancelled.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// The file's own type, and none with a preset that encodes. The calling thread waits for the disk where the asset has not been read yet.
    open var supportedFileTypes: [AVFileType] { ExportPresets.copies.contains(presetName) ? (try? asset.described()).map { [$0.fileType] } ?? [] : [] }

    /// Every preset whose name is known.
    open class func allExportPresets() -> [String] { ExportPresets.copies + ExportPresets.encodings }
    /// Those that can be exported with; none for a file that can't be read.
    open class func exportPresets(compatibleWith asset: AVAsset) -> [String] { asset.isReadable ? ExportPresets.copies : [] }

    /// Whether an export would do. Without a type: whether the preset does.
    public class func compatibility(ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?) async -> Bool {
        guard ExportPresets.copies.contains(presetName), (try? await asset.load(.isReadable)) == true else { return false }
        return outputFileType == nil || (try? asset.described().fileType) == outputFileType
    }

    /// Begins the export. The handler is called once, on a queue of its own; `status` and `error` then say what became of it.
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            guard state.status == .unknown || state.isCancelled && state.status == .cancelled else { return false }
            if state.status == .unknown { state.status = .waiting }
            return true
        }
        MediaInspection.queue.addOperation {
            if isFirst { self.run() }
            handler()
        }
    }

    /// The same, awaited; `status` says what became of it.
    public func export() async {
        await withCheckedContinuation { done in exportAsynchronously { done.resume() } }
    }

    /// Exports to a file. Cancelling the task cancels the export.
    /// - Throws: `AVError`; `.operationCancelled` where it was cancelled.
    public func export(to url: URL, as fileType: AVFileType) async throws {
        (outputURL, outputFileType) = (url, fileType)
        await withTaskCancellationHandler {
            await export()
        } onCancel: {
            cancelExport()
        }
        switch state.withLock({ ($0.status, $0.error) }) {
        case (.completed, _): return
        case (_, let error?): throw error
        case (_, nil): throw AVError(.exportFailed, "This session has exported before. Make another one.")
        }
    }

    /// Ends the export; what was written is removed. Without effect once it has ended.
    open func cancelExport() {
        state.withLock { state in
            state.isCancelled = true
            guard state.status == .unknown else { return }
            (state.status, state.error) = (.cancelled, Self.cancellation)
        }
    }

    private static let cancellation = AVError(.operationCancelled, "The export was cancelled.")

    private func run() {
        let begins = state.withLock { state in
            if state.isCancelled { (state.status, state.error) = (.cancelled, Self.cancellation) } else { state.status = .exporting }
            return !state.isCancelled
        }
        guard begins else { return }
        let result = Result { () throws(AVError) in try copy() }
        state.withLock { state in
            switch result {
            case .success: (state.status, state.progress) = (.completed, 1)
            case .failure(let error): (state.status, state.error) = (error.code == .operationCancelled ? .cancelled : .failed, error)
            }
        }
    }

    private func copy() throws(AVError) {
        let wanted = state.withLock { $0 }
        let name = asset.file.lastPathComponent
        guard ExportPresets.copies.contains(presetName) else {
            throw AVError(.operationNotSupportedForAsset, "\(presetName) would encode \(name) anew, which is not done here. Export it with AVAssetExportPresetPassthrough.")
        }
        guard let url = wanted.outputURL, url.isFileURL else { throw AVError(.exportFailed, "There is no file to export \(name) to. Set outputURL.") }
        let description = try asset.described()
        guard let type = wanted.outputFileType else { throw AVError(.exportFailed, "There is no type to export \(name) as. Set outputFileType.") }
        guard type == description.fileType else {
            throw AVError(.operationNotSupportedForAsset, "\(name) is copied as it is, a \(description.fileType.rawValue). Export it as one of supportedFileTypes.")
        }
        guard wanted.timeRange.start <= .zero, wanted.timeRange.end >= description.duration else {
            throw AVError(.operationNotSupportedForAsset, "\(name) is copied whole. Leave timeRange as it is.")
        }
        try FileCopy(
            source: asset.file, destination: url,
            progress: { done in self.state.withLock { $0.progress = Float(done) } },
            isCancelled: { self.state.withLock { $0.isCancelled } }
        ).make()
    }
}
