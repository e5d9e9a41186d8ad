import Foundation
import Metadata
import PhotoModel
import Pixels

/// The halves of a Live Photo, looked into: what they are when they are assets of their own.
package struct PreparedSeparation: Sendable {
    let photo: MediaFacts
    /// The record of the movie as a video, under a UUID of its own.
    let video: AssetRecord
    let pictures: SmallPictures

    /// - Parameters:
    ///   - movie: its resource, and what was found in its file, which was last changed `modified` seconds after 1970.
    package init(photo: MediaFacts, movie: (resource: ResourceRecord, examination: Examination, modified: Double), in context: ImportContext, timeZone: TimeZone) {
        let facts = movie.examination.facts
        let file = RecordedFile(name: movie.resource.filename, facts: facts, size: movie.resource.size, modified: movie.modified)
        self.photo = photo
        video = AssetRecord(
            AssetDraft(primary: 0, .video), files: [file], uuid: context.makeUUID(), addedDate: context.now().timeIntervalSinceReferenceDate, timeZone: timeZone)
        pictures = SmallPictures(preview: movie.examination.preview, thumbnail: movie.examination.thumbnail)
    }
}
