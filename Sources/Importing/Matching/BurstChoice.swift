import Foundation

/// Picks the picture that stands for a burst.
package enum BurstChoice {
    package struct Member: Sendable, Equatable {
        package var id: Int64
        /// Seconds since 2001.
        package var date: Double?
        package var filename: String
        package var isUserPick: Bool
        /// Whether the library that it came from says that it stands for its burst.
        package var isSaid: Bool

        package init(id: Int64, date: Double?, filename: String, isUserPick: Bool, isSaid: Bool = false) {
            (self.id, self.date, self.filename, self.isUserPick, self.isSaid) = (id, date, filename, isUserPick, isSaid)
        }
    }

    /// The user's pick, else the one that is said to be it, else the earliest, else the first by name: the same whatever order the frames came in. `nil` for no members.
    package static func representative(of members: [Member]) -> Int64? {
        members.min { a, b in
            (a.isUserPick ? 0 : 1, a.isSaid ? 0 : 1, a.date ?? .infinity, a.filename, a.id)
                < (b.isUserPick ? 0 : 1, b.isSaid ? 0 : 1, b.date ?? .infinity, b.filename, b.id)
        }?.id
    }
}
