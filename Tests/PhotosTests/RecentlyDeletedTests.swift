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

        /// Opens it once a day.
        private func reopen(days: Int) throws {
            for _ in 0..<days {
                fixture.temporary.clock.advance(by: day)
                try reopen()
            }
        }

        @Test func whatIsOverItsTimeGoesByItself() throws {
            let first = try fixture.save("first.jpg", seed: 1), second = try fixture.save("second.jpg", seed: 2)
            let file = try #require(first.value(forKey: "mainFileURL") as? URL)
            try delete(first)
            try reopen()
            try reopen(days: 2)
            try delete(second)
            try reopen(days: 35)
            #expect(trashedCount == 2)
            try reopen()
            #expect(trashedCount == 2, "once a day is enough")
            try reopen(days: 1)
            #expect(PHAsset.fetchRecentlyDeletedAssets(with: nil).all == [second])
            #expect(!FileManager.default.fileExists(atPath: file.path))
            try reopen(days: 1)
            #expect(trashedCount == 1)
            try reopen(days: 1)
            #expect(trashedCount == 0)
        }

        @Test func aClockThatWasAheadRemovesNothing() throws {
            let clock = fixture.temporary.clock
            try delete(fixture.save())
            try reopen(days: 1)
            clock.advance(by: 4_000 * day)
            try reopen(days: 20)
            #expect(trashedCount == 1, "ahead for weeks")
            clock.advance(by: -4_000 * day)
            try reopen()
            try reopen(days: 14)
            #expect(trashedCount == 1, "21 days after it was deleted, or 35")
            try reopen(days: 5)
            #expect(trashedCount == 1, "what was seen in the future does not count")
            try reopen(days: 24)
            #expect(trashedCount == 0)
        }

        @Test func aClockThatWasBehindWhenSomethingWasDeletedRemovesNothing() throws {
            let clock = fixture.temporary.clock
            let first = try fixture.save("first.jpg", seed: 1), second = try fixture.save("second.jpg", seed: 2)
            clock.advance(by: -100 * day)
            try delete(first)
            clock.advance(by: 100 * day)
            try reopen(days: 36)
            #expect(trashedCount == 1, "its date is 136 days old")
            clock.advance(by: -100 * day)
            try delete(second)
            clock.advance(by: 100 * day)
            try reopen(days: 3)
            #expect(trashedCount == 2)
            try reopen(days: 37)
            #expect(trashedCount == 0)
        }

        @Test func whatABackupBringsBackAfterAYearStaysAWhile() throws {
            try delete(fixture.save())
            try reopen(days: 10)
            fixture.temporary.clock.advance(by: 365 * day)
            try reopen()
            try reopen(days: 18)
            #expect(trashedCount == 1, "a long pause counts for a week")
            try reopen(days: 4)
            #expect(trashedCount == 0)
        }

        @Test func lookingThatWentForgottenBeginsAnew() throws {
            try delete(fixture.save())
            try reopen(days: 37)
            try fixture.save("later.jpg", seed: 3)
            try fixture.save("latest.jpg", seed: 4)
            try fixture.temporary.forgetChanges()
            fixture.temporary.clock.advance(by: day)
            try fixture.temporary.forgetChanges()
            try reopen()
            try reopen(days: 30)
            #expect(trashedCount == 1, "what was deleted since can't be told")
        }
    }
}
