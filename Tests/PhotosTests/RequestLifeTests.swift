import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// What requests hold, and for how long.
    @Suite struct RequestLife {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        /// Signals when it is gone.
        private final class Sentinel: Sendable {
            let gone: DispatchSemaphore
            init(_ gone: DispatchSemaphore) { self.gone = gone }
            func use() {}
            deinit { gone.signal() }
        }

        @Test func handlersGoWithTheirRequests() throws {
            let asset = try fixture.save(width: 400, height: 300)
            let gone = DispatchSemaphore(value: 0)
            do {
                let sentinel = Sentinel(gone)
                PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) { _, _, _, _ in sentinel.use() }
            }
            #expect(gone.wait(timeout: .now() + 120) == .success, "of data")
            do {
                let sentinel = Sentinel(gone)
                PHImageManager.default().requestImage(for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: nil) { _, _ in sentinel.use() }
            }
            #expect(gone.wait(timeout: .now() + 120) == .success, "of an image")
            do {
                let sentinel = Sentinel(gone)
                let manager = PHImageManager.default()
                let id = manager.requestImageDataAndOrientation(for: asset, options: nil) { _, _, _, _ in sentinel.use() }
                manager.cancelImageRequest(id)
            }
            #expect(gone.wait(timeout: .now() + 120) == .success, "of a cancelled one")
        }

        @Test func moreDataThanReadersIsDeliveredWhenTheMainQueueWakes() throws {
            let asset = try fixture.save(width: 400, height: 300)
            let isBlocked = DispatchSemaphore(value: 0), wake = DispatchSemaphore(value: 0), delivered = DispatchSemaphore(value: 0)
            DispatchQueue.main.async {
                isBlocked.signal()
                wake.wait()
            }
            isBlocked.wait()
            for _ in 0..<12 {
                PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) { _, _, _, _ in
                    // A handler may make synchronous requests whatever waits behind it.
                    let options = PHImageRequestOptions()
                    options.isSynchronous = true
                    PHImageManager.default().requestImage(for: asset, targetSize: CGSize(width: 40, height: 40), contentMode: .default, options: options) { _, _ in }
                    delivered.signal()
                }
            }
            wake.signal()
            for _ in 0..<12 { #expect(delivered.wait(timeout: .now() + 120) == .success) }
        }
    }
}
