import Testing
@testable import Imaging

@Suite struct ByteLedgerTests {
    /// Every order of four pieces of work of three sizes with a small budget: never beyond it but alone, and never forgotten.
    @Test func everyOrderStaysWithinTheBudgetAndEnds() {
        for budget in 1...6 {
            for sizes in (0..<81).map({ [$0 % 3, $0 / 3 % 3, $0 / 9 % 3, $0 / 27].map { 1 + 2 * $0 } }) {
                for seed in 0..<8 { #expect(run(budget: budget, sizes, seed: seed) == nil) }
            }
        }
    }

    /// Work begins when there is room, and is asked for again only when the ledger says so, as by threads that sleep. Gives what went wrong.
    private func run(budget: Int, _ sizes: [Int], seed: Int) -> String? {
        var ledger = ByteLedger(budget: budget), waiting = sizes, running: [Int] = [], held: [Int] = [], steps = seed
        var mayAsk = true
        while !waiting.isEmpty || !running.isEmpty || !held.isEmpty {
            while mayAsk, let next = waiting.first {
                guard ledger.hasRoom(for: next) else {
                    mayAsk = false
                    break
                }
                ledger.begin(waiting.removeFirst())
                running.append(next)
                let used = (running + held).reduce(0, +)
                if used > budget, running.count + held.count > 1 { return "\(used) of \(budget) used by \(running) and \(held)" }
            }
            steps = steps &* 5 &+ 3
            if !running.isEmpty, held.isEmpty || steps & 4 == 0 {
                // Its receiver holds the picture before the work is over.
                let bytes = running.remove(at: steps & 8 == 0 ? 0 : running.count - 1)
                if steps & 16 == 0 {
                    ledger.hold(bytes)
                    held.append(bytes)
                }
                if ledger.end(bytes) { mayAsk = true }
            } else if !held.isEmpty {
                if ledger.release(held.removeFirst()) { mayAsk = true }
            } else {
                return "\(waiting) wait for ever"
            }
        }
        return nil
    }
}
