import Photos
import Synchronization

/// The file of one representation, found and opened when it is first needed: most that are enumerated never are.
final class RepresentationFile: Sendable {
    let asset: PHAsset
    private let link: LibraryLink
    /// `nil`: the asset's default one.
    private let chosen: PHAssetResource?

    private struct State {
        var resource: PHAssetResource?
        var parts: ResourceParts?
    }

    private let state: Mutex<State>

    init(_ asset: PHAsset, _ chosen: PHAssetResource?, _ link: LibraryLink) {
        (self.asset, self.chosen, self.link) = (asset, chosen, link)
        state = Mutex(State(resource: chosen))
    }

    var isLiving: Bool { link.isLiving }

    /// `nil` for an asset without such a file.
    var resource: PHAssetResource? {
        if let known = state.withLock({ $0.resource }) { return known }
        let found = AssetFiles.representations(of: asset).first
        state.withLock { $0.resource = found }
        return found
    }

    /// - Throws: a `LibraryFailure`.
    func parts() throws -> ResourceParts {
        if let known = state.withLock({ $0.parts }) { return known }
        guard link.isLiving else { throw LibraryFailure.released }
        guard let resource else { throw LibraryFailure(ALAssetsLibraryDataUnavailableError, "The asset has no file in this library. Import it again.") }
        do {
            let opened = try ResourceParts(resource)
            state.withLock { $0.parts = opened }
            return opened
        } catch {
            throw LibraryFailure(error, otherwise: ALAssetsLibraryDataUnavailableError)
        }
    }

    /// Pixels, upright; zero where they are not known. Of most the asset itself tells it.
    var dimensions: CGSize {
        if chosen == nil, !asset.hasAdjustments { return CGSize(width: asset.pixelWidth, height: asset.pixelHeight) }
        return resource.map { CGSize(width: $0.pixelWidth, height: $0.pixelHeight) } ?? .zero
    }

    /// What the asset's edit does to this file, which says these properties of itself; `nil` where it does nothing. It is the edit of now, as `fullScreenImage()`
    /// shows it, whatever there was when the asset was found.
    func adjustmentXMP(_ properties: [String: Any]) -> String? {
        guard chosen == nil, let width = properties["PixelWidth"] as? NSNumber, let height = properties["PixelHeight"] as? NSNumber,
            let orientation = try? parts().orientation
        else { return nil }
        do {
            return try asset.adjustmentXMPNow(pixelWidth: width.intValue, pixelHeight: height.intValue, orientation: orientation)
        } catch {
            link.photoLibrary.report(error: "The edit of \(resource?.originalFilename ?? "an asset") can't be read: \(error.localizedDescription)")
            return nil
        }
    }

    /// Whether it is what the asset shows, put there by this framework.
    private var isReplacement: Bool { asset.adjustmentFormatIdentifier == Replacement.formatIdentifier }

    /// The image, upright; `nil` where it can't be decoded.
    /// - Parameter side: pixels of the longer side at most; `nil` is the full size. Without effect on the JPEG of a pair whose original is the RAW.
    func uprightImage(side: Double?) -> CGImage? {
        let longest = side == nil ? nil : Double(max(dimensions.width, dimensions.height))
        guard let chosen else { return AssetImages.image(of: asset, isReplacement ? .current : .unadjusted, side, longest: longest) }
        if chosen.contentType.conforms(to: .rawImage) { return AssetImages.image(of: asset, .original, side, longest: longest) }
        guard let size = chosen.dataSize, let parts = try? parts() else { return nil }
        var data = Data(count: size)
        guard (try? data.withUnsafeMutableBytes({ try parts.read(into: $0, from: 0) })) == size else { return nil }
        return UIImage(data: data)?.normalized().cgImage
    }
}
