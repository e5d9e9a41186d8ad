import Foundation
import LibraryEngine
import PhotoModel

/// What an edit begins with. <https://developer.apple.com/documentation/photos/phcontenteditinginput>
///
/// `PHAsset.requestContentEditingInput` gives it. Its files are for reading: none of them can be written. May be used from any thread.
open class PHContentEditingInput: NSObject, @unchecked Sendable {
    // Guarded by being immutable, but for the session, which guards itself.

    struct Content {
        let library: PhotoLibrary
        let asset: AssetRecord
        let session: EditingSession
        let resource: ResourceRecord
        var adjustmentData: PHAdjustmentData?
        var displaySizeImage: UIImage?
        var photo: URL?
        var orientation: Int32 = 1
        var movie: AVURLAsset?
        var livePhoto: PHLivePhoto?
        /// The same for who makes frames of it.
        var live: LivePhotoEditingSource?
        /// Holds the copy of a file that others may write.
        var folder: EditingFolder?
    }

    private let content: Content?

    init(_ content: Content) { self.content = content }

    /// An input of no asset, such as a test double. What is made of it can't be committed.
    public override init() { content = nil }

    var editing: EditingSession? { content?.session }
    /// What is edited, where it is a picture, and where it lies.
    var picture: (library: PhotoLibrary, resource: ResourceRecord)? {
        content.flatMap { $0.session.content == .video ? nil : ($0.library, $0.resource) }
    }

    /// What is edited, where it is a Live Photo with its movie.
    var live: LivePhotoEditingSource? { content?.live }

    /// Photo or video.
    open var mediaType: PHAssetMediaType { content.flatMap { PHAssetMediaType(rawValue: $0.asset.mediaType.rawValue) } ?? .unknown }
    /// The asset's.
    open var mediaSubtypes: PHAssetMediaSubtype { PHAssetMediaSubtype(rawValue: content?.asset.mediaSubtypes.rawValue ?? 0) }
    /// The asset's.
    open var creationDate: Date? { content?.asset.creationDate.map { Date(timeIntervalSinceReferenceDate: $0) } }
    /// The asset's.
    open var location: CLLocation? { content?.asset.location.map { CLLocation($0, at: creationDate) } }
    /// The type of the photo or video to be edited, by its content.
    open var contentType: UTType? { content.map { UTType(recorded: $0.resource.uniformType) } }
    /// The same as an identifier, such as `public.heic`.
    open var uniformTypeIdentifier: String? { content?.resource.uniformType }
    /// The asset's.
    open var playbackStyle: PHAsset.PlaybackStyle { content.flatMap { PHAsset.PlaybackStyle(rawValue: $0.asset.playbackStyle.rawValue) } ?? .unsupported }

    /// What the last edit was, where `canHandleAdjustmentData` took it: the photo or video is then what that edit was made on. Else `nil`.
    open var adjustmentData: PHAdjustmentData? { content?.adjustmentData }

    /// What is to be edited, upright, at most 1440 pixels long; of a video a frame. `nil` where it was not asked for, and where nothing can be shown.
    open var displaySizeImage: UIImage? { content?.displaySizeImage }
    /// The photo's file, which nobody may write: the library's own, or where others may write that, a copy as long as this object or an output made of it lives.
    /// `nil` for a video.
    open var fullSizeImageURL: URL? { content?.photo }
    /// How the pixels in that file are turned, 1 to 8 as in EXIF; 1 for a video.
    open var fullSizeImageOrientation: Int32 { content?.orientation ?? 1 }

    /// The video, whose file is for reading only; `nil` for anything else.
    open var audiovisualAsset: AVAsset? { content?.movie }
    /// The name of `audiovisualAsset` before iOS 9.
    open var avAsset: AVAsset? { audiovisualAsset }

    /// The still and the movie of a Live Photo; `nil` for anything else.
    open var livePhoto: PHLivePhoto? { content?.livePhoto }
}
