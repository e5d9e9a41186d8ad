import Imaging
@testable import Photos
import PhotosTesting
import Pixels
import Testing

/// What waits for a task that awaits pictures: orders of events that nobody can bring about from outside.
@Suite(.timeLimit(.minutes(20))) struct ImageMailboxTests {
    let temporary: TemporaryLibrary
    let mailbox: ImageMailbox

    init() throws {
        temporary = try TemporaryLibrary()
        mailbox = ImageMailbox(temporary.library.images)
    }

    private static func picture(_ width: Int, isDegraded: Bool = false) -> ImageResult {
        let image = PixelImage(width: width, height: 1, bytesPerRow: width * 4, pixels: [UInt8](repeating: 9, count: width * 4), hasAlpha: false)
        return ImageResult(image: image, isDegraded: isDegraded, source: .original)
    }

    /// A file is not damaged because this machine lacks a decoder.
    @Test func whatNothingHereCanDecodeIsToldApart() {
        let errors = [CodecError(.unsupported, "x"), CodecError(.damaged, "x")].map { PHPhotosError(ImagingError($0)) }
        #expect(errors.map(\.code) == [.invalidResource, .invalidResource] && errors.map(\.isForWantOfDecoder) == [true, false])
    }

    @Test func theNewestPictureOvertakesTheOneBefore() async throws {
        mailbox.receive(.degraded(Self.picture(1, isDegraded: true)))
        mailbox.receive(.finished(Self.picture(2)))
        #expect(try await mailbox.next()?.image.width == 2)
        #expect(try await mailbox.next() == nil)
    }

    @Test func anErrorComesAfterThePictureBeforeIt() async throws {
        mailbox.receive(.degraded(Self.picture(1, isDegraded: true)))
        mailbox.receive(.failed(ImagingError(.undecodable, "a.jpg is damaged")))
        #expect(try await mailbox.next()?.image.width == 1)
        await #expect(throws: PHPhotosError.self) { try await mailbox.next() }
    }

    @Test func nothingFollowsACancellation() async {
        mailbox.receive(.finished(Self.picture(1)))
        mailbox.cancel()
        mailbox.receive(.finished(Self.picture(2)))
        mailbox.receive(.failed(ImagingError(.undecodable, "a.jpg is damaged")))
        for _ in 0..<2 { await #expect(throws: CancellationError.self) { try await mailbox.next() } }
    }

    @Test func severalTasksThatShareOneAllEnd() async throws {
        let tasks = (0..<8).map { _ in Task { try await mailbox.next()?.image.width ?? 0 } }
        for _ in 0..<20 { await Task.yield() }
        mailbox.receive(.degraded(Self.picture(3, isDegraded: true)))
        mailbox.receive(.finished(Self.picture(4)))
        var sum = 0
        for task in tasks { sum += try await task.value }
        #expect(sum == 4 || sum == 7, "each picture goes to one of them")
    }

    /// 1,200 MB go through a budget of 256, in few rounds: each waits for tasks that run when other tests leave them a thread.
    @Test func theBudgetGetsBackWhatWasTakenOvertakenOrDropped() async throws {
        let image = PixelImage(width: 2048, height: 1280, bytesPerRow: 8192, pixels: [UInt8](repeating: 0, count: 10 << 20), hasAlpha: false)
        let tenMegabytes = ImageResult(image: image, isDegraded: false, source: .original)
        for round in 0..<60 {
            let mailbox = ImageMailbox(temporary.library.images)
            let task = Task { try? await mailbox.next() }
            if round.isMultiple(of: 2) { await Task.yield() }
            if round.isMultiple(of: 3) { task.cancel() }
            mailbox.receive(.degraded(tenMegabytes))
            if round.isMultiple(of: 5) { await Task.yield() }
            mailbox.receive(.finished(tenMegabytes))
            mailbox.cancel()
            _ = await task.value
        }
        let file = try temporary.file("a.jpg", FixtureImages.jpeg(width: 64, height: 48))
        try temporary.photoLibrary.performChangesAndWait { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        let asset = try #require(PHAsset.fetchAssets(with: options).firstObject)
        #expect(try await PHImageManager.default().image(for: asset, targetSize: PHImageManagerMaximumSize).size.width == 64)
    }
}
