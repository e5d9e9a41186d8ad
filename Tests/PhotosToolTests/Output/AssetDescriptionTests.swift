import Descriptions
import Foundation
import PhotoModel
import PhotosServer
import Testing
@testable import PhotosTool

struct AssetDescriptionTests {
    static let uuid = UUID(uuidString: "8A6B2C40-0000-4000-8000-0123456789AB") ?? UUID()

    /// Every field filled, with values that need care.
    static var full: AssetDescription {
        var record = AssetRecord(uuid: uuid, mediaType: .image, addedDate: 720_700_000.5, filename: "IMG_\n3582.HEIC", uniformType: "public.heic")
        record.id = 7
        record.mediaSubtypes = MediaSubtypes(rawValue: 1 << 1 | 1 << 3 | 1 << 30)
        record.playbackStyle = .livePhoto
        record.creationDate = 720_637_445.123
        record.creationOffset = -25_200
        record.modificationDate = 720_640_000
        (record.pixelWidth, record.pixelHeight, record.duration) = (3024, 4032, 2.25)
        var location = LocationRecord(latitude: 47.6, longitude: -122.3)
        (location.altitude, location.horizontalAccuracy, location.direction, location.speed) = (12.5, 4, 180, 0)
        record.location = location
        (record.isFavorite, record.isHidden, record.trashedDate) = (true, true, 720_800_000)
        record.adjustmentFormatIdentifier = "com.apple.photo"
        (record.burstIdentifier, record.burstSelectionTypes, record.representsBurst) = ("B-1", .autoPick, true)
        record.contentIdentifier = "C-1"
        (record.title, record.caption, record.rating, record.keywords) = ("A \"title\"", "Two\nlines", 4, ["sea", "Straße"])
        (record.cameraMake, record.cameraModel, record.lens) = ("Apple", "iPhone 15 Pro", "back camera 6.86mm f/1.78")
        record.fileSize = 2_020_333
        record.damage = "ends too early"
        let kinds: [(type: Int, name: String, local: Bool, cloud: Bool)] = [
            (1, "IMG_\n3582.HEIC", true, false), (9, "IMG_3582.mov", true, true), (7, "IMG_3582.AAE", false, true), (42, "odd.bin", false, false), (4, "gone.dng", true, false),
        ]
        let resources = kinds.enumerated().map { index, kind in
            var resource = ResourceRecord(
                type: ResourceType(rawValue: kind.type), filename: kind.name, uniformType: "public.data", size: Int64(index) * 1000,
                sha256: Data(repeating: UInt8(index * 17), count: 32),
                location: .managed(path: "originals/8/x"))
            (resource.id, resource.isLocal, resource.isInCloud) = (Int64(index), kind.local, kind.cloud)
            return resource
        }
        return AssetDescription(record: record, resources: resources, missing: [4])
    }

    /// Nothing known but what must be.
    static var empty: AssetDescription {
        AssetDescription(record: AssetRecord(uuid: uuid, mediaType: .unknown, addedDate: 0, filename: "", uniformType: "public.data"), resources: [])
    }

    private func json(_ asset: AssetDescription) -> String {
        var json = JSONWriter()
        asset.write(to: &json)
        return json.text
    }

    @Test func jsonOfAFullAsset() throws { try Golden.expect(json(Self.full), matches: "asset-full.json") }
    @Test func jsonOfAnEmptyAsset() throws { try Golden.expect(json(Self.empty), matches: "asset-empty.json") }

    @Test func aBurstSaysHowToSeeTheRest() {
        let lines = AssetPage(asset: Self.full, burstCount: 3).lines
        #expect(lines.contains { $0.contains("3 photos; `photos assets --bursts --where 'burstIdentifier == \"B-1\"'` lists all of them") }, "\(lines)")
    }

    @Test(arguments: [60, 80, 120]) func nothingIsWiderThanTheTerminal(width: Int) {
        var table = AssetTable(width: width), record = Self.full.record
        (record.creationDate, record.creationOffset, record.isFavorite) = (700_000_000, 3600, true)
        record.filename = String(repeating: "a long name ", count: 8)
        let rows = table.lines([record, Self.empty.record])
        #expect(rows.allSatisfy { DisplayText.width($0) <= width }, "\(rows)")
        var asset = Self.full
        asset.record.lens = "iPhone 15 Pro back triple camera 6.765mm f/1.78 and a converter before it"
        let page = AssetPage(asset: asset, width: width).lines
        #expect(page.allSatisfy { DisplayText.width($0) <= width || $0.contains("`") }, "\(page)")
        #expect(page.joined(separator: " ").split(separator: " ").joined(separator: " ").contains("6.765mm f/1.78 and a converter before it"))
    }

    @Test func bothHaveTheSameKeysAndParse() throws {
        func keys(_ asset: AssetDescription) throws -> Set<String> {
            let object = try JSONSerialization.jsonObject(with: Data(json(asset).utf8)) as? [String: Any]
            return Set(try #require(object).keys)
        }
        let contract: Set = [
            "localIdentifier", "filename", "mediaType", "mediaSubtypes", "playbackStyle", "creationDate", "modificationDate", "addedDate", "pixelWidth",
            "pixelHeight", "duration", "location", "isFavorite", "isHidden", "isTrashed", "hasAdjustments", "isDamaged", "burstIdentifier",
            "representsBurst", "title", "caption", "keywords", "camera", "resources",
        ]
        #expect(try keys(Self.full) == keys(Self.empty))
        #expect(try keys(Self.full).isSuperset(of: contract))
    }

    @Test func pageOfAFullAsset() throws { try Golden.expect(AssetPage(asset: Self.full).lines.joined(separator: "\n"), matches: "asset-full.txt") }
    @Test func pageOfAnEmptyAsset() throws { try Golden.expect(AssetPage(asset: Self.empty).lines.joined(separator: "\n"), matches: "asset-empty.txt") }

    @Test func aPlaceIsNamedAboveItsPosition() throws {
        var asset = Self.full
        asset.placeNames = ["Alfama", "Lisbon", "Lisbon District", "Portugal"]
        try Golden.expect(json(asset), matches: "asset-placed.json")
        try Golden.expect(AssetPage(asset: asset).lines.joined(separator: "\n"), matches: "asset-placed.txt")
        // Where nobody knows a name there is the position, as before.
        asset.placeNames = []
        #expect(AssetPage(asset: asset).lines == AssetPage(asset: Self.full).lines)
        #expect(json(asset).contains("\"placeNames\":[]"))
        // And no name without a position.
        asset.placeNames = ["Lisbon"]
        asset.record.location = nil
        #expect(!json(asset).contains("Lisbon"))
        #expect(!AssetPage(asset: asset).lines.joined().contains("Lisbon"))
    }

    @Test func tableShowsOneLineAnAsset() throws {
        var table = AssetTable()
        try Golden.expect(table.lines([Self.full.record, Self.empty.record]).joined(separator: "\n"), matches: "asset-table.txt")
    }
}
