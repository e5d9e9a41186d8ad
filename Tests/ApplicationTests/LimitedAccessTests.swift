import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    @Suite struct LimitedAccess {
        let world: World
        init() throws { world = try World() }

        @Test func nothingIsDeterminedBeforeTheFirstRequest() {
            world.newcomer(answered: .silence)
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .notDetermined)
            #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .notDetermined)
            #expect(PHPhotoLibrary.authorizationStatus() == .notDetermined)
        }

        @Test func whoIsDeniedSeesAndChangesNothing() async throws {
            try world.saveDays(2)
            world.newcomer(answered: .nothing)
            #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .denied)
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .denied, "the choice is remembered")
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).count == 0)
            let file = try world.jpeg("mine.jpg", seed: 70)
            let error = await #expect(throws: PHPhotosError.self) {
                try await PHPhotoLibrary.shared().performChanges { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
            }
            #expect(error?.code == .accessUserDenied)
        }

        @Test func whoIsLimitedSeesWhatWasChosen() async throws {
            let days = try world.saveDays(4)
            try world.album("Private", days)
            world.newcomer(answered: .only([days[1], days[3]]))
            #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .limited)
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .limited)
            #expect(PHPhotoLibrary.authorizationStatus() == .authorized, "without a level, limited is authorized")
            #expect(PHAsset.fetchAssets(with: nil).all == [days[1], days[3]])
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: days.map(\.localIdentifier), options: nil).all == [days[1], days[3]])
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).count == 0, "user albums can't be fetched")
            #expect(throws: (any Error).self) {
                try PHPhotoLibrary.shared().performChangesAndWait {
                    PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Mine")
                }
            }
        }

        @Test func whatALimitedApplicationMakesJoinsTheChoice() async throws {
            let days = try world.saveDays(2)
            world.newcomer(answered: .only([days[0]]))
            #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .limited)
            let made = try world.save("mine.jpg", seed: 71) { $0.creationDate = World.day(8) }
            #expect(PHAsset.fetchAssets(with: nil).all == [days[0], made])
        }

        @Test func whoMayAddOnlyAdds() async throws {
            try world.saveDays(2)
            world.newcomer(answered: .everything)
            #expect(await PHPhotoLibrary.requestAuthorization(for: .addOnly) == .authorized)
            #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .authorized)
            let file = try world.jpeg("mine.jpg", seed: 72)
            try await PHPhotoLibrary.shared().performChanges { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
        }
    }
}
