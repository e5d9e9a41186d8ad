import Foundation
import Photos

/// Where the original is, and how far a download has come.
public enum DownloadStatus: Sendable, Hashable {
    /// On this machine.
    case local
    /// In the cloud only, and nobody fetches it.
    case inCloud
    /// On its way, 0 to 1. Once that is cancelled, it is again what it was before.
    case downloading(Double)
    /// The last attempt failed.
    case failed(PHPhotosError)
    /// Nowhere: the asset has no file any more.
    case missing
}

extension PhotoAsset {
    /// Posted on the main queue when the progress of a download changes; the object is the asset. Its name is `asset.model.progress.changed`.
    public static let progressChangedNotification = Notification.Name("asset.model.progress.changed")

    /// How far the asset's latest download has come, from 0 to 1; 1 where the original is on this machine, 0 where it is not and nobody has asked for it.
    public var progress: Double {
        if let progress = state.withLock({ $0.progress }) { return progress }
        return originalResource?.isHere == true ? 1 : 0
    }

    /// Where the original is now. Asks the library, and looks at the disk for what is not here by its account. Reads no file.
    public var downloadStatus: DownloadStatus {
        guard let resource = originalResource else { return .missing }
        if resource.isHere { return .local }
        let (progress, failure) = state.withLock { ($0.progress, $0.failure) }
        if let failure { return .failed(failure) }
        if let progress, progress < 1 { return .downloading(progress) }
        return .inCloud
    }

    func postProgress() {
        DispatchQueue.main.async { NotificationCenter.default.post(name: Self.progressChangedNotification, object: self) }
    }
}
