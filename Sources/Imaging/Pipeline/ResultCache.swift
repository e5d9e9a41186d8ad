/// Finished pixels kept for prefetching, oldest out first when the budget is used up.
struct ResultCache {
    /// Bytes of pixels held at most. 64 MB is a screen of 1440-pixel previews or some 250 thumbnails.
    var budget = 64 << 20

    private var results: [RenderKey: (result: ImageResult, order: Int)] = [:]
    private var order = Queue<(RenderKey, Int)>()
    /// Entries of `order`, those included that removed results left behind.
    private(set) var stamps = 0
    private var clock = 0
    private(set) var bytes = 0

    subscript(key: RenderKey) -> ImageResult? { results[key]?.result }

    mutating func insert(_ result: ImageResult, for key: RenderKey) {
        guard result.image.pixels.count <= budget else { return }
        remove(key)
        clock += 1
        results[key] = (result, clock)
        order.push((key, clock))
        bytes += result.image.pixels.count
        stamps += 1
        if stamps > 2 * results.count + 16 { forgetOldStamps() }
        while bytes > budget, let (oldest, stamp) = order.pop() {
            stamps -= 1
            // An entry that was replaced or removed left its old stamp behind.
            if results[oldest]?.order == stamp { remove(oldest) }
        }
    }

    mutating func remove(_ key: RenderKey) {
        guard let gone = results.removeValue(forKey: key) else { return }
        bytes -= gone.result.image.pixels.count
        if results.isEmpty { (order, stamps) = (Queue(), 0) }
    }

    private mutating func forgetOldStamps() {
        order = Queue()
        for (key, entry) in results.sorted(by: { $0.value.order < $1.value.order }) { order.push((key, entry.order)) }
        stamps = results.count
    }

    mutating func removeAll() {
        self = ResultCache(budget: budget)
    }

    init(budget: Int = 64 << 20) { self.budget = budget }
}
