/// Members of an album that stand side by side, and who stands around them: where they return to, whatever happened to the album meanwhile.
package struct MemberRun: Sendable, Equatable {
    /// In album order.
    package var assetIDs: [Int64]
    /// The next members that are not of a run themselves; `nil` at the album's start and end.
    package var before: Int64?
    package var after: Int64?

    package init(_ assetIDs: [Int64], before: Int64? = nil, after: Int64? = nil) {
        (self.assetIDs, self.before, self.after) = (assetIDs, before, after)
    }
}
