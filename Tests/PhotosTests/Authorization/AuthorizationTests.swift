import Photos
import PhotosTesting
import Synchronization
import Testing

extension ClientTests {
    @Suite struct Authorization {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        /// What command line tools do: wait on the main thread until the handler has run.
        @MainActor @Test func aSemaphoreOnTheMainThreadIsReleased() {
            let semaphore = DispatchSemaphore(value: 0)
            let status = Mutex<PHAuthorizationStatus?>(nil)
            // Without @Sendable the compiler takes the handler for the main actor's, as it does on Apple's platforms.
            PHPhotoLibrary.requestAuthorization { @Sendable answer in
                status.withLock { $0 = answer }
                semaphore.signal()
            }
            semaphore.wait()
            #expect(status.withLock { $0 } == .authorized)
            PHPhotoLibrary.requestAuthorization(for: .readWrite) { answer in
                status.withLock { $0 = answer }
                semaphore.signal()
            }
            semaphore.wait()
            #expect(status.withLock { $0 } == PHPhotoLibrary.authorizationStatus(for: .readWrite))
        }

        @Test func theAsynchronousFormAnswersTheSame() async {
            #expect(await PHPhotoLibrary.requestAuthorization(for: .addOnly) == .authorized)
        }

        @Test func whoAsksWithoutALevelHearsNothingOfLimits() async throws {
            let application = "org.example.viewer"
            try fixture.temporary.grant(.limited([]), to: application)
            PHPhotoLibrary.replaceShared(with: fixture.temporary.photoLibrary(for: application))
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .limited)
            #expect(PHPhotoLibrary.authorizationStatus() == .authorized)
            #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .limited)
            let heard = await withCheckedContinuation { continuation in
                PHPhotoLibrary.requestAuthorization { continuation.resume(returning: $0) }
            }
            #expect(heard == .authorized)
        }

        @Test func aLibraryThatCannotBeOpenedIsEmptyAndSaysWhy() throws {
            let folder = fixture.temporary.folder.appendingPathComponent("no-library")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("x".utf8).write(to: folder.appendingPathComponent("file.txt"))
            #expect(throws: PHPhotosError.self) { try PHPhotoLibrary(url: folder) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file.txt"])
        }
    }
}
