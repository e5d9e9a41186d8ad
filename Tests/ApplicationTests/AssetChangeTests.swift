import CoreLocation
import Foundation
import Photos
import SharedWorld
import Testing

extension ApplicationTests {
    @Suite struct AssetChanges {
        let world: World
        init() throws { world = try World() }
        var library: PHPhotoLibrary { .shared() }

        @Test func everyPropertyThatCanBeSetIsKept() throws {
            let asset = try world.save()
            world.wait(60)
            try library.performChangesAndWait {
                let request = PHAssetChangeRequest(for: asset)
                request.creationDate = World.day(5)
                request.location = CLLocation(latitude: -33.9, longitude: 18.4)
                request.isFavorite = true
                request.isHidden = true
                request.rating = .four
                request.caption = "Table Mountain"
                request.addKeyword("mountain")
                request.addKeyword("sea")
            }
            let after = try world.again(asset)
            #expect(after.creationDate == World.day(5))
            #expect(after.location?.coordinate.latitude == -33.9)
            #expect(after.isFavorite)
            #expect(after.isHidden)
            #expect(after.rating == .four)
            #expect(after.extendedMetadata.caption == "Table Mountain")
            #expect(Set(after.extendedMetadata.keywords) == ["mountain", "sea"])
            #expect(try #require(after.modificationDate) > (try #require(asset.modificationDate)))
        }

        @Test func aRequestBeginsWithTheValuesOfItsAsset() throws {
            let asset = try world.save {
                $0.creationDate = World.day(2)
                $0.location = CLLocation(latitude: 1, longitude: 2)
                $0.isFavorite = true
            }
            var history: [String] = []
            try library.performChangesAndWait {
                let request = PHAssetChangeRequest(for: asset)
                history.append("\(request.creationDate == World.day(2)) \(request.location?.coordinate.longitude ?? 0)")
                history.append("\(request.isFavorite) \(request.isHidden) \(request.rating.rawValue)")
                history.append("\(request.placeholderForCreatedAsset == nil)")
            }
            #expect(history == ["true 2.0", "true false 0", "true"], "no placeholder where nothing is created")
        }

        @Test func valuesCanBeTakenBack() throws {
            let asset = try world.save {
                $0.location = CLLocation(latitude: 1, longitude: 2)
                $0.caption = "Words"
                $0.rating = .one
                $0.addKeyword("a")
            }
            #expect(asset.extendedMetadata.caption == "Words")
            try library.performChangesAndWait {
                let request = PHAssetChangeRequest(for: asset)
                request.location = nil
                request.caption = ""
                request.rating = .unset
                request.removeKeyword("a")
                request.removeKeyword("absent")
            }
            let after = try world.again(asset)
            #expect(after.location == nil)
            #expect(after.extendedMetadata.caption == nil, "empty removes the caption")
            #expect(after.rating == .unset)
            #expect(after.extendedMetadata.keywords == [], "removing an absent keyword does nothing")
            try library.performChangesAndWait {
                PHAssetChangeRequest(for: asset).addKeyword("b")
                PHAssetChangeRequest(for: asset).addKeyword("b")
            }
            #expect(try world.again(asset).extendedMetadata.keywords == ["b"], "adding one that is present does nothing")
        }

        @Test func deletingTakesAssetsOutOfEveryFetch() throws {
            let days = try world.saveDays(3)
            let album = try world.album("All", days)
            try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([days[0], days[1]] as NSFastEnumeration) }
            #expect(PHAsset.fetchAssets(with: nil).all == [days[2]])
            #expect(PHAsset.fetchAssets(in: album, options: nil).all == [days[2]])
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: days.map(\.localIdentifier), options: nil).all == [days[2]])
        }

        @Test func aFileThatIsNoPictureGivesNoAsset() throws {
            let text = try world.file("letter.jpg", Data("Dear Sir".utf8))
            #expect(throws: (any Error).self) {
                try library.performChangesAndWait { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: text) }
            }
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
        }

        #if OPENPHOTOKIT
            @Test func theOtherNameInTheDocumentation() throws {
                let asset = try world.save()
                try library.performChangesAndWait { PHAssetChangeRequest(forAsset: asset).isFavorite = true }
                #expect(try world.again(asset).isFavorite)
            }
        #endif
    }
}
