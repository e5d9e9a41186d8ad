import Foundation
import Synchronization

/// Writes a movie into another file. <https://developer.apple.com/documentation/avfoundation/avassetexportsession>
///
/// The whole of a movie in its own type is copied by `AVAssetExportPresetPassthrough` and `AVAssetExportPresetHighestQuality`, and the copy compared.
/// Parts of it, other types and other presets are encoded in a worker, or for passthrough put into another file frame by frame. What is in slow motion is slow in the
/// file, whatever the preset; for passthrough its frames are the same, with other times, and its sound is encoded. The file has its name once it is whole. A session exports once. All members may be used from any thread.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    /// How far an export has come. <https://developer.apple.com/documentation/avfoundation/avassetexportsession/status-swift.enum>
    public enum Status: Int, Sendable {
        /// It has not begun.
        case unknown = 0
        /// It waits for its turn.
        case waiting = 1
        /// It writes or compares.
        case exporting = 2
        /// The file is there.
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
        guard ExportPresets.all.contains(presetName) else { return nil }
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
    /// The part of the movie that is exported. Default everything. What is encoded begins and ends exactly there; what is passed through begins there,
    /// with earlier frames that the first one needs hidden in the file, and may end a few frames later.
    open var timeRange: CMTimeRange {
        get { state.withLock { $0.timeRange } }
        set { state.withLock { $0.timeRange = newValue } }
    }
    /// Whether the index is written before the frames, so that playing can begin before all has come. Default false. A copy keeps the order in which the
    /// file was written, whatever is set.
    open var shouldOptimizeForNetworkUse: Bool {
        get { state.withLock { $0.optimizes } }
        set { state.withLock { $0.optimizes = newValue } }
    }
    /// How far the export has come.
    open var status: Status { state.withLock { $0.status } }
    /// 0 to 1.
    open var progress: Float { state.withLock { $0.progress } }
    /// An `AVError` once the export failed or was cancelled.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// What can be written, the movie's own type first; none for a preset that does not fit it. The calling thread waits for the disk where the asset
    /// has not been read yet.
    open var supportedFileTypes: [AVFileType] { (try? asset.described()).map { ExportPresets.fileTypes(presetName, of: $0) } ?? [] }

    /// Every preset whose name is known.
    open class func allExportPresets() -> [String] { ExportPresets.all }
    /// Those that can be exported with; none for a file that can't be read.
    open class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
        guard asset.isReadable, let movie = try? asset.described() else { return [] }
        return ExportPresets.fitting(movie)
    }

    /// Whether an export would do. Without a type: whether the preset does.
    public class func compatibility(ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?) async -> Bool {
        guard (try? await asset.load(.isReadable)) == true, let movie = try? asset.described() else { return false }
        let types = ExportPresets.fileTypes(presetName, of: movie)
        return outputFileType.map(types.contains) ?? !types.isEmpty
    }

    /// Begins the export. The handler is called once, on a queue of its own; `status` and `error` then say what became of it.
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            guard state.status == .unknown || state.isCancelled && state.status == .cancelled else { return false }
            if state.status == .unknown { state.status = .waiting }
            return true
        }
        MediaInspection.exports.addOperation {
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
        let result = Result { () throws(AVError) in try write() }
        state.withLock { state in
            switch result {
            case .success: (state.status, state.progress) = (.completed, 1)
            case .failure(let error): (state.status, state.error) = (error.code == .operationCancelled ? .cancelled : .failed, error)
            }
        }
    }

    private func write() throws(AVError) {
        let wanted = state.withLock { $0 }
        let name = asset.file.lastPathComponent
        guard let url = wanted.outputURL, url.isFileURL else { throw AVError(.exportFailed, "There is no file to export \(name) to. Set outputURL.") }
        let movie = try asset.described()
        guard let type = wanted.outputFileType else { throw AVError(.exportFailed, "There is no type to export \(name) as. Set outputFileType.") }
        let isWhole = wanted.timeRange.start <= .zero && wanted.timeRange.end >= movie.duration
        if isWhole, asset.slowMotion == nil, type == movie.fileType, ExportPresets.copies.contains(presetName) {
            return try FileCopy(
                source: asset.file, destination: url, progress: { done in self.state.withLock { $0.progress = Float(done) } }, isCancelled: { self.isCancelled }
            ).make()
        }
        let plan = try plan(wanted, movie, type, name, isWhole: isWhole), inspector = try MediaInspection.chosen(asset.inspector)
        try ExportFile(destination: url).make { descriptor throws(AVError) in
            try inspector.export(asset.file, plan, to: descriptor) { done in
                self.state.withLock { state in
                    state.progress = max(state.progress, Float(done))
                    return !state.isCancelled
                }
            }
            // The name comes last, so that whoever cancels before it gets none.
            if isCancelled { throw Self.cancellation }
        }
    }

    private var isCancelled: Bool { state.withLock { $0.isCancelled } }

    private func plan(_ wanted: State, _ movie: MediaDescription, _ type: AVFileType, _ name: String, isWhole: Bool) throws(AVError) -> ExportPlan {
        guard ExportPresets.fileTypes(presetName, of: movie).contains(type), [.mov, .mp4, .m4v, .m4a].contains(type),
            var plan = ExportPlan(preset: presetName, codec: movie.tracks.first { $0.mediaType == .video }?.codec)
        else {
            throw AVError(.operationNotSupportedForAsset, "\(name) can't be exported with \(presetName) as \(type.rawValue). supportedFileTypes says what can be.")
        }
        (plan.fileType, plan.indexFirst, plan.slowMotion) = (type, wanted.optimizes, asset.slowMotion)
        if plan.picture != .none, !movie.tracks.contains(where: { $0.mediaType == .video }) { plan.picture = .none }
        guard !isWhole else { return plan }
        let range = wanted.timeRange
        guard range.isValid, !range.isEmpty, range.start < movie.duration else {
            throw AVError(.operationNotSupportedForAsset, "There is nothing of \(name) in timeRange. It lasts \(movie.duration.seconds) seconds.")
        }
        func film(_ time: CMTime) -> Double { asset.slowMotion?.film(time.seconds) ?? time.seconds }
        plan.start = max(0, film(range.start))
        if range.end < movie.duration { plan.end = film(range.end) }
        return plan
    }
}
