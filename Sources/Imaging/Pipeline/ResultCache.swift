/// Finished pictures, delivered or prepared, kept for the next who asks. When the budget is used up, what was used longest ago goes first.
struct ResultCache {
    /// Bytes of pixels held at most.
    let budget: Int

    private struct Kept {
        let result: ImageResult
        var slot: WaitingList<RenderKey>.Slot
        /// The library as it was when the picture was last found to be right.
        var stamp: LibraryStamp?
    }

    private var results: [RenderKey: Kept] = [:]
    private var order = WaitingList<RenderKey>(.oldestFirst)
    private(set) var bytes = 0

    /// A screen of 1440-pixel previews, or some 250 thumbnails.
    static let standardBudget = 64 << 20

    init(budget: Int = Self.standardBudget) { self.budget = budget }

    var count: Int { results.count }

    /// What is kept, which has now been used last, and the library's stamp for which it is known to be right.
    mutating func use(_ key: RenderKey) -> (result: ImageResult, stamp: LibraryStamp?)? {
        guard let kept = results[key] else { return nil }
        order.remove(kept.slot)
        results[key]!.slot = order.push(key)
        return (kept.result, kept.stamp)
    }

    mutating func note(_ stamp: LibraryStamp?, for key: RenderKey) { results[key]?.stamp = stamp }

    mutating func insert(_ result: ImageResult, for key: RenderKey) {
        remove(key)
        guard result.image.byteCount <= budget else { return }
        results[key] = Kept(result: result, slot: order.push(key))
        bytes += result.image.byteCount
        while bytes > budget, let oldest = order.pop() { forget(oldest) }
    }

    mutating func remove(_ key: RenderKey) {
        guard let kept = results[key] else { return }
        order.remove(kept.slot)
        forget(key)
    }

    mutating func removeAll() { self = ResultCache(budget: budget) }

    private mutating func forget(_ key: RenderKey) {
        guard let gone = results.removeValue(forKey: key) else { return }
        bytes -= gone.result.image.byteCount
        results.giveRoomBack()
    }
}
