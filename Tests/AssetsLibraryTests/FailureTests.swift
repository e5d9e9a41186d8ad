import AssetsLibrary
import Foundation
import LibraryEngine
import Photos
import PhotosTesting
import SharedWorld
import TestSupport
import Testing

extension AssetsLibraryTests {
    /// Each of Apple's errors, where it happens; those of damaged and of other data are among the tests of writing, refused access is with that of reading.
    @Suite(.timeLimit(.minutes(5))) struct Failures {
        let world: World
        init() throws { world = try World() }

        private func failure(_ write: () async throws -> URL?) async -> NSError? {
            do {
                _ = try await write()
                return nil
            } catch {
                return error as NSError
            }
        }

        /// Another program writes to the library for longer than this one waits.
        @Test func aLibraryThatIsBeingWrittenIsBusy() async throws {
            var environment = world.temporary.library.environment
            environment.busyTimeout = 0.1
            let hasty = try PhotoLibrary.open(at: world.temporary.url, environment: environment)
            defer { hasty.close() }
            let library = ALAssetsLibrary(photoLibrary: PHPhotoLibrary(session: LibrarySession(hasty))), picture = try FixtureImages.jpeg()
            let began = DispatchSemaphore(value: 0), isOver = DispatchSemaphore(value: 0), slow = world.temporary.library
            let writer = Task.detached {
                try slow.performChanges(author: "slow") { transaction in
                    _ = try transaction.reader.position
                    began.signal()
                    isOver.wait()
                }
            }
            await withCheckedContinuation { done in
                DispatchQueue.global().async {
                    began.wait()
                    done.resume()
                }
            }
            let error = await failure { try await library.writeImageData(toSavedPhotosAlbum: picture, metadata: nil) }
            isOver.signal()
            try await writer.value
            #expect(error?.domain == ALAssetsLibraryErrorDomain && error?.code == ALAssetsLibraryWriteBusyError, "\(String(describing: error))")
            #expect(error?.localizedDescription.isEmpty == false && error?.userInfo[NSUnderlyingErrorKey] is PHPhotosError)
            let saved = await failure { try await library.writeImageData(toSavedPhotosAlbum: picture, metadata: nil) }
            #expect(saved == nil, "then it goes on")
        }

        /// A file system of a few megabytes, in memory.
        private static func mounted(_ folder: URL, megabytes: Int) -> Bool {
            (try? ProgramRun(
                of: URL(fileURLWithPath: "/usr/bin/env"), ["mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "none", folder.path], environment: ProgramRun.environment([:])))?
                .status == 0
        }

        private static let canMount: Bool = {
            let folder = FileManager.default.temporaryDirectory.appending(path: "photos-mount-\(UUID().uuidString)")
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            return mounted(folder, megabytes: 1) && unmounted(folder)
        }()

        private static func unmounted(_ folder: URL) -> Bool {
            (try? ProgramRun(of: URL(fileURLWithPath: "/usr/bin/env"), ["umount", "-l", folder.path], environment: ProgramRun.environment([:])))?.status == 0
        }

        @Test(.enabled(if: canMount, "mounting a small tmpfs needs root")) func aFullDiskIsSaidSo() async throws {
            let folder = world.folder.appending(path: "small")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            #expect(Self.mounted(folder, megabytes: 24))
            defer { _ = Self.unmounted(folder) }
            let engine = try PhotoLibrary.create(at: folder.appending(path: "Small.photolibrary"), environment: world.temporary.library.environment)
            defer { engine.close() }
            let library = ALAssetsLibrary(photoLibrary: PHPhotoLibrary(session: LibrarySession(engine)))
            // A picture with much behind it, as motion photos have.
            let picture = try FixtureImages.jpeg(), large = picture + Data(count: 40 << 20)
            let error = await failure { try await library.writeImageData(toSavedPhotosAlbum: large, metadata: nil) }
            #expect(error?.code == ALAssetsLibraryWriteDiskSpaceError, "\(String(describing: error))")
            let saved = await failure { try await library.writeImageData(toSavedPhotosAlbum: picture, metadata: nil) }
            #expect(saved == nil, "what fits is saved")
        }

        private struct Restricting: PHAuthorizationPolicy {
            func decide(_ request: PHAuthorizationRequest, answer decision: @escaping @Sendable (PHAuthorizationDecision) -> Void) { decision(.restricted) }
        }

        @Test func whoCanNotBeAllowedIsDeniedGlobally() async throws {
            try world.save()
            let library = ALAssetsLibrary(photoLibrary: world.temporary.photoLibrary(for: "org.example.kiosk", policy: Restricting())), picture = try FixtureImages.jpeg()
            #expect(await library.told(ALAssetsGroupAll).failure?.code == ALAssetsLibraryAccessGloballyDeniedError)
            #expect(await failure { try await library.writeImageData(toSavedPhotosAlbum: picture, metadata: nil) }?.code == ALAssetsLibraryAccessGloballyDeniedError)
        }
    }
}
