/// The bytes of pixels that are under way: what running work will give at most, and what receivers have been given and not taken yet.
///
/// Together they stay within the budget, but for a single picture that is larger than all of it, which has it to itself.
struct ByteLedger {
    let budget: Int
    private var running = 0
    private var held = 0
    private var hasRefused = false

    init(budget: Int) { self.budget = budget }

    private var used: Int { running + held }

    /// Whether work that gives so many bytes may begin now. If not, one of the calls below tells when to ask again.
    mutating func hasRoom(for bytes: Int) -> Bool {
        if used == 0 || bytes <= budget - used { return true }
        hasRefused = true
        return false
    }

    mutating func begin(_ bytes: Int) { running += bytes }

    mutating func hold(_ bytes: Int) { held += bytes }

    /// True: there may be room for what was refused.
    mutating func end(_ bytes: Int) -> Bool {
        running -= bytes
        return asksAgain()
    }

    /// The same.
    mutating func release(_ bytes: Int) -> Bool {
        held -= bytes
        return asksAgain()
    }

    private mutating func asksAgain() -> Bool {
        defer { hasRefused = false }
        return hasRefused
    }
}
