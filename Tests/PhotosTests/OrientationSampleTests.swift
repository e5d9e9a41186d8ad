import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// One landscape and one portrait in every EXIF orientation, from a real camera: upright, all of them show the same.
    @Suite struct OrientationSamples {
        static let folder = ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"].map { URL(fileURLWithPath: $0).appending(path: "orientation") }

        @Test(.enabled(if: folder != nil, "PHOTOS_SAMPLES is not set"), arguments: ["Landscape", "Portrait"])
        func allNineShowTheSamePicture(name: String) throws {
            let fixture = try Fixture()
            let folder = try #require(Self.folder)
            var references: [Int: [Double]] = [:]
            for orientation in 0...8 {
                let asset = try fixture.save(file: folder.appending(path: "\(name)_\(orientation).jpg"))
                #expect((asset.pixelWidth > asset.pixelHeight) == (name == "Landscape"), "\(name)_\(orientation)")
                // From the thumbnail, from the preview, and from the original.
                for side in [256, 1440, -1] {
                    let image = try Self.image(asset, side)
                    #expect((image.width > image.height) == (name == "Landscape"), "\(name)_\(orientation) at \(side)")
                    let seen = try Self.blocks(image), first = references[side] ?? seen
                    references[side] = first
                    let difference = zip(seen, first).map { abs($0 - $1) }.reduce(0, +) / Double(first.count)
                    #expect(difference < 6, "\(name)_\(orientation) at \(side): its parts differ by \(difference) of 255 on average")
                }
            }
        }

        private static func image(_ asset: PHAsset, _ side: Int) throws -> CGImage {
            let options = PHImageRequestOptions()
            options.isSynchronous = true
            var image: UIImage?
            let size = side < 0 ? PHImageManagerMaximumSize : CGSize(width: side, height: side)
            PHImageManager.default().requestImage(for: asset, targetSize: size, contentMode: .aspectFit, options: options) { result, _ in image = result }
            return try #require(image?.cgImage)
        }

        /// The mean brightness of the parts of a 16 by 16 grid.
        private static func blocks(_ image: CGImage) throws -> [Double] {
            let data = try #require(image.dataProvider?.data)
            let bytes = try #require(CFDataGetBytePtr(data))
            let step = max(1, max(image.width, image.height) / 192)
            return (0..<256).map { part in
                let (left, right) = (part % 16 * image.width / 16, (part % 16 + 1) * image.width / 16)
                let (top, bottom) = (part / 16 * image.height / 16, (part / 16 + 1) * image.height / 16)
                var sum = 0, count = 0
                for y in stride(from: top, to: bottom, by: step) {
                    for x in stride(from: left, to: right, by: step) {
                        let at = y * image.bytesPerRow + x * 4
                        sum += Int(bytes[at]) + Int(bytes[at + 1]) + Int(bytes[at + 2])
                        count += 3
                    }
                }
                return Double(sum) / Double(max(1, count))
            }
        }
    }
}

extension Fixture {
    /// Saves a file as it is and gives the asset.
    fileprivate func save(file: URL) throws -> PHAsset {
        var identifier: String?
        try library.performChangesAndWait {
            identifier = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?.placeholderForCreatedAsset?.localIdentifier
        }
        let created = try #require(identifier)
        return try #require(PHAsset.fetchAssets(withLocalIdentifiers: [created], options: nil).firstObject)
    }
}
