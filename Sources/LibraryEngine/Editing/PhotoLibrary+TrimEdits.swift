import Foundation
import Importing
import PhotoModel

/// What a video shows of its original.
package struct TrimState: Sendable {
    package let asset: AssetRecord
    /// The part; `nil` where all is shown, and where another program edited it.
    package let trim: VideoTrim?
    /// Seconds of the original.
    package let duration: Double

    /// Whether somebody edited it, and not by trimming it here.
    package var isEditedOtherwise: Bool { trim == nil && asset.hasAdjustments && !asset.isAdjustedByCamera }
}

extension PhotoLibrary {
    /// - Throws: `.invalid` for what is no video; what `openResource` throws.
    package func trimState(of asset: AssetRecord) throws(LibraryError) -> TrimState {
        do {
            let (now, resources) = try assetNow(asset.id, asset.uuid, asset.filename)
            guard now.mediaType == .video, let original = resources.movie(.original) else {
                throw LibraryError(.invalid, "\(now.filename) is no video, and can't be trimmed.")
            }
            var trim: VideoTrim?
            if now.hasAdjustments, let edit = resources.adjustmentData {
                trim = StoredTrim(try adjustment(in: edit, of: now))?.trim
            }
            let file = try openResource(original)
            defer { withExtendedLifetime(file) {} }
            return TrimState(asset: now, trim: trim, duration: try facts(of: file, original).duration)
        } catch {
            throw LibraryError(error)
        }
    }

    /// A part of the video, made ready. What others did since somebody looked at the video stays, and so does what another program made of it.
    /// - Parameter trim: `nil` shows the whole again.
    /// - Throws: `.invalid` for a part that is not in the video, and where another program edited it; what `openResource` throws.
    package func prepareTrimming(_ state: TrimState, to trim: VideoTrim?, by editor: String) throws(LibraryError) -> PreparedAdjustments {
        let now = state.asset
        if trim == state.trim, trim != nil { return PreparedAdjustments(work: .nothing, revision: now.revision) }
        guard let trim else { return try prepareRevertingAdjustments(of: now) }
        if state.isEditedOtherwise {
            throw LibraryError(.invalid, "\(now.filename) was edited by another program, and that edit would be lost. Revert to the original first.")
        }
        return PreparedAdjustments(work: .rendition(try prepareTrim(of: now, to: trim, by: editor), on: .original), revision: now.revision)
    }
}
