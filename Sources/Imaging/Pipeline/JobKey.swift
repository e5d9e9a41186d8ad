import Codecs
import Foundation

/// What makes two pieces of work the same. Each stage's key contains the key of the stage before it.
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

    init(_ request: ImageRequest) {
        source = SourceKey(uuid: request.uuid, revision: request.revision, version: request.version)
        (target, mode, exact) = (request.target, request.mode, request.exact)
        (crop, keepsWideGamut) = (request.crop, request.keepsWideGamut)
    }
}

enum JobKey: Hashable, Sendable {
    /// The stored thumbnail, where there is one: the same for every geometry.
    case firstImpression(SourceKey)
    /// The stored thumbnail, made where there is none.
    case fastest(SourceKey)
    case render(RenderKey)
}
