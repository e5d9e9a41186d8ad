import Catalog
import Foundation

@testable import LibraryEngine
import PhotoModel
import Query
import TestSupport

/// All that a library's commands could tell of it, a line each.
enum LibraryDescription {
    static func lines(_ catalog: Catalog) throws -> [String] {
        try catalog.read { reader in
            var lines: [String] = []
            func tell(_ name: String, _ value: Any) { lines.append("\(name): \(value)") }
            var info = try reader.libraryInfo()
            info.fileSize = 0
            tell("info", info)
            var all = Set<Int64>()
            for scope in [AssetQuery.Scope.library, .trash] {
                var query = AssetQuery(scope: scope)
                (query.includesHidden, query.includesAllBursts, query.sourceTypes) = (true, true, .all)
                let ids = Array(try reader.assetIDs(query))
                tell("\(scope)", ids)
                all.formUnion(ids)
            }
            for id in all.sorted() {
                tell("asset", try reader.asset(id: id) as Any)
                for resource in try reader.resources(assetID: id) { tell("resource", resource) }
                tell("albums of \(id)", try reader.collectionsContaining(assetID: id).map(\.id))
            }
            for collection in try reader.collections(CollectionQuery()) {
                tell("collection", collection)
                tell("members", Array(try reader.everyMemberID(of: collection.id)))
                tell("shown", Array(try reader.assetIDs(AssetQuery(scope: .album(collection.id)))))
                tell("children", try reader.children(of: collection.id).map(\.id))
                tell("project", [try reader.projectExtensionData(collectionID: collection.id), try reader.projectPreview(collectionID: collection.id)])
            }
            tell("top level", try reader.children(of: nil).map(\.id))
            for subtype in 200...220 { tell("smart album \(subtype)", Array(try reader.assetIDs(AssetQuery(scope: .smartAlbum(AlbumSubtype(rawValue: subtype)))))) }
            tell("access", try reader.accessGrants())
            for application in try reader.accessApplications() { tell("selection of \(application)", Array(try reader.selectedAssetIDs(of: application))) }
            for share in try reader.shares() { tell("share", (share, try reader.sent(byShare: share.uuid))) }
            tell("roots", try reader.referenceRoots())
            // Each opening notes when it looked at what is in Recently Deleted, and a recovery that there was one.
            let noted: Set = ["trashLooks", "recovered", CatalogReader.manifestKey]
            for (key, value) in try reader.storedLibrary().values.sorted(by: { $0.key < $1.key }) where !noted.contains(key) { tell("value \(key)", value) }
            return lines
        }
    }

    static func lines(of url: URL, _ environment: Environment) throws -> [String] {
        var environment = environment
        environment.keepsRecord = false
        let library = try PhotoLibrary.open(at: url, environment: environment)
        defer { library.close() }
        return try lines(library.catalog)
    }
}

/// Random changes of every kind that a catalogue knows.
enum RandomChanges {
    static func asset(_ random: inout SeededRandom) -> AssetRecord {
        var asset = AssetRecord(
            uuid: random.uuid(), mediaType: MediaType(rawValue: 1 + random.number(below: 2)), addedDate: 700_000_000 + Double(random.number(below: 1_000)) / 7,
            filename: "IMG_\(random.number(below: 99)).HEIC", uniformType: random.chance(20) ? "com.adobe.raw-image" : "public.heic")
        asset.creationDate = random.chance(10) ? nil : 500_000_000 + Double(random.number(below: 50)) * 86_400.125
        asset.isFavorite = random.chance(30)
        asset.isHidden = random.chance(10)
        if random.chance(30) { (asset.burstIdentifier, asset.representsBurst) = ("burst-\(random.number(below: 3))", random.chance(40)) }
        asset.keywords = random.chance(50) ? [] : ["sea", "été", "e\u{301}te\u{301}"].filter { _ in random.chance(60) }
        asset.location = random.chance(50) ? LocationRecord(latitude: Double(random.number(below: 180)) - 90, longitude: 0) : nil
        asset.title = random.chance(50) ? nil : "Title \"\(random.number(below: 9))\"\n"
        asset.playbackVariation = PlaybackVariation(rawValue: random.number(below: 4))
        return asset
    }

    /// A few changes in one transaction.
    static func step(_ writer: CatalogWriter, _ random: inout SeededRandom) throws {
        var query = AssetQuery()
        (query.includesHidden, query.includesAllBursts, query.sourceTypes) = (true, true, .all)
        func living() throws -> [Int64] { Array(try writer.assetIDs(query)) }
        func some(_ ids: [Int64], _ count: Int, _ random: inout SeededRandom) -> [Int64] { Array(ids.shuffled(using: &random).prefix(count)) }
        func album(_ random: inout SeededRandom) throws -> CollectionRecord? { try writer.collections(CollectionQuery(kind: .album)).randomElement(using: &random) }
        func folder(_ random: inout SeededRandom) throws -> CollectionRecord? { try writer.collections(CollectionQuery(kind: .folder)).randomElement(using: &random) }

        for _ in 0..<1 + random.number(below: 4) {
            switch random.number(below: 17) {
            case 0...2:
                let asset = asset(&random)
                let resource = ResourceRecord(
                    type: .photo, filename: asset.filename, uniformType: asset.uniformType, size: 5, sha256: Data((0..<32).map { _ in UInt8(random.number(below: 256)) }),
                    location: .managed(path: "originals/A/\(asset.uuid.uuidString).heic"))
                if random.chance(20) { writer.limit(to: "limited") }
                _ = try writer.insert(asset, resources: [resource])
            case 3...4:
                if let id = some(try living(), 1, &random).first {
                    let fresh = asset(&random)
                    try writer.update(assetID: id) { asset in
                        (asset.title, asset.keywords, asset.isFavorite, asset.isHidden) = (fresh.title, fresh.keywords, fresh.isFavorite, fresh.isHidden)
                        (asset.creationDate, asset.location, asset.burstIdentifier) = (fresh.creationDate, fresh.location, fresh.burstIdentifier)
                    }
                }
            case 5: try writer.trash(assetIDs: some(try living(), 2, &random))
            case 6: try writer.restore(assetIDs: some(try writer.assetIDs(trashedBefore: .infinity), 1, &random))
            case 7: _ = try writer.purge(assetIDs: some(try writer.assetIDs(trashedBefore: .infinity), 1, &random))
            case 8, 9:
                var new = CollectionRecord(uuid: random.uuid(), type: random.chance(40) ? .folder(.regularFolder) : .album(.albumRegular), title: "C\(random.number(below: 99))")
                new.parentID = random.chance(50) ? try folder(&random)?.id : nil
                _ = try writer.insert(new, at: random.chance(50) ? 0 : nil)
            case 10: if let album = try album(&random) { try writer.addMembers(some(try living(), 4, &random), to: album.id, at: random.chance(50) ? 0 : nil) }
            case 11: if let album = try album(&random) { try writer.arrangeMembers(Array(try writer.memberIDs(of: album.id)).shuffled(using: &random), of: album.id) }
            case 12: if let album = try album(&random) { try writer.removeMembers(some(Array(try writer.memberIDs(of: album.id)), 1, &random), from: album.id) }
            case 13:
                if let album = try album(&random), let key = Array(try writer.memberIDs(of: album.id)).randomElement(using: &random) {
                    try writer.update(collectionID: album.id) { ($0.keyAssetID, $0.title) = (key, "Renamed") }
                }
                if random.chance(30), let album = try album(&random), !album.isProject { try writer.makeProject(collectionID: album.id, extensionData: Data([1, 2])) }
            case 14: try writer.arrangeChildren(try writer.children(of: nil).map(\.id).shuffled(using: &random), of: nil)
            case 15:
                let all = try writer.collections(CollectionQuery())
                if random.chance(30), let gone = all.randomElement(using: &random) { try writer.deleteCollection(id: gone.id) }
                if let album = try album(&random) { let parent = try folder(&random)?.id; try writer.update(collectionID: album.id) { ($0.parentID, $0.position) = (parent, 0) } }
            default:
                let application = "app \(random.number(below: 3))"
                if random.chance(25) {
                    try writer.removeAccess(of: application)
                } else {
                    try writer.setAccess(.limited, level: .readWrite, of: application)
                    try writer.setSelection(of: application, to: some(try living(), 3, &random))
                }
                if random.chance(30) { try writer.setAccess(.limited, level: .readWrite, of: "limited") }
                if random.chance(40) {
                    let scope: ShareRecord.Scope = random.chance(50) ? .album(random.uuid()) : .assets([random.uuid(), random.uuid()])
                    try writer.insert(
                        ShareRecord(
                            uuid: random.uuid(), tokenHash: Data((0..<32).map { _ in UInt8(random.number(below: 256)) }), scope: scope, title: random.chance(50) ? nil : "S",
                            rules: random.chance(50) ? [] : [.downloads], created: Double(random.number(below: 9)), expires: random.chance(50) ? nil : 1e9,
                            quota: random.chance(50) ? nil : .init(bytes: 1 << 40, files: 9)))
                    if let share = try writer.shares().last { try writer.add(ShareRecord.Sent(bytes: Int64(random.number(below: 9)), files: 2), toShare: share.uuid) }
                } else if let gone = try writer.shares().randomElement(using: &random) {
                    try writer.deleteShare(uuid: gone.uuid)
                }
                if random.chance(30) { try writer.setValue("\(random.next())", forKey: "key") }
            }
        }
    }
}
