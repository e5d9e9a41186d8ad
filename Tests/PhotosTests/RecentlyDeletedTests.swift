import Foundation
import LibraryEngine
@testable import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// From deletion over the thirty days to the end, or back.
    @Suite struct RecentlyDeleted {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private let day: TimeInterval = 86_400

        private func delete(_ asset: PHAsset) throws {
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
        }

        @Test func deletedAssetsAreListedWithTheirDaysAndComeBack() throws {
            let kept = try fixture.save("kept.jpg", seed: 1), asset = try fixture.save("gone.jpg", seed: 2)
            let album = try fixture.createAlbum("Album", [kept, asset])
            #expect(PHAsset.fetchRecentlyDeletedAssets(with: nil).count == 0 && asset.trashedDate == nil && asset.expirationDate == nil)
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: asset).isHidden = true }
            try delete(asset)
            let trashed = PHAsset.fetchRecentlyDeletedAssets(with: nil)
            #expect(trashed.all == [asset], "hidden ones too")
            let found = try #require(trashed.firstObject)
            #expect(found.trashedDate == fixture.temporary.clock.now)
            #expect(found.expirationDate == fixture.temporary.clock.now + 30 * day)
            #expect(found.value(forKey: "trashedState") as? Bool == true && !found.canPerform(.properties))
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "filename BEGINSWITH 'kept'")
            #expect(PHAsset.fetchRecentlyDeletedAssets(with: options).count == 0)
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.restoreAssets([found, kept] as NSArray) }
            #expect(PHAsset.fetchRecentlyDeletedAssets(with: nil).count == 0)
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: asset).isHidden = false }
            #expect(PHAsset.fetchAssets(in: album, options: nil).all == [kept, asset], "where it was")
        }

        @Test func purgingTakesTheFileAndOnlyWhatIsDeleted() throws {
            let living = try fixture.save("living.jpg", seed: 1), asset = try fixture.save("gone.jpg", seed: 2)
            let file = try #require(asset.value(forKey: "mainFileURL") as? URL)
            try delete(asset)
            let refused = #expect(throws: PHPhotosError.self) {
                try fixture.library.performChangesAndWait { PHAssetChangeRequest.purgeAssets([asset, living] as NSArray) }
            }
            #expect(refused?.code == .changeNotSupported && FileManager.default.fileExists(atPath: file.path))
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.purgeAssets(PHAsset.fetchRecentlyDeletedAssets(with: nil)) }
            #expect(!FileManager.default.fileExists(atPath: file.path))
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.purgeAssets([asset] as NSArray) }
            let gone = #expect(throws: PHPhotosError.self) {
                try fixture.library.performChangesAndWait { PHAssetChangeRequest.restoreAssets([asset] as NSArray) }
            }
            #expect(gone?.code == .identifierNotFound)
        }

        /// Opens the library as another process would.
        private func reopen() throws {
            try PhotoLibrary.open(at: fixture.temporary.url, environment: fixture.temporary.library.environment).close()
        }

        private var trashedCount: Int { PHAsset.fetchRecentlyDeletedAssets(with: nil).count }

        @Test func whatIsOverItsTimeGoesByItselfAtTheSecondLook() throws {
            let clock = fixture.temporary.clock
            let first = try fixture.save("first.jpg", seed: 1), second = try fixture.save("second.jpg", seed: 2)
            let file = try #require(first.value(forKey: "mainFileURL") as? URL)
            try delete(first)
            clock.advance(by: 2 * day)
            try delete(second)
            clock.advance(by: 27.9 * day)
            try reopen()
            #expect(trashedCount == 2)
            clock.advance(by: 0.2 * day)
            try reopen()
            try reopen()
            #expect(trashedCount == 2, "seen once")
            clock.advance(by: 0.9 * day)
            try reopen()
            #expect(trashedCount == 2, "not yet a day later")
            clock.advance(by: 0.2 * day)
            try reopen()
            #expect(PHAsset.fetchRecentlyDeletedAssets(with: nil).all == [second])
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }

        @Test func aClockThatWasWrongOnceRemovesNothing() throws {
            let clock = fixture.temporary.clock
            try delete(fixture.save())
            clock.advance(by: 4_000 * day)
            try reopen()
            clock.advance(by: -3_999 * day)
            try reopen()
            clock.advance(by: 5 * day)
            try reopen()
            #expect(trashedCount == 1)
            // In its own time it goes all the same, though a look from the future is on record.
            clock.advance(by: 25 * day)
            try reopen()
            #expect(trashedCount == 1)
            clock.advance(by: 2 * day)
            try reopen()
            #expect(trashedCount == 0)
        }
    }
}
