import Foundation
import Pixels
import Testing
@testable import Imaging

extension ImagePipelineTests {
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
}
