import Foundation
import Glibc
import Pixels
import Synchronization
import Testing

@testable import Imaging

/// Pictures that are made for nobody in particular.
@Suite(.timeLimit(.minutes(20))) struct DerivationTests {
    private let scratch: Scratch
    private let store: DerivativeStore

    init() throws {
        scratch = try Scratch()
        store = DerivativeStore(folder: scratch.url.appendingPathComponent("derivatives"))
    }

    private func request(_ content: String) throws -> ImageRequest {
        let file = scratch.url.appendingPathComponent("IMG_1.jpg"), path = file.path
        try Data(content.utf8).write(to: file)
        return ImageRequest(
            assetID: 1, uuid: UUID(), revision: 3,
            source: ImageSourceFile(name: "IMG_1.jpg", uniformType: "public.jpeg") { open(path, O_RDONLY | O_CLOEXEC) }, pixelSize: PixelSize(width: 4000, height: 3000))
    }

    @Test func theyAreKeptAndOnlyWhoMadeThemIsTold() throws {
        let told = Mutex<[Int64]>([]), faults = Mutex<[Int64]>([])
        let pipeline = ImagePipeline(
            decoder: FakeDecoder(), derivatives: store, threads: 1, watch: .none, onFault: { fault in faults.withLock { $0.append(fault.assetID) } },
            onMade: { made in told.withLock { $0.append(made.assetID) } })
        let request = try request("4000x3000")
        let made = try #require(try pipeline.deriveNow(request))
        #expect(made.isShown && made.damage == nil && made.unkept == nil && made.revision == 3)
        #expect(store.hasThumbnail(assetID: 1, uuid: request.uuid, revision: 3) && store.hasPreview(uuid: request.uuid, revision: 3))
        #expect(told.withLock { $0 }.isEmpty)
        var other = try self.request("4000x3000")
        other.target = PixelSize(width: 100, height: 100)
        _ = try pipeline.renderNow(other)
        #expect(told.withLock { $0 } == [1], "what was made since somebody asked is told")
        let broken = try self.request("nothing")
        #expect(throws: ImagingError.self) { try pipeline.deriveNow(broken) }
        #expect(faults.withLock { $0 } == [1] && pipeline.isIdle)
    }

    @Test func whoComesWhileTheyAreMadeWaitsAndMakesNone() {
        let underWay = DerivationsUnderWay()
        let key = SourceKey(uuid: UUID(), revision: 1, version: .current), other = SourceKey(uuid: UUID(), revision: 1, version: .current)
        #expect(underWay.begin(key) && underWay.begin(other))
        let answers = Mutex<[Bool]>([]), ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let mine = underWay.begin(key)
            answers.withLock { $0.append(mine) }
            ended.signal()
        }
        while underWay.waiting == 0 { sched_yield() }
        #expect(answers.withLock { $0 }.isEmpty)
        underWay.end(key)
        ended.wait()
        #expect(answers.withLock { $0 } == [false] && underWay.begin(key))
    }
}
