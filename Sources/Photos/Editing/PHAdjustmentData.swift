import Adjustments
import Foundation
import LibraryEngine
import Metadata
import PhotoModel

/// What an edit was: a recipe by which the program that made it can make it again. <https://developer.apple.com/documentation/photos/phadjustmentdata>
///
/// The library keeps that of the last edit of an asset, and never looks into it.
open class PHAdjustmentData: NSObject, @unchecked Sendable {
    // Guarded by being immutable.

    private let format: (identifier: String, version: String)
    private let recipe: Data
    /// What an edit of Apple's is in our terms, where the photo is known; `nil` where it isn't.
    let readFromApple: PhotoAdjustments??

    /// Which program's or whose recipe it is, such as `com.example.editor`.
    open var formatIdentifier: String { format.identifier }
    /// Which version of that format.
    open var formatVersion: String { format.version }
    /// The recipe.
    open var data: Data { recipe }

    /// Where the edit is committed, an empty identifier or no data fails the block, and so do more than 2 MB.
    public init(formatIdentifier: String, formatVersion: String, data: Data) {
        (format, recipe) = ((formatIdentifier, formatVersion), data)
        readFromApple = nil
    }

    /// An empty one, for test doubles. Where it is committed the block fails, as with any data that says nothing.
    public override init() { (format, recipe, readFromApple) = (("", ""), Data(), nil) }

    /// What an asset's file says of its edit.
    /// - Throws: what `appleAdjustments` throws.
    init(_ file: AdjustmentFile, of asset: AssetRecord, _ resources: [ResourceRecord], _ library: PhotoLibrary) throws {
        (format, recipe) = ((file.facts.formatIdentifier, file.facts.formatVersion ?? ""), file.data)
        readFromApple = .some(try library.appleAdjustments(in: file, of: asset, resources))
    }
}

extension PHAdjustmentData {
    /// Bytes.
    private static let largest = 2 << 20

    /// - Throws: `.invalidResource`, `.limitExceeded`.
    func validate() throws(PHPhotosError) {
        guard !formatIdentifier.isEmpty, !data.isEmpty else {
            throw PHPhotosError(.invalidResource, "Adjustment data needs the identifier of its format, and data. Data that says nothing may be a UUID.")
        }
        // A predicate could never name it: its texts have no NUL.
        guard !(formatIdentifier + formatVersion).utf8.contains(0) else {
            throw PHPhotosError(.invalidResource, "The format of adjustment data can't contain the character NUL. Remove it.")
        }
        guard data.count <= Self.largest else {
            throw PHPhotosError(.limitExceeded, "Adjustment data has at most \(Self.largest) bytes, and this has \(data.count). Describe the edit, and leave pictures out.")
        }
    }
}
