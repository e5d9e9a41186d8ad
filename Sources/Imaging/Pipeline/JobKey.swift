import Foundation
import Pixels

/// What makes two pieces of work the same. Each key contains the one of the work before it.
struct SourceKey: Hashable, Sendable {
    let uuid: UUID
    let revision: Int64
    let version: ImageRequest.Version
}

struct RenderKey: Hashable, Sendable {
    let source: SourceKey
    let target: PixelSize?
    let mode: ScaleMode
    let exact: Bool
    let crop: UnitRect?
    let keepsWideGamut: Bool
    let format: PixelFormat
    let headroom: Double
    let carriesGainMap: Bool
    let frames: FrameRange?

    init(_ request: ImageRequest) {
        source = SourceKey(uuid: request.uuid, revision: request.revision, version: request.version)
        (target, mode, exact) = (request.target, request.mode, request.exact)
        (crop, keepsWideGamut) = (request.crop, request.keepsWideGamut)
        (format, headroom, carriesGainMap, frames) = (request.format, request.headroom, request.carriesGainMap, request.frames)
    }
}

enum JobKey: Hashable, Sendable {
    /// The stored thumbnail, where there is one: the same for every geometry.
    case firstDegradedImage(SourceKey)
    /// The stored preview, where there is one.
    case secondDegradedImage(SourceKey)
    /// The stored thumbnail, made where there is none.
    case fastest(SourceKey)
    /// The same where nobody knows how large the picture is, and so whether a thumbnail is what was asked for.
    case fastestOfUnmeasured(RenderKey)
    case render(RenderKey)
    /// The stored thumbnail and preview, made where they are missing; no picture.
    case derive(SourceKey)
}

extension ImageRequest {
    /// The job that ends the request, and those of the degraded images before it. Looks for a stored thumbnail on disk, since none is kept in memory.
    func jobs(_ key: RenderKey, _ derivatives: DerivativeStore) -> (final: JobKey, early: [JobKey]) {
        if wantsDerivativesOnly { return (.derive(key.source), []) }
        if frames != nil { return (.render(key), []) }
        let plan = RenderPlan(self)
        // A whole thumbnail would show something else than a part of the picture.
        guard plan.decoding.crop == nil else { return (.render(key), []) }
        let isMeasured = version == .current && pixelSize.width > 0 && pixelSize.height > 0
        if isMeasured, !plan.asksForMore(than: DerivativeStore.thumbnailSide) { return (.render(key), []) }
        if acceptsDegraded { return (isMeasured ? .fastest(key.source) : .fastestOfUnmeasured(key), []) }
        guard wantsDegradedFirst, mayHaveThumbnail(derivatives) else { return (.render(key), []) }
        let wantsSecond = wantsSecondDegradedImage && isMeasured && plan.asksForMore(than: DerivativeStore.previewSide)
        return (.render(key), [.firstDegradedImage(key.source)] + (wantsSecond ? [.secondDegradedImage(key.source)] : []))
    }

    /// The most bytes of pixels that this part of its work gives.
    func mostBytes(_ key: JobKey) -> Int {
        func square(_ side: Int) -> Int { side * side * PixelFormat.rgba8.bytesPerPixel }
        switch key {
        case .firstDegradedImage, .fastest: return square(DerivativeStore.thumbnailSide)
        case .secondDegradedImage, .derive: return square(DerivativeStore.previewSide)
        case .fastestOfUnmeasured, .render: return RenderPlan(self).mostBytes
        }
    }

    /// Asked when the request is made: a thumbnail that its own job stores later does not count. Of another version nobody knows yet whether it is the
    /// current one.
    private func mayHaveThumbnail(_ derivatives: DerivativeStore) -> Bool {
        version != .current || derivatives.storedThumbnail(assetID: assetID, uuid: uuid, revision: revision, waits: true) != nil
    }
}
