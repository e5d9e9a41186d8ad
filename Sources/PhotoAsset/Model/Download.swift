import Foundation
import Photos

/// One request that may download files of an asset. What it tells counts until it has ended: by a call, or when nobody holds it any more.
final class Download: Sendable {
    private let asset: PhotoAsset
    private var key: ObjectIdentifier { ObjectIdentifier(self) }

    init(_ asset: PhotoAsset) {
        self.asset = asset
        // Nothing is on its way until it says so.
        asset.state.withLock { $0.downloads[ObjectIdentifier(self)] = 1 }
    }

    deinit { end() }

    /// A progress handler that keeps where the download stands, tells whoever listens, and hands on.
    func following(_ handler: PHAssetImageProgressHandler? = nil) -> PHAssetImageProgressHandler {
        { fraction, error, stop, info in
            self.note(fraction, error)
            handler?(fraction, error, stop, info)
        }
    }

    func note(_ fraction: Double, _ error: (any Error)? = nil) {
        let key = self.key
        let failure = error.map { PHPhotosError.typed($0) as? PHPhotosError ?? PHPhotosError(.networkError, userInfo: [NSUnderlyingErrorKey: $0]) }
        let isAdvance = asset.state.withLock { state in
            // A request that was cancelled may be told of progress that was on its way.
            let isOver = state.downloads[key] == nil
            if isOver, failure == nil { return false }
            if !state.isDownloading { (state.progressBefore, state.failureBefore) = (state.progress, state.failure) }
            if !isOver { state.downloads[key] = failure == nil ? fraction : 1 }
            let before = (state.progress, state.failure)
            (state.progress, state.failure) = (fraction, failure)
            // What has ended is what was, to those that go on and may be cancelled.
            if failure != nil || fraction >= 1 { (state.progressBefore, state.failureBefore) = (fraction, failure) }
            return before != (state.progress, state.failure)
        }
        if isAdvance { asset.postProgress() }
    }

    /// Why the request ended that might use the network. Files that are here fail for reasons of their own, and what was cancelled has not failed.
    func fail(_ error: any Error) {
        let key = self.key, fraction = asset.state.withLock { $0.downloads[key] ?? 1 }
        let isOfDownload = fraction < 1 || (PHPhotosError.typed(error) as? PHPhotosError)?.code == .networkError
        if isOfDownload, !(error is CancellationError) { note(fraction < 1 ? fraction : 0, error) }
    }

    /// What was neither whole nor failed was cancelled: all is as it was before, unless another request goes on with it.
    func end() {
        let key = self.key
        let isAdvance = asset.state.withLock { state in
            guard let fraction = state.downloads.removeValue(forKey: key), fraction < 1, !state.isDownloading, state.failure == nil else { return false }
            let before = (state.progress, state.failure)
            (state.progress, state.failure) = (state.progressBefore, state.failureBefore)
            return before != (state.progress, state.failure)
        }
        if isAdvance { asset.postProgress() }
    }
}
