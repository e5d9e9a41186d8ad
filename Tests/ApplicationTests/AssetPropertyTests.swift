import CoreLocation
import Foundation
import Photos
import SharedWorld
import Testing
import UIKit

extension ApplicationTests {
    @Suite struct AssetProperties {
        let world: World
        init() throws { world = try World() }

        @Test func aSavedPictureSaysWhatItIs() throws {
            let asset = try world.save("IMG_0123.JPG") {
                $0.creationDate = World.day(3)
                $0.location = CLLocation(latitude: 48.2, longitude: 16.37)
            }
            #expect(asset.mediaType == .image)
            #expect(asset.mediaSubtypes == [])
            #expect(asset.playbackStyle == .image)
            #expect(asset.contentType.identifier == "public.jpeg")
            #expect(asset.pixelWidth == 64)
            #expect(asset.pixelHeight == 48)
            #expect(asset.creationDate == World.day(3))
            #expect(asset.modificationDate != nil)
            #expect(asset.addedDate == world.now)
            #expect(asset.location?.coordinate.latitude == 48.2)
            #expect(asset.location?.coordinate.longitude == 16.37)
            #expect(asset.duration == 0, "the duration of photos is 0")
            #expect(!asset.isHidden)
            #expect(!asset.isFavorite)
            #expect(asset.sourceType == .typeUserLibrary)
            #expect(asset.burstIdentifier == nil)
            #expect(asset.burstSelectionTypes == [])
            #expect(!asset.representsBurst)
        }

        @Test func anUneditedAssetHasNoAdjustments() throws {
            let asset = try world.save()
            #expect(!asset.hasAdjustments)
            #expect(asset.adjustmentFormatIdentifier == nil, "non-nil only for an adjusted asset")
            #expect(asset.adjustmentsState == .none)
            #expect(asset.adjustmentTimestamp == nil, "nil for an asset that was never edited")
        }

        @Test func aMovieHasADuration() throws {
            let file = try world.movie()
            var identifier: String?
            try PHPhotoLibrary.shared().performChangesAndWait {
                identifier = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: file)?.placeholderForCreatedAsset?.localIdentifier
            }
            let asset = try world.asset(identifier)
            #expect(asset.mediaType == .video)
            #expect(asset.playbackStyle == .video)
            #expect(asset.duration == 2)
            #expect(asset.pixelWidth == 64)
            #expect(asset.pixelHeight == 48)
            #expect(asset.contentType.conforms(to: .movie))
        }

        @Test func objectsOfOneRecordAreEqual() throws {
            let first = try world.save("a.jpg", seed: 1), other = try world.save("b.jpg", seed: 2)
            let again = try world.again(first)
            #expect(first.isEqual(again))
            #expect(first == again)
            #expect(first.hash == again.hash)
            #expect(!first.isEqual(other))
            #expect(Set([first, again, other]).count == 2)
            let object: PHObject = first
            #expect(object.localIdentifier == again.localIdentifier)
            #expect((first.copy() as? PHAsset) == first, "model objects can be copied")
        }

        @Test func objectsDoNotChangeUnderTheirHolder() throws {
            let before = try world.save()
            #expect(!before.isFavorite)
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: before).isFavorite = true }
            #expect(!before.isFavorite)
            let after = try world.again(before)
            #expect(after.isFavorite)
            #expect(after == before)
        }

        @Test func whatTheUserOwnsMayBeChanged() throws {
            let asset = try world.save()
            let rights: [PHAssetEditOperation] = [.delete, .content, .properties]
            #expect(rights.map { asset.canPerform($0) } == [true, true, true])
        }

        @Test func ratingsAndWordsAreReadBack() throws {
            let asset = try world.save("Beach.jpg")
            #expect(asset.rating == .unset)
            let words: PHAssetExtendedMetadata = asset.extendedMetadata
            #expect(words.caption == nil)
            #expect(words.keywords == [])
            #expect(words.originalFilename == "Beach.jpg")
        }
    }
}
