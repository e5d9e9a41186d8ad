import Catalog
import Foundation
import PhotoModel
import PhotosTesting
import Testing
@testable import LibraryEngine
@testable import Photos

extension ClientTests {
    /// What a record says shows in the properties and by their keys.
    @Suite struct AssetProperties {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private func insert(_ change: (inout AssetRecord) -> Void) throws -> PHAsset {
            var record = AssetRecord(
                uuid: fixture.temporary.library.environment.makeUUID(), mediaType: .image, addedDate: 700_000_000, filename: "IMG_1.HEIC", uniformType: "public.heic")
            change(&record)
            try fixture.temporary.library.catalog.write(author: "test") { _ = try $0.insert(record, resources: []) }
            return try #require(PHAsset.fetchAssets(withLocalIdentifiers: [record.uuid.uuidString], options: nil).firstObject)
        }

        @Test func aFullAssetByPropertyAndKey() throws {
            let asset = try insert { record in
                (record.mediaSubtypes, record.playbackStyle, record.playbackVariation) = ([.photoLive, .photoDepthEffect], .videoLooping, .mirror)
                (record.creationDate, record.modificationDate) = (600_000_000.25, 600_000_001)
                (record.pixelWidth, record.pixelHeight) = (4032, 3024)
                record.location = LocationRecord(latitude: 47.5, longitude: 8.25)
                (record.isFavorite, record.rating, record.title, record.caption, record.keywords) = (true, 4, "T", "C", ["a", "b"])
                (record.adjustmentFormatIdentifier, record.adjustmentTimestamp, record.adjustmentEditor) = ("com.apple.photo", 5, "com.apple.mobileslideshow")
                (record.burstIdentifier, record.burstSelectionTypes, record.representsBurst) = ("B", [.autoPick, .userPick], true)
                (record.cameraMake, record.cameraModel, record.lens, record.fileSize) = ("Apple", "iPhone 15", "back", 123_456)
            }
            #expect(asset.mediaType == .image && asset.mediaSubtypes == [.photoLive, .photoDepthEffect])
            #expect(asset.playbackStyle == .videoLooping && asset.playbackVariation == .mirror)
            #expect(asset.rating == .four && asset.adjustmentsState == .userAdjusted && asset.hasAdjustments && !asset.isSyncFailureHidden)
            #expect(asset.adjustmentTimestamp == Date(timeIntervalSinceReferenceDate: 5) && asset.adjustmentFormatIdentifier == "com.apple.photo")
            #expect(asset.burstSelectionTypes == [.autoPick, .userPick] && asset.representsBurst && asset.burstIdentifier == "B")
            #expect(asset.addedDate == Date(timeIntervalSinceReferenceDate: 700_000_000) && asset.originalResourceChoice == .compressed)
            #expect(asset.sourceType == .typeUserLibrary && asset.contentType == .heic && asset.duration == 0)
            let numbers: [String: NSNumber] = [
                "mediaType": 1, "mediaSubtypes": 24, "mediaSubtype": 24, "playbackStyle": 5, "playbackVariation": 2, "sourceType": 1, "pixelWidth": 4032,
                "pixelHeight": 3024, "duration": 0, "isFavorite": true, "favorite": true, "isHidden": false, "hidden": false, "rating": 4, "hasAdjustments": true,
                "adjustmentsState": 2, "burstSelectionTypes": 3, "representsBurst": true, "originalResourceChoice": 0, "trashedState": false, "latitude": 47.5,
                "longitude": 8.25, "fileSize": 123_456, "locallyAvailable": false, "isCloudPlaceholder": true,
            ]
            for (key, number) in numbers { #expect(asset.value(forKey: key) as? NSNumber == number, "\(key)") }
            let texts = [
                "filename": "IMG_1.HEIC", "originalFilename": "IMG_1.HEIC", "uniformTypeIdentifier": "public.heic", "burstIdentifier": "B", "title": "T",
                "caption": "C", "cameraMake": "Apple", "camera": "iPhone 15", "lens": "back", "adjustmentFormatIdentifier": "com.apple.photo",
                "localIdentifier": asset.localIdentifier,
            ]
            for (key, text) in texts { #expect(asset.value(forKey: key) as? String == text, "\(key)") }
            #expect(asset.value(forKey: "creationDate") as? Date == asset.creationDate && asset.value(forKey: "dateCreated") as? Date == asset.creationDate)
            #expect(asset.value(forKey: "location") as? CLLocation == asset.location)
            #expect(asset.value(forKeyPath: "extendedMetadata.caption") as? String == "C")
            #expect(asset.value(forKeyPath: "extendedMetadata.keywords") as? [String] == ["a", "b"])
            #expect(asset.value(forKey: "nothingOfThisName") == nil && asset.value(forKeyPath: "extendedMetadata.nothing.more") == nil)
            #expect((asset.value(forKey: "fileSize") as? UInt64) == 123_456 && (asset.value(forKey: "fileSize") as? Double) == 123_456)
        }

        @Test func whoAdjustedIsTold() throws {
            let plain = try insert { _ in }
            let portrait = try insert { ($0.adjustmentFormatIdentifier, $0.adjustmentEditor) = ("com.apple.photo", "com.apple.camera") }
            let unknown = try insert { $0.adjustmentFormatIdentifier = "org.example" }
            #expect([plain, portrait, unknown].map(\.adjustmentsState) == [.none, .cameraAutoAdjusted, .userAdjusted])
            #expect(plain.adjustmentFormatIdentifier == nil && plain.adjustmentTimestamp == nil && !plain.hasAdjustments)
        }

        @Test func filesAreNamedByTheirPaths() throws {
            let asset = try fixture.save("IMG_7.JPG")
            let resource = try #require(PHAssetResource.assetResources(for: asset).first)
            let url = try #require(resource.value(forKey: "fileURL") as? URL)
            #expect(try Data(contentsOf: url).count == resource.dataSize)
            #expect(asset.value(forKey: "mainFileURL") as? URL == url && asset.value(forKey: "pathForOriginalFile") as? String == url.path)
            #expect(asset.value(forKey: "directory") as? String == url.deletingLastPathComponent().path)
            #expect(resource.value(forKey: "fileSize") as? NSNumber == NSNumber(value: resource.dataSize ?? 0))
            #expect(resource.value(forKey: "locallyAvailable") as? Bool == true && resource.value(forKey: "type") as? Int == 1)
            #expect(resource.value(forKey: "originalFilename") as? String == "IMG_7.JPG" && resource.value(forKeyPath: "uniformTypeIdentifier") as? String == "public.jpeg")
            #expect(resource.value(forKey: "nothing") == nil)
        }

        @Test func anAssetOfNoLibraryKnowsNothing() {
            let asset = PHAsset()
            #expect(asset.mediaType == .unknown && asset.creationDate == nil && asset.addedDate == nil && !asset.canPerform(.delete))
            #expect(asset.value(forKey: "locallyAvailable") as? Bool == false && asset.value(forKey: "mainFileURL") == nil)
        }
    }
}
