/// Neighbours that will be neighbours.
struct IndexRun {
    /// Where the first of them will be.
    var start: Int
    var count: Int

    /// Appends it, as part of the last run where it goes on with that.
    func join(_ runs: inout [IndexRun]) {
        if let last = runs.last, last.start + last.count == start {
            runs[runs.count - 1].count += count
        } else {
            runs.append(self)
        }
    }
}
