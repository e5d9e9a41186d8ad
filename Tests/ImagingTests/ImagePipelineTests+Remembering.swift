import Foundation
import Glibc
import Pixels
import Synchronization
import Testing
@testable import Imaging

extension ImagePipelineTests {
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
}
