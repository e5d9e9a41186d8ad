import Foundation
import PhotoModel

/// Invents one asset after the other, mostly in the order they were taken.
struct Shooting {
    private var date: Double
    private let meanStep: Double
    private var number = 0
    /// Frames still to come of a burst, and its identifier.
    private var burst: (left: Int, identifier: String)?

    private static let cameras = [("Apple", "iPhone 15 Pro"), ("Apple", "iPhone 12"), ("Apple", "iPhone 7"), ("Canon", "EOS R6"), ("FUJIFILM", "X-T4")]
    private static let words = ["sea", "mountain", "family", "dog", "garden", "winter", "food", "city", "Österreich", "été", "birthday", "school"]
    private static let places = [(47.6, -122.3), (48.2, 16.4), (-33.9, 151.2), (35.7, 139.7), (51.5, -0.1)]

    init(newest: Double, count: Int) {
        let span = 15 * 365.25 * 86_400.0
        date = newest - span
        meanStep = span / Double(max(1, count))
    }

    mutating func next(_ random: inout GeneratorRandom) -> (AssetRecord, [ResourceRecord]) {
        number += 1
        // Exponential steps: busy days and quiet weeks.
        date += -meanStep * log(1 - random.unit())
        let isVideo = random.chance(0.087)
        let (make, model) = random.pick(Self.cameras)
        let isApple = make == "Apple"
        let name = String(format: "IMG_%04d", number % 10_000)
        let type = isVideo ? UniformTypes.quickTimeMovie : isApple ? UniformTypes.heic : UniformTypes.jpeg
        let suffix = isVideo ? "MOV" : isApple ? "HEIC" : "JPG"

        var asset = AssetRecord(
            uuid: random.uuid(), mediaType: isVideo ? .video : .image, addedDate: date + random.unit() * 1_000_000,
            filename: "\(name).\(suffix)", uniformType: type)
        if !random.chance(0.002) { asset.creationDate = random.chance(0.02) ? date - random.unit() * 300_000_000 : date }
        asset.creationOffset = random.chance(0.8) ? 3_600 * (random.number(below: 13) - 6) : nil
        asset.modificationDate = asset.addedDate
        let isTall = random.chance(0.4)
        (asset.pixelWidth, asset.pixelHeight) = isVideo ? (1920, 1080) : isTall ? (3024, 4032) : (4032, 3024)
        asset.playbackStyle = isVideo ? .video : .image
        asset.duration = isVideo ? (random.unit() * 60_000).rounded() / 1_000 : 0
        asset.isFavorite = random.chance(0.03)
        asset.isHidden = random.chance(0.005)
        if random.chance(0.005) { asset.trashedDate = asset.addedDate + 1_000 }
        (asset.cameraMake, asset.cameraModel) = (make, model)
        asset.isFrontFacing = isApple && random.chance(0.05)
        asset.rating = random.chance(0.05) ? 1 + random.number(below: 5) : 0
        if random.chance(0.7) {
            let (latitude, longitude) = random.pick(Self.places)
            asset.location = LocationRecord(latitude: latitude + random.unit(), longitude: longitude + random.unit())
        }
        if random.chance(0.05) { asset.title = "Picture \(number)" }
        if random.chance(0.1) { asset.keywords = (0...random.number(below: 3)).map { _ in random.pick(Self.words) } }
        asset.fileSize = Int64(isVideo ? 20_000_000 : 2_000_000) + Int64(random.number(below: 2_000_000))
        addSubtypes(to: &asset, &random)
        joinBurst(&asset, &random)
        return (asset, resources(of: asset, name, suffix, &random))
    }

    private func addSubtypes(to asset: inout AssetRecord, _ random: inout GeneratorRandom) {
        let draw = random.unit()
        if asset.mediaType == .video {
            asset.mediaSubtypes = draw < 0.03 ? .videoHighFrameRate : draw < 0.05 ? .videoTimelapse : draw < 0.1 ? .videoScreenRecording : draw < 0.12 ? .videoCinematic : []
        } else if draw < 0.048 {
            asset.mediaSubtypes = .photoLive
            asset.playbackStyle = .livePhoto
            asset.contentIdentifier = random.uuid().uuidString
        } else if draw < 0.1 {
            asset.mediaSubtypes = .photoScreenshot
        } else if draw < 0.11 {
            asset.mediaSubtypes = .photoPanorama
        } else if draw < 0.16 {
            asset.mediaSubtypes = .photoHDR
        } else if draw < 0.19 {
            asset.mediaSubtypes = .photoDepthEffect
        } else if draw < 0.195 {
            asset.playbackStyle = .imageAnimated
            (asset.uniformType, asset.mediaSubtypes) = (UniformTypes.gif, .photoAnimation)
        }
    }

    private mutating func joinBurst(_ asset: inout AssetRecord, _ random: inout GeneratorRandom) {
        guard asset.mediaType == .image, asset.mediaSubtypes.isEmpty else { return }
        if burst == nil, random.chance(0.001) {
            burst = (3 + random.number(below: 8), random.uuid().uuidString)
            asset.representsBurst = true
            asset.burstSelectionTypes = .autoPick
        }
        guard let current = burst else { return }
        asset.burstIdentifier = current.identifier
        if !asset.representsBurst, random.chance(0.1) { asset.burstSelectionTypes = .userPick }
        burst = current.left > 1 ? (current.left - 1, current.identifier) : nil
    }

    private func resources(of asset: AssetRecord, _ name: String, _ suffix: String, _ random: inout GeneratorRandom) -> [ResourceRecord] {
        let id = asset.uuid.uuidString
        func resource(_ type: ResourceType, _ suffix: String, _ uniformType: String, _ size: Int64) -> ResourceRecord {
            ResourceRecord(
                type: type, filename: "\(name).\(suffix)", uniformType: uniformType, size: size, sha256: random.hash(),
                location: .managed(path: "originals/\(id.prefix(1))/\(id)\(type.isPrimary ? "" : "-\(type.rawValue)").\(suffix.lowercased())"))
        }
        var result = [resource(asset.mediaType == .video ? .video : .photo, suffix, asset.uniformType, asset.fileSize)]
        if asset.mediaSubtypes == .photoLive { result.append(resource(.pairedVideo, "MOV", UniformTypes.quickTimeMovie, 3_000_000)) }
        if asset.cameraMake != "Apple", asset.mediaType == .image, random.chance(0.1) { result.append(resource(.alternatePhoto, "CR3", "com.canon.cr3-raw-image", 25_000_000)) }
        return result
    }
}
