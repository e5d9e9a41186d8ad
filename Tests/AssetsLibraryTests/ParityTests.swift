import AssetsLibrary
import Foundation
import Photos
import PhotosTesting
import SharedWorld
import Testing

extension AssetsLibraryTests {
    /// The same asset through both frameworks.
    @Suite(.timeLimit(.minutes(20))) struct Parity {
        static let samples = ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"].map { URL(fileURLWithPath: $0) }

        let world: World
        let library: ALAssetsLibrary
        init() throws {
            world = try World()
            library = ALAssetsLibrary()
        }

        /// `nil` for a file that neither takes.
        private func save(_ file: URL) async throws -> (PHAsset, ALAsset)? {
            let isMovie = ["mov", "mp4"].contains(file.pathExtension.lowercased()), url: URL?
            do {
                url =
                    isMovie
                    ? try await library.writeVideoAtPath(toSavedPhotosAlbum: file)
                    : try await library.writeImageData(toSavedPhotosAlbum: Data(contentsOf: file), metadata: nil)
            } catch {
                await #expect(throws: PHPhotosError.self, "\(file.lastPathComponent) is refused here alone: \(error)") {
                    try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
                }
                return nil
            }
            let asset = try #require(try await library.found(url))
            return try (#require(asset.photoAsset), asset)
        }

        private func image(_ photo: PHAsset, _ version: PHImageRequestOptionsVersion, side: Double?) -> CGImage? {
            let options = PHImageRequestOptions()
            (options.isSynchronous, options.version, options.resizeMode) = (true, version, side == nil ? .none : .exact)
            let size = side.map { CGSize(width: $0, height: $0) } ?? PHImageManagerMaximumSize
            var image: CGImage?
            PHImageManager.default().requestImage(for: photo, targetSize: size, contentMode: .aspectFit, options: options) { found, _ in image = found?.cgImage }
            return image
        }

        /// Bytes, dates, sizes and pixels.
        private func compare(_ photo: PHAsset, _ asset: ALAsset, _ file: URL) throws {
            let name = file.lastPathComponent, representation = try #require(asset.defaultRepresentation(), "\(name)")
            let resource = try #require(PHAssetResource.assetResources(for: photo).first, "\(name)")
            #expect(try asset.bytes == Data(contentsOf: file), "\(name)")
            #expect(resource.dataSize == Int(representation.size()) && resource.uniformTypeIdentifier == representation.uti(), "\(name)")
            #expect(
                asset.value(forProperty: ALAssetPropertyDate) as? Date == photo.creationDate && asset.value(forProperty: ALAssetPropertyLocation) as? CLLocation == photo.location,
                "\(name)")
            #expect(representation.dimensions() == CGSize(width: photo.pixelWidth, height: photo.pixelHeight), "\(name)")
            #expect(photo.localIdentifier.hasPrefix(try #require(asset.url?.absoluteString.components(separatedBy: "id=").last?.prefix(36))), "\(name)")
            let longest = max(photo.pixelWidth, photo.pixelHeight)
            let screen = representation.fullScreenImage()?.takeUnretainedValue(), shown = image(photo, .current, side: longest > 1440 ? 1440 : nil)
            #expect(screen?.pixelBytes == shown?.pixelBytes && screen != nil, "\(name)")
            guard photo.mediaType == .image else { return }
            let stored = try #require(representation.fullResolutionImage(), "\(name)").takeUnretainedValue()
            let orientation = try #require(UIImage.Orientation(rawValue: representation.orientation().rawValue))
            let upright = UIImage(cgImage: stored, scale: 1, orientation: orientation).normalized().cgImage
            #expect(upright?.pixelBytes == image(photo, .unadjusted, side: nil)?.pixelBytes, "\(name)")
        }

        @Test func filesThatWereMadeAreTheSame() async throws {
            var metadata = FixtureImages.Metadata()
            (metadata.orientation, metadata.dateTimeOriginal, metadata.coordinate) = (.left, "2012:06:11 10:00:00", CLLocationCoordinate2D(latitude: 37.3, longitude: -122))
            let files = [
                try world.file("A.JPG", FixtureImages.jpeg(width: 2000, height: 1500, metadata: metadata)), try world.file("B.PNG", FixtureImages.png(width: 30, height: 90)),
                try world.movie("C.MOV"), try world.raw("D.DNG"),
            ]
            for file in files {
                guard let (photo, asset) = try await save(file) else {
                    Issue.record("\(file.lastPathComponent) is not taken")
                    continue
                }
                try compare(photo, asset, file)
            }
        }

        /// What PhotoKit shows and gives, and what AssetsLibrary does.
        private func compareEdited(_ url: URL?, original: Data, shown: Data?, _ comment: Comment) async throws {
            let asset = try #require(try await library.found(url)), photo = try #require(asset.photoAsset)
            let resources = PHAssetResource.assetResources(for: photo), representation = try #require(asset.defaultRepresentation())
            #expect(photo.hasAdjustments == (shown != original) && resources.first { $0.type == .photo }?.dataSize == original.count, comment)
            #expect(representation.fullScreenImage()?.takeUnretainedValue().pixelBytes == image(photo, .current, side: nil)?.pixelBytes, comment)
            let thumbnail = try #require(asset.aspectRatioThumbnail()?.takeUnretainedValue()), screen = try #require(image(photo, .current, side: nil))
            #expect(thumbnail.width == screen.width && thumbnail.height == screen.height, comment)
            guard let shown else { return }
            let options = PHImageRequestOptions()
            options.isSynchronous = true
            var data: Data?
            PHImageManager.default().requestImageDataAndOrientation(for: photo, options: options) { found, _, _, _ in data = found }
            #expect(data == shown && asset.bytes == shown, comment)
        }

        @Test func anEditThroughOneIsSeenThroughTheOther() async throws {
            let before = try FixtureImages.jpeg(width: 200, height: 150, seed: 1), after = try FixtureImages.jpeg(width: 120, height: 90, seed: 2)
            let url = try await library.writeImageData(toSavedPhotosAlbum: before, metadata: nil), asset = try #require(try await library.found(url))
            try await compareEdited(url, original: before, shown: before, "as it came")
            _ = try await asset.setImageData(after, metadata: nil)
            try await compareEdited(url, original: before, shown: after, "replaced by AssetsLibrary")
            let photo = try #require(try await library.found(url)?.photoAsset)
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: photo).revertAssetContentToOriginal() }
            try await compareEdited(url, original: before, shown: before, "reverted by PhotoKit")
            let input: PHContentEditingInput? = await withCheckedContinuation { done in
                photo.requestContentEditingInput(with: .forPhotoAdjustments()) { input, _ in done.resume(returning: input) }
            }
            let output = PHContentEditingOutput(contentEditingInput: try #require(input))
            var edit = PhotoAdjustments()
            (edit.crop, edit.exposure) = (.init(x: 0, y: 0, width: 0.5, height: 0.5), -1)
            try output.render(edit)
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: photo).contentEditingOutput = output }
            try await compareEdited(url, original: before, shown: nil, "edited by PhotoKit")
            #expect(try await library.found(url)?.bytes == before)
        }

        /// Types of pictures and films that the library takes, by the extensions that files have.
        private static let taken: Set = [
            "jpg", "jpeg", "thm", "heic", "heif", "avif", "png", "gif", "webp", "tif", "tiff", "dng", "cr2", "cr3", "nef", "arw", "raf", "rw2", "orf", "mov", "mp4", "m4v",
        ]
        /// What lies beside pictures and is none.
        private static let others = [
            "aae": "an edit", "data": "an edit", "xmp": "metadata", "json": "metadata", "plist": "a library's settings", "plj": "a library's journal",
            "lij": "a library's journal", "lock": "a library's lock", "skindex": "an index", "db": "a database", "db-wal": "a database", "db-shm": "a database",
            "sqlite": "a database", "sqlite-wal": "a database", "sqlite-shm": "a database", "metadata_never_index": "a mark", "html": "a text", "md": "a text",
            "txt": "a text", "": "a file without a type",
        ]

        private static func files(in folder: String) throws -> [URL] {
            guard let samples else { return [] }
            let folder = samples.appending(path: folder)
            return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().map { folder.appending(path: $0) }.filter { file in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) && !isFolder.boolValue
            }
        }

        @Test(.enabled(if: samples != nil, "PHOTOS_SAMPLES is not set"), arguments: ["iphone", "cameras", "orientation", "takeout", "apple"])
        func filesOfCamerasAreTheSame(folder: String) async throws {
            var compared = 0
            for file in try Self.files(in: folder) {
                let name = file.lastPathComponent, type = file.pathExtension.lowercased()
                guard Self.taken.contains(type) else {
                    #expect(Self.others[type] != nil, "\(name) is of a type that nobody decided about")
                    continue
                }
                guard let (photo, asset) = try await save(file) else {
                    #expect(name == "badimage.jpeg", "\(name) is not taken; nothing can be decoded of the other one alone")
                    continue
                }
                try compare(photo, asset, file)
                compared += 1
            }
            #expect(compared > 0, "nothing was compared")
        }
    }
}
