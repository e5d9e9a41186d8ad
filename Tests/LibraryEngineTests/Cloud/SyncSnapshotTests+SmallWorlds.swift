import Cloud
import Foundation
import Synchronization
import Testing

@testable import LibraryEngine

extension SyncSnapshotTests {
    /// Two machines that share a store, where the first has so much to say that its next round ends with a snapshot that lets go of older ones.
    private func worldBeforeASnapshot() throws -> (world: SyncWorld, uuids: [UUID]) {
        let world = try SyncWorld(joiningAfter: 2), uuids = try ["a", "b"].map { try world.add($0, to: world.first) }
        try world.round(world.first)
        _ = try world.join()
        for number in 0..<4 {
            try world.name(uuids[0], "before \(number)", on: world.first)
            try world.round(world.first)
        }
        try world.round(world.machines[1])
        try world.name(uuids[0], "of the first", on: world.first)
        try world.add("new", to: world.first)
        _ = try world.first.upload()
        return (world, uuids)
    }

    enum Meanwhile: CaseIterable, Sendable { case writes, joins, writesTwice }

    /// At each single call that the first machine makes to the store while it sends, joins and tidies up, another one does something there.
    @Test(arguments: Meanwhile.allCases) func whateverAnotherDoesBetweenTwoCallsNothingIsLost(_ meanwhile: Meanwhile) throws {
        var index = 0, isDone = false
        while !isDone {
            let (world, uuids) = try worldBeforeASnapshot(), second = world.machines[1], moment = index
            let failure = Mutex<String?>(nil)
            // The hook runs on another thread while this one waits for it.
            nonisolated(unsafe) let shared = world
            world.hook.reset(before: { number, _ throws(CloudError) in
                guard number == moment else { return }
                do {
                    switch meanwhile {
                    case .writes:
                        try shared.name(uuids[1], "of the second", on: second)
                        try shared.round(second)
                    case .writesTwice:
                        for number in 0..<2 {
                            try shared.name(uuids[1], "of the second \(number)", on: second)
                            try shared.round(second)
                        }
                    case .joins:
                        let newcomer = try shared.join(stays: false)
                        _ = try newcomer.synchronize()
                        newcomer.close()
                    }
                } catch { failure.withLock { $0 = "\(error)" } }
            })
            let report = try world.first.synchronize(), calls = world.hook.calls
            isDone = calls.count <= moment
            let label = "\(meanwhile) before call \(moment), \(isDone ? "none" : calls[moment])"
            #expect(failure.withLock { $0 } == nil, "\(label)")
            #expect(report.problem == nil, "\(label)")
            world.hook.reset()
            try world.expectAgreement(label)
            #expect(try world.asset(uuids[0], on: second)?.title == "of the first", "\(label)")
            index += 1
        }
        #expect(index > 15, "\(index) calls")
    }

    /// The first machine dies before or after each single call, and another goes on before it comes back.
    @Test(arguments: [false, true]) func whoDiesBetweenTwoCallsLeavesNothingBroken(afterwards: Bool) throws {
        var index = 0, isDone = false
        while !isDone {
            let (world, uuids) = try worldBeforeASnapshot(), second = world.machines[1], moment = index
            let dead: @Sendable (Int, String) throws(CloudError) -> Void = { number, _ throws(CloudError) in
                if number >= moment { throw CloudError(.network, object: nil, "The test has ended this machine.") }
            }
            if afterwards { world.hook.reset(after: dead) } else { world.hook.reset(before: dead) }
            isDone = (try? world.first.synchronize()).map { $0.problem == nil } == true
            let label = "dead \(afterwards ? "after" : "before") call \(moment), \(world.hook.calls.dropFirst(moment).first ?? "none")"
            try world.name(uuids[1], "of the second", on: second)
            try world.round(second)
            try world.reopenFirst()
            try world.expectAgreement(label)
            #expect(try world.asset(uuids[0], on: second)?.title == "of the first", "\(label)")
            #expect(try world.asset(uuids[1], on: world.first)?.title == "of the second", "\(label)")
            index += 1
        }
        #expect(index > 15, "\(index) calls")
    }

    /// Every order in which two machines say something and a third one comes, with a snapshot after each segment.
    @Test func everyOrderOfAFewStepsEndsInAgreement() throws {
        for number in 0..<81 {
            let steps = (0..<4).map { number / [1, 3, 9, 27][$0] % 3 }, label = steps.map { ["a", "b", "j"][$0] }.joined()
            let world = try SyncWorld(joiningAfter: 1), uuid = try world.add("one", to: world.first)
            try world.round(world.first)
            let second = try world.join()
            for (index, step) in steps.enumerated() {
                switch step {
                case 0:
                    try world.name(uuid, "\(index)", on: world.first)
                    try world.add("\(index)", to: world.first)
                    try world.round(world.first)
                case 1:
                    try world.change(uuid, on: second) { $0.rating = index }
                    try world.album("\(index)", [uuid], on: second)
                    try world.round(second)
                default: _ = try world.join().synchronize()
                }
            }
            try world.expectAgreement(label)
        }
    }
}
