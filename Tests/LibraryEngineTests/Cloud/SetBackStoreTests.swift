import Catalog
import Cloud
import Foundation
import PhotoModel
import Query
import Synchronization
import Testing

@testable import LibraryEngine

/// A store that was restored from a backup, or whose versions were rolled back: it is noticed before anything is written, and a person chooses how it goes on.
@Suite("A store that was set back", .timeLimit(.minutes(20))) struct SetBackStoreTests {
    /// Two machines in step, a copy of the store at that moment, and what came afterwards.
    private func worldWithABackup() throws -> (world: SyncWorld, uuids: [UUID], backup: URL) {
        let world = try SyncWorld(joiningAfter: 3), first = world.first
        let uuids = try ["a", "b", "c"].map { try world.add($0, to: first) }
        let album = try world.album("shared", uuids, on: first)
        try world.name(uuids[2], "one", on: first)
        try world.round(first)
        _ = try world.join()
        try world.name(uuids[2], "two", on: first)
        try world.expectAgreement()
        let backup = try world.backup()
        try world.name(uuids[0], "after the backup", on: first)
        try world.purge(uuids[1], on: first)
        // As it was in a segment that the store still has.
        try world.name(uuids[2], "one", on: first)
        try first.performChanges(author: "test") { transaction in
            let (album, member) = (try transaction.catalog.collection(uuid: album)?.id, try transaction.catalog.assetID(uuid: uuids[2]))
            try transaction.removeMembers([try #require(member)], from: try #require(album))
        }
        try world.round(first)
        return (world, uuids, backup)
    }

    private func refusal(_ body: () throws -> Void) throws -> LibraryError {
        do { try body() } catch { return try #require(error as? LibraryError) }
        throw LibraryError(.failed, "nothing was refused")
    }

    private func expectRefused(_ world: SyncWorld, _ machine: PhotoLibrary) throws {
        let before = try world.content()
        for call in [{ _ = try machine.upload() }, { _ = try machine.synchronize() }] as [() throws -> Void] {
            let error = try refusal(call)
            #expect(error.code == .invalid && error.message.contains("set back") && error.message.contains("photos cloud sync --resend"), "\(error)")
        }
        #expect(try world.content() == before)
    }

    @Test func fewerSegmentsThanWereReadAreNoticedAndNothingIsWritten() throws {
        let (world, uuids, backup) = try worldWithABackup()
        try world.setBack(to: backup)
        try world.name(uuids[2], "not told", on: world.first)
        try world.add("not uploaded", to: world.first)
        try expectRefused(world, world.first)
    }

    @Test func anotherSegmentWhereThisMachineWasIsNoticed() throws {
        let (world, uuids, backup) = try worldWithABackup()
        try world.setBack(to: backup)
        // The second machine had read no further: to it nothing happened, and it goes on, past where the first one was.
        for number in 0..<4 {
            try world.name(uuids[2], "on the other branch \(number)", on: world.machines[1])
            try world.round(world.machines[1])
        }
        try expectRefused(world, world.first)
    }

    @Test func theNewerStateIsPutBackAndAllGoesOn() throws {
        let (world, uuids, backup) = try worldWithABackup(), newest = try world.backup()
        try world.setBack(to: backup)
        try expectRefused(world, world.first)
        try world.setBack(to: newest)
        try world.expectAgreement()
        #expect(try world.asset(uuids[0], on: world.machines[1])?.title == "after the backup")
    }

    @Test func whoGoesOnFromTheOlderStateTellsAllThatItHas() throws {
        let (world, uuids, backup) = try worldWithABackup(), first = world.first, second = world.machines[1]
        let late = try world.add("late", to: first)
        let album = try #require(try first.catalog.read { try $0.collections(CollectionQuery()) }.first)
        try first.performChanges(author: "test") { try $0.addMembers([try #require(try $0.catalog.assetID(uuid: late))], to: album.id) }
        try world.round(first)
        try world.setBack(to: backup)
        let branch = try world.add("on the other branch", to: second)
        try world.round(second)
        let report = try first.resendToStore()
        // The file of what came after the backup was lost with it, and goes there again.
        #expect(report.files == 1 && report.lost.isEmpty)
        try world.expectAgreement()
        for machine in world.machines {
            #expect(try world.asset(uuids[0], on: machine)?.title == "after the backup")
            #expect(try world.asset(uuids[1], on: machine) == nil)
            #expect(try world.asset(uuids[2], on: machine)?.title == "one")
            #expect(try world.asset(late, on: machine) != nil && world.asset(branch, on: machine) != nil)
            let members = try machine.catalog.read { reader in
                try reader.uuids(assetIDs: Array(reader.memberIDs(of: try #require(try reader.collection(uuid: album.uuid)?.id)))).compactMap { $0 }
            }
            #expect(members == [uuids[0], late])
        }
        let resource = try #require(try second.catalog.read { try $0.resources(assetID: $0.assetID(uuid: late) ?? 0).first })
        _ = try ResourceAccess(second, network: NetworkUse()).open(resource)
        #expect(try first.verify().isSound && second.verify().isSound)
        #expect(try first.catalog.read { try $0.syncProgress()?.isResending } == nil)
    }

    /// Both had read what was lost.
    @Test func everyMachineThatKnowsMoreDoesTheSame() throws {
        let (world, uuids, backup) = try worldWithABackup()
        try world.expectAgreement()
        try world.name(uuids[2], "by the second", on: world.machines[1])
        try world.expectAgreement()
        try world.setBack(to: backup)
        for machine in world.machines {
            try expectRefused(world, machine)
            _ = try machine.resendToStore()
            try world.round(machine)
        }
        try world.expectAgreement()
        #expect(try world.asset(uuids[2], on: world.first)?.title == "by the second")
        #expect(try world.asset(uuids[1], on: world.first) == nil)
    }

    /// What it has would hold against what it never read.
    @Test func whoHasNotAllOfItIsRefusedAndHearsWhoHas() throws {
        let world = try SyncWorld(joiningAfter: 2), first = world.first, uuid = try world.add("a", to: first)
        try world.round(first)
        let second = try world.join()
        try world.expectAgreement()
        for number in 0..<6 {
            try world.name(uuid, "title \(number)", on: first)
            try world.round(first)
        }
        let joining = try world.join(stays: false)
        try FileManager.default.removeItem(at: world.objects.appendingPathComponent("snapshots"))
        _ = try? joining.synchronize()
        let name = try #require(try first.cloudStatus().machine?.uuidString), before = try world.content()
        for machine in [second, joining] {
            let error = try refusal { _ = try machine.resendToStore() }
            #expect(error.code == .invalid && error.message.contains("machine \(name)"), "\(error)")
        }
        joining.close()
        #expect(try world.content() == before)
        _ = try first.resendToStore()
        try world.expectAgreement()
        #expect(try world.asset(uuid, on: second)?.title == "title 5")
    }

    @Test func aFileThatIsNowhereAnyMoreIsNamed() throws {
        let (world, _, backup) = try worldWithABackup(), late = try world.add("late", to: world.first)
        try world.round(world.first)
        #expect(try world.first.evict(downTo: 0).files > 0)
        try world.setBack(to: backup)
        let report = try world.first.resendToStore()
        #expect(report.files == 0 && report.lost.map(\.filename) == ["late.JPG"])
        #expect(report.lost.first?.message.contains("late.JPG") == true)
        // What is known of it is told all the same.
        try world.round(world.first)
        #expect(try world.asset(late, on: world.first) != nil)
    }

    /// Who dies before it began anew is told again; who dies behind that goes on.
    @Test func whoDiesWhileItGoesOnFromTheOlderStateGoesOnLater() throws {
        var index = 0, isDone = false
        while !isDone {
            let (world, uuids, backup) = try worldWithABackup(), moment = index
            try world.setBack(to: backup)
            world.hook.reset(before: { number, _ throws(CloudError) in
                if number >= moment { throw CloudError(.network, object: nil, "The test has ended this machine.") }
            })
            do {
                _ = try world.first.resendToStore()
                isDone = try world.round(world.first).problem == nil
            } catch {}
            try world.reopenFirst()
            if (try? world.first.upload()) == nil { _ = try world.first.resendToStore() }
            try world.expectAgreement("dead before call \(moment)")
            #expect(try world.asset(uuids[0], on: world.machines[1])?.title == "after the backup")
            #expect(try world.asset(uuids[1], on: world.machines[1]) == nil)
            index += 1
        }
        #expect(index > 8, "\(index) calls")
    }

    /// A served library has its rounds, whatever the tool does beside it.
    @Test func aRoundThatGoesOnIsNotTheEndOfWhatIsToldAnew() throws {
        let world = try SyncWorld(joiningAfter: 100), first = world.first, uuid = try world.add("a", to: first)
        try world.round(first)
        var environment = world.fixture.environment
        environment.storeWrapper = nil
        let other = try PhotoLibrary.open(at: world.fixture.url, environment: environment), failure = Mutex<String?>(nil)
        defer { other.close() }
        try world.name(uuid, "told", on: first)
        let told = "put \(SyncSegment.key(2))"
        world.hook.reset(before: { _, call throws(CloudError) in
            guard call == told else { return }
            do { _ = try other.resendToStore() } catch { failure.withLock { $0 = "\(error)" } }
        })
        _ = try first.synchronize()
        #expect(failure.withLock { $0 } == nil && world.hook.calls.contains(told))
        let progress = try #require(try first.catalog.read { try $0.syncProgress() })
        #expect(progress.isResending == true && progress.position == nil && progress.applied == 0)
        world.hook.reset()
        #expect(try world.round(first).received > 0)
        #expect(try first.catalog.read { try $0.syncProgress()?.isResending } == nil)
        try world.expectAgreement()
    }

    /// A machine whose catalogue was put back to a moment before it told others something hears of that like anybody else.
    @Test func aCatalogueThatWasSetBackTakesInWhatItToldItself() throws {
        let world = try SyncWorld(joiningAfter: 100), first = world.first, uuid = try world.add("a", to: first)
        try world.round(first)
        let copy = try #require(try first.backUp()).file
        try world.name(uuid, "told", on: first)
        try world.round(first)
        first.close()
        var options = RecoveryOptions()
        options.source = copy
        _ = try #require(try PhotoLibrary.recover(at: world.fixture.url, environment: world.fixture.environment, options: options))
        try world.reopenFirst()
        #expect(try world.asset(uuid, on: world.first)?.title == nil)
        // The record in the store may be ahead of the one here: of whose making it is nobody can tell by then, and the person says so.
        try world.first.configureCloud(#require(try world.first.cloudSettings()), takesOver: true)
        try world.round(world.first)
        #expect(try world.asset(uuid, on: world.first)?.title == "told")
    }
}
