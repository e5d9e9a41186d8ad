import Foundation
import Query

/// Which stored albums and folders to fetch. Order: by `sort`, else folder by folder in the order a person gave them.
package struct CollectionQuery: Sendable, Hashable {
    package enum Parent: Sendable, Hashable {
        case anywhere
        case topLevel
        case folder(Int64)
    }

    package var kind: CollectionRecord.Kind?
    /// Raw value of the subtype; `nil` matches all.
    package var subtype: Int?
    /// Raw values of several.
    package var subtypes: ClosedRange<Int>?
    package var parent: Parent = .anywhere
    /// Only these; unknown ones are absent.
    package var uuids: [UUID]?
    package var predicate: Query.Predicate?
    package var sort: [SortKey] = []
    /// Applied after sorting; 0 is unlimited.
    package var limit = 0

    package init(kind: CollectionRecord.Kind? = nil, subtype: Int? = nil, parent: Parent = .anywhere) {
        (self.kind, self.subtype, self.parent) = (kind, subtype, parent)
    }
}
