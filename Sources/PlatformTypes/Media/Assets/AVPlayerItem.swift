import Foundation
import Synchronization

/// How loud the tracks of a presentation are. There is none that says anything yet: requests give `nil` for it.
open class AVAudioMix: NSObject, NSCopying, @unchecked Sendable {
    // Guarded by having no fields.

    /// Itself: there is nothing in it that changes.
    @discardableResult
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What a player would play. There is no player here, so it carries its asset to the one a program brings.
/// <https://developer.apple.com/documentation/avfoundation/avplayeritem>
open class AVPlayerItem: NSObject, @unchecked Sendable {
    // Guarded by its lock; the asset is immutable.
    private let mix = Mutex<AVAudioMix?>(nil)
    /// What would be played.
    public let asset: AVAsset

    /// An item that plays the asset. Nothing is read yet.
    public init(asset: AVAsset) { self.asset = asset }
    /// An item that plays a file. Nothing is read yet.
    public convenience init(url: URL) { self.init(asset: AVURLAsset(url: url)) }

    /// The asset's. The calling thread waits for the disk where the asset has not been read yet.
    open var duration: CMTime { asset.duration }

    /// Default `nil`.
    open var audioMix: AVAudioMix? {
        get { mix.withLock { $0 } }
        set { mix.withLock { $0 = newValue } }
    }
}
