import Foundation
import Metadata
import PhotoModel

/// What a source says of a picture beyond its files. What it does not say is taken from these.
package struct StatedFacts: Sendable, Equatable {
    /// Where a picture stands in an album of the source.
    package struct AlbumPlace: Sendable, Equatable {
        /// Key of the source's album.
        package var album: String
        /// Members come in ascending order of it.
        package var rank: Double

        package init(album: String, rank: Double) { (self.album, self.rank) = (album, rank) }
    }

    /// The asset's UUID, which it keeps unless another asset of the library has it.
    package var identifier: UUID?
    package var creationDate: CreationDate?
    /// Seconds since 2001.
    package var addedDate: Double?
    package var modificationDate: Double?
    package var location: LocationRecord?
    package var isFavorite = false
    package var isHidden = false
    /// In Recently Deleted. The library counts its days from the import on.
    package var isTrashed = false
    package var title: String?
    package var caption: String?
    package var keywords: [String] = []
    package var rating = 0
    /// The edit in force, for an adjustment file of a kind that says nothing itself.
    package var adjustment: AdjustmentFacts?
    package var originalChoice: OriginalChoice?
    package var albums: [AlbumPlace] = []

    package init() {}
}

extension AssetRecord {
    /// Lets a source's word for a new asset win over what its files say.
    mutating func apply(_ facts: StatedFacts) {
        if let date = facts.creationDate { (creationDate, creationOffset) = (date.seconds, date.offset) }
        if let date = facts.addedDate { addedDate = date }
        if let date = facts.modificationDate { modificationDate = date }
        if let place = facts.location { location = place }
        (isFavorite, isHidden) = (facts.isFavorite, facts.isHidden)
        if facts.title?.isEmpty == false { title = facts.title }
        if facts.caption?.isEmpty == false { caption = facts.caption }
        if !facts.keywords.isEmpty { keywords = facts.keywords }
        if facts.rating != 0 { rating = min(5, max(0, facts.rating)) }
        if let choice = facts.originalChoice { originalChoice = choice }
    }

    /// Takes over what was said of another asset that turned out to be this one: its flags, and words where nothing is written; never over what is.
    mutating func merge(_ facts: StatedFacts) {
        isFavorite = isFavorite || facts.isFavorite
        isHidden = isHidden || facts.isHidden
        if title?.isEmpty ?? true { title = facts.title }
        if caption?.isEmpty ?? true { caption = facts.caption }
        if keywords.isEmpty { keywords = facts.keywords }
        if rating == 0 { rating = facts.rating }
    }
}

extension StatedFacts {
    /// What `merge` takes over from an asset.
    init(of record: AssetRecord) {
        (isFavorite, isHidden) = (record.isFavorite, record.isHidden)
        (title, caption, keywords, rating) = (record.title, record.caption, record.keywords, record.rating)
    }
}
