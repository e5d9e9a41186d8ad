import Imaging
import Pixels
import Synchronization
import Testing

@testable import Photos

/// What is heard of a request whose calls meet a cancellation on their way through the main queue.
@MainActor struct ClientRequestTests {
    /// Lets `body` tell and cancel while the main queue is held, and gives all that the handler heard until it ended.
    private func history(_ body: (ClientRequest<ImageResult>) -> Void) async -> [String] {
        let heard = Mutex<[String]>([])
        await withCheckedContinuation { continuation in
            let request = ClientRequest<ImageResult>(on: .main) { delivery in
                let word =
                    switch delivery {
                    case .degraded: "degraded"
                    case .finished: "finished"
                    case .failed: "failed"
                    case .cancelled: "cancelled"
                    }
                heard.withLock { $0.append(word) }
            } ended: {
                heard.withLock { $0.append("end") }
                // Behind everything that was on its way.
                DispatchQueue.main.async { continuation.resume() }
            }
            body(request)
        }
        return heard.withLock { $0 }
    }

    private var picture: ImageResult {
        let image = PixelImage(width: 1, height: 1, bytesPerRow: 4, pixels: [0, 0, 0, 255], hasAlpha: false)
        return ImageResult(image: image, isDegraded: true, source: .thumbnail)
    }

    @Test func aDegradedPictureThatACancellationOvertakesIsNotHeard() async {
        #expect(
            await history { request in
                request.deliver(.degraded(picture))
                request.cancel()
            } == ["cancelled", "end"])
    }

    @Test func aFinishedPictureThatACancellationOvertakesIsHeardAsCancelled() async {
        #expect(
            await history { request in
                request.deliver(.degraded(picture))
                request.deliver(.finished(picture))
                request.cancel()
                request.deliver(.degraded(picture))
            } == ["cancelled", "end"])
    }

    @Test func nothingIsHeardAfterTheLastCall() async {
        #expect(
            await history { request in
                request.deliver(.degraded(picture))
                request.deliver(.finished(picture))
                request.deliver(.degraded(picture))
                request.deliver(.cancelled)
            } == ["degraded", "finished", "end"])
    }

    @Test func workThatBeginsAfterTheCancellationIsStopped() async {
        let stops = Mutex(0)
        #expect(
            await history { request in
                request.cancel()
                request.started { stops.withLock { $0 += 1 } }
                request.cancel()
            } == ["cancelled", "end"])
        #expect(stops.withLock { $0 } == 1)
    }
}
