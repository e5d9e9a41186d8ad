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

    func request(_ target: Int?, uuid: UUID = UUID(uuidString: "8A6B0000-0000-4000-8000-000000000001")!, _ change: (inout ImageRequest) -> Void = { _ in }) -> ImageRequest {
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

    func storeThumbnail() throws {
        try store.storeThumbnail(EncodedImage(bytes: Array("256x192".utf8), width: 256, height: 192), assetID: 1, uuid: request(1).uuid, revision: 1)
    }

    static func name(_ event: ImageEvent) -> String {
        switch event {
        case .degraded(let result): "degraded \(result.image.width)"
        case .finished(let result): "finished \(result.image.width)\(result.isDegraded ? " degraded" : "")"
        case .failed(let error): "failed \(error.code)"
        case .cancelled: "cancelled"
        }
    }

    /// The whole history of one request, once its terminal event is there.
    func history(_ pipeline: ImagePipeline, _ request: ImageRequest) async -> [String] {
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

    @Test func renderNowRunsOnTheCallingThread() throws {
        let decoder = FakeDecoder()
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 1, watch: .none)
        #expect(try pipeline.renderNow(request(200)).image.width == 256)
        #expect(decoder.threads == [UInt(pthread_self())])
        try FileManager.default.removeItem(at: original)
        #expect(throws: ImagingError.self) { try pipeline.renderNow(request(nil)) }
    }
}
