import Foundation
import Testing

@testable import LibraryEngine

extension SyncSnapshotTests {
    @Test func nothingIsLetGoForASnapshotThatIsNotWhatWasWritten() throws {
        let world = try SyncWorld(joiningAfter: 3), first = world.first, uuid = try world.add("a", to: first)
        for number in 0..<5 {
            try world.name(uuid, "title \(number)", on: first)
            try world.round(first)
        }
        #expect(world.snapshots == [3])
        let before = try world.content()
        // One bit of a part is another in the store.
        world.hook.reset(change: { key, bytes in
            guard key.hasPrefix("snapshots/"), key.contains("-") else { return bytes }
            var other = bytes
            other[other.count / 2] ^= 1
            return other
        })
        try world.name(uuid, "last", on: first)
        let report = try world.round(first)
        #expect(report.sent > 0 && report.joined == 0 && report.problem?.contains("snapshots/") == true)
        #expect(world.snapshots == [3])
        let after = try world.content()
        for (key, bytes) in before where key.hasPrefix("sync/") || key.hasPrefix("snapshots/") { #expect(after[key] == bytes, "\(key)") }
        #expect(world.names("snapshots").count == 2)
        // With a store that keeps what it is given it goes on.
        world.hook.reset()
        #expect(try world.round(first).joined == 3)
        try world.expectAgreement()
    }

    /// It is read when the next one is made of it, and not before.
    @Test func aStepThatIsNotWhatWasWrittenIsPassedOver() throws {
        let world = try SyncWorld(joiningAfter: 3, oneByOne: true), first = world.first, uuid = try world.add("a", to: first)
        for number in 0..<2 {
            try world.name(uuid, "title \(number)", on: first)
            try world.round(first)
        }
        world.hook.reset(change: { key, bytes in key.hasPrefix("snapshots/000000000001-") ? Array(bytes.dropLast(3)) : bytes })
        try world.name(uuid, "last", on: first)
        let report = try world.round(first)
        #expect(report.joined == 3 && report.problem == nil)
        #expect(world.snapshots == [2, 3])
        world.hook.reset()
        try world.expectAgreement()
    }

    @Test func aSnapshotThatCanNotBeReadIsPassedOverForTheOneBefore() throws {
        let world = try SyncWorld(joiningAfter: 3), first = world.first, uuid = try world.add("a", to: first)
        for number in 0..<7 {
            try world.name(uuid, "title \(number)", on: first)
            try world.round(first)
        }
        #expect(world.snapshots == [3, 6])
        for name in world.names("snapshots") where name.hasPrefix("000000000006-") {
            let file = world.objects.appendingPathComponent("snapshots/\(name)")
            try Data(try Data(contentsOf: file).dropLast(3)).write(to: file)
        }
        let newcomer = try world.join(stays: false)
        _ = try newcomer.synchronize()
        #expect(try world.state(newcomer) == world.state(first))
        newcomer.close()
        // Without any of them who comes is told so.
        try FileManager.default.removeItem(at: world.objects.appendingPathComponent("snapshots"))
        let lost = try world.join(stays: false)
        defer { lost.close() }
        let error = #expect(throws: LibraryError.self) { _ = try lost.synchronize() }
        #expect(error?.code == .damaged && error?.message.contains("--resend") == true)
        // Whoever has it all tells it again.
        _ = try first.resendToStore()
        try world.round(first)
        _ = try lost.synchronize()
        #expect(try world.state(lost) == world.state(first))
    }

    enum Damage: CaseIterable, Sendable { case ofHead, ofPart, withoutPart }

    /// The snapshot of the first six segments is no more what was written.
    private func break6(_ world: SyncWorld, _ damage: Damage) throws {
        for name in world.names("snapshots") where name.hasPrefix("000000000006") && name.contains("-") == (damage != .ofHead) {
            let file = world.objects.appendingPathComponent("snapshots/\(name)")
            if damage == .withoutPart { try FileManager.default.removeItem(at: file) } else { try Data("no snapshot".utf8).write(to: file) }
        }
    }

    /// What nobody can begin with is no reason to let go of what somebody can.
    @Test(arguments: Damage.allCases) func whatIsOlderStaysUntilTheOneBeforeTheNewestIsWhole(_ damage: Damage) throws {
        let world = try SyncWorld(joiningAfter: 3), first = world.first, uuid = try world.add("a", to: first)
        var number = 0
        func say(_ count: Int) throws {
            for _ in 0..<count {
                number += 1
                try world.name(uuid, "title \(number)", on: first)
                #expect(try world.round(first).problem == nil)
            }
        }
        try say(7)
        #expect(world.snapshots == [3, 6])
        try break6(world, damage)
        try say(2)
        #expect(world.snapshots == [3, 6, 9])
        #expect(try (1...9).map { try world.isJoined(Int64($0)) } == Array(repeating: true, count: 3) + Array(repeating: false, count: 6))
        // Who comes while the newest is unreadable, too, begins with the third.
        let newest = world.objects.appendingPathComponent("snapshots/000000000009.jsonl.gz"), head = try Data(contentsOf: newest)
        try Data(head.dropLast(3)).write(to: newest)
        let newcomer = try world.join(stays: false)
        _ = try newcomer.synchronize()
        #expect(try world.state(newcomer) == world.state(first))
        newcomer.close()
        try head.write(to: newest)
        try say(3)
        #expect(world.snapshots == [9, 12] && world.names("snapshots").count == 4)
        try world.expectAgreement()
    }

    @Test(arguments: Damage.allCases) func whereNoSnapshotIsWholeThatIsTold(_ damage: Damage) throws {
        let world = try SyncWorld(joiningAfter: 3), first = world.first, uuid = try world.add("a", to: first)
        for number in 0..<8 {
            try world.name(uuid, "title \(number)", on: first)
            try world.round(first)
        }
        try break6(world, damage)
        try FileManager.default.removeItem(at: world.objects.appendingPathComponent("snapshots/000000000003.jsonl.gz"))
        for number in 0..<2 {
            try world.name(uuid, "more \(number)", on: first)
            let report = try world.round(first)
            #expect(report.sent > 0 && report.joined == 0 && report.problem?.contains("--resend") == true)
        }
    }

    /// Nobody looks for ever for one that can be read.
    @Test func whereTheHeadOfOneAndAPartOfTheOtherAreLostWhoComesIsToldSo() throws {
        let world = try SyncWorld(joiningAfter: 3), first = world.first, uuid = try world.add("a", to: first)
        for number in 0..<7 {
            try world.name(uuid, "title \(number)", on: first)
            try world.round(first)
        }
        #expect(world.snapshots == [3, 6])
        for name in world.names("snapshots") {
            let file = world.objects.appendingPathComponent("snapshots/\(name)")
            if name.hasPrefix("000000000003-") { try FileManager.default.removeItem(at: file) }
            if name == "000000000006.jsonl.gz" { try Data("no snapshot".utf8).write(to: file) }
        }
        let newcomer = try world.join(stays: false)
        defer { newcomer.close() }
        let error = #expect(throws: LibraryError.self) { _ = try newcomer.synchronize() }
        #expect(error?.code == .damaged && error?.message.contains("--resend") == true)
    }
}
