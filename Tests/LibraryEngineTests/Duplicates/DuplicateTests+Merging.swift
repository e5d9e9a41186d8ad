import Catalog
import Decoding
import Foundation
import Imaging
import PhotoModel
import Pixels
import Similarity
import Synchronization
import Testing

@testable import LibraryEngine

/// Making one photo of those that are there twice.
extension DuplicateTests {
    @Test func mergingKeepsAllFactsAndIsTakenBackAsOne() throws {
        let best = try insert("best.jpg", 1, width: 800) { ($0.caption, $0.keywords) = ("Mine", ["sea"]) }
        let copy = try insert("copy.jpg", 1) { record in
            (record.title, record.caption, record.keywords, record.rating, record.isFavorite) = ("Pier", "Theirs", ["night", "sea"], 4, true)
            (record.creationDate, record.creationOffset, record.location) = (1_000, 3_600, LocationRecord(latitude: 1, longitude: 2))
        }
        let album = try library.performChanges(author: "test") { transaction in
            let id = try transaction.insert(CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: "Summer"))
            try transaction.addMembers([copy], to: id)
            return id
        }
        let before = try [best, copy].map(fixture.record)
        let plan = try #require(try library.mergePlan(of: [copy, best]))
        #expect(plan.kept.id == best && plan.removed.map(\.id) == [copy] && plan.albums.map(\.id) == [album])
        #expect(plan.fields == [.date, .place, .title, .caption, .keywords, .rating, .favorite])
        #expect(try [best, copy].map(fixture.record) == before)
        let (result, plans) = try library.performChanges(author: "test") { try $0.merge([([copy, best], nil)], at: now, author: "test") }
        #expect(plans.count == 1 && result.changed == 2)
        let kept = try fixture.record(best)
        #expect(kept.title == "Pier" && kept.caption == "Mine\nTheirs" && kept.keywords == ["sea", "night"] && kept.rating == 4 && kept.isFavorite)
        #expect(kept.creationDate == 1_000 && kept.creationOffset == 3_600 && kept.location?.latitude == 1)
        #expect(try fixture.record(copy).isTrashed)
        #expect(try library.read { try $0.memberIDs(of: album) } == [best])
        let entry = try #require(result.undo)
        _ = try library.performChanges(author: "test") { try $0.undo(entry.id, at: now, isKept: true) }
        for (id, old) in zip([best, copy], before) {
            var record = try fixture.record(id)
            record.modificationDate = old.modificationDate
            #expect(record == old)
        }
        #expect(try library.read { try $0.memberIDs(of: album) } == [copy])
        _ = try library.performChanges(author: "test") { try $0.redo(entry.id, at: now) }
        #expect(try fixture.record(copy).isTrashed)
        #expect(try library.read { try $0.memberIDs(of: album) } == [best])
    }

    @Test func aMergeThatIsMadeAgainRemovesOnlyWhatIsStillACopyOfAKeptFile() throws {
        func merged(_ picture: UInt8) throws -> (best: Int64, copies: [Int64], entry: UUID) {
            let best = try insert("best.jpg", picture, width: 800), copies = try ["a.jpg", "b.jpg"].map { try insert($0, picture) }
            let (result, _) = try library.performChanges(author: "test") { try $0.merge([([best] + copies, nil)], at: now, author: "test") }
            let entry = try #require(result.undo)
            _ = try library.performChanges(author: "test") { try $0.undo(entry.id, at: now, isKept: true) }
            return (best, copies, entry.id)
        }
        func redo(_ entry: UUID) throws -> UndoResult { try library.performChanges(author: "test") { try $0.redo(entry, at: now) { $0.takesChanges } } }
        func areTrashed(_ ids: [Int64]) throws -> [Bool] { try ids.map { try fixture.record($0).isTrashed } }

        let trashed = try merged(1)
        try library.performChanges(author: "test") { try $0.delete([trashed.best]) }
        let besidesTrashed = try redo(trashed.entry)
        #expect(try areTrashed(trashed.copies) == [false, false])
        #expect(besidesTrashed.restored.isEmpty && besidesTrashed.left.map(\.filename) == ["a.jpg", "b.jpg"] && besidesTrashed.leftCount == 2)

        let purged = try merged(2)
        try library.performChanges(author: "test") { transaction in
            try transaction.delete([purged.best])
            try transaction.purge([purged.best])
        }
        let besidesPurged = try redo(purged.entry)
        #expect(try areTrashed(purged.copies) == [false, false])
        #expect(besidesPurged.gone == 1 && besidesPurged.leftCount == 2)

        let edited = try merged(3)
        try library.performChanges(author: "test") { transaction in
            try transaction.update(assetID: edited.copies[0]) { ($0.adjustmentFormatIdentifier, $0.adjustmentTimestamp) = ("format", 5) }
        }
        let besidesEdited = try redo(edited.entry)
        #expect(try areTrashed(edited.copies) == [false, true])
        #expect(besidesEdited.restored == [edited.best, edited.copies[1]] && besidesEdited.left.map(\.fields) == [[.merge]])
    }

    @Test func theKeptFileIsTheCoverAndIsSeenWhereItsCopyWas() throws {
        let best = try insert("best.jpg", 1, width: 800), copy = try insert("copy.jpg", 1)
        let album = try library.performChanges(author: "test") { transaction in
            let id = try transaction.insert(CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: "Summer"))
            try transaction.addMembers([copy], to: id)
            try transaction.update(collectionID: id) { $0.keyAssetID = copy }
            return id
        }
        let catalog = library.catalog
        _ = try catalog.write(author: "test") { try $0.setSelection(of: "app", to: [copy]) }
        func cover() throws -> Int64? { try library.read { try $0.collection(id: album)?.keyAssetID } }
        func seen() throws -> [Int64] { try catalog.read { Array(try $0.selectedAssetIDs(of: "app")) } }
        let (result, _) = try library.performChanges(author: "test") { try $0.merge([([copy, best], nil)], at: now, author: "test") }
        #expect(try cover() == best)
        #expect(try seen() == [best, copy])
        let entry = try #require(result.undo)
        _ = try library.performChanges(author: "test") { try $0.undo(entry.id, at: now, isKept: true) }
        #expect(try cover() == copy)
        #expect(try seen() == [copy])
        _ = try library.performChanges(author: "test") { try $0.redo(entry.id, at: now) }
        #expect(try cover() == best)
        #expect(try seen() == [best, copy])
        // A cover that somebody chose since stays.
        try library.performChanges(author: "test") { try $0.update(collectionID: album) { $0.keyAssetID = nil } }
        _ = try library.performChanges(author: "test") { try $0.undo(entry.id, at: now) }
        #expect(try cover() == nil)
    }

    @Test func aCopyWithAnEditAMovieOrARawFileStays() throws {
        let best = try insert("best.jpg", 1, width: 800), plain = try insert("plain.jpg", 1)
        let edited = try insert("edited.jpg", 1) { ($0.adjustmentFormatIdentifier, $0.adjustmentTimestamp) = ("format", 5) }
        let live = try library.performChanges(author: "test") { transaction in
            var record = AssetRecord(uuid: UUID(), mediaType: .image, addedDate: 0, filename: "live.jpg", uniformType: "public.jpeg")
            (record.pixelWidth, record.pixelHeight) = (400, 300)
            let movie = ResourceRecord(
                type: .pairedVideo, filename: "live.mov", uniformType: "com.apple.quicktime-movie", size: 1, sha256: Data(count: 32), location: .managed(path: "originals/0/x.mov"))
            return try transaction.insert(record, resources: [movie])
        }
        let plan = try #require(try library.mergePlan(of: [plain, edited, live, best]))
        #expect(plan.removed.map(\.id) == [plain])
        #expect(Set(plan.staying.map { "\($0.asset.id) \($0.reason.rawValue)" }) == ["\(edited) edit", "\(live) movie"])
        let none = try #require(try library.mergePlan(of: [edited, best]))
        #expect(none.removed.isEmpty && none.fields.isEmpty && none.staying.map(\.reason) == [.edit])
        // The edited one can be chosen itself.
        #expect(try library.mergePlan(of: [edited, best], keeping: edited)?.removed.map(\.id) == [best])
    }

    @Test func aCopyThatIsMoreThanTheKeptFileStays() throws {
        let best = try insert("best.jpg", 1, width: 800)
        var copies = [
            try insert("animated.gif", 1) { $0.playbackStyle = .imageAnimated }, try insert("portrait.jpg", 1) { $0.mediaSubtypes = .photoDepthEffect },
            try insert("hdr.jpg", 1) { $0.mediaSubtypes = .photoHDR }, try insert("spatial.heic", 1) { $0.mediaSubtypes = .spatialMedia },
        ]
        let plan = try #require(try library.mergePlan(of: copies + [best]))
        #expect(plan.kept.id == best && plan.removed.isEmpty)
        #expect(Set(plan.staying.map { "\($0.asset.filename) \($0.reason)" }) == ["animated.gif animation", "portrait.jpg depth", "hdr.jpg hdr", "spatial.heic spatial"])
        // Where the kept file has it as well, nothing is lost.
        let large = try insert("large.heic", 1, width: 900) { record in
            record.mediaSubtypes = [.photoDepthEffect, .photoHDR, .spatialMedia]
            record.playbackStyle = .imageAnimated
        }
        copies.append(large)
        #expect(try library.mergePlan(of: copies)?.removed.count == 4)
    }

    private func reasons(_ ids: [Int64], keeping: Int64? = nil) throws -> [MergePlan.Reason] {
        try library.mergePlan(of: ids, keeping: keeping)?.staying.map(\.reason) ?? []
    }

    @Test func twoEditsWithoutATimeAreNotOne() throws {
        func edited(_ time: Double?) -> (inout AssetRecord) -> Void {
            return { record in (record.adjustmentFormatIdentifier, record.adjustmentTimestamp) = ("format", time) }
        }
        let a = try insert("a.jpg", 1, width: 800, change: edited(nil)), b = try insert("b.jpg", 1, change: edited(nil))
        #expect(try reasons([a, b]) == [.edit])
        let c = try insert("c.jpg", 1, width: 800, change: edited(7)), d = try insert("d.jpg", 1, change: edited(7))
        #expect(try library.mergePlan(of: [c, d])?.removed.map(\.id) == [d])
    }

    /// - Parameter resources: what kind each file is of and where it lies.
    private func insert(_ name: String, width: Int, _ resources: (ResourceType, String, ResourceLocation)...) throws -> Int64 {
        try library.performChanges(author: "test") { transaction in
            var record = AssetRecord(uuid: UUID(), mediaType: .image, addedDate: 0, filename: name, uniformType: resources[0].1)
            (record.pixelWidth, record.pixelHeight) = (width, width * 3 / 4)
            return try transaction.insert(
                record, resources: resources.map { ResourceRecord(type: $0.0, filename: name, uniformType: $0.1, size: 1, sha256: Data(count: 32), location: $0.2) })
        }
    }

    @Test func theJPEGOfARawPairStays() throws {
        let raw = "com.canon.cr3-raw-image"
        let alone = try insert("alone.cr3", width: 800, (.photo, raw, .managed(path: "originals/0/a.cr3")))
        let pair = try insert("pair.jpg", width: 400, (.photo, "public.jpeg", .managed(path: "originals/0/b.jpg")), (.alternatePhoto, raw, .managed(path: "originals/0/b.cr3")))
        #expect(try reasons([alone, pair]) == [.pair])
        #expect(try library.mergePlan(of: [alone, pair], keeping: pair)?.removed.map(\.id) == [alone])
    }

    @Test func aFileThatMayGoOrIsGoneLetsNoCopyGo() throws {
        func managed(_ name: String) -> (ResourceType, String, ResourceLocation) { (.photo, "public.jpeg", .managed(path: "originals/0/\(name)")) }
        let root = try library.performChanges(author: "test") { try $0.catalog.addReferenceRoot(ReferenceRootRecord(uuid: UUID(), path: fixture.base.path)) }
        try fixture.write(Data([1]), to: "outside.jpg")
        try fixture.write(Data([1]), to: "Test.photolibrary/originals/0/inside.jpg")
        let inside = try insert("inside.jpg", width: 400, managed("inside.jpg"))
        let outside = try insert("outside.jpg", width: 800, (.photo, "public.jpeg", .referenced(rootID: root, path: "outside.jpg", modified: 0)))
        let gone = try insert("gone.jpg", width: 800, managed("gone.jpg"))
        #expect(try reasons([inside, outside]) == [.referenced])
        #expect(try library.mergePlan(of: [inside, outside], keeping: inside)?.removed.map(\.id) == [outside])
        #expect(try reasons([inside, gone]) == [.missing])
        #expect(try library.mergePlan(of: [inside, gone], keeping: inside)?.removed.map(\.id) == [gone])
        // What is in the cloud store can be fetched.
        try library.performChanges(author: "test") { transaction in
            for resource in try transaction.reader.resources(assetID: gone) { try transaction.update(resourceID: resource.id) { ($0.isLocal, $0.isInCloud) = (false, true) } }
        }
        #expect(try library.mergePlan(of: [inside, gone])?.removed.map(\.id) == [inside])
        try library.performChanges(author: "test") { try $0.update(assetID: gone) { $0.damage = "torn" } }
        #expect(try reasons([inside, gone], keeping: gone) == [.damage])
    }

    @Test func aCopyIsLookedForOnlyWhereTheKeptFileIsNotThere() {
        let assets = (1...3).map { id in
            var record = AssetRecord(uuid: UUID(), mediaType: .image, addedDate: 0, filename: "\(id).jpg", uniformType: "public.jpeg")
            record.id = Int64(id)
            return record
        }
        func lookedFor(isThere: Bool) -> [Int64] {
            var ids: [Int64] = []
            _ = MergePlan(assets, albums: [:], files: [:], applications: [:]) { id in
                ids.append(id)
                return isThere
            }
            return ids
        }
        #expect(lookedFor(isThere: true) == [1])
        #expect(lookedFor(isThere: false) == [1, 2, 3])
    }

    @Test func aMergeOfWhichNoneCanGoChangesNothingAndSaysWhy() throws {
        let best = try insert("best.jpg", 1, width: 800) { $0.title = "Pier" }
        let edited = try insert("edited.jpg", 1) { ($0.adjustmentFormatIdentifier, $0.adjustmentTimestamp, $0.title) = ("format", 5, "Bridge") }
        let before = try [best, edited].map(fixture.record)
        let (result, plans) = try library.performChanges(author: "test") { try $0.merge([([edited, best], nil)], at: now, author: "test") }
        #expect(result.changed == 0 && result.undo == nil && plans.count == 1)
        #expect(plans.first?.staying.map(\.asset.id) == [edited])
        #expect(try [best, edited].map(fixture.record) == before)
    }

    @Test func whatIsTrashedMeanwhileIsNotMerged() throws {
        let a = try insert("a.jpg", 1), b = try insert("b.jpg", 1)
        let (result, plans) = try library.performChanges(author: "test") { transaction in
            try transaction.delete([b])
            return try transaction.merge([([a, b], nil)], at: now, author: "test")
        }
        #expect(plans.isEmpty && result.changed == 0 && result.undo == nil)
        #expect(try !fixture.record(a).isTrashed)
    }
}
