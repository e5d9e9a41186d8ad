import Foundation
import Importing
import Originals
import PhotoModel

extension PhotoLibrary {
    /// Whether nothing says when an asset was taken: its date is then the one at which the original file was last changed.
    ///
    /// The catalogue does not record where a date came from. The file still has its own date, and what it states is read again where the two are the same.
    /// - Returns: `nil` where the original can't be looked at.
    package func isDateGuessed(of asset: AssetRecord, _ resources: [ResourceRecord]) -> Bool? {
        guard let date = asset.creationDate, asset.creationOffset == nil else { return false }
        guard let original = resources.original, let file = try? findResource(original), let signature = try? file.signature() else { return nil }
        guard signature.modified - Date.timeIntervalBetween1970AndReferenceDate == date else { return false }
        for resource in [original] + resources.filter({ $0.type == .sidecar }) {
            guard let file = try? openResource(resource),
                let facts = try? facts(of: file, resource)
            else { return nil }
            if facts.captureDate.map(CreationDate.isSane) == true { return false }
        }
        return true
    }
}
