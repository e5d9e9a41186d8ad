import PhotoModel
import Query

extension PickerFilter {
    /// The condition on assets, over keys that have columns: a fetch with it scans, whatever the size of the library.
    package var predicate: Query.Predicate {
        switch self {
        case .kind(let kind): kind.predicate
        case .playbackStyle(let style): .equal("playbackStyle", style.rawValue)
        case .any(let parts): .or(parts.map(\.predicate))
        case .all(let parts): .and(parts.map(\.predicate))
        case .not(let part): .not(part.predicate)
        }
    }

    /// Whether a picker with this filter shows the asset; `predicate` says the same to a fetch.
    package func accepts(_ asset: AssetRecord) -> Bool {
        switch self {
        case .kind(let kind): kind.accepts(asset)
        case .playbackStyle(let style): asset.playbackStyle == style
        case .any(let parts): parts.contains { $0.accepts(asset) }
        case .all(let parts): parts.allSatisfy { $0.accepts(asset) }
        case .not(let part): !part.accepts(asset)
        }
    }
}

extension PickerKind {
    /// What makes an asset one of the kind.
    private enum Rule {
        case mediaType(MediaType)
        case mediaSubtypes(MediaSubtypes)
        case inBurst
    }

    private var rule: Rule {
        switch self {
        case .images: .mediaType(.image)
        case .videos: .mediaType(.video)
        case .livePhotos: .mediaSubtypes(.photoLive)
        case .depthEffectPhotos: .mediaSubtypes(.photoDepthEffect)
        case .bursts: .inBurst
        case .panoramas: .mediaSubtypes(.photoPanorama)
        case .screenshots: .mediaSubtypes(.photoScreenshot)
        case .screenRecordings: .mediaSubtypes(.videoScreenRecording)
        case .slomoVideos: .mediaSubtypes(.videoHighFrameRate)
        case .timelapseVideos: .mediaSubtypes(.videoTimelapse)
        case .cinematicVideos: .mediaSubtypes(.videoCinematic)
        case .spatialMedia: .mediaSubtypes(.spatialMedia)
        }
    }

    fileprivate var predicate: Query.Predicate {
        switch rule {
        case .mediaType(let type): .equal("mediaType", type.rawValue)
        case .mediaSubtypes(let subtypes):
            .comparison(Comparison(.arithmetic(.bitAnd, .key(KeyReference("mediaSubtypes")), .value(.int(Int64(subtypes.rawValue)))), .notEqual, .value(.int(0))))
        case .inBurst: .comparison(Comparison(.key(KeyReference("burstIdentifier")), .notEqual, .value(.null)))
        }
    }

    fileprivate func accepts(_ asset: AssetRecord) -> Bool {
        switch rule {
        case .mediaType(let type): asset.mediaType == type
        case .mediaSubtypes(let subtypes): !asset.mediaSubtypes.isDisjoint(with: subtypes)
        case .inBurst: asset.burstIdentifier != nil
        }
    }
}

extension Query.Predicate {
    fileprivate static func equal(_ key: String, _ value: Int) -> Query.Predicate {
        .comparison(Comparison(.key(KeyReference(key)), .equal, .value(.int(Int64(value)))))
    }
}
