import Foundation
import Testing
@testable import Imaging

extension ImagePipelineTests {
    @Test func heldBytesKeepFurtherWorkFromBeginning() async throws {
        let decoder = FakeDecoder()
        // One picture of 4000 by 3000 is more than the budget: a second begins only when the first is let go.
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 2, byteBudget: 1 << 20, watch: .none)
        let first: ImageResult = await withCheckedContinuation { continuation in
            pipeline.request(request(2000)) { event in
                guard case .finished(let result) = event else { return }
                pipeline.hold(result)
                continuation.resume(returning: result)
            }
        }
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        pipeline.request(request(1999)) { continuation.yield(Self.name($0)) }
        // A request that needs no work shows that the threads are awake and pass the other one by.
        let cancelled = pipeline.request(request(1998)) { continuation.yield(Self.name($0)) }
        pipeline.cancel(cancelled)
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == "cancelled")
        #expect(decoder.renders.count == 1)
        #expect(try pipeline.renderNow(request(1997)).image.width == 4000, "synchronous requests wait for nobody")
        pipeline.release(first)
        #expect(await iterator.next() == "finished 4000")
    }

    /// Four threads could decode four; there is memory for two at a time, and for none beside the one that is larger than all of it.
    @Test(.timeLimit(.minutes(20)), arguments: [(2000, 2), (4000, 1)]) func decodesThatRunCountToo(side: Int, atOnce: Int) async throws {
        let gate = Gate(), decoder = FakeDecoder(gate: gate)
        // A picture of 2000 by 1500 takes 12 MB, one of 4000 by 3000 takes 48.
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 4, byteBudget: 30 << 20, watch: .none)
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        for _ in 0..<3 { pipeline.request(request(side, uuid: UUID()) { $0.exact = true }) { continuation.yield(Self.name($0)) } }
        gate.waitForArrivals(atOnce)
        // Requests that need no work show that the other threads are awake and pass the third picture by.
        var iterator = stream.makeAsyncIterator()
        for _ in 0..<8 {
            pipeline.cancel(pipeline.request(request(1998)) { continuation.yield(Self.name($0)) })
            #expect(await iterator.next() == "cancelled")
        }
        #expect(decoder.renders.count == atOnce)
        gate.open()
        for _ in 0..<3 { #expect(await iterator.next() == "finished \(side)") }
    }

    /// One thread is in the handler of a request whose final picture the other has made meanwhile: nobody has been told of that one, so it takes room.
    @Test(.timeLimit(.minutes(20))) func aPictureThatNobodyIsToldOfYetCountsToo() async throws {
        try storeThumbnail()
        let decoder = FakeDecoder()
        // For one of 4000 by 3000 and small ones, not for two.
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 2, byteBudget: 60 << 20, watch: .none)
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let mayReturn = DispatchSemaphore(value: 0)
        pipeline.request(request(4000) { $0.wantsDegradedFirst = true }) { event in
            continuation.yield(Self.name(event))
            if !event.isTerminal { mayReturn.wait() }
        }
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == "degraded 256")
        pipeline.request(request(4000, uuid: UUID()) { $0.priority = .background }) { continuation.yield("the other: \(Self.name($0))") }
        // Requests that need no work show that the second thread is awake and passes the other picture by. They stand behind it.
        var turns = 0
        while turns < 8 {
            let nothing = request(1998, uuid: UUID()) { $0.priority = .background }
            pipeline.cancel(pipeline.request(nothing) { continuation.yield(Self.name($0)) })
            #expect(await iterator.next() == "cancelled")
            if decoder.renders.count > 1 { turns += 1 }
        }
        #expect(decoder.renders.sorted() == ["256x192", "4000x3000"], "in either order: two threads make them")
        mayReturn.signal()
        #expect(await iterator.next() == "finished 4000")
        #expect(await iterator.next() == "the other: finished 4000")
    }

    /// The picture is made for another request already, and takes more room than there is: what it waits for comes first, whatever its priority was.
    @Test(.timeLimit(.minutes(20))) func aFinishedPictureIsNotKeptWaitingForItsFirstDegradedImage() async throws {
        try storeThumbnail()
        let gate = Gate(), decoder = FakeDecoder(gate: gate)
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 1, byteBudget: 1 << 20, watch: .none)
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        pipeline.request(request(4000)) { continuation.yield("1 \(Self.name($0))") }
        gate.waitForArrivals(1)
        let second = request(4000) { ($0.wantsDegradedFirst, $0.priority) = (true, .background) }
        pipeline.request(second) { continuation.yield("2 \(Self.name($0))") }
        pipeline.request(request(2000, uuid: UUID())) { continuation.yield("3 \(Self.name($0))") }
        gate.open()
        var heard: [String] = []
        for await event in stream {
            heard.append(event)
            if heard.count == 4 { break }
        }
        #expect(heard == ["1 finished 4000", "2 degraded 256", "2 finished 4000", "3 finished 4000"])
    }
}
