import Decoding
import Foundation
import Glibc
import Pixels
import Synchronization
import Testing
@testable import Imaging

@Suite struct ImagePipelineTests {
    let scratch: Scratch
    let store: DerivativeStore
    let original: URL

    init() throws {
        scratch = try Scratch()
        store = DerivativeStore(folder: scratch.url.appendingPathComponent("derivatives"))
        original = scratch.url.appendingPathComponent("IMG_1.jpg")
        try Data("4000x3000".utf8).write(to: original)
    }

    private func request(_ target: Int?, uuid: UUID = UUID(uuidString: "8A6B0000-0000-4000-8000-000000000001")!, _ change: (inout ImageRequest) -> Void = { _ in }) -> ImageRequest
    {
        let path = original.path
        var request = ImageRequest(
            assetID: 1, uuid: uuid, revision: 1,
            source: ImageSourceFile(name: "IMG_1.jpg", uniformType: "public.jpeg") {
                let descriptor = open(path, O_RDONLY | O_CLOEXEC)
                if descriptor < 0 { throw CocoaError(.fileNoSuchFile) }
                return descriptor
            },
            pixelSize: PixelSize(width: 4000, height: 3000))
        request.target = target.map { PixelSize(width: $0, height: $0) }
        change(&request)
        return request
    }

    private func storeThumbnail() throws {
        try store.storeThumbnail(EncodedImage(bytes: Array("256x192".utf8), width: 256, height: 192), assetID: 1, uuid: request(1).uuid, revision: 1)
    }

    private static func name(_ event: ImageEvent) -> String {
        switch event {
        case .degraded(let result): "degraded \(result.image.width)"
        case .finished(let result): "finished \(result.image.width)\(result.isDegraded ? " degraded" : "")"
        case .failed(let error): "failed \(error.code)"
        case .cancelled: "cancelled"
        }
    }

    /// The whole history of one request, once its terminal event is there.
    private func history(_ pipeline: ImagePipeline, _ request: ImageRequest) async -> [String] {
        await withCheckedContinuation { continuation in
            let heard = Mutex<[String]>([])
            pipeline.request(request) { event in
                heard.withLock { $0.append(Self.name(event)) }
                if event.isTerminal { continuation.resume(returning: heard.withLock { $0 }) }
            }
        }
    }

    @Test func historiesByWhatIsAtHand() async throws {
        let pipeline = ImagePipeline(decoder: FakeDecoder(), derivatives: store, threads: 2, watch: .none)
        func heard(_ target: Int?, _ change: (inout ImageRequest) -> Void = { _ in }) async -> [String] {
            pipeline.forgetPictures()
            return await history(pipeline, request(target, change))
        }
        #expect(await heard(2000) { $0.wantsDegradedFirst = true } == ["finished 4000"])
        #expect(store.hasThumbnail(assetID: 1, uuid: request(1).uuid, revision: 1), "made while the file was at hand")
        #expect(await heard(2000) { $0.wantsDegradedFirst = true } == ["degraded 256", "finished 4000"])
        #expect(await heard(2000) { ($0.wantsDegradedFirst, $0.wantsSecondDegradedImage) = (true, true) } == ["degraded 256", "degraded 1440", "finished 4000"])
        #expect(await heard(1000) { ($0.wantsDegradedFirst, $0.wantsSecondDegradedImage) = (true, true) } == ["degraded 256", "finished 1440"])
        #expect(await heard(2000) == ["finished 4000"])
        #expect(await heard(200) { $0.wantsDegradedFirst = true } == ["finished 256"])
        #expect(await heard(2000) { $0.acceptsDegraded = true } == ["finished 256 degraded"])
        #expect(await heard(200) { $0.acceptsDegraded = true } == ["finished 256"])
        #expect(await heard(2000) { ($0.version, $0.wantsDegradedFirst) = (.original, true) } == ["finished 4000"])
    }

    /// Frames are asked of the file each time, for all who ask at once; of a picture beside them nothing changes.
    @Test func framesAreSharedAndNotRemembered() async throws {
        let gate = Gate(), decoder = FakeDecoder(gate: gate)
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 1, watch: .none)
        try storeThumbnail()
        func frames(_ first: Int) -> ImageRequest {
            request(200) { ($0.frames, $0.wantsDegradedFirst, $0.acceptsDegraded) = (FrameRange(first: first), true, true) }
        }
        async let one = history(pipeline, frames(0))
        async let another = history(pipeline, frames(0))
        async let later = history(pipeline, frames(1))
        gate.open()
        #expect(await [one, another, later] == [["finished 4000"], ["finished 4000"], ["finished 4000"]])
        let before = decoder.renders.count
        #expect((2...3).contains(before))
        #expect(pipeline.remembered(frames(0)) == nil)
        #expect(try pipeline.renderNow(frames(0)).image.width == 4000 && pipeline.remembered(frames(0)) == nil)
        #expect(decoder.renders.count == before + 1)
        #expect(await history(pipeline, request(200)) == ["finished 256"])
    }

    /// An animation that takes too long says nothing of the picture.
    @Test func framesThatTakeTooLongLeaveThePicture() async throws {
        let pipeline = ImagePipeline(decoder: FramesTimeOut(), derivatives: store, threads: 1, watch: .none)
        for _ in 0..<2 { #expect(await history(pipeline, request(nil) { $0.frames = FrameRange() }) == ["failed undecodable"]) }
        #expect(await history(pipeline, request(nil)) == ["finished 4000"])
    }

    /// Has a picture at once and frames never.
    private struct FramesTimeOut: MediaDecoder {
        private let fake = FakeDecoder()

        func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination { try fake.examine(source, options) }

        func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage {
            guard request.frames == nil else { throw CodecError(.timedOut, "too slow") }
            return try fake.render(source, request)
        }

        func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage { try fake.encode(image, as: format) }
    }

    @Test func whatWasDeliveredIsRememberedUntilItIsForgottenOrTheAssetChanges() async throws {
        let decoder = FakeDecoder()
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 1, watch: .none)
        let revision = Mutex<Int64>(1)
        func ask() -> ImageRequest {
            request(2000) { request in
                request.wantsDegradedFirst = true
                request.source.refresh = { request in
                    var request = request
                    request.revision = revision.withLock { $0 }
                    return request
                }
            }
        }
        #expect(await history(pipeline, ask()) == ["finished 4000"])
        #expect(await history(pipeline, ask()) == ["finished 4000"])
        #expect(try pipeline.renderNow(ask()).image.width == 4000)
        #expect(decoder.renders == ["4000x3000"])
        pipeline.forgetPictures()
        #expect(await history(pipeline, ask()) == ["degraded 256", "finished 4000"])
        revision.withLock { $0 = 2 }
        #expect(pipeline.remembered(ask()) == nil)
        #expect(await history(pipeline, ask()) == ["degraded 256", "finished 4000"])
        #expect(pipeline.remembered(ask()) == nil, "under the old revision nothing new is kept")
    }

    @Test func whileTheLibraryLooksTheSameNobodyReadsItForARememberedPicture() async throws {
        let pipeline = ImagePipeline(decoder: FakeDecoder(), derivatives: store, threads: 1, watch: .none)
        let reads = Mutex(0), stamp = Mutex<LibraryStamp?>(nil)
        func commit(_ number: UInt64?) { stamp.withLock { $0 = number.map { LibraryStamp(SIMD8(repeating: $0)) } } }
        func ask(isRemembered: Bool, reads expected: Int, _ comment: Comment) {
            reads.withLock { $0 = 0 }
            let found = pipeline.remembered(
                request(2000) { request in
                    request.source.stamp = { stamp.withLock { $0 } }
                    request.source.refresh = { request in
                        reads.withLock { $0 += 1 }
                        return request
                    }
                })
            #expect((found != nil) == isRemembered, comment)
            #expect(reads.withLock { $0 } == expected, comment)
        }
        #expect(await history(pipeline, request(2000)) == ["finished 4000"])
        ask(isRemembered: true, reads: 1, "nobody can tell what was committed")
        ask(isRemembered: true, reads: 1, "nor now")
        commit(1)
        ask(isRemembered: true, reads: 1, "something may have been committed since it was asked")
        ask(isRemembered: true, reads: 0, "nothing has")
        commit(2)
        ask(isRemembered: true, reads: 1, "something has")
        ask(isRemembered: true, reads: 0, "nothing since")
        commit(nil)
        ask(isRemembered: true, reads: 1, "nobody can tell any more")
        pipeline.forgetPictures()
        ask(isRemembered: false, reads: 0, "nothing is remembered")
    }

    /// A client's asset may be older than an edit: what it gets is of now, and stored as that.
    @Test func aRequestOfAnOldRevisionIsAnsweredByTheNewOne() async throws {
        let pipeline = ImagePipeline(decoder: FakeDecoder(), derivatives: store, threads: 1, watch: .none)
        let new = scratch.url.appendingPathComponent("new.jpg")
        try Data("2000x1000".utf8).write(to: new)
        let old = request(1000) { request in
            request.source.refresh = { request in
                var request = request
                (request.revision, request.pixelSize) = (2, PixelSize(width: 2000, height: 1000))
                request.source.open = { open(new.path, O_RDONLY | O_CLOEXEC) }
                return request
            }
        }
        #expect(await history(pipeline, old) == ["finished 1440"])
        #expect(store.hasThumbnail(assetID: 1, uuid: old.uuid, revision: 2))
        #expect(!store.hasThumbnail(assetID: 1, uuid: old.uuid, revision: 1))
    }

    @Test func missingDerivativesAreMadeOnceAndUsed() async throws {
        let decoder = FakeDecoder()
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 2, watch: .none)
        #expect(await history(pipeline, request(200)) == ["finished 256"])
        #expect(await history(pipeline, request(1000)) == ["finished 1440"])
        #expect(decoder.examines == 1)
        pipeline.forgetPictures()
        try FileManager.default.removeItem(at: store.folder)
        #expect(await history(pipeline, request(1000)) == ["finished 1440"])
        #expect(decoder.examines == 2)
        #expect(store.hasThumbnail(assetID: 1, uuid: request(1).uuid, revision: 1))
    }

    @Test func aTornPreviewIsMadeAgain() async throws {
        let decoder = FakeDecoder()
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 1, watch: .none)
        try store.storePreview(EncodedImage(bytes: Array("torn".utf8), width: 1, height: 1), uuid: request(1).uuid, revision: 1)
        #expect(await history(pipeline, request(1000)) == ["finished 1440"])
        #expect(decoder.examines == 1)
    }

    @Test func aMissingFileAndADamagedOneFailOnceWithTheReason() async throws {
        let pipeline = ImagePipeline(decoder: FakeDecoder(), derivatives: store, threads: 1, watch: .none)
        try Data("broken".utf8).write(to: original)
        #expect(await history(pipeline, request(nil)) == ["failed undecodable"])
        try FileManager.default.removeItem(at: original)
        #expect(await history(pipeline, request(nil) { $0.wantsDegradedFirst = true }) == ["failed sourceUnavailable"])
        try storeThumbnail()
        #expect(await history(pipeline, request(nil) { $0.wantsDegradedFirst = true }) == ["degraded 256", "failed sourceUnavailable"])
    }

    @Test func equalRequestsShareOneDecode() async throws {
        let gate = Gate()
        let decoder = FakeDecoder(gate: gate)
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 2, watch: .none)
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        for _ in 0..<50 { pipeline.request(request(2000)) { continuation.yield(Self.name($0)) } }
        gate.waitForArrivals(1)
        gate.open()
        var heard: [String] = []
        for await name in stream {
            heard.append(name)
            if heard.count == 50 { break }
        }
        #expect(heard.allSatisfy { $0 == "finished 4000" })
        #expect(decoder.renders == ["4000x3000"])
    }

    /// One that is missing or broken takes its own way, whatever becomes of the others.
    @Test(arguments: ["256x192", "", "torn", "crash"]) func storedThumbnailsGoTogether(_ odd: String) async throws {
        let gate = Gate()
        let decoder = FakeDecoder(gate: gate)
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 1, watch: .none)
        var requests: [ImageRequest] = []
        for number in 1...20 {
            var request = request(100, uuid: UUID())
            request.assetID = Int64(number + 1)
            let bytes = number == 10 ? odd : "256x192"
            if !bytes.isEmpty {
                let thumbnail = EncodedImage(bytes: Array(bytes.utf8), width: 256, height: 192)
                try store.storeThumbnail(thumbnail, assetID: request.assetID, uuid: request.uuid, revision: 1)
            }
            requests.append(request)
        }
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        pipeline.request(request(2000)) { continuation.yield("first " + Self.name($0)) }
        gate.waitForArrivals(1)
        for (index, request) in requests.enumerated() { pipeline.request(request) { continuation.yield("\(index + 1) " + Self.name($0)) } }
        gate.open()
        var heard: [String] = []
        for await name in stream {
            heard.append(name)
            if heard.count == 21 { break }
        }
        #expect(Set(heard) == Set(["first finished 4000"] + (1...20).map { "\($0) finished 256" }))
        switch odd {
        case "256x192": #expect(decoder.trips == [16, 4])
        case "": #expect(decoder.trips == [15, 1, 4], "made again from the original and read back, before what waits behind it")
        default: #expect(decoder.trips.first == 16)
        }
        #expect(decoder.examines == (odd == "256x192" ? 1 : 2), "only what is not stored is made again")
    }

    @Test func threadsAreFixedWhateverTheLoad() async throws {
        let decoder = FakeDecoder()
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 2, watch: .none)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                let request = request(2000, uuid: UUID())
                group.addTask { _ = await history(pipeline, request) }
            }
        }
        #expect(decoder.renders.count == 64)
        #expect(decoder.threads.count <= 2)
    }

    @Test func cancelledRequestsHearOneThingAndOthersGoOn() async throws {
        let gate = Gate()
        let decoder = FakeDecoder(gate: gate)
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 1, watch: .none)
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        pipeline.request(request(2000)) { continuation.yield("a " + Self.name($0)) }
        gate.waitForArrivals(1)
        let shared = pipeline.request(request(2000)) { continuation.yield("b " + Self.name($0)) }
        let waiting = pipeline.request(request(1999)) { continuation.yield("c " + Self.name($0)) }
        for id in [shared, waiting, waiting] { pipeline.cancel(id) }
        gate.open()
        var heard: Set<String> = []
        for await name in stream {
            heard.insert(name)
            if heard.count == 3 { break }
        }
        #expect(heard == ["a finished 4000", "b cancelled", "c cancelled"])
        #expect(decoder.renders.count == 1)
    }

    @Test func theEndOfThePipelineEndsItsRequests() async throws {
        let gate = Gate()
        var pipeline: ImagePipeline? = ImagePipeline(decoder: FakeDecoder(gate: gate), derivatives: store, threads: 1, watch: .none)
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        for target in [2000, 2001] { pipeline?.request(request(target)) { continuation.yield(Self.name($0)) } }
        gate.waitForArrivals(1)
        pipeline = nil
        gate.open()
        var heard: [String] = []
        for await name in stream {
            heard.append(name)
            if heard.count == 2 { break }
        }
        #expect(heard == ["cancelled", "cancelled"])
    }

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
    @Test(.timeLimit(.minutes(5)), arguments: [(2000, 2), (4000, 1)]) func decodesThatRunCountToo(side: Int, atOnce: Int) async throws {
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
    @Test(.timeLimit(.minutes(5))) func aPictureThatNobodyIsToldOfYetCountsToo() async throws {
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
    @Test(.timeLimit(.minutes(5))) func aFinishedPictureIsNotKeptWaitingForItsFirstDegradedImage() async throws {
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

    @Test func renderNowRunsOnTheCallingThread() throws {
        let decoder = FakeDecoder()
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 1, watch: .none)
        #expect(try pipeline.renderNow(request(200)).image.width == 256)
        #expect(decoder.threads == [UInt(pthread_self())])
        try FileManager.default.removeItem(at: original)
        #expect(throws: ImagingError.self) { try pipeline.renderNow(request(nil)) }
    }

    @Test func whatWasCachedNeedsNoWork() async throws {
        let decoder = FakeDecoder()
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 1, watch: .none)
        let (owner, other) = (PrefetchOwner(), PrefetchOwner())
        let wanted = request(2000), item = PrefetchItem { wanted }
        pipeline.startCaching([item], for: owner)
        pipeline.startCaching([item], for: other)
        // The only thread takes work in order of priority, so a request at the lowest one comes after the prefetch.
        // It is a small one: two of the large do not fit into memory together.
        _ = await history(pipeline, request(200, uuid: UUID()) { $0.priority = .background })
        let before = decoder.renders.count
        #expect(await history(pipeline, request(2000) { $0.wantsDegradedFirst = true }) == ["finished 4000"])
        #expect(decoder.renders.count == before)
        pipeline.stopCaching([item], for: owner)
        #expect(await history(pipeline, request(2000)) == ["finished 4000"])
        #expect(decoder.renders.count == before, "another one wants it still")
        pipeline.stopCaching(for: other)
        #expect(await history(pipeline, request(2000)) == ["finished 4000"])
        #expect(decoder.renders.count == before + 1)
    }

    /// Two pictures of 4000 by 3000 are more than memory holds: of the others only the derivatives are made.
    @Test func preparingStopsWhereMemoryEndsAndMakesDerivativesBeyond() async throws {
        let decoder = FakeDecoder()
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 1, watch: .none)
        let owner = PrefetchOwner()
        let requests = (1...6).map { number in
            var request = request(nil, uuid: UUID())
            request.assetID = Int64(number)
            return request
        }
        pipeline.startCaching(requests.map { request in PrefetchItem { request } }, for: owner)
        for request in requests {
            while !store.hasThumbnail(assetID: request.assetID, uuid: request.uuid, revision: 1) {
                // Comes after what waits, so that each round lets one more be prepared.
                _ = await history(pipeline, self.request(200, uuid: UUID()) { ($0.priority, $0.assetID) = (.background, 100) })
            }
        }
        _ = await history(pipeline, request(200, uuid: UUID()) { ($0.priority, $0.assetID) = (.background, 100) })
        #expect(decoder.renders.count { $0 == "4000x3000" } == 1)
        #expect(requests.map { pipeline.remembered($0) != nil } == [true, false, false, false, false, false])
        // What is given up makes room for what waits longest, which then goes before the small one.
        pipeline.stopCaching(requests.prefix(2).map { request in PrefetchItem { request } }, for: owner)
        _ = await history(pipeline, request(200, uuid: UUID()) { ($0.priority, $0.assetID) = (.background, 100) })
        #expect(requests.map { pipeline.remembered($0) != nil } == [false, false, true, false, false, false])
        pipeline.stopCaching(for: owner)
        #expect(requests.allSatisfy { pipeline.remembered($0) == nil })
    }
}
