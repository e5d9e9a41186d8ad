import Catalog
import Foundation
import Query
import TestSupport
import Testing

/// An album behaves as an array of different ids.
@Suite struct MembershipTests {
    @Test(arguments: 1...8)
    func randomOperationsAgreeWithAnArray(seed: UInt64) throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(60)
        var random = SeededRandom(seed: seed)
        let album = try library.write { try $0.insert(Sample.album("A")) }
        var model: [Int64] = []
        for step in 0..<150 {
            let log = "seed \(seed), step \(step)"
            try library.write { writer in
                switch random.number(below: 6) {
                case 0, 1:
                    let new = (0..<random.number(below: 6)).map { _ in random.pick(ids) }
                    let index = random.chance(40) ? nil : random.number(below: model.count + 1)
                    try writer.addMembers(new, to: album, at: index)
                    var seen = Set(model)
                    model.insert(contentsOf: new.filter { seen.insert($0).inserted }, at: index ?? model.count)
                case 2:
                    let gone = Self.indexes(model.count, &random).map { model[$0] }
                    try writer.removeMembers(gone, from: album)
                    model.removeAll(where: gone.contains)
                case 3, 4:
                    let indexes = Self.indexes(model.count, &random)
                    let chosen = indexes.map { model[$0] }
                    let target = random.number(below: model.count - chosen.count + 1)
                    model = model.filter { !chosen.contains($0) }
                    model.insert(contentsOf: chosen, at: target)
                    try writer.arrangeMembers(model, of: album)
                default:
                    model = Array(Set(model.filter { _ in random.chance(80) } + ids.filter { _ in random.chance(10) }).sorted().shuffled(using: &random))
                    try writer.arrangeMembers(model, of: album)
                }
                #expect(try Array(writer.memberIDs(of: album)) == model, "\(log)")
            }
            let count = try library.read { try $0.collection(id: album)?.count }
            #expect(count == model.count, "\(log)")
        }
    }

    private static func indexes(_ count: Int, _ random: inout SeededRandom) -> IndexSet {
        IndexSet((0..<count).filter { _ in random.chance(15) })
    }

    /// Every list of up to three of four, after every other one.
    @Test func anAlbumBecomesAnyList() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(4)
        let album = try library.write { try $0.insert(Sample.album("A")) }
        var lists: [[Int64]] = [[]]
        for _ in 0..<3 { lists += lists.flatMap { list in ids.filter { !list.contains($0) }.map { list + [$0] } } }
        let wanted = Array(Set(lists))
        try library.write { writer in
            for before in wanted {
                for after in wanted {
                    try writer.setEveryMember(before, of: album)
                    try writer.setEveryMember(after, of: album)
                    let (members, count) = (try Array(writer.everyMemberID(of: album)), try writer.collection(id: album)?.count)
                    guard members == after, count == after.count else {
                        Issue.record("\(after) after \(before): \(members), counted as \(count ?? -1)")
                        return
                    }
                }
            }
        }
    }

    /// Halving a gap twenty times uses it up; what follows is numbered anew.
    @Test func manyInsertionsAtOnePlaceKeepTheOrder() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(200)
        let album = try library.write { writer in
            let album = try writer.insert(Sample.album("A"))
            try writer.addMembers([ids[0], ids[1]], to: album)
            for id in ids[2...] { try writer.addMembers([id], to: album, at: 1) }
            return album
        }
        #expect(try Array(library.read { try $0.memberIDs(of: album) }) == [ids[0]] + ids[2...].reversed() + [ids[1]])
    }

    @Test func trashedMembersKeepTheirPlaces() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(6)
        let album = try library.write { writer in
            let album = try writer.insert(Sample.album("A"))
            try writer.addMembers(Array(ids[0..<5]), to: album)
            return album
        }
        func members() throws -> [Int64] { Array(try library.read { try $0.memberIDs(of: album) }) }
        try library.write { try $0.trash(assetIDs: [ids[1], ids[2]]) }
        #expect(try members() == [ids[0], ids[3], ids[4]])
        // Indexes count without the trashed ones.
        try library.write { try $0.addMembers([ids[5]], to: album, at: 1) }
        #expect(try members() == [ids[0], ids[5], ids[3], ids[4]])
        try library.write { try $0.restore(assetIDs: [ids[2], ids[1]]) }
        #expect(try members() == [ids[0], ids[5], ids[1], ids[2], ids[3], ids[4]])
        #expect(try library.read { try $0.collection(id: album)?.count } == 6)
    }

    /// Members: a, (b), c, (d), e. What is counted and skipped are those that show.
    @Test(arguments: 0...3) func anIndexBehindTrashedMembersIsThatOfWhatShows(_ index: Int) throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(6), new = ids[5]
        let album = try library.write { writer in
            let album = try writer.insert(Sample.album("A"))
            try writer.addMembers(Array(ids[0..<5]), to: album)
            try writer.trash(assetIDs: [ids[1], ids[3]])
            return album
        }
        #expect(code { try library.write { try $0.addMembers([new], to: album, at: 4) } } == .invalid, "three show")
        try library.write { try $0.addMembers([new], to: album, at: index) }
        var shown = [ids[0], ids[2], ids[4]]
        shown.insert(new, at: index)
        #expect(try Array(library.read { try $0.memberIDs(of: album) }) == shown)
        try library.write { try $0.restore(assetIDs: [ids[1], ids[3]]) }
        var all = Array(ids[0..<5])
        // Right behind the member before it, so that a trashed one comes back behind it.
        all.insert(new, at: [0, 1, 3, 5][index])
        #expect(try Array(library.read { try $0.memberIDs(of: album) }) == all)
    }

    @Test func hiddenMembersCountAsPlacesButNotAsVisible() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(3)
        let album = try library.write { writer in
            let album = try writer.insert(Sample.album("A"))
            try writer.addMembers(ids, to: album)
            try writer.update(assetID: ids[0]) { $0.isHidden = true }
            return album
        }
        try library.read { reader in
            #expect(try Array(reader.memberIDs(of: album)) == ids)
            #expect(try Array(reader.assetIDs(AssetQuery(scope: .album(album)))) == Array(ids[1...]))
            let record = try #require(try reader.collection(id: album))
            #expect(record.count == 2)
            #expect((record.startDate, record.endDate) == (Sample.asset(1).creationDate, Sample.asset(2).creationDate))
        }
    }

    @Test func whatCannotBeAMemberIsRefused() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(2)
        let (album, folder) = try library.write { writer in
            try writer.trash(assetIDs: [ids[1]])
            return (try writer.insert(Sample.album("A")), try writer.insert(Sample.album("F", number: 9_001, kind: .folder)))
        }
        func refusal(_ body: (CatalogWriter) throws -> Void) -> CatalogError.Code? { code { try library.write(body) } }
        #expect(refusal { try $0.addMembers([99], to: album) } == .unknownObject)
        #expect(refusal { try $0.addMembers([ids[1]], to: album) } == .invalid)
        #expect(refusal { try $0.addMembers([ids[0]], to: 99) } == .unknownObject)
        #expect(refusal { try $0.addMembers([ids[0]], to: folder) } == .invalid)
        #expect(refusal { try $0.addMembers([ids[0]], to: album, at: 1) } == .invalid)
        #expect(refusal { try $0.arrangeMembers([ids[0], ids[0]], of: album) } == .invalid)
        #expect(refusal { try $0.arrangeMembers([ids[1]], of: album) } == .invalid)
        #expect(refusal { try $0.arrangeMembers([99], of: album) } == .unknownObject)
        #expect(refusal { try $0.arrangeMembers([ids[0]], of: folder) } == .invalid)
        #expect(try library.read { try $0.memberIDs(of: album) }.isEmpty)
    }
}
