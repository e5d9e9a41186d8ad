import Catalog
import Foundation
import PhotoModel
import PhotosTesting
import Testing
@testable import LibraryEngine

/// Random changes of a small library, made here and through another opening of it.
private struct RandomChanges {
    var random: GeneratorRandom
    let library: ServedLibrary
    let elsewhere: Catalog
    let album: UUID
    /// Every asset that was not removed for good.
    private var living: [UUID] = []

    init(seed: UInt64, _ library: ServedLibrary, _ elsewhere: Catalog) throws {
        (random, self.library, self.elsewhere) = (GeneratorRandom(seed: seed), library, elsewhere)
        album = try library.addAlbum("Trip")
        for _ in 0..<random.number(below: 20) { try insert(library.catalog) }
    }

    mutating func commit() throws {
        let catalog = random.chance(0.5) ? elsewhere : library.catalog
        switch random.number(below: 10) {
        case 0, 1, 2: try insert(catalog)
        case 3: try write(catalog) { writer, ids, _, _ in try writer.trash(assetIDs: ids) }
        case 4: try write(catalog) { writer, ids, _, _ in try writer.restore(assetIDs: ids) }
        case 5: try update(catalog) { asset, random in asset.isFavorite = random.chance(0.5) }
        case 6: try update(catalog) { asset, random in asset.isHidden = random.chance(0.3) }
        case 7: try update(catalog) { asset, random in asset.creationDate = random.chance(0.1) ? nil : Double(random.number(below: 40)) * 43_200 }
        case 8:
            try write(catalog) { writer, ids, album, random in
                let members = try writer.memberIDs(of: album)
                if random.chance(0.5) {
                    let alive = try writer.assets(ids: ids).compactMap { $0 }.filter { !$0.isTrashed }.map(\.id)
                    try writer.addMembers(alive, to: album, at: random.number(below: members.count + 1))
                } else {
                    try writer.removeMembers(ids.filter(members.contains), from: album)
                }
            }
        default:
            try write(catalog) { writer, _, album, random in
                var members = Array(try writer.memberIDs(of: album))
                members.shuffle(using: &random)
                try writer.arrangeMembers(members, of: album)
            }
        }
    }

    private mutating func update(_ catalog: Catalog, _ change: (inout AssetRecord, inout GeneratorRandom) -> Void) throws {
        try write(catalog) { writer, ids, _, random in
            for id in ids { try writer.update(assetID: id) { change(&$0, &random) } }
        }
    }

    private mutating func insert(_ catalog: Catalog) throws {
        var random = random
        let count = 1 + random.number(below: 3)
        let uuids = try catalog.write(author: "test") { writer in
            try (0..<count).map { _ in
                var record = AssetRecord(
                    uuid: random.uuid(), mediaType: MediaType(rawValue: 1 + random.number(below: 2)), addedDate: 0, filename: "IMG.JPG", uniformType: "public.jpeg")
                record.creationDate = Double(random.number(below: 40)) * 43_200
                record.isFavorite = random.chance(0.3)
                _ = try writer.insert(record, resources: [])
                return record.uuid
            }
        }
        living += uuids
        self.random = random
    }

    private mutating func write(_ catalog: Catalog, _ body: (CatalogWriter, [Int64], Int64, inout GeneratorRandom) throws -> Void) throws {
        var random = random
        let chosen = living.shuffled(using: &random).prefix(1 + random.number(below: 4))
        try catalog.write(author: "test") { writer in
            guard let album = try writer.collection(uuid: album)?.id else { return }
            try body(writer, try chosen.compactMap { try writer.assetID(uuid: $0) }, album, &random)
        }
        self.random = random
    }
}

@Suite struct FollowingPropertyTests {
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `whoever follows a view by ranges alone has the list that a fetch gives`(seed: UInt64) async throws {
        let library = try ServedLibrary()
        let elsewhere = try Catalog.open(at: library.catalog.file, options: CatalogOptions())
        defer { elsewhere.close() }
        var changes = try RandomChanges(seed: seed, library, elsewhere)
        let views = [
            "", "order=oldest", "in=album:\(changes.album)", "in=album:\(changes.album)&order=newest", "in=trash", "in=hidden",
            "in=smart:smartAlbumFavorites", "q=mediaType+%3D%3D+2", "q=video", "q=ANY+album+%3D%3D+%22Trip%22",
        ]
        var choices = GeneratorRandom(seed: seed + 100)
        func random(_ bound: Int) -> Int { choices.number(below: bound) }
        try await library.served { server in
            var followers: [(view: String, stream: EventStream, list: FollowedList)] = []
            for view in views {
                let stream = try await EventStream(server, view)
                followers.append((view, stream, FollowedList(stream.hello)))
            }
            for round in 0..<25 {
                // Some commits come alone and some in bursts, and some while stretches are read.
                for _ in 0...random(4) { try changes.commit() }
                let newest = try Int(library.catalog.read { try $0.position }.rawValue)
                for index in followers.indices {
                    let view = followers[index].view
                    followers[index].list.fill(try await server.page("\(view)&offset=\(random(12))&limit=3"))
                    while followers[index].list.position < newest { try followers[index].list.apply(try await followers[index].stream.change()) }
                    let fresh = try await server.page("\(view)&limit=1000")
                    #expect(fresh.position == newest)
                    let list = followers[index].list
                    #expect(list.tiles.count == fresh.count, "seed \(seed), round \(round), \(view)")
                    for (known, now) in zip(list.tiles, fresh.assets) where known != nil {
                        #expect(known == now, "seed \(seed), round \(round), \(view)")
                    }
                    followers[index].list.fill(fresh)
                }
            }
            // Something was followed rather than read anew each time.
            for follower in followers { #expect(follower.list.wasTold > 5, "\(follower.view)") }
        }
    }
}
