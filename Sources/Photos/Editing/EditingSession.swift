import Foundation
import LibraryEngine
import PhotoModel
import Synchronization

/// One editing of an asset: what it began with, so that its outcome is not put over somebody else's. An input and all outputs made of it share it.
final class EditingSession: Sendable {
    struct Start: Sendable {
        /// Of the asset when it was handed out.
        var revision: Int64
        /// What its outcome is made on.
        var base: EditBase
    }

    let uuid: UUID
    let content: EditedContent
    /// Which of a RAW and JPEG pair was handed out because the client chose it; `nil` where it did not choose, or what it got is neither.
    let choice: OriginalChoice?
    private let start: Mutex<Start>

    init(_ asset: AssetRecord, _ files: EditingFiles, _ content: EditedContent, choice: OriginalChoice?) {
        (uuid, self.content) = (asset.uuid, content)
        // An edit that is built upon, or its base, is what it is whichever original is chosen.
        self.choice = files.main.type == .photo || files.main.type == .alternatePhoto ? choice : nil
        start = Mutex(Start(revision: asset.revision, base: files.base))
    }

    var now: Start { start.withLock { $0 } }

    /// A further outcome, which was made on the same as this one, stands in its place.
    func committed(as revision: Int64) { start.withLock { $0 = Start(revision: revision, base: .ofEditBefore) } }
}

/// What an edit is of, and with that what may be written as its outcome.
enum EditedContent: Sendable {
    case photo, livePhoto, video

    /// `nil` for a sound, which can't be edited.
    init?(_ asset: AssetRecord, _ resources: [ResourceRecord]) {
        switch asset.mediaType {
        case .image: self = resources.contains { $0.type == .pairedVideo } ? .livePhoto : .photo
        case .video: self = .video
        default: return nil
        }
    }

    /// Of an asset that is being created; `nil` where its resources don't say yet.
    init?(_ kinds: [ResourceType]) {
        if kinds.contains(.photo) { self = kinds.contains(.pairedVideo) ? .livePhoto : .photo } else if kinds.contains(.video) { self = .video } else { return nil }
    }

    var primary: ResourceType { self == .video ? .video : .photo }
    var rendering: ResourceType { self == .video ? .fullSizeVideo : .fullSizePhoto }

    /// What the rendering may be; the first is what is written where nobody asks for another.
    var types: [UTType] { self == .video ? [.quickTimeMovie, .mpeg4Movie] : [.jpeg, .heic] }
    /// What the rendered movie of a Live Photo may be.
    var movieTypes: [UTType] { self == .livePhoto ? [.quickTimeMovie] : [] }
}
