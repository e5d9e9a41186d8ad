import Originals
import PhotoModel
import Pixels

/// What a transaction is to add, its files staged, hashed and looked into: only rows and names are missing.
///
/// Until it is performed it takes room in `staging/`; its last owner clears that up. After a transaction that failed it may be tried again.
package final class Prepared<Content: Sendable>: Sendable {
    package let content: Content
    let session: StagingSession
    /// Files of the user's that go after the commit.
    let moved: [MovedSource]

    init(_ content: Content, session: StagingSession, moved: [MovedSource]) { (self.content, self.session, self.moved) = (content, session, moved) }
}

package typealias PreparedAsset = Prepared<NewAsset>
package typealias PreparedRendition = Prepared<NewRendition>

extension Prepared where Content == NewAsset {
    /// What the row will say, before the caller's own wishes.
    package var record: AssetRecord { content.record }
}

/// A file of the user's that goes once the asset made of it is committed.
struct MovedSource: Sendable {
    let path: BytePath
    /// What was read and kept.
    let signature: FileSignature

    /// Removes the file, and never another that has taken its name since, nor what was written to it.
    func remove() throws(OriginalsError) {
        guard try FileSignature(path: path) == signature else {
            throw OriginalsError(.changedWhileReading, "\(path.display) was changed after it was added to the library, so it stays. Remove it if it is not wanted.")
        }
        try Folder.removeFile(path)
    }
}

/// An original that was looked into: what an asset shows again without its edit.
package struct PreparedReversion: Sendable {
    let original: Examination
    /// Which of a RAW and JPEG pair is shown from now on; `nil` leaves the choice as it is.
    let choice: OriginalChoice?

    package init(_ original: Examination, choice: OriginalChoice?) { (self.original, self.choice) = (original, choice) }
}
