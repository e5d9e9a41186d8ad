import Synchronization

/// The bytes of pixels that are under way: what running work will give at most, finished pictures that not everybody who waits for them has been told
/// of, and what receivers have been given and not taken yet.
///
/// Together they stay within the budget, but for a single picture that is larger than all of it, which has it to itself, and for work that is begun
/// `evenBeyond` it, since room is given back by it.
struct ByteLedger {
    /// A picture's room, from before it is made until the last who refers to it lets go: its work, then the events that tell of it.
    ///
    /// Events may be let go of anywhere, under the lock or not, so the room is only laid down there, for the ledger to `collect`.
    final class Reservation: Sendable {
        private let bytes: Int
        private let returned: Returned

        fileprivate init(_ bytes: Int, _ returned: Returned) { (self.bytes, self.returned) = (bytes, returned) }

        deinit { returned.bytes.add(bytes, ordering: .relaxed) }
    }

    /// What reservations took that have ended since the last `collect`.
    fileprivate final class Returned: Sendable {
        let bytes = Atomic(0)
    }

    let budget: Int
    private let returned = Returned()
    private var reserved = 0
    private var held = 0
    private var hasRefused = false

    init(budget: Int) { self.budget = budget }

    /// Room for work that gives so many bytes and begins now; `nil` where there is none. Then one of the calls below tells when to ask again.
    mutating func begin(_ bytes: Int, evenBeyond: Bool = false) -> Reservation? {
        let used = reserved + held
        guard bytes <= budget - used || used == 0 || evenBeyond else {
            hasRefused = true
            return nil
        }
        reserved += bytes
        return Reservation(bytes, returned)
    }

    /// Takes back the room of reservations that have ended; to be called when one may have. True: there may be room for what was refused.
    mutating func collect() -> Bool {
        let bytes = returned.bytes.exchange(0, ordering: .relaxed)
        reserved -= bytes
        return bytes > 0 && asksAgain()
    }

    mutating func hold(_ bytes: Int) { held += bytes }

    /// True: the same.
    mutating func release(_ bytes: Int) -> Bool {
        held -= bytes
        return asksAgain()
    }

    private mutating func asksAgain() -> Bool {
        defer { hasRefused = false }
        return hasRefused
    }
}
