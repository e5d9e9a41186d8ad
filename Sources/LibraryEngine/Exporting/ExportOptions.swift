import Foundation
import PhotoModel

/// What an export writes.
package struct ExportOptions: Sendable {
    package enum Version: String, Sendable, CaseIterable { case current, original }

    package var version = Version.current
    /// True writes every resource: RAWs, renderings, adjustments, sidecars.
    package var allResources = false

    /// True writes what the library knows into the copies; a file that takes nothing is copied as it is.
    package var writesMetadata = false

    package init() {}
}

/// What an export wrote.
package struct ExportReport: Sendable {
    package struct Failure: Sendable, Equatable {
        package var asset: UUID
        package var filename: String
        package var code: String
        /// For a person.
        package var message: String
    }

    /// A copy into which what the library knows could not be written: it is as it came, or says an identifier alone.
    package struct Unwritten: Sendable, Equatable {
        package var asset: UUID
        /// Of the copy.
        package var path: String
        /// For a person.
        package var message: String
        /// Whether the identifier of its Live Photo could be written, and nothing else.
        package var saysIdentifier = false
    }

    /// The copy of a file that belongs to a picture beside it.
    package struct Part: Sendable, Equatable {
        package var kind: ResourceType
        package var path: String
    }

    /// Those of which every file that was asked for came out.
    package var assets = 0
    /// Absolute paths, in the order they were written.
    package var files: [String] = []
    package var bytes: Int64 = 0
    /// The movies of Live Photos, renderings of photos, and RAWs beside another picture, in the order they were written.
    package var parts: [Part] = []
    package var failed: [Failure] = []
    package var unwritten: [Unwritten] = []
    /// Halves of a Live Photo into which its identifier could not be written: other programs don't know that they belong together.
    package var unpaired: [Unwritten] = []
    /// Live Photos whose two files went out as they came and name no common identifier, as those that were joined here: to other programs they are a photo and a
    /// video.
    package var withoutIdentifier = 0
}
