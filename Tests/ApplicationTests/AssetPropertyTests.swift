import CoreLocation
import Foundation
import Photos
import Stage
import Testing
import UIKit

extension ApplicationTests {
    @Suite struct AssetProperties {
        let stage: Stage
        init() throws { stage = try Stage() }

        @Test func aSavedPictureSaysWhatItIs() throws {
            let asset = try stage.save("IMG_0123.JPG") {
                $0.creationDate = Stage.day(3)
                $0.location = CLLocation(latitude: 48.2, longitude: 16.37)
            }
            #expect(asset.mediaType == .image)
            #expect(asset.mediaSubtypes == [])
            #expect(asset.playbackStyle == .image)
            #expect(asset.contentType.identifier == "public.jpeg")
            #expect(asset.pixelWidth == 64)
            #expect(asset.pixelHeight == 48)
            #expect(asset.creationDate == Stage.day(3))
            #expect(asset.modificationDate != nil)
            #expect(asset.addedDate == stage.now)
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
            let asset = try stage.save()
            #expect(!asset.hasAdjustments)
            #expect(asset.adjustmentFormatIdentifier == nil, "non-nil only for an adjusted asset")
            #expect(asset.adjustmentsState == .none)
            #expect(asset.adjustmentTimestamp == nil, "nil for an asset that was never edited")
        }

        @Test func aMovieHasADuration() throws {
            let file = try stage.movie()
            var identifier: String?
            try PHPhotoLibrary.shared().performChangesAndWait {
                identifier = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: file)?.placeholderForCreatedAsset?.localIdentifier
            }
            let asset = try stage.asset(identifier)
            #expect(asset.mediaType == .video)
            #expect(asset.playbackStyle == .video)
            #expect(asset.duration == 2)
            #expect(asset.pixelWidth == 64)
            #expect(asset.pixelHeight == 48)
            #expect(asset.contentType.conforms(to: .movie))
        }

        @Test func objectsOfOneRecordAreEqual() throws {
            let first = try stage.save("a.jpg", seed: 1), other = try stage.save("b.jpg", seed: 2)
            let again = try stage.again(first)
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
            let before = try stage.save()
            #expect(!before.isFavorite)
            try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest(for: before).isFavorite = true }
            #expect(!before.isFavorite)
            let after = try stage.again(before)
            #expect(after.isFavorite)
            #expect(after == before)
        }

        @Test func whatTheUserOwnsMayBeChanged() throws {
            let asset = try stage.save()
            let rights: [PHAssetEditOperation] = [.delete, .content, .properties]
            #expect(rights.map { asset.canPerform($0) } == [true, true, true])
        }

        @Test func ratingsAndWordsAreReadBack() throws {
            let asset = try stage.save("Beach.jpg")
            #expect(asset.rating == .unset)
            let words: PHAssetExtendedMetadata = asset.extendedMetadata
            #expect(words.caption == nil)
            #expect(words.keywords == [])
            #expect(words.originalFilename == "Beach.jpg")
        }
    }
}
