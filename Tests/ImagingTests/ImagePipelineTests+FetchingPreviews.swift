import Foundation
import Glibc
import Pixels
import Synchronization
import Testing

@testable import Imaging

extension ImagePipelineTests {
    /// The file is elsewhere, and so may be its preview.
    private final class Elsewhere: Sendable {
        private struct Far: FetchableError { let isInCloud = true }

        private struct State {
            var isHere = false
            var asked: [String] = []
            var kept: (@Sendable () -> Void)?
            var held: (@Sendable () -> Void)?
        }

        private let state = Mutex(State())
        private let path: String
        /// Whether a preview's fetch is left waiting.
        private let holds: Bool

        /// - Parameter kept: keeps the preview; `nil` where there is none to be had.
        init(_ path: String, holds: Bool = false, kept: (@Sendable () -> Void)?) {
            (self.path, self.holds) = (path, holds)
            state.withLock { $0.kept = kept }
        }

        /// What was fetched, in order.
        var asked: [String] { state.withLock { $0.asked } }

        /// A request for a picture that is there.
        func asking(_ request: ImageRequest) -> ImageRequest {
            var request = request
            request.source.open = {
                guard self.state.withLock({ $0.isHere }) else { throw Far() }
                return open(self.path, O_RDONLY | O_CLOEXEC)
            }
            request.source.fetch = { done in
                self.state.withLock { ($0.isHere, $0.asked) = (true, $0.asked + ["file"]) }
                done(.success(()))
                return {}
            }
            request.source.fetchPreview = { done in
                let kept = self.state.withLock { state in
                    state.asked.append("preview")
                    return state.kept
                }
                if self.holds {
                    self.state.withLock { $0.held = { done(.failure(CancellationError())) } }
                    return { self.state.withLock { $0.held }?() }
                }
                kept?()
                done(.success(()))
                return {}
            }
            return request
        }
    }

    /// Keeps the preview of the request's asset.
    private var keeping: @Sendable () -> Void {
        let (store, uuid) = (store, request(1).uuid)
        return { try? store.storePreview(EncodedImage(bytes: Array("1440x1080".utf8), width: 1440, height: 1080), uuid: uuid, revision: 1) }
    }

    @Test func whereThePreviewIsEnoughTheFileStaysElsewhere() async throws {
        let pipeline = ImagePipeline(decoder: FakeDecoder(), derivatives: store, threads: 2, watch: .none)
        try storeThumbnail()
        let elsewhere = Elsewhere(original.path, kept: keeping)
        #expect(await history(pipeline, elsewhere.asking(request(1000) { $0.wantsDegradedFirst = true })) == ["degraded 256", "finished 1440"])
        #expect(elsewhere.asked == ["preview"])
        // It is here now.
        pipeline.forgetPictures()
        #expect(await history(pipeline, elsewhere.asking(request(800))) == ["finished 1440"])
        #expect(elsewhere.asked == ["preview"])
    }

    @Test func theFileIsFetchedWhereThereIsNoPreviewAndForMoreThanThat() async throws {
        let pipeline = ImagePipeline(decoder: FakeDecoder(), derivatives: store, threads: 2, watch: .none)
        let without = Elsewhere(original.path, kept: nil)
        #expect(await history(pipeline, without.asking(request(1000))) == ["finished 1440"])
        #expect(without.asked == ["preview", "file"])
        pipeline.forgetPictures()
        let more = Elsewhere(original.path, kept: keeping)
        #expect(await history(pipeline, more.asking(request(2000))) == ["finished 4000"])
        #expect(await history(pipeline, more.asking(request(nil))) == ["finished 4000"])
        #expect(more.asked == ["file"])
        try FileManager.default.removeItem(at: store.folder)
        let other = Elsewhere(original.path, kept: keeping)
        #expect(await history(pipeline, other.asking(request(1000) { $0.version = .original })) == ["finished 4000"])
        #expect(other.asked == ["file"], "a preview shows the current version")
    }

    @Test func whoWaitsForIt() throws {
        let pipeline = ImagePipeline(decoder: FakeDecoder(), derivatives: store, threads: 1, watch: .none)
        let first = Elsewhere(original.path, kept: keeping)
        #expect(try pipeline.renderNow(first.asking(request(1000))).image.width == 1440)
        #expect(first.asked == ["preview"])
        try FileManager.default.removeItem(at: store.folder)
        pipeline.forgetPictures()
        let second = Elsewhere(original.path, kept: nil)
        #expect(try pipeline.renderNow(second.asking(request(1000))).image.width == 1440)
        #expect(second.asked == ["preview", "file"])
    }

    @Test func aRequestThatWaitsForItsPreviewIsCancelledAtOnce() async throws {
        let pipeline = ImagePipeline(decoder: FakeDecoder(), derivatives: store, threads: 1, watch: .none)
        let elsewhere = Elsewhere(original.path, holds: true, kept: keeping)
        let id = pipeline.reserveID()
        var wanted = elsewhere.asking(request(1000))
        let fetch = wanted.source.fetchPreview
        let began = AsyncStream.makeStream(of: Void.self)
        wanted.source.fetchPreview = { done in
            let stop = fetch?(done)
            began.continuation.yield()
            return { stop?() }
        }
        let ended = AsyncStream.makeStream(of: String.self)
        pipeline.request(wanted, id: id) { event in ended.continuation.yield(Self.name(event)) }
        for await _ in began.stream { break }
        pipeline.cancel(id)
        for await name in ended.stream {
            #expect(name == "cancelled")
            break
        }
        #expect(elsewhere.asked == ["preview"], "nothing else is begun")
    }
}
