import AssetsLibrary
import Foundation
import ImageIO
import Photos
import PhotosTesting
import SharedWorld
import Testing

extension AssetsLibraryTests {
    /// The files of an asset: bytes, sizes, pixels, and what they say of themselves.
    @Suite(.timeLimit(.minutes(10))) struct Representations {
        let world: World
        let library: ALAssetsLibrary
        init() throws {
            world = try World()
            library = ALAssetsLibrary()
        }

        private func save(_ name: String, _ data: Data) async throws -> ALAsset {
            let file = try world.file(name, data)
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
            return try #require(try await library.cameraRoll().assets.last)
        }

        private func pair() async throws -> ALAsset {
            let jpeg = try world.jpeg("IMG_5.JPG"), raw = try world.raw("IMG_5.DNG")
            try await PHPhotoLibrary.shared().performChanges {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, fileURL: jpeg, options: nil)
                request.addResource(with: .alternatePhoto, fileURL: raw, options: nil)
            }
            return try #require(try await library.cameraRoll().assets.first)
        }

        @Test func aRepresentationIsTheFileThatCameIn() async throws {
            let photo = try world.save("IMG_7.JPG", seed: 7), data = try Data(contentsOf: world.folder.appending(path: "IMG_7.JPG"))
            let asset = try #require(try await library.cameraRoll().assets.first), representation = try #require(asset.defaultRepresentation())
            #expect(representation.uti() == "public.jpeg" && representation.filename() == "IMG_7.JPG")
            #expect(representation.size() == Int64(data.count) && asset.bytes == data)
            #expect(representation.dimensions() == CGSize(width: photo.pixelWidth, height: photo.pixelHeight))
            #expect(representation.url() == asset.url && representation.scale() == 1 && representation.orientation() == .up)
            #expect(asset.representation(forUTI: "public.jpeg")?.url() == asset.url)
            #expect(asset.representation(forUTI: "public.png") == nil && asset.representation(forUTI: nil) == nil && asset.representation(forUTI: "nonsense") == nil)
        }

        @Test func bytesComeByRangesAndEndWithTheFile() async throws {
            let data = try FixtureImages.jpeg(seed: 2), asset = try await save("IMG_2.JPG", data), representation = try #require(asset.defaultRepresentation())
            let size = data.count
            func bytes(_ offset: Int64, _ length: Int) -> (Data, NSError?) {
                var buffer = [UInt8](repeating: 0, count: max(1, length)), error: NSError?
                let count = representation.getBytes(&buffer, fromOffset: offset, length: length, error: &error)
                return (Data(buffer.prefix(count)), error)
            }
            for (offset, length) in [(0, 10), (5, 100), (size - 4, 4), (size - 4, 400), (size, 10), (0, 0), (0, size * 3)] {
                let (found, error) = bytes(Int64(offset), length)
                #expect(found == data[offset..<min(size, offset + length)] && error == nil, "\(offset) \(length)")
            }
            for (offset, length) in [(-1, 4), (size + 1, 4), (Int.max, 4), (0, -1)] {
                let (found, error) = bytes(Int64(offset), length)
                #expect(found.isEmpty && error?.domain == ALAssetsLibraryErrorDomain && error?.code == ALAssetsLibraryDataUnavailableError, "\(offset) \(length)")
            }
            #expect(representation.getBytes(nil, fromOffset: 0, length: 4, error: nil) == 0)
        }

        @Test func aPairOfRAWAndJPEGHasTwoRepresentations() async throws {
            let asset = try await pair(), types = try #require(asset.value(forProperty: ALAssetPropertyRepresentations) as? [String])
            #expect(types == ["public.jpeg", "com.adobe.raw-image"])
            let urls = try #require(asset.value(forProperty: ALAssetPropertyURLs) as? [String: URL])
            #expect(urls.count == 2 && urls["public.jpeg"] == asset.url && urls["com.adobe.raw-image"]?.absoluteString.hasSuffix("&ext=DNG") == true)
            let raw = try #require(asset.representation(forUTI: "com.adobe.raw-image"))
            #expect(raw.filename() == "IMG_5.DNG" && raw.uti() == "com.adobe.raw-image" && raw.url() == urls["com.adobe.raw-image"])
            let count = try Data(contentsOf: world.folder.appending(path: "IMG_5.DNG")).count
            #expect(raw.size() == Int64(count) && raw.dimensions() == CGSize(width: 64, height: 48))
            #expect(asset.defaultRepresentation()?.uti() == "public.jpeg" && raw.fullResolutionImage()?.takeUnretainedValue().width == 64)
            for url in urls.values { #expect(try await library.found(url)?.photoAsset == asset.photoAsset) }
        }

        /// PhotoKit shows it, so bytes, type and pixels are the RAW's.
        @Test func aRAWThatCameAsThePhotoIsTheDefault() async throws {
            let raw = try world.raw("IMG_6.DNG"), jpeg = try world.file("IMG_6.JPG", FixtureImages.jpeg(width: 40, height: 30))
            try await PHPhotoLibrary.shared().performChanges {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, fileURL: raw, options: nil)
                request.addResource(with: .alternatePhoto, fileURL: jpeg, options: nil)
            }
            let asset = try #require(try await library.cameraRoll().assets.first), file = try #require(asset.defaultRepresentation())
            #expect(file.uti() == "com.adobe.raw-image" && file.filename() == "IMG_6.DNG" && file.url() == asset.url)
            #expect(try asset.bytes == Data(contentsOf: raw))
            #expect(file.fullResolutionImage()?.takeUnretainedValue().width == 64)
            #expect(asset.value(forProperty: ALAssetPropertyRepresentations) as? [String] == ["com.adobe.raw-image", "public.jpeg"])
            #expect(asset.representation(forUTI: "public.jpeg")?.fullResolutionImage()?.takeUnretainedValue().width == 40)
        }

        @Test func theRAWIsTheDefaultWhereTheAssetSaysSo() async throws {
            let photo = try #require(try await pair().photoAsset)
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: photo).revertAssetContent(to: .raw) }
            let asset = try #require(try await library.cameraRoll().assets.first)
            #expect(asset.defaultRepresentation()?.uti() == "com.adobe.raw-image")
            #expect(asset.url?.absoluteString.hasSuffix("&ext=DNG") == true && asset.url == asset.defaultRepresentation()?.url(), "one asset has one URL")
            #expect(asset.value(forProperty: ALAssetPropertyRepresentations) as? [String] == ["com.adobe.raw-image", "public.jpeg"])
            let image = try #require(asset.representation(forUTI: "public.jpeg")?.fullResolutionImage()).takeUnretainedValue()
            #expect(image.width == 64 && image.height == 48)
        }

        @Test(arguments: 1...8) func fullResolutionIsAsStoredAndTheOrientationSaysHowToTurnIt(_ number: Int) async throws {
            let orientation = try #require(CGImagePropertyOrientation(rawValue: UInt32(number)))
            var metadata = FixtureImages.Metadata()
            metadata.orientation = orientation
            let data = try FixtureImages.jpeg(width: 64, height: 48, metadata: metadata), asset = try await save("IMG_\(number).JPG", data)
            let representation = try #require(asset.defaultRepresentation()), stored = try #require(representation.fullResolutionImage()).takeUnretainedValue()
            #expect(stored.width == 64 && stored.height == 48)
            #expect(representation.orientation().rawValue == UIImage.Orientation(orientation).rawValue)
            #expect(asset.value(forProperty: ALAssetPropertyOrientation) as? Int == representation.orientation().rawValue)
            // Red is where the camera's sensor had it.
            let pixels = try #require(stored.dataProvider?.data).map { $0 }
            #expect(pixels[0] > 200 && pixels[1] < 60 && pixels[2] < 60)
            let shown = try #require(representation.fullScreenImage()).takeUnretainedValue()
            #expect(CGSize(width: shown.width, height: shown.height) == representation.dimensions())
            let photo = try #require(asset.photoAsset)
            #expect(representation.dimensions() == CGSize(width: photo.pixelWidth, height: photo.pixelHeight))
            #expect(representation.metadata()?[kCGImagePropertyOrientation as String] as? Int == number)
            let turned = UIImage(cgImage: stored, scale: 1, orientation: try #require(UIImage.Orientation(rawValue: representation.orientation().rawValue)))
            #expect(turned.normalized().cgImage?.pixelBytes == shown.pixelBytes)
        }

        @Test func optionsOfImageIOMakeSmallerImages() async throws {
            var metadata = FixtureImages.Metadata()
            metadata.orientation = .right
            let asset = try await save("IMG_1.JPG", FixtureImages.jpeg(width: 800, height: 600, metadata: metadata))
            let representation = try #require(asset.defaultRepresentation())
            func size(_ options: [AnyHashable: Any]?) -> [Int]? {
                representation.cgImage(options: options).map { image in [image.takeUnretainedValue().width, image.takeUnretainedValue().height] }
            }
            #expect(size(nil) == [800, 600] && size([:]) == [800, 600] && representation.cgImage()?.takeUnretainedValue().width == 800)
            #expect(size([kCGImageSourceThumbnailMaxPixelSize as String: 400]) == [400, 300])
            #expect(size([kCGImageSourceThumbnailMaxPixelSize: 400, kCGImageSourceCreateThumbnailWithTransform: true]) == [300, 400], "Foundation's texts are keys too")
            #expect(size([kCGImageSourceThumbnailMaxPixelSize as String: "many", 7: 8]) == [800, 600])
            #expect(size([kCGImageSourceThumbnailMaxPixelSize as String: 4000]) == [800, 600])
        }

        @Test func aFullScreenImageIsNoLongerThanAScreen() async throws {
            let asset = try await save("IMG_1.JPG", FixtureImages.jpeg(width: 2000, height: 1000))
            let image = try #require(asset.defaultRepresentation()?.fullScreenImage()).takeUnretainedValue()
            #expect(image.width == 1440 && image.height == 720)
        }

        @Test func metadataIsLaidOutAsImageIODoes() async throws {
            var metadata = FixtureImages.Metadata()
            (metadata.dateTimeOriginal, metadata.offset, metadata.subSeconds) = ("2023:11:02 17:04:05", "+02:00", "25")
            (metadata.make, metadata.model) = ("Maker", "Model 1")
            metadata.coordinate = CLLocationCoordinate2D(latitude: -33.5, longitude: 151.25)
            metadata.exposure = .init(divisor: 250, fNumber: 2.8, iso: 100, focalLength: 4.25, focalLengthIn35mm: 26, flashFired: true)
            let asset = try await save("IMG_1.JPG", FixtureImages.jpeg(metadata: metadata)), found = try #require(asset.defaultRepresentation()?.metadata())
            #expect(found["PixelWidth"] as? Int == 64 && found["PixelHeight"] as? Int == 48 && found["Orientation"] as? Int == 1)
            let exif = try #require(found[kCGImagePropertyExifDictionary as String] as? [String: Any])
            #expect(exif["DateTimeOriginal"] as? String == "2023:11:02 17:04:05" && exif["OffsetTimeOriginal"] as? String == "+02:00")
            #expect(exif["SubsecTimeOriginal"] as? String == "250" && exif["FNumber"] as? Double == 2.8 && exif["ExposureTime"] as? Double == 0.004)
            #expect(exif["ISOSpeedRatings"] as? [Int] == [100] && exif["FocalLength"] as? Double == 4.25 && exif["FocalLenIn35mmFilm"] as? Int == 26)
            #expect(exif["Flash"] as? Int == 1)
            let tiff = try #require(found["{TIFF}"] as? [String: Any]), gps = try #require(found["{GPS}"] as? [String: Any])
            #expect(tiff["Make"] as? String == "Maker" && tiff["Model"] as? String == "Model 1")
            #expect(gps["Latitude"] as? Double == 33.5 && gps["LatitudeRef"] as? String == "S" && gps["Longitude"] as? Double == 151.25 && gps["LongitudeRef"] as? String == "E")
            let plain = try await save("IMG_2.PNG", FixtureImages.png())
            #expect(plain.defaultRepresentation()?.metadata()?["{GPS}"] == nil && plain.defaultRepresentation()?.metadata()?["PixelWidth"] as? Int == 64)
        }

        @Test func aVideoHasAFrameToShowAndNoImage() async throws {
            let movie = try world.movie("IMG_3.MOV")
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: movie) }
            let asset = try #require(try await library.cameraRoll().assets.first), representation = try #require(asset.defaultRepresentation())
            #expect(try representation.uti() == "com.apple.quicktime-movie" && asset.bytes == Data(contentsOf: movie))
            #expect(representation.fullResolutionImage() == nil && representation.metadata() == nil)
            #expect(representation.fullScreenImage()?.takeUnretainedValue().width == 64 && asset.thumbnail() != nil)
            #expect(asset.value(forProperty: ALAssetPropertyDuration) as? Double == 2)
        }

        @Test func anEditIsSeenOnScreenAndNotInTheFile() async throws {
            let photo = try world.save("IMG_7.JPG"), data = try Data(contentsOf: world.folder.appending(path: "IMG_7.JPG"))
            try await rotate(photo)
            let asset = try #require(try await library.cameraRoll().assets.first), representation = try #require(asset.defaultRepresentation())
            #expect(asset.photoAsset?.pixelWidth == 48 && asset.bytes == data && representation.size() == Int64(data.count))
            #expect(representation.dimensions() == CGSize(width: 64, height: 48) && representation.fullResolutionImage()?.takeUnretainedValue().width == 64)
            #expect(representation.fullScreenImage()?.takeUnretainedValue().width == 48 && asset.aspectRatioThumbnail()?.takeUnretainedValue().width == 48)
        }

        private func rotate(_ photo: PHAsset) async throws {
            let input = await withCheckedContinuation { done in
                photo.requestContentEditingInput(with: .forPhotoAdjustments()) { input, _ in done.resume(returning: input) }
            }
            let output = PHContentEditingOutput(contentEditingInput: try #require(input))
            var adjustments = PhotoAdjustments()
            adjustments.rotation = 90
            try output.render(adjustments)
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: photo).contentEditingOutput = output }
        }

        @Test func anAssetWithoutAFileHasNothingToGive() async throws {
            try world.invent { _, _ in }
            let asset = try #require(try await library.cameraRoll().assets.first), representation = try #require(asset.defaultRepresentation())
            var byte: UInt8 = 0, error: NSError?
            #expect(representation.getBytes(&byte, fromOffset: 0, length: 1, error: &error) == 0 && error?.code == ALAssetsLibraryDataUnavailableError)
            #expect(representation.size() == 0 && representation.uti() == nil && representation.filename() == nil && representation.url() == nil)
            #expect(representation.fullResolutionImage() == nil && representation.fullScreenImage() == nil && representation.metadata() == nil)
            #expect(representation.orientation() == .up && asset.thumbnail() == nil && asset.aspectRatioThumbnail() == nil)
            #expect(asset.value(forProperty: ALAssetPropertyRepresentations) as? [String] == [] && representation.dimensions() == CGSize(width: 4032, height: 3024))
        }

        @Test func whatOthersShareAndIsNotHereHasNoRepresentation() async throws {
            try world.invent(1) { _, facts in facts.source = .typeCloudShared }
            let photo = try #require(
                PHAsset.fetchAssets(
                    with: {
                        let options = PHFetchOptions(); options.includeAssetSourceTypes = .typeCloudShared; return options
                    }()
                ).firstObject)
            let url = URL(string: "assets-library://asset/asset.JPG?id=\(photo.localIdentifier.prefix(36))&ext=JPG")
            let asset = try #require(try await library.found(url))
            #expect(asset.defaultRepresentation() == nil && asset.representation(forUTI: "public.jpeg") == nil && asset.thumbnail() == nil)
        }

        @Test func doublesOfAnApplicationsHaveNothing() {
            let representation = ALAssetRepresentation(), asset = ALAsset()
            #expect(representation.uti() == nil && representation.dimensions() == .zero && representation.url() == nil && representation.orientation() == .up)
            #expect(asset.value(forProperty: ALAssetPropertyType) == nil && asset.defaultRepresentation() == nil)
        }
    }
}
