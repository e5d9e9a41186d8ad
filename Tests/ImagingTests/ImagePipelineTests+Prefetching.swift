import Foundation
import Testing
@testable import Imaging

extension ImagePipelineTests {
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
