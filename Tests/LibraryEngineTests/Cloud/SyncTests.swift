import Catalog
import Cloud
import Foundation
import Importing
import Metadata
import PhotoModel
import Query
import Support
import TestSupport
import Testing

@testable import LibraryEngine

/// Several machines, each with a catalogue of its own, and one store.
@Suite("Machines that share a store", .timeLimit(.minutes(20))) final class SyncTests {
    private let fixture: LibraryFixture
    private var machines: [PhotoLibrary]
    private var store: URL { fixture.base.appendingPathComponent("store") }

    init() throws {
        // Snapshots now and then: whoever is away for a while begins with one.
        fixture = try LibraryFixture { ($0.syncLimits.fewest, $0.syncLimits.share) = (5, .max) }
        machines = [fixture.library]
        var settings = CloudSettings(address: store.path)
        settings.pinnedDays = 0
        try fixture.library.configureCloud(settings)
    }

    deinit { for machine in machines.dropFirst() { machine.close() } }

    private func round(_ machine: PhotoLibrary) throws -> SyncReport {
        _ = try machine.upload()
        return try machine.synchronize()
    }

    /// A further machine that shares the library.
    private func join() throws -> PhotoLibrary {
        let url = fixture.base.appendingPathComponent("Machine \(machines.count).photolibrary")
        _ = try #require(
            try PhotoLibrary.recover(from: store.path, joins: true, to: url, environment: fixture.environment, options: RecoveryOptions(), CloudWork()))
        let machine = try PhotoLibrary.open(at: url, environment: fixture.environment)
        machines.append(machine)
        return machine
    }

    private func add(_ name: String, to machine: PhotoLibrary) throws -> UUID {
        let prepared = try machine.prepareAsset([ResourceInput(.photo, .data(LibraryFixture.jpeg(name)), filename: name + ".JPG")])
        return try machine.performChanges(author: "test") { transaction in
            let id = try transaction.insert(prepared)
            return try transaction.catalog.uuids(assetIDs: [id])[0] ?? UUID()
        }
    }

    private func change(_ uuid: UUID, on machine: PhotoLibrary, _ change: (inout AssetRecord) -> Void) throws {
        try machine.performChanges(author: "test") { transaction in
            guard let id = try transaction.catalog.assetID(uuid: uuid) else { return }
            try transaction.update(assetID: id, change)
        }
    }

    private func asset(_ uuid: UUID, on machine: PhotoLibrary) throws -> AssetRecord? { try machine.catalog.read { try $0.asset(uuid: uuid) } }

    /// Everything that all machines have to agree on, as text.
    /// - Parameter gone: assets that are left out, also of albums.
    private func state(_ machine: PhotoLibrary, without gone: Set<UUID> = []) throws -> [String] {
        func isTold(_ kind: SyncKind, _ uuid: UUID) -> Bool { kind != .asset || !gone.contains(uuid) }
        return try machine.catalog.read { reader in
            let source = SyncSource(reader: reader)
            var lines: [String] = []
            var last: Int64 = 0
            while case let page = try reader.everyAssetID(after: last, limit: 1000), let end = page.last {
                for uuid in try reader.uuids(assetIDs: page).compactMap({ $0 }) where isTold(.asset, uuid) {
                    lines += try source.asset(uuid).map { ["\($0.object.line)"] } ?? []
                }
                last = end
            }
            for id in try reader.everyCollectionID() {
                guard let uuid = try reader.collection(id: id)?.uuid, let local = try source.collection(uuid, isTold: isTold) else { continue }
                lines.append("\(local.object.line)")
            }
            lines.append("\(try source.collection(SyncObject.top, isTold: { _, _ in true })?.object.list ?? [])")
            return lines.sorted()
        }
    }

    private func expectSound(_ machine: PhotoLibrary) throws {
        let report = try machine.verify()
        #expect(report.isSound, "\(report)")
    }

    /// Until nobody has anything to tell any more.
    private func exchangeAll() throws {
        for _ in 0..<10 {
            var told = 0
            for machine in machines {
                let report = try round(machine)
                told += report.sent + report.received
            }
            if told == 0 { return }
        }
        Issue.record("the machines tell each other something for ever")
    }

    @Test func aSecondMachineHasAllAndBothHearOfEachOther() throws {
        let first = machines[0], uuids = try ["a", "b", "c"].map { try add($0, to: first) }
        _ = try first.performChanges(author: "test") { transaction in
            let album = try transaction.insert(CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: "Best"))
            try transaction.addMembers(uuids.prefix(2).compactMap { try transaction.catalog.assetID(uuid: $0) }, to: album)
        }
        _ = try round(first)
        let second = try join()
        try exchangeAll()
        #expect(try state(first) == state(second))
        // Different groups of one asset, changed at once.
        try change(uuids[0], on: first) { $0.title = "from the first" }
        try change(uuids[0], on: second) { $0.isFavorite = true }
        // The same one: who comes second holds.
        try change(uuids[1], on: first) { $0.title = "one" }
        try change(uuids[1], on: second) { $0.title = "two" }
        let late = try add("late", to: second)
        try exchangeAll()
        #expect(try state(first) == state(second))
        #expect(try asset(uuids[0], on: first).map { [$0.title == "from the first", $0.isFavorite] } == [true, true])
        #expect(try asset(uuids[1], on: first)?.title == "two")
        // The file comes from the store when it is wanted.
        let resource = try #require(try first.catalog.read { try $0.resources(assetID: $0.assetID(uuid: late) ?? 0).first })
        #expect([resource.isLocal, resource.isInCloud] == [false, true])
        _ = try ResourceAccess(first, network: NetworkUse()).open(resource)
        #expect(try Data(contentsOf: first.url.appendingPathComponent(resource.location.path)) == LibraryFixture.jpeg("late"))
        try expectSound(first)
        try expectSound(second)
    }

    private func edit(_ uuid: UUID, by format: String, of choice: OriginalChoice, on machine: PhotoLibrary) throws {
        let rendition = try machine.prepareRendition(
            [
                ResourceInput(.fullSizePhoto, .data(LibraryFixture.jpeg(format)), filename: "Edited.jpg"),
                ResourceInput(.adjustmentData, .data(Data(format.utf8)), filename: "Adjustments.json"),
            ], of: .photo, adjustment: AdjustmentFacts(formatIdentifier: format))
        try machine.performChanges(author: "test") { transaction in
            guard let id = try transaction.catalog.assetID(uuid: uuid) else { return }
            try transaction.replaceRendition(of: id, with: rendition, choice: choice)
        }
    }

    /// A RAW and JPEG pair, of which the JPEG is the original.
    private func addPair(to machine: PhotoLibrary) throws -> UUID {
        let prepared = try machine.prepareAsset([
            ResourceInput(.photo, .data(LibraryFixture.jpeg("pair")), filename: "a.jpg"),
            ResourceInput(.alternatePhoto, .data(Data("RAW pair".utf8)), filename: "a.cr3"),
        ])
        return try machine.performChanges(author: "test") { transaction in
            let id = try transaction.insert(prepared)
            return try transaction.catalog.uuids(assetIDs: [id])[0] ?? UUID()
        }
    }

    /// Made again, an edit must not be applied to the other one of a RAW and JPEG pair.
    @Test(arguments: [true, false]) func ofTwoEditsTheOneThatHoldsKeepsTheOriginalItWasMadeOn(isRawToldFirst: Bool) throws {
        let first = machines[0], uuid = try addPair(to: first)
        _ = try round(first)
        let second = try join()
        try exchangeAll()
        try edit(uuid, by: "com.example.raw", of: .raw, on: first)
        try edit(uuid, by: "com.example.jpeg", of: .compressed, on: second)
        let order = isRawToldFirst ? [first, second] : [second, first]
        for machine in order {
            _ = try round(machine)
            // Before and after anybody hears of the other edit.
            let shown = try #require(try asset(uuid, on: machine))
            #expect((shown.adjustmentFormatIdentifier == "com.example.raw") == (shown.originalChoice == .raw))
        }
        try exchangeAll()
        #expect(try state(first) == state(second))
        // Who comes second holds.
        let (format, choice): (String, OriginalChoice) = isRawToldFirst ? ("com.example.jpeg", .compressed) : ("com.example.raw", .raw)
        let shown = try #require(try asset(uuid, on: first))
        #expect(shown.adjustmentFormatIdentifier == format && shown.originalChoice == choice)
    }

    /// Where both of a pair are of one size, a choice changes nothing else.
    @Test func aChoiceAloneDoesNotComeUnderAnEdit() throws {
        let first = machines[0], uuid = try addPair(to: first)
        _ = try round(first)
        let second = try join()
        try exchangeAll()
        try change(uuid, on: first) { $0.originalChoice = .raw }
        try edit(uuid, by: "com.example.jpeg", of: .compressed, on: second)
        _ = try round(first)
        try exchangeAll()
        #expect(try state(first) == state(second))
        let shown = try #require(try asset(uuid, on: first))
        #expect(shown.adjustmentFormatIdentifier == "com.example.jpeg" && shown.originalChoice == .compressed)
    }

    @Test func deletionAndEditMeetAndWhatIsPurgedIsGone() throws {
        let first = machines[0], (trashed, purged) = (try add("trashed", to: first), try add("purged", to: first))
        _ = try round(first)
        let second = try join()
        try exchangeAll()
        try first.performChanges(author: "test") { transaction in
            let ids = try [trashed, purged].compactMap { try transaction.catalog.assetID(uuid: $0) }
            try transaction.delete(ids)
            try transaction.purge(ids.suffix(1))
        }
        try change(trashed, on: second) { $0.title = "edited meanwhile" }
        try change(purged, on: second) { $0.title = "edited meanwhile" }
        try exchangeAll()
        #expect(try state(first) == state(second))
        let kept = try #require(try asset(trashed, on: second))
        #expect(kept.isTrashed && kept.title == "edited meanwhile")
        #expect(try asset(purged, on: second) == nil && asset(purged, on: first) == nil)
    }

    @Test func thePhotoThatCameInTwiceIsOne() throws {
        let first = machines[0]
        _ = try add("other", to: first)
        _ = try round(first)
        let second = try join()
        try exchangeAll()
        let (here, there) = (try add("same", to: first), try add("same", to: second))
        try change(there, on: second) { $0.caption = "said there" }
        try change(here, on: first) { $0.title = "said here" }
        _ = try second.performChanges(author: "test") { transaction in
            let album = try transaction.insert(CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: "Holds it"))
            try transaction.addMembers([try #require(try transaction.catalog.assetID(uuid: there))], to: album)
        }
        try exchangeAll()
        #expect(try state(first) == state(second))
        let one = try #require(try asset(here, on: second))
        #expect(one.title == "said here" && one.caption == "said there")
        #expect(try asset(there, on: second) == nil && asset(there, on: first) == nil)
        let album = try #require(try first.catalog.read { try $0.collections(CollectionQuery()) }.first { $0.title == "Holds it" })
        #expect(try first.catalog.read { try Array($0.memberIDs(of: album.id)) } == [try #require(try first.catalog.read { try $0.assetID(uuid: here) })])
        // The file that was here is still here.
        let file = try #require(try second.catalog.read { try $0.resources(assetID: $0.assetID(uuid: here) ?? 0).first })
        #expect(file.isLocal && second.originals.holds(managedPath: file.location.path))
        try expectSound(second)
    }

    @Test func foldersThatWereMovedIntoEachOtherComeApart() throws {
        let first = machines[0]
        let uuids = [UUID(), UUID()]
        try first.performChanges(author: "test") { transaction in
            for (uuid, title) in zip(uuids, ["A", "B"]) { try transaction.insert(CollectionRecord(uuid: uuid, type: .folder(.regularFolder), title: title)) }
        }
        _ = try round(first)
        let second = try join()
        try exchangeAll()
        func move(_ one: UUID, into other: UUID, on machine: PhotoLibrary) throws {
            try machine.performChanges(author: "test") { transaction in
                let (id, parent) = (try #require(try transaction.catalog.collection(uuid: one)?.id), try #require(try transaction.catalog.collection(uuid: other)?.id))
                try transaction.update(collectionID: id) { ($0.parentID, $0.position) = (parent, 0) }
            }
        }
        try move(uuids[0], into: uuids[1], on: first)
        try move(uuids[1], into: uuids[0], on: second)
        try exchangeAll()
        #expect(try state(first) == state(second))
    }

    @Test func aMachineThatIsMadeAgainHearsWhatItMissed() throws {
        let first = machines[0], uuid = try add("a", to: first)
        _ = try round(first)
        let second = try join()
        try exchangeAll()
        // The first is lost after its record was uploaded; meanwhile the second goes on.
        try change(uuid, on: second) { $0.title = "meanwhile" }
        _ = try round(second)
        let url = fixture.base.appendingPathComponent("Again.photolibrary")
        _ = try #require(try PhotoLibrary.recover(from: store.path, to: url, environment: fixture.environment, options: RecoveryOptions(), CloudWork()))
        let again = try PhotoLibrary.open(at: url, environment: fixture.environment)
        machines = [again, second]
        try exchangeAll()
        #expect(try asset(uuid, on: again)?.title == "meanwhile")
        #expect(try state(again) == state(second))
    }

    @Test func aFolderThatGoesDoesNotTakeAnothersAlbumWithIt() throws {
        let first = machines[0], uuids = (0..<3).map { _ in UUID() }
        try first.performChanges(author: "test") { transaction in
            let outer = try transaction.insert(CollectionRecord(uuid: uuids[0], type: .folder(.regularFolder), title: "F"))
            var inner = CollectionRecord(uuid: uuids[1], type: .folder(.regularFolder), title: "C")
            inner.parentID = outer
            try transaction.insert(inner)
            try transaction.insert(CollectionRecord(uuid: uuids[2], type: .album(.albumRegular), title: "D"))
        }
        _ = try round(first)
        let second = try join()
        try exchangeAll()
        try second.performChanges(author: "test") { transaction in
            let (album, folder) = (try #require(try transaction.catalog.collection(uuid: uuids[2])?.id), try #require(try transaction.catalog.collection(uuid: uuids[1])?.id))
            try transaction.update(collectionID: album) { ($0.parentID, $0.position) = (folder, 0) }
        }
        try first.performChanges(author: "test") { try $0.deleteCollection(id: try #require(try $0.catalog.collection(uuid: uuids[0])?.id)) }
        try exchangeAll()
        #expect(try state(first) == state(second))
        #expect(try first.catalog.read { try $0.collections(CollectionQuery()) }.map(\.title) == ["D"])
    }

    /// Two photos with the same picture are one only where all else that came in is the same, too.
    @Test func whatOnlyOneOfTwoHasIsNotLost() throws {
        let first = machines[0]
        _ = try add("other", to: first)
        _ = try round(first)
        let second = try join()
        try exchangeAll()
        let picture = ResourceInput(.photo, .data(LibraryFixture.jpeg("same")), filename: "same.JPG")
        let live = try second.prepareAsset([picture, ResourceInput(.pairedVideo, .data(LibraryFixture.movie), filename: "same.MOV")])
        _ = try second.performChanges(author: "test") { try $0.insert(live) }
        _ = try add("same", to: first)
        try exchangeAll()
        #expect(try state(first) == state(second))
        let types = try second.catalog.read { reader in try reader.everyAssetID(after: 0, limit: 100).flatMap { try reader.resources(assetID: $0).map(\.type) } }
        #expect(types.count { $0 == .pairedVideo } == 1 && types.count { $0 == .photo } == 3)
        try expectSound(second)
    }

    @Test func whoIsNotSharedCanNotBeJoined() throws {
        _ = try add("a", to: machines[0])
        _ = try machines[0].upload()
        #expect(throws: LibraryError.self) { _ = try self.join() }
        #expect(!FileManager.default.fileExists(atPath: fixture.base.appendingPathComponent("Machine 1.photolibrary").path))
    }

    /// Random changes of each seed; the long run has more.
    private static let changes = ProcessInfo.processInfo.environment["PHOTOS_LONG_TESTS"] == nil ? 400 : 3_400

    /// Three machines, each changing at random and seldom telling: equal by every field in the end.
    @Test(arguments: [1, 2, 3] as [UInt64]) func whateverHappensAllAgreeInTheEnd(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed), next = 0
        try beginThree()
        try changeAtRandom(Self.changes, &random, &next)
        try expectAgreement()
    }

    /// One of them is lost in the middle, with changes that it told and files that it never sent. Gone is what it had said that no other has; a new one takes its place.
    @Test(arguments: [4, 5] as [UInt64]) func aMachineThatIsLostInTheMiddleCostsWhatItSaidWasNotUploaded(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed), next = 0
        try beginThree()
        try changeAtRandom(Self.changes / 2, &random, &next)
        try exchangeAll()
        let lost = machines[2]
        for _ in 0..<60 { try changeSomething(of: lost, &random, &next) }
        for index in 0..<3 { _ = try add("lost \(index)", to: lost) }
        let report = try lost.synchronize(), gone = try notUploaded(lost), kept = try state(lost, without: gone)
        #expect(gone.count >= 3 && report.waiting == gone.count)
        // Each of these photos has one file.
        #expect(try lost.cloudStatus().counts.local.files == gone.count)
        machines.remove(at: 2)
        lost.close()
        try FileManager.default.removeItem(at: lost.url)
        try exchangeAll()
        for machine in machines {
            let there = try state(machine)
            if there != kept { Issue.record("\(Set(there).symmetricDifference(kept).sorted().prefix(4))") }
        }
        _ = try join()
        try exchangeAll()
        try changeAtRandom(Self.changes / 2, &random, &next)
        try expectAgreement()
    }

    private func beginThree() throws {
        for index in 0..<8 { _ = try add("start \(index)", to: machines[0]) }
        _ = try round(machines[0])
        _ = try join()
        _ = try join()
        try exchangeAll()
    }

    private func changeAtRandom(_ count: Int, _ random: inout SeededRandom, _ next: inout Int) throws {
        for _ in 0..<count {
            let machine = machines[Int(random.next() % 3)]
            if random.next() % 12 == 0 {
                _ = try round(machine)
            } else {
                try changeSomething(of: machine, &random, &next)
            }
        }
    }

    /// Assets of which a file is on this machine alone.
    private func notUploaded(_ machine: PhotoLibrary) throws -> Set<UUID> {
        try machine.catalog.read { reader in
            let ids = try reader.everyAssetID(after: 0, limit: 10_000).filter { id in try reader.resources(assetID: id).contains { !$0.isInCloud } }
            return Set(try reader.uuids(assetIDs: ids).compactMap { $0 })
        }
    }

    private func expectAgreement() throws {
        try exchangeAll()
        let states = try machines.map { try state($0) }
        #expect(states[0] == states[1] && states[1] == states[2])
        if states[0] != states[1] { Issue.record("\(Set(states[0]).symmetricDifference(states[1]).sorted().prefix(4))") }
        if states[2] != states[1] { Issue.record("\(Set(states[2]).symmetricDifference(states[1]).sorted().prefix(4))") }
        for machine in machines { try expectSound(machine) }
    }

    private func changeSomething(of machine: PhotoLibrary, _ random: inout SeededRandom, _ next: inout Int) throws {
        let uuids = try machine.catalog.read { reader in try reader.uuids(assetIDs: reader.everyAssetID(after: 0, limit: 1000)).compactMap { $0 } }
        let collections = try machine.catalog.read { reader in try reader.everyCollectionID().compactMap { try reader.collection(id: $0) } }
        func any<T>(_ list: [T], _ random: inout SeededRandom) -> T? { list.isEmpty ? nil : list[Int(random.next() % UInt64(list.count))] }
        let (albums, folders) = (collections.filter { $0.kind == .album }, collections.filter { $0.kind == .folder })
        next += 1
        let number = next
        switch random.next() % 14 {
        case 0: _ = try add("new \(number % 7)", to: machine)
        case 1: if let uuid = any(uuids, &random) { try change(uuid, on: machine) { $0.title = "title \(number)" } }
        case 2: if let uuid = any(uuids, &random) { try change(uuid, on: machine) { $0.isFavorite.toggle() } }
        case 3: if let uuid = any(uuids, &random) { try change(uuid, on: machine) { $0.keywords = ["k\(number % 5)", "k\(number % 3)"] } }
        case 4:
            if let uuid = any(uuids, &random) { try change(uuid, on: machine) { ($0.rating, $0.location) = (number % 6, LocationRecord(latitude: Double(number), longitude: 7)) } }
        case 5:
            if let uuid = any(uuids, &random), let record = try asset(uuid, on: machine) {
                try machine.performChanges(author: "test") { record.isTrashed ? try $0.restore([record.id]) : try $0.delete([record.id]) }
            }
        case 6:
            if let uuid = any(uuids, &random), let record = try asset(uuid, on: machine), record.isTrashed {
                try machine.performChanges(author: "test") { try $0.purge([record.id]) }
            }
        case 7: _ = try machine.performChanges(author: "test") { try $0.insert(CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: "album \(number)")) }
        case 8: _ = try machine.performChanges(author: "test") { try $0.insert(CollectionRecord(uuid: UUID(), type: .folder(.regularFolder), title: "folder \(number)")) }
        case 9, 10:
            if let album = any(albums, &random) {
                var ids = try machine.catalog.read { reader in try uuids.compactMap { try reader.asset(uuid: $0) }.filter { !$0.isTrashed }.map(\.id) }
                ids.sort { ($0 &* 31 ^ Int64(number)) % 17 < ($1 &* 31 ^ Int64(number)) % 17 }
                try machine.performChanges(author: "test") { try $0.arrangeMembers(Array(ids.prefix(number % 6)), of: album.id) }
            }
        case 11: if let one = any(collections, &random) { try machine.performChanges(author: "test") { try $0.update(collectionID: one.id) { $0.title = "name \(number)" } } }
        case 12:
            if let one = any(collections, &random), let folder = any(folders, &random) {
                // Into itself it is refused, as anybody's would be.
                try? machine.performChanges(author: "test") { try $0.update(collectionID: one.id) { ($0.parentID, $0.position) = (folder.id, 0) } }
            }
        default: if let one = any(collections, &random), number % 3 == 0 { try machine.performChanges(author: "test") { try $0.deleteCollection(id: one.id) } }
        }
    }
}
