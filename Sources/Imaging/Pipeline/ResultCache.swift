/// Finished pictures, delivered or prepared, kept for the next who asks. When the budget is used up, what was used longest ago goes first.
struct ResultCache {
    /// Bytes of pixels held at most. 64 MB is a screen of 1440-pixel previews or some 250 thumbnails.
    let budget: Int

    private var results: [RenderKey: (result: ImageResult, slot: Lane<RenderKey>.Slot)] = [:]
    private var order = Lane<RenderKey>(.oldestFirst)
    private(set) var bytes = 0

    init(budget: Int = 64 << 20) { self.budget = budget }

    var count: Int { results.count }

    /// What is kept, which has now been used last.
    mutating func use(_ key: RenderKey) -> ImageResult? {
        guard let kept = results[key] else { return nil }
        order.remove(kept.slot)
        results[key]!.slot = order.push(key)
        return kept.result
    }

    mutating func insert(_ result: ImageResult, for key: RenderKey) {
        remove(key)
        guard result.image.byteCount <= budget else { return }
        results[key] = (result, order.push(key))
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
