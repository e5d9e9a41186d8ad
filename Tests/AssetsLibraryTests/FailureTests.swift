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
    @Suite(.timeLimit(.minutes(20))) struct Failures {
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

        @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small tmpfs needs root")) func aFullDiskIsSaidSo() async throws {
            let disk = try SmallDisk(megabytes: 24, at: world.folder.appending(path: "small"))
            defer { disk.unmount() }
            let engine = try PhotoLibrary.create(at: disk.folder.appending(path: "Small.photolibrary"), environment: world.temporary.library.environment)
            defer { engine.close() }
            let library = ALAssetsLibrary(photoLibrary: PHPhotoLibrary(session: LibrarySession(engine)))
            // A picture with much behind it, as motion photos have.
            let picture = try FixtureImages.jpeg(), large = picture + Data(count: 40 << 20)
            let error = await failure { try await library.writeImageData(toSavedPhotosAlbum: large, metadata: nil) }
            #expect(error?.code == ALAssetsLibraryWriteDiskSpaceError, "\(String(describing: error))")
            let saved = await failure { try await library.writeImageData(toSavedPhotosAlbum: picture, metadata: nil) }
            #expect(saved == nil, "what fits is saved")
        }

        /// Without room for what SQLite's processes share, the library is opened for reading only.
        @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small tmpfs needs root")) func aLibraryOnADiskWithoutAByteLeftIsReadAndSaysSo() async throws {
            let disk = try SmallDisk(megabytes: 16, at: world.folder.appending(path: "full"))
            defer { disk.unmount() }
            let url = disk.folder.appending(path: "Full.photolibrary"), environment = world.temporary.library.environment
            let picture = try FixtureImages.jpeg(), engine = try PhotoLibrary.create(at: url, environment: environment)
            let saved = await failure {
                try await ALAssetsLibrary(photoLibrary: PHPhotoLibrary(session: LibrarySession(engine))).writeImageData(toSavedPhotosAlbum: picture, metadata: nil)
            }
            engine.close()
            try disk.fill()
            let full = try PhotoLibrary.open(at: url, environment: environment)
            defer { full.close() }
            let library = ALAssetsLibrary(photoLibrary: PHPhotoLibrary(session: LibrarySession(full))), assets = try await library.cameraRoll().assets
            #expect(saved == nil && assets.map(\.bytes) == [picture])
            let error = await failure { try await library.writeImageData(toSavedPhotosAlbum: picture + Data(count: 8 << 20), metadata: nil) }
            #expect(error?.code == ALAssetsLibraryWriteDiskSpaceError && error?.localizedDescription.contains("full") == true, "\(String(describing: error))")
        }

        /// A mounted backup, say.
        @Test func aLibraryThatIsOnlyReadShowsAllAndTakesNothing() async throws {
            let saved = try world.save(), album = try world.album("Trip", [saved]), picture = try FixtureImages.jpeg(seed: 3)
            var environment = world.temporary.library.environment
            environment.readsOnly = true
            let engine = try PhotoLibrary.open(at: world.temporary.url, environment: environment)
            defer { engine.close() }
            let library = ALAssetsLibrary(photoLibrary: PHPhotoLibrary(session: LibrarySession(engine))), asset = try #require(try await library.cameraRoll().assets.first)
            let counts = await library.groups(ALAssetsGroupAll).map { $0.numberOfAssets() }
            #expect(counts == [1, 1])
            #expect(asset.thumbnail() != nil && asset.defaultRepresentation().fullScreenImage() != nil && !asset.bytes.isEmpty)
            let written = await failure { try await library.writeImageData(toSavedPhotosAlbum: picture, metadata: nil) }
            let replaced = await failure { try await asset.setImageData(picture, metadata: nil) }
            let made = await failure {
                _ = try await library.madeAlbum("Other")
                return nil
            }
            for error in [written, replaced, made] {
                #expect(error?.domain == ALAssetsLibraryErrorDomain && error?.code == ALAssetsLibraryWriteFailedError, "\(String(describing: error))")
                #expect(error?.localizedDescription.contains("for reading only") == true)
            }
            let group = try #require(try await library.foundGroup(URL(string: "assets-library://group/?id=\(album.localIdentifier.prefix(36))")))
            #expect(!group.add(asset) && group.numberOfAssets() == 1)
        }

        /// A catalogue that somebody has broken while it is open is none of the errors that AssetsLibrary has a code for.
        @Test func whatNoCodeIsForIsUnknown() async throws {
            let library = ALAssetsLibrary(), before = await library.told(ALAssetsGroupAll)
            #expect(before.failure == nil && before.groups.count == 2, "the Camera Roll, and nil")
            let script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('DROP TABLE collection'); c.commit(); c.close()"
            let broken = try ProgramRun(
                of: URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", script, world.temporary.url.appending(path: "database/catalog.sqlite").path],
                environment: ProgramRun.environment([:]))
            try #require(broken.status == 0, "\(broken)")
            let told = await library.told(ALAssetsGroupAll)
            #expect(told.failure?.domain == ALAssetsLibraryErrorDomain && told.failure?.code == ALAssetsLibraryUnknownError, "\(String(describing: told.failure))")
            #expect(told.failure?.localizedDescription.isEmpty == false && told.failure?.userInfo[NSUnderlyingErrorKey] is PHPhotosError)
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
