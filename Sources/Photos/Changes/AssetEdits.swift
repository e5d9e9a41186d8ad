import Catalog
import Foundation

/// What a change request sets. A field nobody set stays as it is.
struct AssetEdits {
    var creationDate: Date??
    var location: CLLocation??
    var isFavorite: Bool?
    var isHidden: Bool?
    var rating: PHAsset.Rating?
    var caption: String??
    var keywords: [(isAdded: Bool, keyword: String)] = []

    func apply(to record: inout AssetRecord) {
        if let creationDate {
            record.creationDate = creationDate?.timeIntervalSinceReferenceDate
            record.creationOffset = nil
        }
        if let location { record.location = location.flatMap { LocationRecord($0) } }
        if let isFavorite { record.isFavorite = isFavorite }
        if let isHidden { record.isHidden = isHidden }
        if let rating { record.rating = rating.rawValue }
        if let caption { record.caption = caption.flatMap { $0.isEmpty ? nil : $0 } }
        for (isAdded, keyword) in keywords {
            let isThere = record.keywords.contains(keyword)
            if isAdded, !isThere { record.keywords.append(keyword) }
            if !isAdded, isThere { record.keywords.removeAll { $0 == keyword } }
        }
    }
}
