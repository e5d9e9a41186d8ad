import Synchronization

/// The bytes of pixels that are under way: what running work will give at most, finished pictures that not everybody who waits for them has been told
/// of, and what receivers have been given and not taken yet.
///
/// Together they stay within the budget, but for a single picture that is larger than all of it, which has it to itself, and for work that is begun
/// `evenBeyond` it, since its end gives memory back.
struct ByteBudget {
    /// The bytes of one picture, taken before it is made and given back when the last reference to it goes: its work's, then the events'.
    ///
    /// The last reference may go on any thread, under the lock or not, so the bytes are only noted there; `collect` gives them back.
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

    /// Takes the bytes of work that begins now; `nil` where the budget has not so many. One of the calls below then tells when to ask again.
    mutating func begin(_ bytes: Int, evenBeyond: Bool = false) -> Reservation? {
        let used = reserved + held
        guard bytes <= budget - used || used == 0 || evenBeyond else {
            hasRefused = true
            return nil
        }
        reserved += bytes
        return Reservation(bytes, returned)
    }

    /// Gives the bytes of ended reservations back to the budget; call it when one may have ended.
    /// - Returns: whether what was refused may succeed now.
    mutating func collect() -> Bool {
        let bytes = returned.bytes.exchange(0, ordering: .relaxed)
        reserved -= bytes
        return bytes > 0 && asksAgain()
    }

    mutating func hold(_ bytes: Int) { held += bytes }

    /// - Returns: whether what was refused may succeed now.
    mutating func release(_ bytes: Int) -> Bool {
        held -= bytes
        return asksAgain()
    }

    private mutating func asksAgain() -> Bool {
        defer { hasRefused = false }
        return hasRefused
    }
}
