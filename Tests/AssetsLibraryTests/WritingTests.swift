import AssetsLibrary
import Foundation
import ImageIO
import Photos
import PhotosTesting
import SharedWorld
import Testing

extension AssetsLibraryTests {
    /// How pictures and videos are saved and replaced.
    @Suite(.timeLimit(.minutes(10))) struct Writing {
        let world: World
        let library: ALAssetsLibrary
        init() throws {
            world = try World()
            library = ALAssetsLibrary()
        }

        private func photo(_ url: URL?) throws -> PHAsset {
            let url = try #require(url)
            return try #require(PHAsset.fetchAssets(withALAssetURLs: [url], options: nil).firstObject)
        }

        private func code(_ write: () async throws -> URL?) async -> Int? {
            do {
                _ = try await write()
                return nil
            } catch {
                let error = error as NSError
                return error.domain == ALAssetsLibraryErrorDomain ? error.code : 0
            }
        }

        @Test func dataIsSavedByteForByte() async throws {
            let data = try FixtureImages.jpeg(seed: 3), library = library
            let (url, wasOnMain): (URL?, Bool) = await withCheckedContinuation { done in
                library.writeImageData(toSavedPhotosAlbum: data, metadata: nil) { url, error in
                    #expect(error == nil)
                    done.resume(returning: (url, MainQueue.isCurrent))
                }
            }
            #expect(wasOnMain && url?.absoluteString.hasSuffix("&ext=JPG") == true)
            #expect(try await library.found(url)?.bytes == data)
            let png = try FixtureImages.png(seed: 4), saved = try await library.writeImageData(toSavedPhotosAlbum: png, metadata: [:])
            #expect(try await library.found(saved)?.bytes == png && saved?.absoluteString.hasSuffix("&ext=PNG") == true)
        }

        /// What a completion was told, and whether on the main queue.
        private func told(_ write: (@escaping ALAssetsLibraryWriteImageCompletionBlock) -> Void) async -> (url: URL?, code: Int?, wasOnMain: Bool) {
            MainQueue.mark()
            return await withCheckedContinuation { done in
                write { url, error in done.resume(returning: (url, (error as NSError?)?.code, MainQueue.isCurrent)) }
            }
        }

        @Test func everyCompletionGetsAURLOrAnErrorOnTheMainQueue() async throws {
            let image = world.image().cgImage, movie = try world.movie(), data = try FixtureImages.jpeg(seed: 2), library = library
            let saved = await told { library.writeImage(toSavedPhotosAlbum: image, orientation: .up, completionBlock: $0) }
            let film = await told { library.writeVideoAtPath(toSavedPhotosAlbum: movie, completionBlock: $0) }
            let described = await told { library.writeImage(toSavedPhotosAlbum: image, metadata: nil, completionBlock: $0) }
            let photo = try #require(try await library.found(saved.url)), video = try #require(try await library.found(film.url))
            let modified = await told { photo.writeModifiedImageData(toSavedPhotosAlbum: data, metadata: nil, completionBlock: $0) }
            let modifiedFilm = await told { video.writeModifiedVideoAtPath(toSavedPhotosAlbum: movie, completionBlock: $0) }
            let replaced = await told { photo.setImageData(data, metadata: nil, completionBlock: $0) }
            let replacedFilm = await told { video.setVideoAtPath(movie, completionBlock: $0) }
            for outcome in [saved, film, described, modified, modifiedFilm, replaced, replacedFilm] {
                #expect(outcome.wasOnMain && outcome.code == nil)
                #expect(try await library.found(outcome.url) != nil)
            }
            #expect(replaced.url == saved.url && replacedFilm.url == film.url && Set([saved, film, described, modified, modifiedFilm].map(\.url)).count == 5)
            let failures = [
                await told { library.writeImage(toSavedPhotosAlbum: nil, orientation: .up, completionBlock: $0) },
                await told { library.writeVideoAtPath(toSavedPhotosAlbum: nil, completionBlock: $0) },
                await told { photo.setImageData(nil, metadata: nil, completionBlock: $0) },
                await told { photo.writeModifiedImageData(toSavedPhotosAlbum: nil, metadata: nil, completionBlock: $0) },
            ]
            for failure in failures { #expect(failure.url == nil && failure.code == ALAssetsLibraryWriteInvalidDataError && failure.wasOnMain) }
        }

        @Test func completionsComeInTheOrderOfTheCalls() async throws {
            let pictures = try (0..<5).map { try FixtureImages.jpeg(seed: $0) }, library = library
            let order: [Int] = await withCheckedContinuation { done in
                var order: [Int] = []
                for (index, picture) in pictures.enumerated() {
                    library.writeImageData(toSavedPhotosAlbum: index == 2 ? Data("text".utf8) : picture, metadata: nil) { _, _ in
                        order.append(index)
                        if order.count == 5 { done.resume(returning: order) }
                    }
                }
            }
            #expect(order == [0, 1, 2, 3, 4])
            #expect(try await library.cameraRoll().numberOfAssets() == 4)
        }

        @Test(arguments: 0...7) func pixelsAreSavedWithTheirOrientation(_ number: Int) async throws {
            let image = try #require(world.image(width: 64, height: 48).cgImage), orientation = try #require(ALAssetOrientation(rawValue: number))
            let url = try await library.writeImage(toSavedPhotosAlbum: image, orientation: orientation)
            let representation = try #require(try await library.found(url)?.defaultRepresentation())
            #expect(representation.orientation() == orientation)
            #expect(representation.dimensions() == (number % 4 >= 2 ? CGSize(width: 48, height: 64) : CGSize(width: 64, height: 48)))
            #expect(representation.fullResolutionImage()?.takeUnretainedValue().width == 64)
        }

        @Test func pixelsAreSavedWithADictionary() async throws {
            let image = try #require(world.image().cgImage)
            let metadata: [AnyHashable: Any] = [
                kCGImagePropertyOrientation as String: 6, "{Exif}": ["DateTimeOriginal": "2012:09:12 10:00:00", "OffsetTimeOriginal": "+00:00", "LensModel": "Lens"],
                "{GPS}": ["Latitude": 48.25, "LatitudeRef": "N", "Longitude": 16.5, "LongitudeRef": "W"], "{TIFF}": ["Make": "Maker"],
                "{IPTC}": ["Caption/Abstract": "Words", "Keywords": ["one", "two"]],
            ]
            let url = try await library.writeImage(toSavedPhotosAlbum: image, metadata: metadata), saved = try photo(url)
            #expect(saved.creationDate == Date(timeIntervalSince1970: 1_347_444_000) && saved.pixelWidth == 48)
            #expect(saved.location?.coordinate.latitude == 48.25 && saved.location?.coordinate.longitude == -16.5)
            #expect(saved.extendedMetadata.caption == "Words" && Set(saved.extendedMetadata.keywords) == ["one", "two"])
            let found = try #require(try await library.found(url)?.defaultRepresentation()?.metadata())
            #expect((found["{TIFF}"] as? [String: Any])?["Make"] as? String == "Maker" && (found["{Exif}"] as? [String: Any])?["LensModel"] as? String == "Lens")
        }

        @Test func transparentPixelsAreTurnedOnce() async throws {
            var pixels = [UInt8](repeating: 200, count: 64 * 48 * 4)
            pixels[3] = 0
            let provider = try #require(CGDataProvider(data: Data(pixels) as CFData))
            let made = CGImage(
                width: 64, height: 48, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 256, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue), provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
            let image = try #require(made)
            let url = try await library.writeImage(toSavedPhotosAlbum: image, metadata: ["Orientation": 6, "{TIFF}": ["Make": "Maker"]])
            let representation = try #require(try await library.found(url)?.defaultRepresentation())
            #expect(representation.uti() == "public.png" && representation.dimensions() == CGSize(width: 48, height: 64) && representation.orientation() == .up)
            #expect((representation.metadata()?["{TIFF}"] as? [String: Any])?["Make"] as? String == "Maker")
        }

        @Test func theDictionarysValuesGoBeforeTheFilesAndTheOthersStay() async throws {
            var metadata = FixtureImages.Metadata()
            (metadata.dateTimeOriginal, metadata.make, metadata.model) = ("2023:11:02 17:04:05", "Maker", "Model")
            (metadata.coordinate, metadata.burstIdentifier) = (CLLocationCoordinate2D(latitude: 1, longitude: 2), "note")
            let data = try FixtureImages.jpeg(metadata: metadata)
            let url = try await library.writeImageData(
                toSavedPhotosAlbum: data,
                metadata: ["{TIFF}": ["Model": "Other"], "{Exif}": ["DateTimeOriginal": "2012:01:02 03:04:05", "OffsetTimeOriginal": "+00:00", "ISOSpeedRatings": [400]]])
            let asset = try #require(try await library.found(url)), found = try #require(asset.defaultRepresentation()?.metadata())
            let tiff = found["{TIFF}"] as? [String: Any], exif = found["{Exif}"] as? [String: Any], gps = found["{GPS}"] as? [String: Any]
            #expect(tiff?["Make"] as? String == "Maker" && tiff?["Model"] as? String == "Other" && gps?["Latitude"] as? Double == 1)
            #expect(exif?["DateTimeOriginal"] as? String == "2012:01:02 03:04:05" && exif?["ISOSpeedRatings"] as? [Int] == [400])
            #expect(asset.photoAsset?.burstIdentifier == "note", "makers' notes stay")
            // What was there is there still, byte for byte.
            let written = asset.bytes, tail = data.suffix(data.count - 400)
            #expect(written.count > data.count && written.suffix(tail.count) == tail)
        }

        @Test func valuesOfWrongTypesArePassedOver() async throws {
            let wrong: [[AnyHashable: Any]] = [
                ["Orientation": "six", "{Exif}": "text", "{GPS}": [1, 2], "{TIFF}": ["Make": 7, "Model": ["x"]], "{IPTC}": ["Keywords": "no list"]],
                [7: 8, "{Exif}": ["DateTimeOriginal": "yesterday", "FNumber": -1, "Flash": 1e12, "ExposureTime": Double.nan]],
                ["{GPS}": ["Latitude": 400, "Longitude": Double.infinity], "Orientation": 99],
            ]
            for (index, metadata) in wrong.enumerated() {
                let data = try FixtureImages.jpeg(seed: index), url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: metadata)
                #expect(try await library.found(url)?.bytes == data, "\(index)")
                #expect(try photo(url).location == nil)
            }
            // What goes into no file is read by the library alone.
            let plain = try await library.writeImageData(toSavedPhotosAlbum: Self.gif(20), metadata: nil), undated = try photo(plain).creationDate ?? .distantPast
            for (index, date) in ["2012:99:99 99:99:99", "2012:-9:12 10:00:00", "2012:09:12 24:00:00"].enumerated() {
                let url = try await library.writeImageData(toSavedPhotosAlbum: Self.gif(index), metadata: ["{Exif}": ["DateTimeOriginal": date]])
                let found = try photo(url).creationDate ?? .distantPast
                #expect(abs(found.timeIntervalSince(undated)) < 86_400, "\(date)")
            }
            for (index, zone) in ["+9999999999999999:00", "+19:00", "+02:60", "+-2:00", "02:00"].enumerated() {
                let exif = ["DateTimeOriginal": "2012:09:12 10:00:00", "OffsetTimeOriginal": zone]
                let url = try await library.writeImageData(toSavedPhotosAlbum: Self.gif(10 + index), metadata: ["{Exif}": exif])
                let local = Calendar.current.date(from: DateComponents(timeZone: .current, year: 2012, month: 9, day: 12, hour: 10))
                #expect(try photo(url).creationDate == local, "\(zone)")
            }
            let endless: [String: Any] = ["Latitude": 48.25, "Longitude": 16.5, "Altitude": Double.infinity, "HPositioningError": Double.nan]
            let url = try await library.writeImageData(toSavedPhotosAlbum: Self.gif(20), metadata: ["{GPS}": endless]), place = try photo(url).location
            #expect(place?.coordinate.latitude == 48.25 && place?.altitude == 0 && place?.horizontalAccuracy.isFinite == true)
        }

        /// One of a single pixel, of many that differ.
        private static func gif(_ shade: Int) -> Data {
            let palette = [UInt8(shade), 0, 0, 255, 255, 255]
            return Data("GIF89a".utf8) + Data([1, 0, 1, 0, 0x80, 0, 0] + palette + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B])
        }

        private static var dictionary: [AnyHashable: Any] {
            [
                "{Exif}": ["DateTimeOriginal": "2012:09:12 10:00:00", "OffsetTimeOriginal": "+02:00"], "{GPS}": ["Latitude": 48.25, "Longitude": 16.5, "Altitude": 100],
            ]
        }

        /// One of 8 × 8 grey pixels, as a scanner's program writes it.
        private static var tiff: Data {
            func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
            let entries = [(256, 3, 8), (257, 3, 8), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 8), (277, 3, 1), (278, 3, 8), (279, 4, 64)]
            let directory = little(entries.count, 2) + entries.flatMap { little($0.0, 2) + little($0.1, 2) + little(1, 4) + little($0.2, 4) } + little(0, 4)
            return Data("II*\0".utf8) + Data(little(72, 4)) + Data((0..<64).map { UInt8($0 * 4) }) + Data(directory)
        }

        @Test(arguments: ["PNG", "TIFF"]) func aDictionaryIsWrittenIntoOtherTypesToo(_ type: String) async throws {
            let data = type == "PNG" ? try FixtureImages.png() : Self.tiff
            let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: Self.dictionary), saved = try photo(url)
            let asset = try #require(try await library.found(url)), found = try #require(asset.defaultRepresentation()?.metadata())
            #expect(asset.bytes != data && UIImage(data: asset.bytes)?.cgImage?.pixelBytes == UIImage(data: data)?.cgImage?.pixelBytes)
            #expect((found["{Exif}"] as? [String: Any])?["DateTimeOriginal"] as? String == "2012:09:12 10:00:00")
            #expect((found["{GPS}"] as? [String: Any])?["Altitude"] as? Double == 100 && saved.location?.altitude == 100)
            #expect(saved.creationDate == Date(timeIntervalSince1970: 1_347_436_800) && saved.location?.coordinate.latitude == 48.25)
        }

        /// What a camera's program gave with the pictures of a telephone of today.
        @Test(.enabled(if: Parity.samples != nil, "PHOTOS_SAMPLES is not set")) func aDictionaryIsWrittenIntoATelephonesHEIC() async throws {
            let data = try Data(contentsOf: #require(Parity.samples).appendingPathComponent("iphone/IMG_0102.HEIC"))
            let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: Self.dictionary.filter { $0.key as? String != "{IPTC}" }), saved = try photo(url)
            let asset = try #require(try await library.found(url)), found = try #require(asset.defaultRepresentation()?.metadata())
            #expect(asset.bytes != data && asset.defaultRepresentation()?.uti() == "public.heic")
            #expect((found["{Exif}"] as? [String: Any])?["DateTimeOriginal"] as? String == "2012:09:12 10:00:00")
            // The file's own part of a second stays, as all does that the dictionary says nothing of.
            let late = try #require(saved.creationDate).timeIntervalSince1970 - 1_347_436_800
            #expect((0..<1).contains(late) && saved.location?.coordinate.latitude == 48.25, "\(late)")
        }

        /// A GIF takes no metadata.
        @Test func otherFilesStayAsTheyAreAndTheLibraryKnowsTheDictionary() async throws {
            let gif = Data("GIF89a".utf8) + Data([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B])
            let url = try await library.writeImageData(toSavedPhotosAlbum: gif, metadata: Self.dictionary), saved = try photo(url)
            #expect(try await library.found(url)?.bytes == gif && saved.creationDate == Date(timeIntervalSince1970: 1_347_436_800))
            #expect(saved.location?.coordinate.latitude == 48.25 && saved.location?.altitude == 100)
        }

        @Test func whatCanNotBeEncodedIsSaidSo() async throws {
            let library = library, long = try #require(world.image(width: 70_000, height: 1).cgImage), picture = try FixtureImages.jpeg()
            #expect(await code { try await library.writeImage(toSavedPhotosAlbum: long, orientation: .up) } == ALAssetsLibraryWriteDataEncodingError)
            let words = String(repeating: "words ", count: 10_000)
            #expect(
                await code { try await library.writeImageData(toSavedPhotosAlbum: picture, metadata: ["{TIFF}": ["ImageDescription": words]]) }
                    == ALAssetsLibraryWriteDataEncodingError)
            #expect(try await library.cameraRoll().numberOfAssets() == 0)
        }

        @Test func whatIsNoImageIsNotSaved() async throws {
            let library = library, movie = try Data(contentsOf: world.movie())
            #expect(await code { try await library.writeImageData(toSavedPhotosAlbum: Data("text".utf8), metadata: nil) } == ALAssetsLibraryWriteInvalidDataError)
            #expect(await code { try await library.writeImageData(toSavedPhotosAlbum: Data(), metadata: nil) } == ALAssetsLibraryWriteInvalidDataError)
            #expect(await code { try await library.writeImageData(toSavedPhotosAlbum: nil, metadata: nil) } == ALAssetsLibraryWriteInvalidDataError)
            #expect(await code { try await library.writeImageData(toSavedPhotosAlbum: movie, metadata: nil) } == ALAssetsLibraryWriteInvalidDataError)
            #expect(await code { try await library.writeImage(toSavedPhotosAlbum: nil, orientation: .up) } == ALAssetsLibraryWriteInvalidDataError)
            #expect(await code { try await library.writeImage(toSavedPhotosAlbum: nil, metadata: nil) } == ALAssetsLibraryWriteInvalidDataError)
            #expect(try await library.cameraRoll().numberOfAssets() == 0)
            library.writeImageData(toSavedPhotosAlbum: Data(), metadata: nil, completionBlock: nil)
        }

        @Test func videosAreSavedWhereTheyAreSome() async throws {
            let movie = try world.movie("IMG_3.MOV"), text = try world.file("text.mov", Data("text".utf8)), picture = try world.jpeg(), library = library
            #expect(library.videoAtPathIs(compatibleWithSavedPhotosAlbum: movie))
            for other in [text, picture, world.folder, world.folder.appending(path: "none.mov"), URL(string: "https://example.org/a.mov"), nil] {
                #expect(!library.videoAtPathIs(compatibleWithSavedPhotosAlbum: other))
            }
            let url = try await library.writeVideoAtPath(toSavedPhotosAlbum: movie), asset = try #require(try await library.found(url))
            #expect(try asset.bytes == Data(contentsOf: movie) && asset.defaultRepresentation()?.filename() == "IMG_3.MOV" && url?.absoluteString.hasSuffix("&ext=MOV") == true)
            #expect(FileManager.default.fileExists(atPath: movie.path), "it is copied")
            #expect(await code { try await library.writeVideoAtPath(toSavedPhotosAlbum: text) } == ALAssetsLibraryWriteIncompatibleDataError)
            #expect(await code { try await library.writeVideoAtPath(toSavedPhotosAlbum: nil) } == ALAssetsLibraryWriteInvalidDataError)
            #expect(await code { try await library.writeVideoAtPath(toSavedPhotosAlbum: world.folder.appending(path: "none.mov")) } == ALAssetsLibraryWriteInvalidDataError)
        }

        @Test func aPictureIsReplacedUnderItsURLAndCanBeHadBack() async throws {
            let before = try FixtureImages.jpeg(seed: 1), after = try FixtureImages.jpeg(width: 96, height: 32, seed: 2), third = try FixtureImages.jpeg(seed: 5)
            let url = try await library.writeImageData(toSavedPhotosAlbum: before, metadata: nil), asset = try #require(try await library.found(url))
            #expect(try await asset.setImageData(after, metadata: nil) == url)
            let now = try #require(try await library.found(url))
            #expect(now.bytes == after && now.defaultRepresentation()?.dimensions() == CGSize(width: 96, height: 32) && now.original == nil)
            #expect(now.defaultRepresentation()?.fullResolutionImage()?.takeUnretainedValue().width == 96 && now.photoAsset?.pixelWidth == 96)
            #expect(try await now.setImageData(third, metadata: nil) == url)
            #expect(try await library.found(url)?.bytes == third)
            let photo = try photo(url)
            #expect(photo.hasAdjustments)
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: photo).revertAssetContentToOriginal() }
            #expect(try await library.found(url)?.bytes == before)
        }

        @Test func aModifiedVersionKnowsItsOriginal() async throws {
            let before = try FixtureImages.jpeg(seed: 1), after = try FixtureImages.jpeg(width: 96, height: 32, seed: 2)
            let url = try await library.writeImageData(toSavedPhotosAlbum: before, metadata: nil), asset = try #require(try await library.found(url))
            let made = try await asset.writeModifiedImageData(toSavedPhotosAlbum: after, metadata: nil)
            let modified = try #require(try await library.found(made))
            #expect(made != url && modified.bytes == after && modified.original?.url == url && asset.original == nil)
            #expect(try await library.found(url)?.bytes == before)
            #expect(try await library.cameraRoll().numberOfAssets() == 2)
            #expect(try await modified.setImageData(FixtureImages.jpeg(seed: 9), metadata: nil) == made)
            #expect(try await library.found(made)?.original?.url == url, "it stays its original")
            let original = try photo(url)
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest.deleteAssets([original]) }
            #expect(modified.original == nil)
        }

        @Test func whatIsNoUprightJPEGIsReplacedByOne() async throws {
            let url = try await library.writeImageData(toSavedPhotosAlbum: try FixtureImages.jpeg(), metadata: nil), asset = try #require(try await library.found(url))
            var metadata = FixtureImages.Metadata()
            metadata.orientation = .right
            for data in [try FixtureImages.png(width: 40, height: 60), try FixtureImages.jpeg(width: 60, height: 40, metadata: metadata)] {
                _ = try await asset.setImageData(data, metadata: nil)
                let representation = try #require(try await library.found(url)?.defaultRepresentation())
                #expect(representation.uti() == "public.jpeg" && representation.dimensions() == CGSize(width: 40, height: 60) && representation.orientation() == .up)
            }
        }

        @Test func videosAreReplacedAndModified() async throws {
            let first = try world.film("A.MOV", seed: 1), second = try world.film("B.MOV", seed: 2)
            let url = try await library.writeVideoAtPath(toSavedPhotosAlbum: first), asset = try #require(try await library.found(url))
            let made = try await asset.writeModifiedVideoAtPath(toSavedPhotosAlbum: second)
            #expect(try await library.found(made)?.bytes == Data(contentsOf: second))
            #expect(try await library.found(made)?.original?.url == url)
            #expect(try await asset.setVideoAtPath(second) == url)
            #expect(try await library.found(url)?.bytes == Data(contentsOf: second))
            let picture = try FixtureImages.jpeg()
            #expect(await code { try await asset.setImageData(picture, metadata: nil) } == ALAssetsLibraryWriteIncompatibleDataError)
            #expect(await code { try await asset.writeModifiedImageData(toSavedPhotosAlbum: picture, metadata: nil) } == ALAssetsLibraryWriteIncompatibleDataError)
        }

        @Test func whatIsNotEditableIsNotReplaced() async throws {
            try world.invent(1) { _, facts in facts.source = .typeiTunesSynced }
            let asset = try #require(await library.groups(ALAssetsGroupLibrary).first?.assets.first), picture = try FixtureImages.jpeg(), movie = try world.movie()
            #expect(!asset.isEditable)
            #expect(await code { try await asset.setImageData(picture, metadata: nil) } == ALAssetsLibraryWriteFailedError)
            #expect(await code { try await asset.setVideoAtPath(movie) } == ALAssetsLibraryWriteFailedError)
            #expect(await code { try await asset.setImageData(Data("text".utf8), metadata: nil) } == ALAssetsLibraryWriteInvalidDataError)
            #expect(await code { try await asset.writeModifiedImageData(toSavedPhotosAlbum: picture, metadata: nil) } == ALAssetsLibraryDataUnavailableError, "it has no file")
        }

        @Test func aLibraryThatGoesAwayFailsWhatIsAskedOfIt() async throws {
            let asset = try world.save(), library = library, picture = try FixtureImages.jpeg(seed: 8)
            let found = try #require(try await library.cameraRoll().assets.first)
            try world.temporary.unmount()
            #expect(await library.told(ALAssetsGroupAll).failure?.code == ALAssetsLibraryDataUnavailableError)
            #expect(await code { try await library.writeImageData(toSavedPhotosAlbum: picture, metadata: nil) } == ALAssetsLibraryDataUnavailableError)
            #expect(await code { try await found.setImageData(picture, metadata: nil) } == ALAssetsLibraryDataUnavailableError)
            #expect(found.value(forProperty: ALAssetPropertyDate) as? Date == asset.creationDate, "what is known stays known")
            var byte: UInt8 = 0, error: NSError?
            #expect(found.defaultRepresentation().getBytes(&byte, fromOffset: 0, length: 1, error: &error) == 0 && error?.code == ALAssetsLibraryDataUnavailableError)
        }
    }
}
