import Foundation
import Metadata

/// A file as it enters an asset's record.
package struct RecordedFile: Sendable {
    package var name: String
    package var facts: MediaFacts
    /// Bytes.
    package var size: Int64
    /// Modification time, in seconds since 1970.
    package var modified: Double
    /// Of a motion photo.
    package var movie: EmbeddedMovie?

    package init(name: String, facts: MediaFacts, size: Int64, modified: Double, movie: EmbeddedMovie? = nil) {
        (self.name, self.facts, self.size, self.modified, self.movie) = (name, facts, size, modified, movie)
    }
}
