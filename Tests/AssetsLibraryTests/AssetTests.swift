import AssetsLibrary
import Foundation
import Photos
import PhotosTesting
import SharedWorld
import Testing

extension AssetsLibraryTests {
    /// What assets say of themselves, and how their URLs find them.
    @Suite(.timeLimit(.minutes(20))) struct Assets {
        let world: World
        let library: ALAssetsLibrary
        init() throws {
            world = try World()
            library = ALAssetsLibrary()
        }

        @Test func aPhotoSaysWhatPhotoKitSays() async throws {
            let place = CLLocation(latitude: 48.2, longitude: 16.4)
            let photo = try world.save("IMG_7.JPG", seed: 7) { ($0.creationDate, $0.location) = (World.day(3), place) }
            let asset = try #require(try await library.cameraRoll().assets.first)
            #expect(asset.value(forProperty: ALAssetPropertyType) as? String == ALAssetTypePhoto)
            #expect(asset.value(forProperty: ALAssetPropertyDate) as? Date == photo.creationDate)
            #expect((asset.value(forProperty: ALAssetPropertyLocation) as? CLLocation)?.coordinate.latitude == 48.2)
            #expect(asset.value(forProperty: ALAssetPropertyDuration) as? String == ALErrorInvalidProperty)
            #expect(asset.value(forProperty: ALAssetPropertyOrientation) as? Int == ALAssetOrientation.up.rawValue)
            #expect(asset.value(forProperty: ALAssetPropertyRepresentations) as? [String] == ["public.jpeg"])
            let url = try #require(asset.value(forProperty: ALAssetPropertyAssetURL) as? URL), uuid = photo.localIdentifier.prefix(36)
            #expect(url.absoluteString == "assets-library://asset/asset.JPG?id=\(uuid)&ext=JPG")
            #expect(asset.value(forProperty: ALAssetPropertyURLs) as? [String: URL] == ["public.jpeg": url])
            #expect(asset.value(forProperty: ALAssetPropertyAssetURL) as? NSURL == url as NSURL, "as casts of those days have it")
            #expect(asset.value(forProperty: "anything") as? String == ALErrorInvalidProperty)
            #expect(asset.value(forProperty: nil) as? String == ALErrorInvalidProperty)
            #expect(asset.isEditable && asset.original == nil)
        }

        @Test func whatNobodyKnowsIsNil() async throws {
            try world.invent(1) { _, facts in facts.creationDate = nil }
            let asset = try #require(try await library.cameraRoll().assets.first)
            #expect(asset.value(forProperty: ALAssetPropertyDate) == nil && asset.value(forProperty: ALAssetPropertyLocation) == nil)
        }

        @Test func videosHaveADurationAndOtherThingsAreUnknown() async throws {
            try world.invent(2) { index, facts in
                (facts.type, facts.duration) = (index == 0 ? .video : .audio, 12.5)
                (facts.filename, facts.uniformType) = ("IMG_9.MOV", "com.apple.quicktime-movie")
            }
            let assets = try await library.cameraRoll().assets
            #expect(assets.first?.value(forProperty: ALAssetPropertyDuration) as? Double == 12.5)
            #expect(assets.map { $0.value(forProperty: ALAssetPropertyType) as? String } == [ALAssetTypeVideo, ALAssetTypeUnknown])
            #expect(assets.first?.url?.absoluteString.hasSuffix("&ext=MOV") == true)
        }

        @Test func anAssetIsFoundByItsURLHoweverItIsSpelled() async throws {
            let photo = try world.save(), uuid = String(photo.localIdentifier.prefix(36))
            let spellings = [
                "assets-library://asset/asset.JPG?id=\(uuid)&ext=JPG", "assets-library://asset/asset.PNG?id=\(uuid)&ext=PNG",
                "assets-library://asset/asset.jpg?id=\(uuid.lowercased())&ext=jpg", "ASSETS-LIBRARY://ASSET/asset.JPG?ID=\(uuid)&EXT=JPG",
                "assets-library://asset/asset.JPG?ext=JPG&id=\(uuid)", "assets-library://asset/asset.JPG?id=\(uuid.replacingOccurrences(of: "-", with: "%2D"))&ext=JPG",
                "assets-library://asset/?id=\(uuid)",
            ]
            for spelling in spellings {
                #expect(try await library.found(URL(string: spelling))?.photoAsset == photo, "\(spelling)")
                #expect(PHAsset.fetchAssets(withALAssetURLs: [try #require(URL(string: spelling))], options: nil).firstObject == photo, "\(spelling)")
            }
        }

        @Test func aURLThatNamesNoAssetFindsNone() async throws {
            let gone = try world.save(), uuid = String(gone.localIdentifier.prefix(36)), album = try world.album("Trip")
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest.deleteAssets([gone]) }
            let urls = [
                "assets-library://asset/asset.JPG?id=\(UUID().uuidString)&ext=JPG", "assets-library://asset/asset.JPG?id=\(uuid)&ext=JPG",
                "assets-library://asset/asset.JPG?id=\(album.localIdentifier.prefix(36))&ext=JPG", "assets-library://asset/asset.JPG", "file:///tmp/a.JPG?id=\(uuid)",
                "assets-library://asset/asset.JPG?id=&ext=JPG", "assets-library://asset/asset.JPG?id=\(uuid)\(uuid)&ext=JPG",
            ]
            for url in urls { #expect(try await library.found(URL(string: url)) == nil, "\(url)") }
            #expect(try await library.found(nil) == nil)
        }

        @Test func thumbnailsAreUprightSquareOrWhole() async throws {
            var metadata = FixtureImages.Metadata()
            metadata.orientation = .right
            let file = try world.file("IMG_8.JPG", FixtureImages.jpeg(width: 800, height: 600, metadata: metadata))
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
            let asset = try #require(try await library.cameraRoll().assets.first)
            let square = try #require(asset.thumbnail()).takeUnretainedValue(), whole = try #require(asset.aspectRatioThumbnail()).takeUnretainedValue()
            #expect(square.width == 150 && square.height == 150)
            #expect(whole.width == 192 && whole.height == 256)
        }

        @Test func assetsOfAReleasedLibrarySaySoAndNeverCrash() async throws {
            _ = try world.save()
            var library: ALAssetsLibrary? = ALAssetsLibrary()
            let group = try #require(await library?.groups(ALAssetsGroupSavedPhotos).first), asset = try #require(group.assets.first)
            let representation = try #require(asset.defaultRepresentation())
            weak let kept = library
            library = nil
            // What was asked for last keeps the library until the queues that did it have let go of it.
            while kept != nil { await Task.yield() }
            #expect(group.numberOfAssets() == 0 && group.value(forProperty: ALAssetsGroupPropertyName) == nil && group.posterImage() == nil)
            var history: [(Bool, Int, Bool?)] = []
            group.enumerateAssets { asset, index, stop in history.append((asset == nil, index, stop?.pointee.boolValue)) }
            #expect(history.count == 1 && history.first?.0 == true && history.first?.1 == NSNotFound && history.first?.2 == true)
            #expect(!group.isEditable && !group.add(asset))
            #expect(asset.value(forProperty: ALAssetPropertyType) == nil && asset.thumbnail() == nil && asset.defaultRepresentation() == nil)
            #expect(asset.photoAsset == nil && !asset.isEditable && asset.original == nil)
            #expect(representation.uti() == nil && representation.size() == 0 && representation.fullScreenImage() == nil && representation.metadata() == nil)
            var error: NSError?
            var byte: UInt8 = 0
            #expect(representation.getBytes(&byte, fromOffset: 0, length: 1, error: &error) == 0)
            #expect(error?.domain == ALAssetsLibraryErrorDomain && error?.code == ALAssetsLibraryDataUnavailableError)
            #expect(error?.localizedDescription.contains("Keep the library") == true)
            await #expect(throws: NSError.self) { _ = try await asset.setImageData(Data(), metadata: nil) }
        }
    }
}
