import Foundation
import Metadata
import PhotoModel
import Pixels

/// A part of a photo, the movie of a Live Photo or the RAW of a pair, looked into: what it is when it is an asset of its own.
package struct PreparedSeparation: Sendable {
    /// What it is to the photo: `.pairedVideo` or `.alternatePhoto`.
    package let part: ResourceType
    /// Whether the photo without it has several frames.
    let isAnimated: Bool
    /// The record of the part as an asset, under a UUID of its own.
    let half: AssetRecord
    let pictures: SmallPictures

    /// - Parameters:
    ///   - photo: what was found in the photo's own file; `nil` where that stays as it is told.
    ///   - part: its resource, and what was found in its file, which was last changed `modified` seconds after 1970.
    package init(photo: MediaFacts?, part: (resource: ResourceRecord, examination: Examination, modified: Double), in context: ImportContext, timeZone: TimeZone) {
        let facts = part.examination.facts
        let file = RecordedFile(name: part.resource.filename, facts: facts, size: part.resource.size, modified: part.modified)
        self.part = part.resource.type
        isAnimated = photo.map { $0.frameCount > 1 } ?? false
        half = AssetRecord(
            AssetDraft(primary: 0, part.resource.type == .pairedVideo ? .video : .photo), files: [file], uuid: context.makeUUID(),
            addedDate: context.now().timeIntervalSinceReferenceDate, timeZone: timeZone)
        pictures = SmallPictures(preview: part.examination.preview, thumbnail: part.examination.thumbnail)
    }
}
