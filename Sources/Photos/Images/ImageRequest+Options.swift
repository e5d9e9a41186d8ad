import Codecs
import Foundation
import Imaging
import LibraryEngine

extension ImageRequest {
    /// What a client asked for, in the pipeline's terms.
    init(
        _ asset: PHAsset, _ library: PhotoLibrary, _ id: PHImageRequestID, targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
    ) {
        let record = asset.record, version = options?.version ?? .current
        // Unedited assets have one version, but for a RAW and JPEG pair, whose original is the RAW: which it is, the library is asked for later.
        let isCurrent = version == .current || !record.hasAdjustments && (version == .unadjusted || !record.isRaw)
        self.init(
            assetID: record.id, uuid: record.uuid, revision: record.revision,
            source: AssetSource(library, record, id, options).file,
            pixelSize: isCurrent ? PixelSize(width: record.pixelWidth, height: record.pixelHeight) : PixelSize(width: 0, height: 0))
        self.version = isCurrent ? .current : Version(version)
        let resize = options?.resizeMode ?? .fast
        if resize != .none { target = PixelSize(targetSize) }
        mode = contentMode == .aspectFill ? .fill : .fit
        exact = resize == .exact && target != nil
        if exact, let rect = options?.normalizedCropRect, rect != .zero {
            crop = UnitRect(x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
        }
        if options?.isSynchronous != true {
            wantsDegradedFirst = options == nil || options?.deliveryMode == .opportunistic
            wantsSecondImpression = options?.allowSecondaryDegradedImage == true
            acceptsDegraded = options?.deliveryMode == .fastFormat
        }
        priority = .interactive
    }
}

extension PixelSize {
    /// `nil`, the full size, for `PHImageManagerMaximumSize` and whatever else is no size.
    init?(_ size: CGSize) {
        let width = size.width.rounded(), height = size.height.rounded()
        guard width >= 1, height >= 1, width < 0x1p30, height < 0x1p30 else { return nil }
        self.init(width: Int(width), height: Int(height))
    }
}
