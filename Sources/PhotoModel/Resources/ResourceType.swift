/// What a resource is to its asset: `PHAssetResourceType`, and `sidecar`, which PhotoKit does not have.
package struct ResourceType: Kind, Comparable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let photo = ResourceType(rawValue: 1)
    package static let video = ResourceType(rawValue: 2)
    package static let audio = ResourceType(rawValue: 3)
    package static let alternatePhoto = ResourceType(rawValue: 4)
    package static let fullSizePhoto = ResourceType(rawValue: 5)
    package static let fullSizeVideo = ResourceType(rawValue: 6)
    package static let adjustmentData = ResourceType(rawValue: 7)
    package static let adjustmentBasePhoto = ResourceType(rawValue: 8)
    package static let pairedVideo = ResourceType(rawValue: 9)
    package static let fullSizePairedVideo = ResourceType(rawValue: 10)
    package static let adjustmentBasePairedVideo = ResourceType(rawValue: 11)
    package static let adjustmentBaseVideo = ResourceType(rawValue: 12)
    package static let photoProxy = ResourceType(rawValue: 19)
    /// An XMP sidecar. The number lies outside of Apple's.
    package static let sidecar = ResourceType(rawValue: 1001)

    package static let table: KeyValuePairs = [
        photo: "photo", video: "video", audio: "audio", alternatePhoto: "alternatePhoto", fullSizePhoto: "fullSizePhoto",
        fullSizeVideo: "fullSizeVideo", adjustmentData: "adjustmentData", adjustmentBasePhoto: "adjustmentBasePhoto", pairedVideo: "pairedVideo",
        fullSizePairedVideo: "fullSizePairedVideo", adjustmentBasePairedVideo: "adjustmentBasePairedVideo",
        adjustmentBaseVideo: "adjustmentBaseVideo", photoProxy: "photoProxy", sidecar: "sidecar",
    ]

    package enum Content: Sendable { case image, video, audio, data }

    /// What files of it hold.
    package var content: Content {
        switch self {
        case .photo, .alternatePhoto, .fullSizePhoto, .adjustmentBasePhoto, .photoProxy: .image
        case .video, .fullSizeVideo, .pairedVideo, .fullSizePairedVideo, .adjustmentBasePairedVideo, .adjustmentBaseVideo: .video
        case .audio: .audio
        default: .data
        }
    }

    /// Those that an asset is named after and can't be without.
    package static let primary: [ResourceType] = [.photo, .video, .audio]

    package var isPrimary: Bool { Self.primary.contains(self) }

    /// True for text beside the picture. Two pictures may have equal ones, so these never tell a duplicate.
    package var isAccessory: Bool { self == .adjustmentData || self == .sidecar }

    package static func < (a: ResourceType, b: ResourceType) -> Bool { a.rawValue < b.rawValue }
}
