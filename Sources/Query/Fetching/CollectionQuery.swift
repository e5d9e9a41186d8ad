import Foundation
import PhotoModel

/// Which stored albums and folders to fetch. Order: by `sort`, else folder by folder in the order a person gave them.
package struct CollectionQuery: Sendable, Hashable {
    package enum Parent: Sendable, Hashable {
        case anywhere
        case topLevel
        case folder(Int64)
    }

    package var kind: CollectionRecord.Kind?
    /// Albums of just this subtype, or folders; `nil` matches all.
    package var type: CollectionType?
    /// Only folders that another computer keeps, or only the others; `nil` matches all.
    package var isSynced: Bool?
    package var parent: Parent = .anywhere
    /// Only these; unknown ones are absent.
    package var uuids: [UUID]?
    package var predicate: Predicate?
    package var sort: [SortKey] = []
    /// Applied after sorting; 0 is unlimited.
    package var limit = 0

    package init(kind: CollectionRecord.Kind? = nil, type: CollectionType? = nil, parent: Parent = .anywhere) {
        (self.kind, self.type, self.parent) = (kind, type, parent)
    }
}
