/// What an asset is: `PHAssetMediaType`.
package struct MediaType: Kind {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let unknown = MediaType(rawValue: 0)
    package static let image = MediaType(rawValue: 1)
    package static let video = MediaType(rawValue: 2)
    package static let audio = MediaType(rawValue: 3)

    package static let table: KeyValuePairs = [unknown: "unknown", image: "image", video: "video", audio: "audio"]
}

/// How an asset is presented: `PHAsset.PlaybackStyle`.
package struct PlaybackStyle: Kind {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let unsupported = PlaybackStyle(rawValue: 0)
    package static let image = PlaybackStyle(rawValue: 1)
    package static let imageAnimated = PlaybackStyle(rawValue: 2)
    package static let livePhoto = PlaybackStyle(rawValue: 3)
    package static let video = PlaybackStyle(rawValue: 4)
    package static let videoLooping = PlaybackStyle(rawValue: 5)

    package static let table: KeyValuePairs = [
        unsupported: "unsupported", image: "image", imageAnimated: "imageAnimated", livePhoto: "livePhoto", video: "video", videoLooping: "videoLooping",
    ]
}

/// How a Live Photo plays: `PHAsset.PlaybackVariation`.
package struct PlaybackVariation: Kind {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let none = PlaybackVariation(rawValue: 0)
    package static let autoloop = PlaybackVariation(rawValue: 1)
    package static let mirror = PlaybackVariation(rawValue: 2)
    package static let longExposure = PlaybackVariation(rawValue: 3)

    package static let table: KeyValuePairs = [none: "none", autoloop: "autoloop", mirror: "mirror", longExposure: "longExposure"]
    /// As commands and sidecars call them.
    package static let words: KeyValuePairs = ["live": none, "loop": autoloop, "bounce": mirror, "long-exposure": longExposure]
}

/// Which file of a RAW and JPEG pair counts as what the camera took: `PHAsset.OriginalResourceChoice`.
package struct OriginalChoice: Kind, Codable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let compressed = OriginalChoice(rawValue: 0)
    package static let raw = OriginalChoice(rawValue: 1)

    package static let table: KeyValuePairs = [compressed: "compressed", raw: "raw"]
}
