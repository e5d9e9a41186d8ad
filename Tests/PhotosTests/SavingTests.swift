import Photos
import PhotosTesting
import Testing

extension ClientTests {
    @Suite struct Saving {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        @Test func theAssetJustSavedIsFoundByItsExactCreationDate() throws {
            let date = Date(timeIntervalSince1970: 1_699_000_000.123456789)
            try fixture.save("old.jpg", seed: 1) { $0.creationDate = Date(timeIntervalSince1970: 1_600_000_000) }
            let saved = try fixture.save("new.jpg", seed: 2) { $0.creationDate = date }
            #expect(saved.creationDate == date)
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "creationDate = %@", date as NSDate)
            #expect(PHAsset.fetchAssets(with: options).all == [saved])
            options.predicate = NSPredicate(format: "creationDate > %@ AND mediaType == %d", Date(timeIntervalSince1970: 1_650_000_000) as NSDate, PHAssetMediaType.image.rawValue)
            #expect(PHAsset.fetchAssets(with: .image, options: options).all == [saved])
        }

        @Test func anImageBecomesAnAssetAndItsPlaceholderIsInTheAlbum() async throws {
            let image = UIImage(cgImage: FixtureImages.quarters(width: 40, height: 30))
            var placeholder: PHObjectPlaceholder?
            var album: PHObjectPlaceholder?
            try await fixture.library.performChanges {
                let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
                placeholder = request.placeholderForCreatedAsset
                let albumRequest = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Saved")
                album = albumRequest.placeholderForCreatedAssetCollection
                albumRequest.addAssets([placeholder] as NSFastEnumeration)
            }
            let identifier = try #require(placeholder?.localIdentifier), albumIdentifier = try #require(album?.localIdentifier)
            let asset = try #require(PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject)
            #expect(asset.localIdentifier == identifier)
            #expect(asset.isEqual(placeholder), "a placeholder equals the fetched object")
            #expect((asset.pixelWidth, asset.pixelHeight) == (40, 30))
            let collection = try #require(PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [albumIdentifier], options: nil).firstObject)
            #expect(collection.localizedTitle == "Saved")
            #expect(PHAsset.fetchAssets(in: collection, options: nil).all == [asset])
            #expect(PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .album, options: nil).all == [collection])
        }

        @Test func everySpellingOfTheIdentifierFindsTheAsset() throws {
            let asset = try fixture.save()
            let uuid = try #require(asset.localIdentifier.split(separator: "/").first.map(String.init))
            #expect(asset.localIdentifier == uuid + "/L0/001")
            for spelling in [asset.localIdentifier, uuid, uuid.lowercased(), "assets-library://asset/asset.JPG?id=\(uuid)&ext=JPG"] {
                #expect(PHAsset.fetchAssets(withLocalIdentifiers: [spelling], options: nil).firstObject == asset, "\(spelling)")
            }
            let url = try #require(URL(string: "assets-library://asset/asset.JPG?id=\(uuid)&ext=JPG"))
            #expect(PHAsset.fetchAssets(withALAssetURLs: [url], options: nil).firstObject == asset)
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: ["nonsense", UUID().uuidString], options: nil).count == 0)
        }

        @Test func dataWithOptionsBecomesAnAssetOfThatName() throws {
            let data = try FixtureImages.png()
            try fixture.library.performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = "drawing.png"
                request.addResource(with: .photo, data: data, options: options)
                request.isFavorite = true
                request.location = CLLocation(latitude: 47.5, longitude: -122.25)
            }
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            #expect(asset.value(forKey: "filename") as? String == "drawing.png")
            #expect((asset.value(forKey: "fileSize") as? NSNumber)?.intValue == data.count)
            #expect(asset.value(forKey: "originalFilename") as? String == "drawing.png")
            #expect(asset.value(forKey: "locallyAvailable") as? Bool == true)
            #expect(asset.isFavorite)
            #expect(asset.location?.coordinate.latitude == 47.5)
            #expect(asset.contentType == .png)
            let resources = PHAssetResource.assetResources(for: asset)
            #expect(resources.map(\.type) == [.photo])
            #expect(resources.first?.originalFilename == "drawing.png")
            #expect(resources.first?.dataSize == data.count)
        }

        @Test func movingRemovesTheFileAndCopyingLeavesIt() throws {
            let moved = try fixture.temporary.file("moved.jpg", FixtureImages.jpeg(seed: 1))
            let copied = try fixture.temporary.file("copied.jpg", FixtureImages.jpeg(seed: 2))
            try fixture.library.performChangesAndWait {
                let options = PHAssetResourceCreationOptions()
                options.shouldMoveFile = true
                PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: moved, options: options)
                PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: copied, options: nil)
            }
            #expect(PHAsset.fetchAssets(with: nil).count == 2)
            #expect(!FileManager.default.fileExists(atPath: moved.path))
            #expect(FileManager.default.fileExists(atPath: copied.path))
        }

        @Test func oneBadResourceFailsTheWholeBlockAndSaysWhy() throws {
            let good = try fixture.temporary.file("good.jpg", FixtureImages.jpeg())
            let bad = try fixture.temporary.file("bad.jpg", Data("no picture at all".utf8))
            let error = #expect(throws: PHPhotosError.self) {
                try fixture.library.performChangesAndWait {
                    _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: good)
                    _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: bad)
                }
            }
            #expect(error?.code == .invalidResource)
            #expect(error?.localizedDescription.contains("bad.jpg") == true)
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
            #expect(PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: URL(fileURLWithPath: "/nowhere.jpg")) == nil)
        }

        @Test func imagesFromDataKeepTheirPixelsAndSayHowTheyAreTurned() throws {
            var metadata = FixtureImages.Metadata()
            metadata.orientation = .right
            let jpeg = try FixtureImages.jpeg(width: 64, height: 48, metadata: metadata)
            let image = try #require(UIImage(data: jpeg, scale: 2))
            #expect(image.size == CGSize(width: 24, height: 32))
            #expect(image.imageOrientation == .right)
            #expect(image.cgImage.map { [$0.width, $0.height] } == [64, 48])
            for data in [image.jpegData(compressionQuality: 0.9), image.pngData()] {
                let again = try #require(UIImage(data: data ?? Data()))
                #expect(again.size == CGSize(width: 48, height: 64))
                #expect(again.imageOrientation == .up)
            }
            #expect(UIImage(data: Data("nothing".utf8)) == nil)
            let file = try fixture.temporary.file("a@2x.jpg", FixtureImages.jpeg(width: 64, height: 48))
            #expect(UIImage(contentsOfFile: file.path)?.scale == 2)
            #expect(UIImage(contentsOfFile: "/nowhere") == nil)
        }

        @Test func combinationsAreKnownBeforehand() {
            func supports(_ types: PHAssetResourceType...) -> Bool {
                PHAssetCreationRequest.supportsAssetResourceTypes(types.map { NSNumber(value: $0.rawValue) })
            }
            #expect(supports(.photo))
            #expect(supports(.photo, .pairedVideo))
            #expect(supports(.photo, .alternatePhoto))
            #expect(!supports())
            #expect(!supports(.pairedVideo))
            #expect(!supports(.photo, .video))
        }
    }
}
