import Catalog
import Foundation
import PhotoModel
import Query
import Testing

@Suite struct CollectionTests {
    /// Folder F holds albums A and B; album C and folder G stand beside it.
    private struct Tree {
        let library: TemporaryCatalog
        var ids: [String: Int64] = [:]

        init() throws {
            let library = try TemporaryCatalog()
            self.library = library
            ids = try library.write { writer in
                var ids: [String: Int64] = [:]
                func add(_ title: String, _ kind: CollectionRecord.Kind, _ parent: String?, at index: Int? = nil) throws {
                    var record = Sample.album(title, number: 100 + ids.count, kind: kind)
                    record.parentID = parent.flatMap { ids[$0] }
                    ids[title] = try writer.insert(record, at: index)
                }
                try add("F", .folder, nil)
                try add("C", .album, nil)
                try add("G", .folder, nil)
                try add("B", .album, "F")
                try add("A", .album, "F", at: 0)
                return ids
            }
        }

        func id(_ title: String) throws -> Int64 { try #require(ids[title]) }

        func titles(of parent: String?) throws -> [String?] {
            try library.read { try $0.children(of: parent.map { try id($0) }).map(\.title) }
        }
    }

    @Test func childrenAreInOrder() throws {
        let tree = try Tree()
        #expect(try tree.titles(of: nil) == ["F", "C", "G"])
        #expect(try tree.titles(of: "F") == ["A", "B"])
        try tree.library.read { (reader: CatalogReader) throws in
            #expect(try reader.children(of: nil).map(\.position) == [0, 1, 2])
            #expect(try reader.collection(id: tree.id("F"))?.count == 2)
            #expect(try reader.collection(uuid: Sample.uuid(103))?.title == "B")
            #expect(try reader.collection(uuid: UUID()) == nil)
        }
    }

    @Test func aChildMovesAmongItsSiblings() throws {
        let tree = try Tree()
        try tree.library.write { try $0.update(collectionID: tree.id("G")) { $0.position = 0 } }
        #expect(try tree.titles(of: nil) == ["G", "F", "C"])
        try tree.library.write { try $0.update(collectionID: tree.id("G")) { $0.position = 99 } }
        #expect(try tree.titles(of: nil) == ["F", "C", "G"])
    }

    @Test func aChildMovesToAnotherFolder() throws {
        let tree = try Tree()
        try tree.library.write { try $0.update(collectionID: tree.id("A")) { $0.parentID = try tree.id("G") } }
        #expect(try tree.titles(of: "F") == ["B"])
        #expect(try tree.titles(of: "G") == ["A"])
        try tree.library.read { (reader: CatalogReader) throws in
            #expect(try reader.collection(id: tree.id("F"))?.count == 1)
            #expect(try reader.collection(id: tree.id("G"))?.count == 1)
        }
        try tree.library.write {
            try $0.update(collectionID: tree.id("F")) {
                $0.parentID = try tree.id("G"); $0.position = 0
            }
        }
        #expect(try tree.titles(of: "G") == ["F", "A"])
        #expect(try tree.titles(of: nil) == ["C", "G"])
    }

    @Test func foldersDoNotContainThemselves() throws {
        let tree = try Tree()
        try tree.library.write { try $0.update(collectionID: tree.id("G")) { $0.parentID = try tree.id("F") } }
        for parent in ["F", "G"] {
            #expect(code { try tree.library.write { try $0.update(collectionID: tree.id("F")) { $0.parentID = try tree.id(parent) } } } == .invalid)
        }
        #expect(code { try tree.library.write { try $0.update(collectionID: tree.id("B")) { $0.parentID = try tree.id("C") } } } == .invalid)
        #expect(code { try tree.library.write { try $0.update(collectionID: tree.id("B")) { $0.parentID = 99 } } } == .unknownObject)
        #expect(code { try tree.library.write { try $0.update(collectionID: tree.id("B")) { $0.uuid = UUID() } } } == .invalid)
        #expect(try tree.titles(of: "F") == ["A", "B", "G"])
    }

    @Test func aFolderIsDeletedWithEverythingInIt() throws {
        let tree = try Tree()
        let asset = try tree.library.addPictures(1)[0]
        try tree.library.write { writer in
            try writer.addMembers([asset], to: tree.id("A"))
            try writer.update(collectionID: tree.id("G")) { $0.parentID = try tree.id("F") }
        }
        try tree.library.write { try $0.deleteCollection(id: tree.id("F")) }
        #expect(try tree.titles(of: nil) == ["C"])
        try tree.library.read { (reader: CatalogReader) throws in
            #expect(try reader.children(of: nil).map(\.position) == [0])
            #expect(try reader.collections(CollectionQuery()).map(\.title) == ["C"])
            #expect(try reader.collectionsContaining(assetID: asset).isEmpty)
            #expect(try reader.asset(id: asset) != nil)
        }
        #expect(code { try tree.library.write { try $0.deleteCollection(id: tree.id("F")) } } == .unknownObject)
    }

    @Test func queriesSelectAndSort() throws {
        let tree = try Tree()
        let ids = try tree.library.addPictures(3)
        try tree.library.write { writer in
            try writer.addMembers(ids, to: tree.id("C"))
            try writer.addMembers([ids[2]], to: tree.id("A"))
        }
        func titles(_ change: (inout CollectionQuery) throws -> Void) throws -> [String?] {
            var query = CollectionQuery()
            try change(&query)
            return try tree.library.read { try $0.collections(query).map(\.title) }
        }
        #expect(try titles { $0.kind = .album } == ["C", "A", "B"])
        #expect(try titles { $0.type = .folder(.regularFolder) } == ["F", "G"])
        #expect(try titles { $0.parent = .topLevel } == ["F", "C", "G"])
        #expect(try titles { $0.parent = .folder(try tree.id("F")) } == ["A", "B"])
        #expect(try titles { $0.uuids = [Sample.uuid(103), Sample.uuid(101), UUID()] } == ["C", "B"])
        #expect(try titles { $0.uuids = [] } == [])
        #expect(try titles { $0.sort = [SortKey("title", ascending: false)] } == ["G", "F", "C", "B", "A"])
        #expect(
            try titles {
                $0.sort = [SortKey("estimatedAssetCount", ascending: false)]; $0.kind = .album; $0.limit = 2
            } == ["C", "A"])
        #expect(try titles { $0.predicate = try Query.Predicate(format: "localizedTitle LIKE[c] \"a\" OR estimatedAssetCount > 2") } == ["C", "A"])
        #expect(try titles { $0.predicate = try Query.Predicate(format: "startDate > CAST(500000001, \"NSDate\")") } == ["A"])
        #expect(try tree.library.read { try $0.collectionsContaining(assetID: ids[2]).map(\.title) } == ["C", "A"])
    }

    @Test func titlesChange() throws {
        let tree = try Tree()
        try tree.library.write {
            try $0.update(collectionID: tree.id("A")) {
                $0.title = nil; $0.count = 77
            }
        }
        let record = try tree.library.read { try $0.collection(id: tree.id("A")) }
        #expect(record?.title == nil)
        #expect(record?.count == 0)
    }
}
