import Testing
@testable import Imaging

@Suite struct ByteBudgetTests {
    /// Every order of four pieces of work of three sizes with a small budget: never beyond it but alone, and never forgotten.
    @Test func everyOrderStaysWithinTheBudgetAndEnds() {
        for budget in 1...6 {
            for sizes in (0..<81).map({ [$0 % 3, $0 / 3 % 3, $0 / 9 % 3, $0 / 27].map { 1 + 2 * $0 } }) {
                for seed in 0..<32 {
                    var world = World(budget: budget, sizes, seed: seed)
                    let problem = world.run()
                    #expect(problem == nil)
                }
            }
        }
    }

    @Test func whatIsMadeAndNotToldKeepsItsRoom() {
        let desk = Desk(budget: 10)
        var picture = desk.begin(6)
        let other = desk.begin(4)
        #expect(desk.begin(4) == nil)
        #expect(!desk.collect(), "another thread tells of it")
        #expect(desk.begin(4) == nil)
        // The receiver holds it before the event is let go of.
        desk.hold(6)
        picture = nil
        #expect(desk.collect(), "the refused one may ask again")
        #expect(desk.begin(4) == nil, "the receiver has it")
        #expect(desk.release(6))
        #expect(desk.begin(4) != nil)
        withExtendedLifetime((picture, other)) {}
    }

    /// A picture that waits for its first degraded image must not keep the degraded image from being made.
    @Test func whatGivesRoomBackMayGoBeyond() {
        let desk = Desk(budget: 10)
        let parked = desk.begin(30)
        #expect(desk.begin(1) == nil)
        let degraded = desk.begin(1, evenBeyond: true)
        #expect(degraded != nil)
        #expect(desk.begin(1) == nil)
        withExtendedLifetime((parked, degraded)) {}
    }
}

/// A budget that expectations may change.
private final class Desk {
    private var memory: ByteBudget

    init(budget: Int) { memory = ByteBudget(budget: budget) }

    func begin(_ bytes: Int, evenBeyond: Bool = false) -> ByteBudget.Reservation? { memory.begin(bytes, evenBeyond: evenBeyond) }
    func collect() -> Bool { memory.collect() }
    func hold(_ bytes: Int) { memory.hold(bytes) }
    func release(_ bytes: Int) -> Bool { memory.release(bytes) }
}

/// Work begins when there is room, and is asked for again only when the budget says so, as by threads that sleep.
private struct World {
    private struct Picture {
        let bytes: Int
        let reservation: ByteBudget.Reservation
    }

    private let budget: Int
    private var memory: ByteBudget
    private var waiting: [Int]
    private var running: [Picture] = []
    /// Made, and to be told by another thread.
    private var untold: [Picture] = []
    private var held: [Int] = []
    private var mayAsk = true
    private var steps: Int

    init(budget: Int, _ sizes: [Int], seed: Int) { (self.budget, memory, waiting, steps) = (budget, ByteBudget(budget: budget), sizes, seed) }

    private var used: Int { (running + untold).reduce(0) { $0 + $1.bytes } + held.reduce(0, +) }

    /// Gives what went wrong.
    mutating func run() -> String? {
        while true {
            while mayAsk, let next = waiting.first {
                let before = used
                guard let reservation = memory.begin(next) else {
                    mayAsk = false
                    break
                }
                waiting.removeFirst()
                running.append(Picture(bytes: next, reservation: reservation))
                if before + next > budget, before > 0 { return "\(used) of \(budget) used" }
            }
            if waiting.isEmpty, running.isEmpty, untold.isEmpty, held.isEmpty { return nil }
            steps = (steps &* 25_173 &+ 13_849) & 0xFFFF
            guard step(steps >> 8) else { return "\(waiting) wait for ever" }
            if memory.collect() { mayAsk = true }
        }
    }

    private mutating func step(_ choice: Int) -> Bool {
        if !running.isEmpty, choice & 3 == 0 || untold.isEmpty && held.isEmpty {
            let picture = running.remove(at: choice & 16 == 0 ? 0 : running.count - 1)
            if choice & 32 == 0 { untold.append(picture) } else { tell(picture, isHeld: choice & 8 == 0) }
        } else if !untold.isEmpty, choice & 4 == 0 || held.isEmpty {
            tell(untold.removeFirst(), isHeld: choice & 8 == 0)
        } else if !held.isEmpty {
            if memory.release(held.removeFirst()) { mayAsk = true }
        } else {
            return false
        }
        return true
    }

    private mutating func tell(_ picture: Picture, isHeld: Bool) {
        guard isHeld else { return }
        memory.hold(picture.bytes)
        held.append(picture.bytes)
    }
}
