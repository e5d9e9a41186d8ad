import Catalog
import Foundation
import PhotoModel
import Testing

@Suite struct PurgeTests {
    @Test func bytesThatAnotherAssetUsesStay() throws {
        let library = try TemporaryCatalog()
        let ids = try library.write { writer in
            [
                try writer.insert(Sample.asset(1), resources: [Sample.resource("a", path: "originals/A/shared"), Sample.resource("b", path: "originals/A/own")]),
                try writer.insert(Sample.asset(2), resources: [Sample.resource("c", path: "originals/A/shared")]),
            ]
        }
        #expect(try library.write { try $0.purge(assetIDs: [ids[0]]) }.map(\.filename) == ["b"])
        #expect(try library.write { try $0.purge(assetIDs: [ids[1]]) }.map(\.filename) == ["c"])
    }

    @Test func bytesOfTwoPurgedTogetherAreReturnedOnce() throws {
        let library = try TemporaryCatalog()
        let ids = try library.write { writer in
            try (1...2).map { try writer.insert(Sample.asset($0), resources: [Sample.resource("a\($0)", path: "originals/A/shared")]) }
        }
        #expect(try library.write { try $0.purge(assetIDs: ids + ids) }.map(\.filename) == ["a1"])
        try library.read { reader in
            try reader.forEachResource { _ in Issue.record("A purged asset left a resource behind.") }
        }
    }

    @Test func referencedFilesAreTheUsers() throws {
        let library = try TemporaryCatalog()
        let root = try library.write { try $0.addReferenceRoot(ReferenceRootRecord(uuid: Sample.uuid(50), path: "/disk")) }
        var resource = Sample.resource("a", path: "")
        resource.location = .referenced(rootID: root, path: "a.jpg", modified: 0)
        let id = try library.write { try $0.insert(Sample.asset(1), resources: [resource]) }
        #expect(try library.write { try $0.purge(assetIDs: [id]) }.isEmpty)
    }

    @Test func aRemovedResourceIsHandedOverUnlessShared() throws {
        let library = try TemporaryCatalog()
        let (first, second) = try library.write { writer in
            let a = try writer.insert(Sample.asset(1), resources: [])
            return (try writer.addResource(Sample.resource("a", path: "originals/x"), to: a), try writer.addResource(Sample.resource("b", path: "originals/x"), to: a))
        }
        #expect(try library.write { try $0.removeResource(id: first) } == nil)
        #expect(try library.write { try $0.removeResource(id: second) }?.filename == "b")
        #expect(code { try library.write { try $0.removeResource(id: second) } } == .unknownObject)
    }

    @Test func aPurgedMemberLeavesItsAlbums() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(3)
        let album = try library.write { writer in
            let album = try writer.insert(Sample.album("A"))
            try writer.addMembers(ids, to: album)
            return album
        }
        _ = try library.write { try $0.purge(assetIDs: [ids[0], 99]) }
        try library.read { reader in
            #expect(try Array(reader.memberIDs(of: album)) == Array(ids[1...]))
            let record = try #require(try reader.collection(id: album))
            #expect(record.count == 2)
            #expect(record.startDate == Sample.asset(1).creationDate)
        }
    }
}
