import Catalog
import Foundation
import PhotoModel
import TestSupport
import Testing

@Suite struct RecordTests {
    /// Every field differs from its default, so a swapped or forgotten column shows.
    static var full: AssetRecord {
        var asset = AssetRecord(uuid: Sample.uuid(1), mediaType: .video, addedDate: 0.1, filename: "a\u{0}b.MOV", uniformType: "com.apple.quicktime-movie")
        asset.mediaSubtypes = MediaSubtypes(rawValue: 131_080)
        asset.playbackStyle = .video
        asset.sourceType = [.userLibrary, .cloudShared]
        asset.creationDate = -63_113_904_000.123456
        asset.creationOffset = -12_600
        asset.modificationDate = 0.1 + 0.2
        (asset.pixelWidth, asset.pixelHeight, asset.duration) = (7, 8, 9.25)
        var place = LocationRecord(latitude: -89.999999, longitude: 179.123456789)
        (place.altitude, place.horizontalAccuracy, place.direction, place.speed) = (1.5, 2.5, 3.5, 4.5)
        asset.location = place
        (asset.isFavorite, asset.isHidden, asset.trashedDate) = (true, true, 5)
        (asset.adjustmentFormatIdentifier, asset.adjustmentFormatVersion, asset.adjustmentTimestamp) = ("org.example", "1.2", 6)
        (asset.burstIdentifier, asset.burstSelectionTypes, asset.representsBurst, asset.contentIdentifier) = ("B", [.autoPick, .userPick], true, "C")
        (asset.title, asset.caption, asset.rating, asset.keywords) = ("", "Ümläut 🏔", 4, ["sea", "e\u{301}", "\u{E9}"])
        (asset.cameraMake, asset.cameraModel, asset.lens, asset.isFrontFacing) = ("M", "N", "L", true)
        (asset.fileSize, asset.damage, asset.revision) = (1 << 40, "cut short", 12)
        (asset.originalChoice, asset.playbackVariation, asset.playsLivePhoto, asset.adjustmentEditor) = (.raw, .mirror, false, "com.apple.camera")
        return asset
    }

    @Test func aRecordComesBackAsItWas() throws {
        let library = try TemporaryCatalog()
        var asset = Self.full
        asset.id = try library.write { try $0.insert(asset, resources: []) }
        #expect(try library.read { try $0.asset(uuid: asset.uuid) } == asset)
        #expect(try library.read { try $0.assets(ids: [asset.id, 99, asset.id]) } == [asset, nil, asset])
    }

    @Test func anEmptyRecordStaysEmpty() throws {
        let library = try TemporaryCatalog()
        var asset = AssetRecord(uuid: Sample.uuid(2), mediaType: .image, addedDate: 0, filename: "", uniformType: "")
        asset.id = try library.write { try $0.insert(asset, resources: []) }
        #expect(try library.read { try $0.asset(id: asset.id) } == asset)
    }

    @Test func repeatedKeywordsCountOnce() throws {
        let library = try TemporaryCatalog()
        var asset = Sample.asset(1)
        asset.keywords = ["b", "a", "b"]
        let id = try library.write { try $0.insert(asset, resources: []) }
        #expect(try library.read { try $0.asset(id: id)?.keywords } == ["b", "a"])
        try library.write { try $0.update(assetID: id) { $0.keywords = ["c", "a", "c"] } }
        #expect(try library.read { try $0.asset(id: id)?.keywords } == ["c", "a"])
    }

    @Test func anUpdateWritesEveryField() throws {
        let library = try TemporaryCatalog()
        let id = try library.addPictures(2)[1]
        var wanted = Self.full
        (wanted.id, wanted.uuid) = (id, Sample.uuid(1))
        try library.write { writer in
            try writer.update(assetID: id) { $0 = wanted }
            // The transaction sees its own change.
            #expect(try writer.asset(id: id) == wanted)
        }
        #expect(try library.read { try $0.asset(id: id) } == wanted)
    }

    @Test func anAssetKeepsItsUUID() throws {
        let library = try TemporaryCatalog()
        let id = try library.addPictures(1)[0]
        #expect(throws: CatalogError.self) { try library.write { try $0.update(assetID: id) { $0.uuid = UUID() } } }
        #expect(throws: CatalogError.self) { try library.write { try $0.insert(Sample.asset(0), resources: []) } }
        #expect(code { try library.write { try $0.update(assetID: 99) { $0.title = "x" } } } == .unknownObject)
        #expect(code { try library.write { try $0.insert(Sample.asset(0), resources: []) } } == .constraint)
    }

    @Test func aBeginningFindsEveryUUIDThatHasIt() throws {
        let library = try TemporaryCatalog()
        var random = SeededRandom(seed: 11)
        // Bytes from a small choice, the highest and lowest among them, so that many begin alike and both ends of a range are met.
        let assets = (0..<400).map { _ in
            var asset = Sample.asset(1)
            withUnsafeMutableBytes(of: &asset.uuid) { bytes in for place in bytes.indices { bytes[place] = random.pick([0x00, 0x0F, 0xA0, 0xAB, 0xFF]) } }
            if random.chance(20) { asset.trashedDate = 5 }
            return asset
        }
        try library.write { writer in for asset in assets { _ = try writer.insert(asset, resources: []) } }
        let texts = assets.map(\.uuid.uuidString).sorted()
        try library.read { reader in
            for length in [0, 1, 2, 3, 4, 7, 8, 9, 10, 13, 36] {
                for text in texts.prefix(40) + texts.suffix(40) {
                    let prefix = String(text.prefix(length))
                    let expected = texts.filter { $0.hasPrefix(prefix) }
                    for spelling in [prefix, prefix.lowercased(), prefix.replacing("-", with: "")] {
                        let ids = try reader.assetIDs(uuidPrefix: spelling, limit: 1000)
                        #expect(try reader.uuids(assetIDs: ids).map { $0?.uuidString } == expected, "\(spelling)")
                    }
                    #expect(try reader.assetIDs(uuidPrefix: prefix, limit: 2).count == min(2, expected.count))
                }
            }
            for nothing in ["1", "FG", "\u{FF21}", "é", "F%", texts[0] + "0"] { #expect(try reader.assetIDs(uuidPrefix: nothing, limit: 9) == [], "\(nothing)") }
            #expect(try reader.assetIDs(uuidPrefix: "", limit: 0) == [] && reader.assetIDs(uuidPrefix: "", limit: -1) == [])
        }
    }

    /// Whoever lists many asks a packed one for one thing or for all.
    @Test func packedResourcesAreWhatOthersAre() throws {
        let library = try TemporaryCatalog()
        let root = try library.write { try $0.addReferenceRoot(ReferenceRootRecord(uuid: Sample.uuid(50), path: "/disk/pictures")) }
        var referenced = Sample.resource("b.MOV", path: "", hash: 2)
        (referenced.type, referenced.location) = (.pairedVideo, .referenced(rootID: root, path: "2024/Füße.MOV", modified: 1_700_000_000.25))
        (referenced.isLocal, referenced.isInCloud, referenced.facts) = (false, true, FileFacts(inode: 1, modified: 2, changed: .max))
        var damaged = Sample.resource("", path: "originals/A/c.jpg", hash: 3)
        (damaged.damage, damaged.sha1, damaged.offset) = ("", Data(repeating: 9, count: 20), 1 << 40)
        var named = Sample.resource("名前\u{0}名前.JPG", path: "originals/A/d.jpg", hash: 4)
        (named.damage, named.size) = ("no end", 1 << 33)
        let sets = [[Sample.resource("a.JPG", path: "originals/A/a.jpg", hash: 1), referenced], [], [damaged], [named]]
        let ids = try sets.enumerated().map { index, resources in try library.write { try $0.insert(Sample.asset(index + 1), resources: resources) } }
        try library.read { reader in
            // Neither the order nor asking twice changes anything.
            let packed = try reader.packedResources(ofAssets: ids.reversed() + [99, ids[0]])
            let expected = try ids.sorted().flatMap { try reader.resources(assetID: $0) }
            #expect((0..<packed.count).map { packed[$0] } == expected)
            for record in expected { #expect(PackedResources(record)[0] == record) }
            for id in ids {
                let alone = try reader.packedResources(assetID: id)
                #expect(try (0..<alone.count).map { alone[$0] } == reader.resources(assetID: id))
            }
            #expect(expected.count == 4 && expected.map(\.damage).contains("") && expected.map(\.filename).contains(named.filename))
            for (index, record) in expected.enumerated() {
                #expect(packed.id(at: index) == record.id && packed.assetID(at: index) == record.assetID && packed.type(at: index) == record.type)
                #expect(packed.filename(at: index) == record.filename && packed.uniformType(at: index) == record.uniformType && packed.size(at: index) == record.size)
            }
            #expect(try reader.packedResources(ofAssets: []).count == 0)
        }
    }

    @Test func resourcesComeBackAsTheyWere() throws {
        let library = try TemporaryCatalog()
        let root = try library.write { try $0.addReferenceRoot(ReferenceRootRecord(uuid: Sample.uuid(50), path: "/disk/pictures")) }
        var referenced = ResourceRecord(
            type: .pairedVideo, filename: "b.MOV", uniformType: "com.apple.quicktime-movie", size: 1 << 33, sha256: Data(repeating: 7, count: 32),
            location: .referenced(rootID: root, path: "2024/b.MOV", modified: 1_700_000_000.25))
        (referenced.isLocal, referenced.isInCloud, referenced.damage) = (false, true, "no end")
        let managed = Sample.resource("a.JPG", path: "originals/A/a.jpg", hash: 1)
        let id = try library.write { try $0.insert(Sample.asset(1), resources: [managed, referenced]) }
        try library.read { reader in
            let found = try reader.resources(assetID: id)
            var expected = [managed, referenced]
            for index in 0..<2 { (expected[index].id, expected[index].assetID) = (found[index].id, id) }
            #expect(found == expected)
            #expect(try reader.resources(assetIDs: [id, 99]) == [id: expected])
            #expect(try reader.resource(sha256: referenced.sha256) == [expected[1]])
            #expect(try reader.resources(managedPath: "originals/A/a.jpg") == [expected[0]])
            #expect(try reader.resources(rootID: root, path: "2024/b.MOV") == [expected[1]])
            #expect(try reader.resources(managedPath: "2024/b.MOV").isEmpty)
            var all: [ResourceRecord] = []
            // The body may read on: resources of an asset inside the walk over all of them.
            try reader.forEachResource { resource in
                all.append(resource)
                let siblings = try reader.resources(assetID: resource.assetID)
                #expect(siblings.count == 2)
            }
            #expect(all == expected)
        }
        try library.write { try $0.update(rootID: root, path: "/mnt/pictures") }
        #expect(try library.read { try $0.referenceRoots().map(\.path) } == ["/mnt/pictures"])
    }

    @Test func identifiersFindTheirAssets() throws {
        let library = try TemporaryCatalog()
        let ids = try library.write { writer in
            try (0..<6).map { number in
                var asset = Sample.asset(10 - number)
                asset.contentIdentifier = number < 2 ? "live" : nil
                asset.burstIdentifier = number > 3 ? "burst" : nil
                return try writer.insert(asset, resources: [])
            }
        }
        try library.read { (reader: CatalogReader) throws in
            #expect(try reader.assetIDs(contentIdentifier: "live") == [ids[1], ids[0]])
            #expect(try reader.assetIDs(burstIdentifier: "burst") == [ids[5], ids[4]])
            #expect(try reader.assetIDs(contentIdentifier: "").isEmpty)
            #expect(try reader.assetID(uuid: Sample.uuid(9)) == ids[1])
        }
    }

    @Test func rowIDsAreNeverUsedAgain() throws {
        let library = try TemporaryCatalog()
        let old = try library.addPictures(3)
        _ = try library.write { try $0.purge(assetIDs: old) }
        let new = try library.write { try $0.insert(Sample.asset(7), resources: []) }
        #expect(!old.contains(new))
        #expect(try library.read { try $0.assets(ids: old) } == [nil, nil, nil])
    }

    @Test func settingsAreKept() throws {
        let library = try TemporaryCatalog()
        try library.write { try $0.setValue("1", forKey: "a") }
        try library.write { try $0.setValue("2", forKey: "a") }
        #expect(try library.read { try $0.value(forKey: "a") } == "2")
        try library.write { try $0.setValue(nil, forKey: "a") }
        #expect(try library.read { try $0.value(forKey: "a") } == nil)
    }
}

/// The code of the catalogue error that `body` throws.
func code<T>(_ body: () throws -> T) -> CatalogError.Code? {
    do {
        _ = try body()
        return nil
    } catch {
        return (error as? CatalogError)?.code
    }
}
