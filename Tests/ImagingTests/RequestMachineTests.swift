import TestSupport
import Testing
@testable import Imaging

/// The world is small enough to visit all of it: a few requests over shared keys, every order of everything that can happen.
@Suite struct RequestMachineTests {
    private typealias Priority = ImageRequest.Priority

    @Test func everyOrderOfTwoRequestsWithSharedWork() throws {
        let world = RequestWorld([
            1: RequestPlan(final: "full", early: ["thumb"], priority: .normal),
            2: RequestPlan(final: "full", early: [], priority: .interactive),
        ])
        #expect(try world.explore(depth: 7) > 1000)
    }

    @Test func everyOrderOfWorkThatIsGivenBack() throws {
        for finals in [["full", "full"], ["full", "thumb"]] {
            let world = RequestWorld(
                [
                    1: RequestPlan(final: finals[0], early: ["thumb"], priority: .normal),
                    2: RequestPlan(final: finals[1], early: [], priority: .interactive),
                ], givesBack: true)
            #expect(try world.explore(depth: 6) > 1000)
        }
    }

    @Test func everyOrderOfDegradedImagesAndTheirResult() throws {
        for early in [["thumb", "preview"], ["preview", "thumb"]] {
            let world = RequestWorld([
                1: RequestPlan(final: "full", early: early, priority: .normal),
                2: RequestPlan(final: "full", early: ["thumb"], priority: .normal),
            ])
            #expect(try world.explore(depth: 6) > 1000)
        }
    }

    @Test func everyOrderOfTwoRequestsWhoseFirstDegradedImageIsAnothersResult() throws {
        let world = RequestWorld([
            1: RequestPlan(final: "full", early: ["thumb"], priority: .background),
            2: RequestPlan(final: "thumb", early: [], priority: .normal),
        ])
        #expect(try world.explore(depth: 7) > 1000)
    }

    @Test(arguments: [
        [1: RequestPlan(final: "full", early: ["thumb"], priority: .normal), 2: RequestPlan(final: "full", early: [], priority: .background)],
        [1: RequestPlan(final: "a", early: ["thumb"], priority: .normal), 2: RequestPlan(final: "b", early: ["thumb"], priority: .normal)],
    ])
    func everyOrderOfChangedPriorities(_ plans: [Int64: RequestPlan]) throws {
        var world = RequestWorld(plans)
        for id in plans.keys.sorted() { try world.take(.add(id)) }
        #expect(try world.explore(depth: 5, priorities: [.background, .interactive]) > 1000)
    }

    @Test func everyOrderOfThreeWhoShareAndThreeWhoDoNot() throws {
        for finals in [["a", "a", "b"], ["a", "b", "c"]] {
            var world = RequestWorld(
                Dictionary(
                    uniqueKeysWithValues: zip(1..., finals).map { number, final in
                        (Int64(number), RequestPlan(final: final, early: [], priority: .normal))
                    }))
            for id in 1...3 { try world.take(.add(Int64(id))) }
            #expect(try world.explore(depth: 3, priorities: [.background, .normal, .interactive]) > 1000)
        }
    }

    @Test(arguments: 1...8)
    func longLivesOfManyRequests(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let priorities: [Priority] = [.background, .normal, .interactive]
        let plans = (1...60).map { id in
            let early = (0..<Int.random(in: 0..<3, using: &random)).map { "t\($0 * 5 + Int.random(in: 0..<5, using: &random))" }
            let final = "f\(Int.random(in: 0..<20, using: &random))"
            return (Int64(id), RequestPlan(final: final, early: early, priority: priorities.randomElement(using: &random)!))
        }
        var world = RequestWorld(Dictionary(uniqueKeysWithValues: plans), givesBack: true)
        for _ in 0..<600 { try world.take(world.steps(priorities: priorities).randomElement(using: &random)!) }
        try world.drain()
    }

    @Test func higherPrioritiesComeFirstAndRaiseWhatTheyShare() {
        var machine = TestMachine()
        var added = [("a", 1), ("b", 2), ("c", 3)].map { machine.add(Int64($1), final: $0, early: [], priority: .background, work: 0) }
        added.append(machine.add(4, final: "c", early: [], priority: .interactive, work: 0))
        added.append(machine.add(5, final: "c", early: [], priority: .normal, work: 0))
        added.append(machine.add(6, final: "d", early: ["e"], priority: .background, work: 0))
        #expect(added == [1, 1, 1, 0, 0, 2], "only new work needs a thread")
        let order = (0..<6).map { _ in machine.next()?.key }
        #expect(order == ["c", "a", "b", "e", "d", nil])
        let mail = machine.finish("c", succeeded: true, payload: 0)
        #expect(mail == [3, 4, 5])
    }

    @Test func theNewestGoesFirstAndPrefetchingKeepsItsOrder() {
        var machine = TestMachine()
        for (id, name) in zip(1..., ["a", "b", "c"]) {
            _ = machine.add(Int64(id), final: name, early: [], priority: .interactive, work: 0)
            _ = machine.add(Int64(id + 10), final: "\(name).ahead", early: [], priority: .background, work: 0)
        }
        _ = machine.add(4, final: "a", early: [], priority: .interactive, work: 0)
        _ = machine.add(14, final: "a.ahead", early: [], priority: .background, work: 0)
        let order = (0..<6).map { _ in machine.next()?.key }
        #expect(order == ["a", "c", "b", "a.ahead", "b.ahead", "c.ahead"], "asked for again it is the newest")
    }

    @Test func priorityIsTheHighestOfThoseWhoAreLeft() {
        var machine = TestMachine()
        _ = machine.add(1, final: "shared", early: [], priority: .background, work: 0)
        _ = machine.add(2, final: "shared", early: [], priority: .interactive, work: 0)
        _ = machine.add(3, final: "other", early: [], priority: .normal, work: 0)
        _ = machine.cancel(2)
        let order = (0..<3).map { _ in machine.next()?.key }
        #expect(order == ["other", "shared", nil])
    }

    @Test func aChangedPriorityMovesTheFirstDegradedImageToo() {
        var machine = TestMachine()
        _ = machine.add(1, final: "a", early: ["a.early"], priority: .background, work: 0)
        _ = machine.add(2, final: "b", early: ["b.early"], priority: .interactive, work: 0)
        machine.setPriority(1, .interactive)
        machine.setPriority(2, .background)
        let order = (0..<5).map { _ in machine.next()?.key }
        #expect(order == ["a.early", "a", "b.early", "b", nil])
        _ = machine.cancel(1)
        machine.setPriority(1, .normal)
        machine.setPriority(99, .normal)
        #expect(machine.waitingCount == 0)
    }

    @Test func aChangedPriorityLeavesAloneWorkThatAnotherBeganUnderTheSameName() {
        var machine = TestMachine()
        _ = machine.add(1, final: "a", early: ["early"], priority: .normal, work: 0)
        let begun = [machine.next()?.key, machine.next()?.key]
        #expect(begun == ["early", "a"])
        // The first one's result waits for the first degraded image; what is called "a" now belongs to the second alone.
        _ = machine.finish("a", succeeded: false, payload: nil)
        _ = machine.add(2, final: "a", early: [], priority: .background, work: 0)
        _ = machine.add(3, final: "b", early: [], priority: .normal, work: 0)
        machine.setPriority(1, .interactive)
        let order = (0..<3).map { _ in machine.next()?.key }
        #expect(order == ["b", "a", nil])
    }

    @Test func degradedImagesAreToldInTheirOrderAndBeforeTheResult() {
        var machine = TestMachine()
        _ = machine.add(1, final: "full", early: ["thumb", "preview"], priority: .interactive, work: 0)
        let order = (0..<3).map { _ in machine.next()?.key }
        #expect(order == ["thumb", "preview", "full"])
        let mail = [machine.finish("full", succeeded: true, payload: 3), machine.finish("preview", succeeded: true, payload: 2)]
        #expect(mail == [[], []], "they wait for the first degraded image")
        let last = machine.finish("thumb", succeeded: true, payload: 1)
        #expect(last == [1])
        var told: [Int?] = []
        var event = machine.beginDelivery(1)
        while let next = event {
            told.append(next.payload)
            event = machine.delivered(1)
        }
        #expect(told == [1, 2, 3])
    }

    @Test func withoutTheFirstDegradedImageThereIsNoSecond() {
        var machine = TestMachine()
        _ = machine.add(1, final: "full", early: ["thumb", "preview"], priority: .interactive, work: 0)
        _ = machine.next()
        _ = machine.finish("thumb", succeeded: false, payload: nil)
        let order = (0..<2).map { _ in machine.next()?.key }
        #expect(order == ["full", nil], "and it is not made")
    }

    @Test func firstDegradedImagesOfAllComeBeforeTheResultOfAny() {
        var machine = TestMachine()
        for (id, name) in [(Int64(1), "A"), (2, "B")] {
            _ = machine.add(id, final: "\(name).final", early: ["\(name).early"], priority: .interactive, work: 0)
        }
        let order = (0..<4).map { _ in machine.next()?.key }
        #expect(order == ["B.early", "A.early", "B.final", "A.final"])
    }

    @Test func anDegradedImageThatAFinishedPictureWaitsForComesBeforeEverything() {
        var machine = TestMachine()
        _ = machine.add(1, final: "full", early: [], priority: .interactive, work: 0)
        _ = machine.next()
        _ = machine.add(2, final: "full", early: ["thumb", "preview"], priority: .background, work: 0)
        _ = machine.add(3, final: "other", early: ["other.thumb"], priority: .interactive, work: 0)
        let mail = machine.finish("full", succeeded: true, payload: 0)
        #expect(mail == [1])
        machine.setPriority(2, .background)
        let next = [machine.next(), machine.next(), machine.next()]
        #expect(next.map { $0?.key } == ["thumb", "preview", "other.thumb"])
        #expect(next.map { $0?.priority } == [.awaitedDegradedImage, .awaitedDegradedImage, .firstDegradedImage])
    }

    @Test func anDegradedImageThatALaterOneWaitsForComesBeforeEverything() {
        var machine = TestMachine()
        // Of background work the oldest goes first, which the second degraded image is.
        _ = machine.add(1, final: "full", early: ["thumb", "preview"], priority: .background, work: 0)
        _ = machine.add(2, final: "other", early: [], priority: .interactive, work: 0)
        let first = [machine.next()?.key, machine.next()?.key]
        #expect(first == ["other", "preview"])
        let mail = machine.finish("preview", succeeded: true, payload: 2)
        #expect(mail == [])
        let next = machine.next()
        #expect(next?.key == "thumb" && next?.priority == .awaitedDegradedImage)
    }

    @Test func workThatNobodyWaitsForIsNotBegun() {
        var machine = TestMachine()
        _ = machine.add(1, final: "a", early: ["t"], priority: .normal, work: 0)
        _ = machine.add(2, final: "b", early: [], priority: .normal, work: 0)
        let cancelled = [machine.cancel(1), machine.cancel(1)]
        #expect(cancelled == [true, false], "cancelling again is without effect")
        let order = (0..<2).map { _ in machine.next()?.key }
        #expect(order == ["b", nil])
    }

    @Test func cancellingOneSubscriberLeavesTheOthers() {
        var machine = TestMachine()
        _ = machine.add(1, final: "a", early: [], priority: .normal, work: 0)
        _ = machine.add(2, final: "a", early: [], priority: .normal, work: 0)
        _ = machine.next()
        _ = machine.cancel(1)
        let mail = machine.finish("a", succeeded: true, payload: 9)
        #expect(mail == [2])
        let events = [machine.beginDelivery(2), machine.beginDelivery(1)]
        #expect(events[0]?.payload == 9)
        #expect(events[1]?.kind == .cancelled)
    }

    /// Were any of it proportional to what waits, this would not end.
    @Test func aHundredThousandCancelledRequestsLeaveNothingBehind() {
        var machine = TestMachine()
        _ = machine.add(0, final: "stays", early: [], priority: .background, work: 0)
        for id in 1...100_000 as ClosedRange<Int64> {
            _ = machine.add(id, final: id % 2 == 0 ? "shared" : "own \(id)", early: ["early"], priority: .interactive, work: 0)
        }
        #expect(machine.waitingCount == 50_003)
        for id in 1...100_000 as ClosedRange<Int64> {
            machine.setPriority(id, .normal)
            guard machine.cancel(id) else { continue }
            _ = machine.beginDelivery(id)
            _ = machine.delivered(id)
        }
        #expect(machine.waitingCount == 1)
        #expect(machine.jobCount == 1)
        #expect(machine.liveCount == 1)
        let order = [machine.next()?.key, machine.next()?.key]
        #expect(order == ["stays", nil])
    }
}
