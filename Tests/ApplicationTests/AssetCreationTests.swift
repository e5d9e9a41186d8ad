import CoreLocation
import Foundation
import Photos
import SharedWorld
import Testing
import UIKit

extension ApplicationTests {
    @Suite struct AssetCreation {
        let world: World
        init() throws { world = try World() }
        var library: PHPhotoLibrary { .shared() }

        @Test func aPlaceholderHasTheFinalIdentifierAndEqualsTheObject() throws {
            let file = try world.jpeg()
            var placeholder: PHObjectPlaceholder?
            try library.performChangesAndWait {
                placeholder = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?.placeholderForCreatedAsset
            }
            let made = try #require(placeholder)
            let asset = try world.asset(made.localIdentifier)
            #expect(asset.localIdentifier == made.localIdentifier)
            #expect(asset.isEqual(made))
            #expect(made.isEqual(asset))
            #expect(made.hash == asset.hash)
        }

        @Test func aPlaceholderCanBePutIntoANewAlbumAndFolderAtOnce() throws {
            let file = try world.jpeg()
            try library.performChangesAndWait {
                let asset = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?.placeholderForCreatedAsset
                let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New")
                album.addAssets([asset] as NSFastEnumeration)
                let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Newer")
                folder.addChildCollections([album.placeholderForCreatedAssetCollection] as NSFastEnumeration)
            }
            let folder = try #require(PHCollection.fetchTopLevelUserCollections(with: nil).firstObject as? PHCollectionList)
            #expect(folder.localizedTitle == "Newer")
            let album = try #require(PHCollection.fetchCollections(in: folder, options: nil).firstObject as? PHAssetCollection)
            #expect(album.localizedTitle == "New")
            #expect(PHAsset.fetchAssets(in: album, options: nil).all == PHAsset.fetchAssets(with: nil).all)
            #expect(PHAsset.fetchAssets(with: nil).count == 1)
        }

        @Test func resourcesOfDataAndFilesMakeAnAsset() throws {
            let data = try world.png(), file = try world.jpeg("FROM_FILE.JPG")
            var identifiers: [String?] = []
            try library.performChangesAndWait {
                let fromData = PHAssetCreationRequest.forAsset()
                fromData.addResource(with: .photo, data: data, options: nil)
                fromData.creationDate = World.day(1)
                fromData.isFavorite = true
                let fromFile = PHAssetCreationRequest.forAsset()
                fromFile.addResource(with: .photo, fileURL: file, options: nil)
                fromFile.location = CLLocation(latitude: 3, longitude: 4)
                identifiers = [fromData, fromFile].map { $0.placeholderForCreatedAsset?.localIdentifier }
            }
            let assets = try identifiers.map(world.asset)
            #expect(assets[0].creationDate == World.day(1))
            #expect(assets[0].isFavorite)
            #expect(assets[0].contentType == .png)
            #expect(assets[1].location?.coordinate.longitude == 4)
            #expect(assets[1].extendedMetadata.originalFilename == "FROM_FILE.JPG", "without an option the file's name")
            #expect(FileManager.default.fileExists(atPath: file.path), "the default is to copy")
        }

        @Test func faultsOfACombinationArriveWithTheBlocksEnd() throws {
            let file = try world.jpeg()
            let error = #expect(throws: PHPhotosError.self) {
                try library.performChangesAndWait {
                    let request = PHAssetCreationRequest.forAsset()
                    request.addResource(with: .pairedVideo, fileURL: file, options: nil)
                }
            }
            #expect(error?.code == .invalidResource || error?.code == .missingResource)
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
        }

        @Test func combinationsNamedInTheDocumentationAreSupported() {
            func supports(_ types: [PHAssetResourceType]) -> Bool {
                PHAssetCreationRequest.supportsAssetResourceTypes(types.map { NSNumber(value: $0.rawValue) })
            }
            let good: [[PHAssetResourceType]] = [[.photo], [.video], [.audio], [.photo, .alternatePhoto], [.photo, .pairedVideo]]
            #expect(good.map(supports) == [true, true, true, true, true])
            let bad: [[PHAssetResourceType]] = [[], [.pairedVideo], [.adjustmentData]]
            #expect(bad.map(supports) == [false, false, false])
        }

        @Test func aFileThatIsGoneGivesNoRequest() throws {
            var history: [String] = []
            try library.performChangesAndWait {
                let nowhere = URL(fileURLWithPath: "/nowhere/at.all")
                history.append(PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: nowhere) == nil ? "nil" : "request")
                history.append(PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: nowhere) == nil ? "nil" : "request")
            }
            #expect(history == ["nil", "nil"])
        }

        @Test func anImageInMemoryIsSaved() throws {
            let image = world.image(width: 40, height: 20)
            var identifier: String?
            try library.performChangesAndWait {
                identifier = PHAssetChangeRequest.creationRequestForAsset(from: image).placeholderForCreatedAsset?.localIdentifier
            }
            let asset = try world.asset(identifier)
            #expect(asset.pixelWidth == 40)
            #expect(asset.pixelHeight == 20)
        }
    }
}
