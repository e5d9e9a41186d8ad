/// A place in the change log. Every transaction that changed something has one; later ones are greater.
package struct ChangePosition: Sendable, Hashable, Comparable, Codable {
    /// 0 before the first change.
    package var rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static let start = ChangePosition(rawValue: 0)

    package static func < (a: ChangePosition, b: ChangePosition) -> Bool { a.rawValue < b.rawValue }
}
