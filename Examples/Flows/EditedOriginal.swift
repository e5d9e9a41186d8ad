import AssetsLibrary
import PhotoAsset

/// The original with what was done to it since. Document 000, `originImage`: AssetsLibrary gives the pixels as they were taken, and what to do with them beside
/// them; PhotoKit gives what it looks like.
enum EditedOriginal {
    static func run(asset identifier: String) async throws {
        let asset = try Assets.photoKit(identifier), library = ALAssetsLibrary(), old = try await Assets.assetsLibrary(asset, in: library)
        let taken = try original(old), shown = try await asset.image(.original)
        print("AssetsLibrary: \(taken.pixels)")
        print("PhotoKit: \(shown.pixels)")
        print("they differ by \(try difference(taken, shown)) of 255 levels on average")
    }

    private static func original(_ asset: ALAsset) throws -> UIImage {
        let representation = try asset.defaultRepresentation().unwrapped("The photo's file is not here."), pixels = representation.fullResolutionImage()
        let image = UIImage(
            cgImage: try pixels.unwrapped("The photo can't be decoded.").takeUnretainedValue(), scale: CGFloat(representation.scale()),
            orientation: UIImage.Orientation(rawValue: representation.orientation().rawValue) ?? .up)
        guard let adjustment = representation.metadata()?["AdjustmentXMP"] as? String else { return image.normalized() }
        // Where Apple's program makes filters of the packet and draws them one by one, this is one step.
        return try image.applying(PhotoAdjustments(adjustmentXMP: Data(adjustment.utf8), of: image))
    }

    /// Of the values of all pixels, rounded.
    private static func difference(_ one: UIImage, _ other: UIImage) throws -> Int {
        let (one, other) = (try one.cgImage.unwrapped("There are no pixels."), try other.cgImage.unwrapped("There are no pixels."))
        guard one.width == other.width, one.height == other.height, let first = one.dataProvider?.data, let second = other.dataProvider?.data else { return 255 }
        var sum = 0
        for row in 0..<one.height {
            for byte in 0..<one.width * 4 { sum += abs(Int(first[row * one.bytesPerRow + byte]) - Int(second[row * other.bytesPerRow + byte])) }
        }
        return Int((Double(sum) / Double(one.width * one.height * 4)).rounded())
    }
}
