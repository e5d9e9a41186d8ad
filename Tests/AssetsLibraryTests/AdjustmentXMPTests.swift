import AssetsLibrary
import Foundation
import Photos
import PhotosTesting
import SharedWorld
import Testing

extension AssetsLibraryTests {
    /// Edits as this framework's applications read and write them.
    @Suite(.timeLimit(.minutes(10))) struct AdjustmentXMP {
        let world: World
        let library: ALAssetsLibrary
        init() throws {
            world = try World()
            library = ALAssetsLibrary()
        }

        private static var edit: PhotoAdjustments {
            var edit = PhotoAdjustments()
            (edit.crop, edit.rotation, edit.shadows) = (.init(x: 0.25, y: 0.5, width: 0.5, height: 0.25), 90, 0.5)
            return edit
        }

        /// Apple's own properties and nothing of this project's.
        private static func apples(x: Int, y: Int, width: Int, height: Int, more: String = "") -> String {
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:aas="http://ns.apple.com/adjustment-settings/1.0/" xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/">
            <aas:AffineA>1</aas:AffineA><aas:AffineB>0</aas:AffineB><aas:AffineC>0</aas:AffineC><aas:AffineD>1</aas:AffineD>
            <aas:AffineX>\(-x)</aas:AffineX><aas:AffineY>\(-y)</aas:AffineY>
            <aas:CropX>0</aas:CropX><aas:CropY>0</aas:CropY><aas:CropW>\(width)</aas:CropW><aas:CropH>\(height)</aas:CropH>\(more)
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        }

        /// A JPEG with such a packet in a segment of its own.
        private static func jpeg(_ packet: String, seed: Int = 0) throws -> Data {
            let plain = try FixtureImages.jpeg(width: 80, height: 60, seed: seed), body = Data("http://ns.adobe.com/xap/1.0/\0".utf8) + Data(packet.utf8)
            return plain.prefix(2) + Data([0xFF, 0xE1, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)]) + body + plain.dropFirst(2)
        }

        private func edit(_ photo: PHAsset, _ adjustments: PhotoAdjustments) async throws {
            let input: PHContentEditingInput? = await withCheckedContinuation { done in
                photo.requestContentEditingInput(with: .forPhotoAdjustments()) { input, _ in
                    done.resume(returning: input)
                }
            }
            let output = PHContentEditingOutput(contentEditingInput: try #require(input))
            try output.render(adjustments)
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: photo).contentEditingOutput = output }
        }

        private func xmp(_ asset: ALAsset) -> String? { asset.defaultRepresentation()?.metadata()?["AdjustmentXMP"] as? String }

        private func code(_ write: () async throws -> URL?) async -> Int? {
            do {
                _ = try await write()
                return nil
            } catch {
                return (error as NSError).code
            }
        }

        /// By how many levels what is shown differs from the original with the edit, on average: as much as a JPEG loses.
        private func difference(_ adjustments: PhotoAdjustments, _ asset: ALAsset, of original: Data) throws -> Double {
            let wanted = try #require(try UIImage(data: original)?.applying(adjustments).cgImage)
            let shown = try #require(asset.defaultRepresentation()?.fullScreenImage()?.takeUnretainedValue())
            guard wanted.width == shown.width, wanted.height == shown.height, let first = wanted.dataProvider?.data, let second = shown.dataProvider?.data else { return 255 }
            let sum = zip(first, second).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            return Double(sum) / Double(first.count)
        }

        @Test(arguments: [1, 6]) func anEditIsToldAsOfTheStoredPixels(_ orientation: UInt32) async throws {
            var metadata = FixtureImages.Metadata()
            metadata.orientation = CGImagePropertyOrientation(rawValue: orientation)
            let data = try FixtureImages.jpeg(width: 320, height: 240, metadata: metadata)
            let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil), asset = try #require(try await library.found(url))
            #expect(xmp(asset) == nil, "there is no edit")
            try await edit(try #require(asset.photoAsset), Self.edit)
            let edited = try #require(try await library.found(url)), packet = try #require(xmp(edited))
            #expect(edited.bytes == data && edited.defaultRepresentation()?.fullResolutionImage()?.takeUnretainedValue().width == 320)
            #expect(packet.contains("<aas:CropW>") && packet.contains("<aas:AffineX>") && packet.contains("<aas:Shadows>0.5</aas:Shadows>"))
            let image = UIImage(
                cgImage: try #require(edited.defaultRepresentation()?.fullResolutionImage()).takeUnretainedValue(), scale: 1,
                orientation: try #require(UIImage.Orientation(rawValue: edited.defaultRepresentation()?.orientation().rawValue ?? 0)))
            #expect(try PhotoAdjustments(adjustmentXMP: Data(packet.utf8), of: image) == Self.edit)
            // Whoever reads Apple's words alone sees the same.
            let apples = packet.split(separator: "\n").filter { !$0.contains("<opk:") }.joined(separator: "\n")
            #expect(try PhotoAdjustments(adjustmentXMP: Data(apples.utf8), of: image) == Self.edit)
            #expect(try difference(Self.edit, edited, of: data) < 3)
            try await PHPhotoLibrary.shared().performChanges { edited.photoAsset.map { PHAssetChangeRequest(for: $0).revertAssetContentToOriginal() } }
            #expect(xmp(try #require(try await library.found(url))) == nil, "it was taken back")
        }

        /// What is shown and what is said of it are of one moment, also of an asset and a representation that somebody holds meanwhile.
        @Test func whoHoldsAnAssetOverAnEditIsToldOfIt() async throws {
            let data = try FixtureImages.jpeg(width: 320, height: 240), url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil)
            let held = try #require(try await library.found(url)), representation = try #require(held.defaultRepresentation())
            func said() -> String? { representation.metadata()?["AdjustmentXMP"] as? String }
            #expect(said() == nil)
            try await edit(try #require(held.photoAsset), Self.edit)
            let found = try #require(try await library.found(url)), packet = try #require(xmp(found))
            #expect(said() == packet && xmp(held) == packet)
            #expect(try difference(Self.edit, held, of: data) < 3)
            try await PHPhotoLibrary.shared().performChanges { held.photoAsset.map { PHAssetChangeRequest(for: $0).revertAssetContentToOriginal() } }
            #expect(said() == nil && xmp(held) == nil)
        }

        @Test func anotherProgramsEditIsNotTold() async throws {
            let photo = try world.save()
            let input: PHContentEditingInput? = await withCheckedContinuation { done in
                photo.requestContentEditingInput(with: nil) { input, _ in
                    done.resume(returning: input)
                }
            }
            let output = PHContentEditingOutput(contentEditingInput: try #require(input))
            try FixtureImages.jpeg(seed: 7).write(to: output.renderedContentURL)
            output.adjustmentData = PHAdjustmentData(formatIdentifier: "org.example", formatVersion: "1", data: Data("x".utf8))
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: photo).contentEditingOutput = output }
            let asset = try #require(try await library.cameraRoll().assets.first)
            #expect(asset.photoAsset?.hasAdjustments == true && xmp(asset) == nil)
            // Adjustments upon it are no edit of the original.
            try await edit(try #require(asset.photoAsset), Self.edit)
            #expect(xmp(try #require(try await library.cameraRoll().assets.first)) == nil)
        }

        @Test func anEditInTheDictionaryBecomesOne() async throws {
            let data = try FixtureImages.jpeg(width: 80, height: 60, seed: 3)
            var wanted = PhotoAdjustments()
            wanted.crop = .init(x: 0.25, y: 1.0 / 3, width: 0.5, height: 0.5)
            for value in [Self.apples(x: 20, y: 10, width: 40, height: 30) as Any, Data(Self.apples(x: 20, y: 10, width: 40, height: 30).utf8)] {
                let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: ["AdjustmentXMP": value])
                let asset = try #require(try await library.found(url)), photo = try #require(asset.photoAsset)
                #expect(try photo.photoAdjustments() == wanted && asset.bytes == data && photo.pixelWidth == 40 && photo.pixelHeight == 30)
                #expect(try difference(wanted, asset, of: data) < 3)
                try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: photo).revertAssetContentToOriginal() }
                #expect(try #require(try await library.found(url)?.photoAsset).pixelWidth == 80)
            }
            let pixels = try #require(world.image(width: 80, height: 60).cgImage)
            let url = try await library.writeImage(toSavedPhotosAlbum: pixels, metadata: ["AdjustmentXMP": Self.apples(x: 20, y: 10, width: 40, height: 30)])
            #expect(try await library.found(url)?.photoAsset?.pixelWidth == 40)
        }

        /// What an application read of one asset it writes with another: all of it goes along.
        @Test func metadataThatWereReadAreWritten() async throws {
            let data = try FixtureImages.jpeg(width: 80, height: 60)
            let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil), first = try #require(try await library.found(url))
            try await edit(try #require(first.photoAsset), Self.edit)
            let metadata = try #require(try await library.found(url)?.defaultRepresentation()?.metadata())
            let copy = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: metadata)
            #expect(try await library.found(copy)?.photoAsset?.photoAdjustments() == Self.edit)
        }

        @Test func anEditThatTheFileSaysIsMade() async throws {
            let data = try Self.jpeg(Self.apples(x: 0, y: 0, width: 40, height: 60))
            let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil), asset = try #require(try await library.found(url))
            #expect(asset.bytes == data && asset.photoAsset?.pixelWidth == 40 && asset.photoAsset?.hasAdjustments == true && xmp(asset) != nil)
            // The same by PhotoKit, of data and of a file.
            let file = try world.file("IMG_9.JPG", try Self.jpeg(Self.apples(x: 0, y: 0, width: 40, height: 60), seed: 2))
            var identifiers: [String] = []
            try PHPhotoLibrary.shared().performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: data, options: nil)
                identifiers.append(request.placeholderForCreatedAsset?.localIdentifier ?? "")
                identifiers.append(PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?.placeholderForCreatedAsset?.localIdentifier ?? "")
            }
            for identifier in identifiers { #expect(try world.asset(identifier).pixelWidth == 40) }
        }

        @Test func anEditThatWasMadeOrCanNotBeMadeLeavesTheFileAsItIs() async throws {
            for more in ["<crs:AlreadyApplied>True</crs:AlreadyApplied>", "<aas:Curve1x>0.25</aas:Curve1x><aas:Curve1y>0.5</aas:Curve1y>"] {
                let data = try Self.jpeg(Self.apples(x: 0, y: 0, width: 40, height: 60, more: more))
                let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil), asset = try #require(try await library.found(url))
                #expect(asset.bytes == data && asset.photoAsset?.pixelWidth == 80 && asset.photoAsset?.hasAdjustments == false, "\(more)")
            }
        }

        @Test func anEditInTheDictionaryThatCanNotBeMadeFails() async throws {
            let data = try FixtureImages.jpeg(width: 80, height: 60), library = library
            for packet in [
                "text", "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", Self.apples(x: 70, y: 0, width: 40, height: 60), String(Self.apples(x: 0, y: 0, width: 4, height: 4).dropLast(30)),
            ] {
                #expect(
                    await code { try await library.writeImageData(toSavedPhotosAlbum: data, metadata: ["AdjustmentXMP": packet]) } == ALAssetsLibraryWriteInvalidDataError,
                    "\(packet)")
            }
            #expect(try await library.cameraRoll().numberOfAssets() == 0)
            let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: ["AdjustmentXMP": 7])
            #expect(try await library.found(url)?.bytes == data, "a value of another kind is passed over")
        }

        @Test func theOriginalsOwnBytesWithAnEditAreAnEditOfIt() async throws {
            let data = try FixtureImages.jpeg(width: 80, height: 60, seed: 1)
            let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil), asset = try #require(try await library.found(url))
            #expect(try await asset.setImageData(data, metadata: ["AdjustmentXMP": Self.apples(x: 20, y: 10, width: 40, height: 30)]) == url)
            let edited = try #require(try await library.found(url))
            #expect(edited.bytes == data && edited.photoAsset?.pixelWidth == 40 && xmp(edited) != nil)
            #expect(try edited.photoAsset?.photoAdjustments()?.crop.width == 0.5)
            // Another picture has no original here that an edit could be of: it comes with the edit in it.
            let other = try FixtureImages.jpeg(width: 100, height: 60, seed: 2)
            _ = try await edited.setImageData(other, metadata: ["AdjustmentXMP": Self.apples(x: 0, y: 0, width: 50, height: 60)])
            let replaced = try #require(try await library.found(url))
            #expect(replaced.defaultRepresentation()?.dimensions() == CGSize(width: 50, height: 60) && xmp(replaced) == nil)
            let made = try await edited.writeModifiedImageData(toSavedPhotosAlbum: other, metadata: ["AdjustmentXMP": Self.apples(x: 0, y: 0, width: 50, height: 60)])
            #expect(try await library.found(made)?.defaultRepresentation()?.dimensions() == CGSize(width: 50, height: 60))
        }

        @Test func aCreationRequestTakesAdjustments() throws {
            var identifier: String?
            let data = try FixtureImages.jpeg(width: 80, height: 60), edit = Self.edit
            func save(_ adjustments: PhotoAdjustments, _ data: Data, _ type: PHAssetResourceType = .photo) throws {
                try PHPhotoLibrary.shared().performChangesAndWait {
                    let request = PHAssetCreationRequest.forAsset()
                    request.addResource(with: type, data: data, options: nil)
                    request.photoAdjustments = adjustments
                    identifier = request.placeholderForCreatedAsset?.localIdentifier
                }
            }
            try save(edit, data)
            let photo = try world.asset(identifier)
            #expect(try photo.photoAdjustments() == edit && photo.hasAdjustments && photo.pixelWidth == 30 && photo.pixelHeight == 20)
            try save(PhotoAdjustments(), data)
            #expect(try !world.asset(identifier).hasAdjustments)
            var wrong = edit
            wrong.exposure = 9
            let error = #expect(throws: PHPhotosError.self) { try save(wrong, data) }
            #expect(error?.code == .invalidResource)
            try save(edit, try Data(contentsOf: world.movie()), .video)
            #expect(try !world.asset(identifier).hasAdjustments)
        }

        @Test func anImageInMemoryTakesAnEdit() throws {
            let image = UIImage(cgImage: FixtureImages.quarters(width: 80, height: 60), scale: 2, orientation: .right)
            var edit = PhotoAdjustments()
            edit.rotation = 90
            let turned = try image.applying(edit)
            #expect(turned.imageOrientation == .up && turned.scale == 2 && turned.cgImage?.width == 80 && turned.cgImage?.height == 60)
            // A quarter turn of the camera and one of the edit are half a turn together.
            let half = UIImage(cgImage: FixtureImages.quarters(width: 80, height: 60), scale: 1, orientation: .down).normalized()
            #expect(turned.cgImage?.pixelBytes == half.cgImage?.pixelBytes)
            #expect(try image.applying(PhotoAdjustments()).cgImage?.pixelBytes == image.normalized().cgImage?.pixelBytes)
            edit.exposure = .nan
            #expect(throws: AdjustmentError.self) { try image.applying(edit) }
            #expect(throws: PHPhotosError.self) { try UIImage().applying(PhotoAdjustments()) }
        }
    }
}
