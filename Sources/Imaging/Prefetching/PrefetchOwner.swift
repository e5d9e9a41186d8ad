import Synchronization

/// Somebody who has pictures prepared. What two of them want is prepared once, and kept until both have let go of it.
package struct PrefetchOwner: Hashable, Sendable {
    private static let last = Atomic<Int64>(0)
    private let number: Int64

    package init() { number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue }
}
