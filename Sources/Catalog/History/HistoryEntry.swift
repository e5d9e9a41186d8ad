/// One transaction as persistent history tells it: what it did to assets, albums and folders.
package struct HistoryEntry: Sendable, Equatable {
    package var position: ChangePosition
    /// Seconds since 2001-01-01T00:00:00Z.
    package var date: Double
    /// Who made it: the application's identifier.
    package var author: String
    /// In the order of entity and UUID; `nil` where they are too many for a page: ask `historyItems(at:)` for those that are wanted.
    package var items: [ChangeItem]?

    package init(position: ChangePosition, date: Double, author: String, items: [ChangeItem]?) {
        (self.position, self.date, self.author, self.items) = (position, date, author, items)
    }
}
