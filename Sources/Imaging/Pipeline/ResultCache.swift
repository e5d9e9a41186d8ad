import Support

/// Finished pictures, delivered or prepared, kept for the next who asks. When the budget is used up, what was used longest ago goes first.
struct ResultCache {
    private struct Kept {
        let result: ImageResult
        /// The library as it was when the picture was last found to be right.
        var stamp: LibraryStamp?
    }

    private var results: RecentValues<RenderKey, Kept>

    /// A screen of 1440-pixel previews, or some 250 thumbnails.
    static let standardBudget = 64 << 20

    /// - Parameter budget: bytes of pixels held at most.
    init(budget: Int = Self.standardBudget) { results = RecentValues(budget: budget) }

    var count: Int { results.count }
    var bytes: Int { results.cost }

    /// What is kept, which has now been used last, and the library's stamp for which it is known to be right.
    mutating func use(_ key: RenderKey) -> (result: ImageResult, stamp: LibraryStamp?)? { results.use(key).map { ($0.result, $0.stamp) } }

    mutating func note(_ stamp: LibraryStamp?, for key: RenderKey) { results.change(key) { $0.stamp = stamp } }

    mutating func insert(_ result: ImageResult, for key: RenderKey) { results.insert(Kept(result: result), for: key, cost: result.image.byteCount) }

    mutating func remove(_ key: RenderKey) { results.remove(key) }

    mutating func removeAll() { results.removeAll() }
}
