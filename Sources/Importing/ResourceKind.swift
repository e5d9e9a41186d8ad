/// What a resource is to its asset, with the raw values of `PHAssetResourceType`.
package enum ResourceKind: Int, Sendable, CaseIterable, Comparable {
    case photo = 1
    case video = 2
    case audio = 3
    case alternatePhoto = 4
    case fullSizePhoto = 5
    case fullSizeVideo = 6
    case adjustmentData = 7
    case adjustmentBasePhoto = 8
    case pairedVideo = 9
    case fullSizePairedVideo = 10
    case adjustmentBasePairedVideo = 11
    case adjustmentBaseVideo = 12
    case photoProxy = 19
    /// An XMP sidecar. PhotoKit has no such type; the number lies outside of Apple's.
    case sidecar = 1001

    package static func < (a: ResourceKind, b: ResourceKind) -> Bool { a.rawValue < b.rawValue }

    /// True for the resource that an asset is named after and can't be without.
    package var isPrimary: Bool { self == .photo || self == .video || self == .audio }

    /// True for text beside the picture. Two pictures may have equal ones, so these never tell a duplicate.
    package var isAccessory: Bool { self == .adjustmentData || self == .sidecar }
}

/// Which file of a RAW and JPEG pair counts as what the camera took, with the raw values of `PHAsset.OriginalResourceChoice`.
package enum OriginalChoice: Int, Sendable {
    case compressed = 0
    case raw = 1
}
