import PhotoModel
import Pixels

/// An original that was looked into: what an asset shows again without its edit.
package struct PreparedReversion: Sendable {
    let original: Examination
    /// Which of a RAW and JPEG pair is shown from now on; `nil` leaves the choice as it is.
    let choice: OriginalChoice?

    package init(_ original: Examination, choice: OriginalChoice?) { (self.original, self.choice) = (original, choice) }
}
