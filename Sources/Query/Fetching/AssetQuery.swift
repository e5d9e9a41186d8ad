import Foundation
import PhotoModel

/// Which assets to fetch, and in which order.
///
/// Order: by `sort`, where equal assets follow their row ids in the direction of the first sort key, so that a descending
/// order is the exact mirror of the ascending one. Without `sort`: an album's own order in an album, newest first in Recently Added, else by
/// creation date ascending (none at all comes first), then by row id.
package struct AssetQuery: Sendable, Hashable {
    package enum Scope: Sendable, Hashable {
        case library
        /// Row id of an album; an unknown one gives nothing.
        case album(Int64)
        /// One that is not offered gives nothing.
        case smartAlbum(AlbumSubtype)
        /// Returns hidden assets and every frame of a burst without asking, never trashed ones; unknown ones are absent.
        case identifiers([UUID])
        case burst(String)
        /// A stretch of the user's library by date; assets without a date are in none.
        case moment(MomentRange)
        /// Recently Deleted: everything trashed, hidden ones included.
        case trash
    }

    package var scope: Scope = .library
    package var predicate: Predicate?
    package var sort: [SortKey] = []
    /// Applied after sorting; 0 is unlimited.
    package var limit = 0
    package var includesHidden = false
    package var includesAllBursts = false
    /// None is the user's own library (in an album and by identifiers: all sources).
    // No literal: the runtime would make an array and a set of it through their tables, which it has to find first.
    package var sourceTypes = SourceTypes(rawValue: 0)
    /// Only assets that this application was given; `nil` is all. A reader with a selection of its own sets it in every query.
    package var selection: String?

    package init(scope: Scope = .library, predicate: Predicate? = nil, sort: [SortKey] = [], limit: Int = 0) {
        (self.scope, self.predicate, self.sort, self.limit) = (scope, predicate, sort, limit)
    }
}
