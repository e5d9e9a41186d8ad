import Foundation
import PhotoModel

/// A file or bytes that a new asset is to be made of.
package struct ResourceInput: Sendable {
    package enum Source: Sendable {
        case file(URL)
        case data(Data)
    }

    package var kind: ResourceType
    package var source: Source
    /// The name to record; `nil` takes the file's, or one made from the asset's UUID.
    package var filename: String?
    /// True removes the file after the commit; without effect for data.
    package var movesFile = false

    package init(_ kind: ResourceType, _ source: Source, filename: String? = nil, movesFile: Bool = false) {
        (self.kind, self.source, self.filename, self.movesFile) = (kind, source, filename, movesFile)
    }
}
