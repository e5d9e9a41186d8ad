import Catalog
import Foundation
import Record
import Testing

@testable import LibraryEngine

/// Segments that are joined into snapshots: who comes late begins with one, and nobody loses anything by what is let go.
@Suite("Segments joined into snapshots", .timeLimit(.minutes(20))) struct SyncSnapshotTests {
    @Test func segmentsAreJoinedAndTheTwoNewestSnapshotsStay() throws {
        let world = try SyncWorld(joiningAfter: 3), first = world.first
        let (kept, gone) = (try world.add("kept", to: first), try world.add("gone", to: first))
        try world.round(first)
        #expect(try world.join().catalog.read { try $0.syncProgress()?.isGuest } == true)
        for number in 1...9 {
            try world.name(kept, "title \(number)", on: first)
            if number == 4 { try world.purge(gone, on: first) }
            try world.album("album \(number)", [kept], on: first)
            try world.round(first)
        }
        // Segments 1 to 10, in snapshots at 3, 6 and 9.
        #expect(world.snapshots == [6, 9])
        #expect(try (1...10).map { try world.isJoined(Int64($0)) } == Array(repeating: true, count: 6) + Array(repeating: false, count: 4))
        // Of each attempt nothing but what a head names.
        #expect(world.names("snapshots").count == 4)
        // The second machine has read nothing so far.
        try world.expectAgreement()
    }

    @Test func whatIsJoinedInStepsLetsNothingGoBeforeItIsCompared() throws {
        let world = try SyncWorld(joiningAfter: 3, oneByOne: true), first = world.first, uuid = try world.add("a", to: first)
        for number in 1...9 {
            try world.name(uuid, "title \(number)", on: first)
            world.hook.reset()
            let report = try world.round(first)
            #expect(report.joined == (number % 3 == 0 ? 3 : 0) && report.problem == nil)
            guard number % 3 == 0 else { continue }
            let calls = world.hook.calls, last = try #require(calls.firstIndex(of: "put \(SyncSnapshot.key(Int64(number)))"))
            let told = "put \(SyncSegment.key(Int64(number)))"
            let gone = calls.indices.filter { calls[$0].hasPrefix("delete snapshots/") || calls[$0].hasPrefix("put sync/") && calls[$0] != told }
            #expect(!gone.isEmpty && gone.allSatisfy { $0 > last })
        }
        #expect(world.snapshots == [8, 9])
        try world.expectAgreement()
    }

    @Test func whoComesReadsTheSnapshotAndWhatFollowsIt() throws {
        let world = try SyncWorld(joiningAfter: 4), first = world.first
        let uuids = try (0..<3).map { try world.add("\($0)", to: first) }
        for number in 0..<10 {
            try world.name(uuids[number % 3], "title \(number)", on: first)
            try world.round(first)
        }
        let url = world.fixture.base.appendingPathComponent("Newcomer.photolibrary")
        _ = try PhotoLibrary.recover(from: world.store.path, joins: true, to: url, environment: world.fixture.environment, options: RecoveryOptions(), CloudWork())
        let newcomer = try PhotoLibrary.open(at: url, environment: world.fixture.environment)
        defer { newcomer.close() }
        world.hook.reset()
        _ = try newcomer.synchronize()
        #expect(try world.state(newcomer) == world.state(first))
        // 8 segments are in the snapshot; its own last one is looked at to see that it is of this order.
        let read = world.hook.calls.filter { $0.hasPrefix("get sync/") }
        #expect(read == ([8, 9, 10, 11] as [Int64]).map { "get \(SyncSegment.key($0))" })
    }

    @Test func whoWasAwayForTwoSnapshotsLosesNothingOfItsOwn() throws {
        let world = try SyncWorld(joiningAfter: 2), first = world.first
        let uuids = try ["a", "b", "c", "d"].map { try world.add($0, to: first) }
        let album = try world.album("shared", Array(uuids.prefix(2)), on: first)
        try world.round(first)
        let second = try world.join()
        try world.expectAgreement()
        // What the second one does while it is away.
        try world.name(uuids[0], "said while away", on: second)
        try world.change(uuids[1], on: second) { $0.isFavorite = true }
        try world.purge(uuids[2], on: second)
        let late = try world.add("late", to: second)
        try second.performChanges(author: "test") { transaction in
            let id = try #require(try transaction.catalog.collection(uuid: album)?.id)
            try transaction.addMembers([try #require(try transaction.catalog.assetID(uuid: late))], to: id)
        }
        // And the first one meanwhile, so often that what the second has not read is gone.
        let reached = try #require(try second.catalog.read { try $0.syncProgress() }).applied
        for number in 0..<8 {
            try world.name(uuids[0], "said at home \(number)", on: first)
            try world.name(uuids[1], "title \(number)", on: first)
            if number == 2 { try world.purge(uuids[3], on: first) }
            if number == 3 { try world.add("came meanwhile", to: first) }
            try world.round(first)
        }
        #expect(try world.isJoined(reached + 1))
        try world.expectAgreement()
        let (one, other) = (try #require(try world.asset(uuids[0], on: first)), try #require(try world.asset(uuids[1], on: first)))
        #expect(one.title == "said while away" && other.title == "title 7" && other.isFavorite)
        #expect(try world.asset(uuids[2], on: first) == nil && world.asset(uuids[3], on: second) == nil)
        let members = try first.catalog.read { reader in
            try reader.uuids(assetIDs: Array(reader.memberIDs(of: try #require(try reader.collection(uuid: album)?.id))))
        }
        #expect(Set(members.compactMap { $0 }) == [uuids[0], uuids[1], late])
        #expect(try first.verify().isSound && second.verify().isSound)
    }

    /// The thumbnails of what came in a segment that is gone are still where the snapshot says.
    @Test func thumbnailsOutliveTheirSegments() throws {
        let world = try SyncWorld(joiningAfter: 2), first = world.first
        let (uuid, gone) = (try world.add("a", to: first), try world.add("b", to: first))
        try world.round(first)
        let second = try world.join()
        try world.expectAgreement()
        let late = try world.add("late", to: second)
        try world.round(second)
        try world.purge(gone, on: first)
        for number in 0..<6 {
            try world.name(uuid, "title \(number)", on: first)
            try world.round(first)
        }
        let packs = world.names("sync").filter { $0.hasSuffix(".pack") }
        let newcomer = try world.join(stays: false)
        defer { newcomer.close() }
        _ = try newcomer.synchronize()
        let asset = try #require(try world.asset(late, on: newcomer))
        #expect(newcomer.derivatives.hasThumbnail(assetID: asset.id, uuid: late, revision: asset.revision))
        // One has the first two photos, of which one is there; one has the late one.
        #expect(packs.count == 2)
    }

    /// Whoever gives photos another column raises the number: machines that do not know it would lose what it says.
    @Test func theFormatSaysWhatPhotosHave() throws {
        let world = try SyncWorld(joiningAfter: 100), columns = try world.first.catalog.read { try $0.storedAssetColumns() }
        #expect(
            Set(columns) == [
                "uuid", "mediaType", "mediaSubtypes", "playbackStyle", "sourceType", "creationDate", "creationOffset", "modificationDate", "addedDate",
                "pixelWidth", "pixelHeight", "duration", "latitude", "longitude", "altitude", "horizontalAccuracy", "direction", "speed", "favorite",
                "hidden", "trashedDate", "adjustmentFormatIdentifier", "adjustmentFormatVersion", "adjustmentTimestamp", "burstIdentifier",
                "burstSelectionTypes", "representsBurst", "contentIdentifier", "title", "caption", "rating", "cameraMake", "cameraModel", "lens",
                "frontFacing", "filename", "uniformType", "fileSize", "damage", "revision", "keywordCount", "raw", "originalChoice", "playbackVariation",
                "livePhotoPlayback", "adjustmentEditor",
            ])
        #expect(SyncLines.format == 11)
    }

    /// A machine whose catalogue has another schema takes part, and one of an older format is told so.
    @Test func whatANewerVersionWroteIsRefused() throws {
        let world = try SyncWorld(joiningAfter: 100), first = world.first, uuid = try world.add("a", to: first)
        try world.round(first)
        let second = try world.join(), key = SyncSegment.key(2)
        try world.name(uuid, "newer", on: first)
        world.hook.reset(change: { name, bytes in
            guard name == key, var lines = try? RecordLines.decode(bytes, name), let header = lines.first else { return bytes }
            let fields = header.fields.map { $0.name == "schema" ? RecordField("schema", .int(SyncLines.format + 1)) : $0 }
            lines[0] = RecordObject(header.key, fields)
            return (try? RecordLines.encode(lines)) ?? bytes
        })
        _ = try first.synchronize()
        let error = #expect(throws: LibraryError.self) { _ = try second.synchronize() }
        #expect(error?.code == .tooNew)
    }

    @Test func whatIsWorthASnapshot() {
        let limits = SyncLimits()
        #expect(!limits.isWorthJoining(segments: 63, bytes: 1 << 30, snapshot: 0))
        #expect(limits.isWorthJoining(segments: 64, bytes: 1, snapshot: 0))
        #expect(!limits.isWorthJoining(segments: 511, bytes: 99, snapshot: 400))
        #expect(limits.isWorthJoining(segments: 64, bytes: 100, snapshot: 400))
        #expect(limits.isWorthJoining(segments: 512, bytes: 0, snapshot: 1 << 40))
    }
}
