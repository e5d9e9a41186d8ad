/// Kinds of picture (bits 0 to 15) and of video (from bit 16): `PHAssetMediaSubtype`.
package struct MediaSubtypes: OptionSet, Sendable, Hashable, Codable {
    package let rawValue: UInt
    package init(rawValue: UInt) { self.rawValue = rawValue }

    package static let photoPanorama = MediaSubtypes(rawValue: 1 << 0)
    package static let photoHDR = MediaSubtypes(rawValue: 1 << 1)
    package static let photoScreenshot = MediaSubtypes(rawValue: 1 << 2)
    package static let photoLive = MediaSubtypes(rawValue: 1 << 3)
    package static let photoDepthEffect = MediaSubtypes(rawValue: 1 << 4)
    package static let photoAnimation = MediaSubtypes(rawValue: 1 << 6)
    package static let spatialMedia = MediaSubtypes(rawValue: 1 << 10)
    package static let videoStreamed = MediaSubtypes(rawValue: 1 << 16)
    package static let videoHighFrameRate = MediaSubtypes(rawValue: 1 << 17)
    package static let videoTimelapse = MediaSubtypes(rawValue: 1 << 18)
    package static let videoScreenRecording = MediaSubtypes(rawValue: 1 << 19)
    package static let videoCinematic = MediaSubtypes(rawValue: 1 << 21)

    /// Each bit with the name of its constant in PhotoKit, lowest first.
    package static let table: KeyValuePairs = [
        photoPanorama: "photoPanorama", photoHDR: "photoHDR", photoScreenshot: "photoScreenshot", photoLive: "photoLive",
        photoDepthEffect: "photoDepthEffect", photoAnimation: "photoAnimation", spatialMedia: "spatialMedia", videoStreamed: "videoStreamed",
        videoHighFrameRate: "videoHighFrameRate", videoTimelapse: "videoTimelapse", videoScreenRecording: "videoScreenRecording",
        videoCinematic: "videoCinematic",
    ]

    /// The names of the bits that are set, lowest first; what has no name is one number at the end.
    package var names: [String] {
        var rest = self
        var names: [String] = []
        for (subtype, name) in Self.table where rest.contains(subtype) {
            names.append(name)
            rest.subtract(subtype)
        }
        return rest.isEmpty ? names : names + [String(rest.rawValue)]
    }
}

/// Whose an asset is: `PHAssetSourceType`.
package struct SourceTypes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt
    package init(rawValue: UInt) { self.rawValue = rawValue }

    package static let userLibrary = SourceTypes(rawValue: 1 << 0)
    package static let cloudShared = SourceTypes(rawValue: 1 << 1)
    package static let iTunesSynced = SourceTypes(rawValue: 1 << 2)

    package static let all: SourceTypes = [.userLibrary, .cloudShared, .iTunesSynced]
}

/// Who chose a frame of a burst: `PHAssetBurstSelectionType`.
package struct BurstSelectionTypes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt
    package init(rawValue: UInt) { self.rawValue = rawValue }

    package static let autoPick = BurstSelectionTypes(rawValue: 1 << 0)
    package static let userPick = BurstSelectionTypes(rawValue: 1 << 1)
}
