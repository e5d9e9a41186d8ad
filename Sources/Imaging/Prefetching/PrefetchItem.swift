import Synchronization

/// A picture to prepare. A hundred thousand may wait, so the request itself is made when its turn comes.
package struct PrefetchItem: Sendable {
    let key: RenderKey
    /// What the picture will take, about.
    let estimatedBytes: Int
    let make: @Sendable () -> ImageRequest

    /// - Parameter make: gives a request for the same pixels each time.
    package init(_ make: @escaping @Sendable () -> ImageRequest) {
        let request = make()
        (key, self.make) = (RenderKey(request), make)
        let whole = request.pixelSize, shown = request.target.map { whole.width > 0 && whole.height > 0 ? whole.scaled(request.mode, $0, enlarging: false) : $0 } ?? whole
        estimatedBytes = 4 * shown.width * shown.height
    }
}

/// Somebody who has pictures prepared. What two of them want is prepared once, and kept until both have let go of it.
package struct PrefetchOwner: Hashable, Sendable {
    private static let last = Atomic<Int64>(0)
    private let number: Int64

    package init() { number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue }
}
