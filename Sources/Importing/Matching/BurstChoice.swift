import Foundation

/// Picks the picture that stands for a burst.
package enum BurstChoice {
    package struct Member: Sendable, Equatable {
        package var id: Int64
        /// Seconds since 2001.
        package var date: Double?
        package var filename: String
        package var isUserPick: Bool

        package init(id: Int64, date: Double?, filename: String, isUserPick: Bool) {
            (self.id, self.date, self.filename, self.isUserPick) = (id, date, filename, isUserPick)
        }
    }

    /// The user's pick, else the earliest, else the first by name: the same whatever order the frames came in. `nil` for no members.
    package static func representative(of members: [Member]) -> Int64? {
        members.min { a, b in
            (a.isUserPick ? 0 : 1, a.date ?? .infinity, a.filename, a.id) < (b.isUserPick ? 0 : 1, b.date ?? .infinity, b.filename, b.id)
        }?.id
    }
}
