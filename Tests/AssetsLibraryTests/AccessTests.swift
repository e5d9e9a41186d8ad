import AssetsLibrary
import Foundation
import Photos
import PhotosTesting
import SharedWorld
import Testing

extension AssetsLibraryTests {
    /// What applications may do that the owner did not allow everything.
    @Suite(.timeLimit(.minutes(20))) struct Access {
        let world: World
        init() throws { world = try World() }

        @Test func theStatusIsThatOfTheLibraryAndNeverAsks() throws {
            let asset = try world.save()
            #expect(ALAssetsLibrary.authorizationStatus() == .authorized)
            world.newcomer(answered: .silence)
            #expect(ALAssetsLibrary.authorizationStatus() == .notDetermined)
            #expect(ALAssetsLibrary.authorizationStatus() == .notDetermined)
            _ = asset
        }

        @Test func limitedAccessIsAuthorizedAndShowsWhatWasChosen() async throws {
            let assets = try world.saveDays(3)
            try world.album("Trip", assets)
            world.newcomer(answered: .only([assets[1]]))
            let library = ALAssetsLibrary(), told = await library.told(ALAssetsGroupAll)
            #expect(ALAssetsLibrary.authorizationStatus() == .authorized && told.failure == nil)
            #expect(told.groups.count == 2, "the Camera Roll, and the end")
            #expect(told.groups.first??.assets.map(\.photoAsset) == [assets[1]] && told.groups.first??.numberOfAssets() == 1)
        }

        @Test func whoIsDeniedGetsAnErrorInsteadOfGroupsAndAssets() async throws {
            let asset = try world.save()
            world.newcomer(answered: .nothing)
            let library = ALAssetsLibrary(), told = await library.told(ALAssetsGroupAll)
            #expect(told.groups.isEmpty && told.failure?.domain == ALAssetsLibraryErrorDomain && told.failure?.code == ALAssetsLibraryAccessUserDeniedError)
            #expect(ALAssetsLibrary.authorizationStatus() == .denied && told.failure?.localizedDescription.isEmpty == false)
            let url = URL(string: "assets-library://asset/asset.JPG?id=\(asset.localIdentifier.prefix(36))&ext=JPG")
            await #expect(throws: NSError.self) { try await library.found(url) }
            await #expect(throws: NSError.self) { try await library.madeAlbum("New") }
            await #expect(throws: NSError.self) { try await library.writeImageData(toSavedPhotosAlbum: FixtureImages.jpeg(), metadata: nil) }
        }

        @Test func accessThatIsTakenAwayEndsEnumerationsAtOnce() async throws {
            let assets = try world.saveDays(2)
            world.newcomer(answered: .only([assets[0]]))
            let library = ALAssetsLibrary(), group = try await library.cameraRoll()
            #expect(group.numberOfAssets() == 1)
            try PHPhotoLibrary.shared().setLimitedSelection([])
            #expect(group.numberOfAssets() == 0 && group.assets.isEmpty)
        }
    }

    /// Constants as Apple's headers have them.
    @Suite struct Constants {
        @Test func typesOfGroupsAreBits() {
            let types: [(UInt32, UInt32)] = [
                (ALAssetsGroupLibrary, 1), (ALAssetsGroupAlbum, 2), (ALAssetsGroupEvent, 4), (ALAssetsGroupFaces, 8), (ALAssetsGroupSavedPhotos, 16),
                (ALAssetsGroupPhotoStream, 32), (ALAssetsGroupAll, 0xFFFF_FFFF),
            ]
            for (type, number) in types { #expect(type == number) }
            let type: ALAssetsGroupType = 3
            #expect(type == 3)
        }

        @Test func orientationsAreThoseOfUIImage() {
            let orientations: [(ALAssetOrientation, Int)] = [
                (.up, 0), (.down, 1), (.left, 2), (.right, 3), (.upMirrored, 4), (.downMirrored, 5), (.leftMirrored, 6), (.rightMirrored, 7),
            ]
            for (orientation, number) in orientations { #expect(orientation.rawValue == number && ALAssetOrientation(rawValue: number) == orientation) }
            #expect(ALAssetOrientation(rawValue: 8) == nil)
        }

        @Test func authorizationsHaveApplesNumbers() {
            let statuses: [(ALAuthorizationStatus, Int)] = [(.notDetermined, 0), (.restricted, 1), (.denied, 2), (.authorized, 3)]
            for (status, number) in statuses { #expect(status.rawValue == number && ALAuthorizationStatus(rawValue: number) == status) }
            #expect(ALAuthorizationStatus(rawValue: 4) == nil)
        }

        @Test func errorsHaveApplesNumbers() {
            let codes = [
                (ALAssetsLibraryUnknownError, -1), (ALAssetsLibraryWriteFailedError, -3300), (ALAssetsLibraryWriteBusyError, -3301),
                (ALAssetsLibraryWriteInvalidDataError, -3302), (ALAssetsLibraryWriteIncompatibleDataError, -3303), (ALAssetsLibraryWriteDataEncodingError, -3304),
                (ALAssetsLibraryWriteDiskSpaceError, -3305), (ALAssetsLibraryDataUnavailableError, -3310), (ALAssetsLibraryAccessUserDeniedError, -3311),
                (ALAssetsLibraryAccessGloballyDeniedError, -3312),
            ]
            for (code, number) in codes { #expect(code == number) }
            #expect(ALAssetsLibraryErrorDomain == "ALAssetsLibraryErrorDomain" && ALErrorInvalidProperty == "ALErrorInvalidProperty")
        }

        @Test func keysAreDifferent() {
            let keys = [
                ALAssetPropertyType, ALAssetPropertyLocation, ALAssetPropertyDuration, ALAssetPropertyOrientation, ALAssetPropertyDate, ALAssetPropertyRepresentations,
                ALAssetPropertyURLs, ALAssetPropertyAssetURL, ALAssetTypePhoto, ALAssetTypeVideo, ALAssetTypeUnknown, ALAssetsGroupPropertyName,
                ALAssetsGroupPropertyType, ALAssetsGroupPropertyPersistentID, ALAssetsGroupPropertyURL, ALAssetLibraryUpdatedAssetsKey,
                ALAssetLibraryInsertedAssetGroupsKey, ALAssetLibraryUpdatedAssetGroupsKey, ALAssetLibraryDeletedAssetGroupsKey,
                NSNotification.Name.ALAssetsLibraryChanged.rawValue,
            ]
            #expect(Set(keys).count == keys.count && keys.allSatisfy { $0.hasPrefix("AL") })
        }

        @Test func blocksHaveTheirNames() {
            var calls: [String] = []
            let assets: ALAssetsGroupEnumerationResultsBlock = { _, _, _ in calls.append("asset") }
            let groups: ALAssetsLibraryGroupsEnumerationResultsBlock = { _, _ in calls.append("group") }
            let asset: ALAssetsLibraryAssetForURLResultBlock = { _ in calls.append("found") }
            let group: ALAssetsLibraryGroupResultBlock = { _ in calls.append("album") }
            let failure: ALAssetsLibraryAccessFailureBlock = { _ in calls.append("failure") }
            let image: ALAssetsLibraryWriteImageCompletionBlock = { _, _ in calls.append("image") }
            let video: ALAssetsLibraryWriteVideoCompletionBlock = { _, _ in calls.append("video") }
            assets(nil, NSNotFound, nil)
            groups(nil, nil)
            asset(nil)
            group(nil)
            failure(nil)
            image(nil, nil)
            video(nil, nil)
            #expect(calls == ["asset", "group", "found", "album", "failure", "image", "video"])
        }
    }
}
