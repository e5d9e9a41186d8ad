import Foundation
import LibraryEngine
import Pixels

extension ImageRequest {
    /// What a client asked for, in the pipeline's terms.
    init(
        _ asset: PHAsset, _ library: PhotoLibrary, _ id: PHImageRequestID, targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
    ) {
        let network = NetworkUse(id, isAllowed: options?.isNetworkAccessAllowed, options?.progressHandler)
        self.init(Version(options?.version ?? .current), of: asset.record, through: ResourceAccess(library, network: network))
        let resize = options?.resizeMode ?? .fast
        if resize != .none { target = PixelSize(targetSize) }
        mode = contentMode == .aspectFill ? .fill : .fit
        exact = resize == .exact && target != nil
        if exact, let rect = options?.normalizedCropRect, rect != .zero {
            crop = UnitRect(x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
        }
        if options?.isSynchronous != true {
            wantsDegradedFirst = options == nil || options?.deliveryMode == .opportunistic
            wantsSecondDegradedImage = options?.allowSecondaryDegradedImage == true
            acceptsDegraded = options?.deliveryMode == .fastFormat
        }
        headroom = options?.headroom ?? 1
        keepsWideGamut = options?.keepsWideGamut == true || headroom != 1
        format = options?.keepsDeepColor == true || headroom != 1 ? .rgba16 : .rgba8
        priority = .interactive
    }
}

extension ImageRequest {
    /// Bytes of pixels that all frames of an animation may have: as much as may wait for its receivers.
    static let frameBytes = 256 << 20

    /// All frames of an animated picture.
    init(
        framesOf asset: PHAsset, _ library: PhotoLibrary, _ id: PHImageRequestID, targetSize: CGSize, contentMode: PHImageContentMode,
        options: PHImageRequestOptions?
    ) {
        self.init(asset, library, id, targetSize: targetSize, contentMode: contentMode, options: options)
        frames = FrameRange(bytes: Self.frameBytes)
        target = PixelSize(targetSize)
        (wantsDegradedFirst, wantsSecondDegradedImage, acceptsDegraded) = (false, false, false)
        (headroom, format, keepsWideGamut) = (1, .rgba8, options?.keepsWideGamut == true)
    }
}

extension ImageRequest.Version {
    init(_ version: PHImageRequestOptionsVersion) {
        self =
            switch version {
            case .current: .current
            case .unadjusted: .unadjusted
            case .original: .original
            }
    }
}

extension PHImageRequestOptions {
    /// 0 leaves brightness as it is; 1 is for ordinary screens.
    fileprivate var headroom: Double {
        let target = Double(targetHDRHeadroom)
        if target == 1 || target.isNaN { return preferHDR ? 0 : 1 }
        return target < 1 || target.isInfinite ? 0 : target
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
