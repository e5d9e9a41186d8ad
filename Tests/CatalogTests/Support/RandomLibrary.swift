import Catalog
import Foundation
import PhotoModel
import TestSupport

/// Small libraries whose values collide on purpose: equal dates, missing dates, every flag with every other.
enum RandomLibrary {
    static let texts = ["sea", "Sea", "SÉA", "see saw", "", "Mountain", "l'été", "e\u{301}t\u{E9}", "100%_done", "a*b?c", "Österreich", "straße"]

    /// Among them both ends of the minute and the day in which Recently Added begins.
    private static let additions: [Double] = [
        -86_400, -1, 0, 690_000_000, 696_000_000, 697_334_400, 697_407_959, 697_407_960, 697_408_000, 697_420_799.5, 697_420_800, 698_000_000, 700_000_000,
    ]

    static func asset(_ number: Int, _ random: inout SeededRandom) -> AssetRecord {
        var asset = AssetRecord(
            uuid: Sample.uuid(number), mediaType: random.pick([.unknown, .image, .image, .image, .video, .audio]),
            addedDate: random.pick(additions),
            filename: random.pick(["IMG_1.JPG", "IMG_2.HEIC", "img_3.heic", "MOV 4.MOV"]),
            uniformType: random.pick(["public.jpeg", "public.heic", "com.adobe.raw-image"]))
        let subtypes: [UInt] = [1, 2, 4, 8, 16, 12, 64, 1024, 131_072, 262_144, 524_288, 2_097_152]
        asset.mediaSubtypes = random.chance(50) ? [] : MediaSubtypes(rawValue: subtypes.randomElement(using: &random) ?? 0)
        asset.playbackStyle = PlaybackStyle(rawValue: random.number(below: 6))
        asset.sourceType = random.pick([.userLibrary, .userLibrary, .userLibrary, .userLibrary, .cloudShared, .iTunesSynced])
        asset.creationDate = random.chance(10) ? nil : 500_000_000 + Double(random.number(below: 20)) * 86_400.125
        asset.modificationDate = random.chance(30) ? nil : 500_000_000 + Double(random.number(below: 9)) * 100_000
        asset.creationOffset = random.chance(50) ? random.pick([-36_000, 3_600, 20_700, 43_200]) : nil
        (asset.pixelWidth, asset.pixelHeight) = random.pick([(4032, 3024), (3024, 4032), (0, 0), (1920, 1080)])
        asset.duration = asset.mediaType == .video ? Double(random.number(below: 100)) / 8 : 0
        if random.chance(50) { asset.location = LocationRecord(latitude: Double(random.number(below: 180)) - 90, longitude: Double(random.number(below: 360)) - 180) }
        asset.isFavorite = random.chance(30)
        asset.isHidden = random.chance(15)
        asset.trashedDate = random.chance(15) ? 690_000_000 : nil
        asset.adjustmentFormatIdentifier = random.chance(20) ? "org.example.edit" : nil
        if random.chance(25) {
            asset.burstIdentifier = random.pick(["burst-1", "burst-2"])
            asset.burstSelectionTypes = BurstSelectionTypes(rawValue: UInt(random.number(below: 4)))
            asset.representsBurst = random.chance(20)
        }
        (asset.playbackVariation, asset.originalChoice) = (PlaybackVariation(rawValue: random.number(below: 4)), OriginalChoice(rawValue: random.number(below: 2)))
        asset.title = random.chance(40) ? nil : random.pick(texts)
        asset.caption = random.chance(60) ? nil : random.pick(texts)
        asset.rating = random.number(below: 6)
        asset.keywords = random.chance(50) ? [] : Array(texts.filter { !$0.isEmpty }.shuffled(using: &random).prefix(random.number(below: 4)))
        asset.cameraMake = random.pick([nil, "Apple", "Canon"])
        asset.cameraModel = random.pick([nil, "iPhone 15 Pro", "EOS R6"])
        asset.lens = random.pick([nil, "RF50mm F1.8"])
        asset.isFrontFacing = random.chance(15)
        asset.fileSize = Int64(random.number(below: 5)) * 1_000_000
        return asset
    }

    /// Writes `count` assets and two albums, and returns what the catalogue must then hold.
    static func fill(_ library: TemporaryCatalog, count: Int, seed: UInt64) throws -> AssetModel {
        var random = SeededRandom(seed: seed)
        var model = AssetModel(assets: [])
        try library.write { writer in
            for number in 0..<count {
                var asset = asset(number, &random)
                asset.id = try writer.insert(asset, resources: [])
                model.assets.append(asset)
            }
            for number in 0..<2 {
                let album = try writer.insert(Sample.album("Album \(number)", number: 9_000 + number))
                model.albumNames[album] = ("Album \(number)", Sample.uuid(9_000 + number))
                // Trashed assets can't be added, but members can be trashed later.
                let members = model.assets.filter { !$0.isTrashed }.shuffled(using: &random).prefix(count / 2).map(\.id)
                try writer.addMembers(members, to: album)
                model.albums[album] = members
            }
        }
        return model
    }
}
