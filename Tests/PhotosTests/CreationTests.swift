import Catalog
import PhotoModel
import PhotosTesting
import Testing
@testable import LibraryEngine
@testable import Photos

extension ClientTests {
    /// What a creation request takes and refuses.
    @Suite struct Creation {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        @Test func combinationsAreToldBeforehand() {
            typealias Kind = PHAssetResourceType
            let whole: [[Kind]] = [
                [.photo], [.video], [.audio], [.photo, .alternatePhoto], [.photo, .pairedVideo], [.pairedVideo, .photo], [.photo, .adjustmentData, .fullSizePhoto],
                [.photo, .pairedVideo, .adjustmentData, .fullSizePhoto, .fullSizePairedVideo, .adjustmentBasePhoto, .adjustmentBasePairedVideo],
                [.video, .adjustmentData, .fullSizeVideo, .adjustmentBaseVideo], [.photo, .photoProxy],
            ]
            let broken: [[Kind]] = [
                [], [.pairedVideo], [.adjustmentData], [.fullSizePhoto], [.alternatePhoto], [.photo, .photo], [.photo, .video], [.photo, .audio], [.video, .pairedVideo],
                [.video, .fullSizePhoto], [.photo, .fullSizeVideo], [.photo, .fullSizePairedVideo], [.photo, .pairedVideo, .pairedVideo],
                [.photo, .adjustmentData, .adjustmentData, .adjustmentData], [.audio, .alternatePhoto],
            ]
            func supports(_ kinds: [Kind]) -> Bool { PHAssetCreationRequest.supportsAssetResourceTypes(kinds.map { NSNumber(value: $0.rawValue) }) }
            for kinds in whole { #expect(supports(kinds), "\(kinds)") }
            for kinds in broken { #expect(!supports(kinds), "\(kinds)") }
            #expect(!PHAssetCreationRequest.supportsAssetResourceTypes([1, 4_711]))
        }

        private func failure(_ block: @escaping () -> Void) -> PHPhotosError? {
            do { try fixture.library.performChangesAndWait(block) } catch { return error as? PHPhotosError }
            return nil
        }

        @Test func whatDoesNotFitIsToldWhenTheBlockIsDone() throws {
            let jpeg = try FixtureImages.jpeg()
            #expect(failure { PHAssetCreationRequest.forAsset() }?.code == .invalidResource, "nothing at all")
            #expect(failure { PHAssetCreationRequest.forAsset().addResource(with: .video, data: jpeg, options: nil) }?.code == .invalidResource)
            #expect(
                failure {
                    let request = PHAssetCreationRequest.forAsset()
                    request.addResource(with: .photo, data: jpeg, options: nil)
                    request.addResource(with: .photo, data: jpeg, options: nil)
                }?.code == .invalidResource)
            #expect(
                failure {
                    let request = PHAssetCreationRequest.forAsset()
                    request.addResource(with: .photo, fileURL: URL(fileURLWithPath: "/nowhere/at/all.jpg"), options: nil)
                }?.code == .missingResource)
            var choices: [PHAsset.OriginalResourceChoice] = []
            let choosing = failure {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: jpeg, options: nil)
                choices.append(request.originalResourceChoice)
                request.originalResourceChoice = .raw
                choices.append(request.originalResourceChoice)
            }
            #expect(choices == [.compressed, .raw])
            #expect(choosing?.code == .invalidResource, "there is no pair to choose from")
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
        }

        @Test func aFileWithAnotherNameIsNotMoved() throws {
            let file = try fixture.temporary.file("a.jpg", FixtureImages.jpeg())
            let other = fixture.temporary.folder.appendingPathComponent("b.jpg")
            try FileManager.default.linkItem(at: file, to: other)
            let options = PHAssetResourceCreationOptions()
            options.shouldMoveFile = true
            #expect(failure { PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: file, options: options) }?.code == .invalidResource)
            #expect(FileManager.default.fileExists(atPath: file.path))
            try FileManager.default.removeItem(at: other)
            #expect(failure { PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: file, options: options) } == nil)
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }

        @Test func aLivePhotoStopsPlayingAndPlaysAgain() throws {
            let library = fixture.temporary.library
            var live = AssetRecord(uuid: library.environment.makeUUID(), mediaType: .image, addedDate: 0, filename: "live.heic", uniformType: "public.heic")
            (live.mediaSubtypes, live.playbackStyle) = (.photoLive, .livePhoto)
            var bounce = live
            (bounce.uuid, bounce.playbackStyle, bounce.playbackVariation) = (library.environment.makeUUID(), .videoLooping, .mirror)
            try library.catalog.write(author: "test") { for record in [live, bounce] { _ = try $0.insert(record, resources: []) } }
            let identifiers = [live, bounce].map(\.uuid.uuidString)
            func assets() -> [PHAsset] { PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil).all }
            #expect(assets().map(\.playbackStyle) == [.livePhoto, .videoLooping])
            for isEnabled in [false, false, true] {
                try fixture.library.performChangesAndWait {
                    for asset in assets() { PHAssetChangeRequest(for: asset).setLivePhotoVideoPlaybackEnabled(isEnabled) }
                }
                #expect(assets().map(\.playbackStyle) == (isEnabled ? [.livePhoto, .videoLooping] : [.image, .image]))
                #expect(assets().allSatisfy { $0.mediaSubtypes == .photoLive })
                let options = PHFetchOptions()
                options.predicate = NSPredicate(format: "playbackStyle == %d", PHAsset.PlaybackStyle.livePhoto.rawValue)
                #expect(PHAsset.fetchAssets(with: options).count == (isEnabled ? 1 : 0), "fetches see it as well")
            }
        }

        @Test func aChangeAfterTheDeletionFailsTheBlockOneBeforeDoesNot() throws {
            let asset = try fixture.save()
            #expect(
                failure {
                    PHAssetChangeRequest.deleteAssets([asset] as NSArray)
                    PHAssetChangeRequest(for: asset).isFavorite = true
                }?.code == .changeNotSupported)
            #expect(PHAsset.fetchAssets(with: nil).all == [asset])
            #expect(
                failure {
                    PHAssetChangeRequest(for: asset).isFavorite = true
                    PHAssetChangeRequest.deleteAssets([asset] as NSArray)
                } == nil)
            #expect(PHAsset.fetchRecentlyDeletedAssets(with: nil).firstObject?.isFavorite == true)
        }
    }
}
