import Catalog
import Cloud
import Foundation
import PhotoModel
import Synchronization
import Testing

@testable import LibraryEngine

/// What a machine looks at to find what others have not heard of.
@Suite("What a machine tells others", .timeLimit(.minutes(10))) struct SyncOutboxTests {
    private let world: SyncWorld
    private let first: PhotoLibrary
    private let other: PhotoLibrary
    private let photos: [UUID]

    /// Two machines that agree on three photos.
    init() throws {
        let world = try SyncWorld(joiningAfter: 1_000)
        (self.world, first) = (world, world.first)
        photos = try ["a", "b", "c"].map { try world.add($0, to: world.first) }
        try world.round(world.first)
        other = try world.join()
        try world.expectAgreement()
    }

    private func makeFavorites() throws {
        for photo in photos { try world.change(photo, on: other) { $0.isFavorite = true } }
        try world.round(other)
    }

    @Test func whatIsChangedHereWhileOthersAreHeardIsTold() throws {
        try makeFavorites()
        // Between two steps of the round, and a photo that it has just taken in.
        let isChanged = Mutex(false), first = first, photo = photos[0]
        world.hook.reset(before: { _, call in
            guard call.hasPrefix("get sync/"), (try? first.catalog.read { try $0.asset(uuid: photo) })?.isFavorite == true, !isChanged.withLock({ $0 }) else { return }
            isChanged.withLock { $0 = true }
            try? first.performChanges(author: "test") { transaction in
                guard let id = try transaction.catalog.assetID(uuid: photo) else { return }
                try transaction.update(assetID: id) { $0.title = "meanwhile" }
            }
        })
        try world.round(first)
        world.hook.reset()
        #expect(isChanged.withLock { $0 })
        try world.round(other)
        #expect(try world.asset(photo, on: other)?.title == "meanwhile")
        try world.expectAgreement()
    }

    @Test func whatWasOnlyTakenInIsNotLookedAtAgain() throws {
        let start = try first.catalog.read { try $0.position }
        try makeFavorites()
        try world.round(first)
        var settled = SyncSettled(start: start, applied: 1)
        settled.add(SyncMerge.Outcome(settled: Set(photos)), of: 2)
        func isEmpty(but settled: SyncSettled?) throws -> Bool { try first.catalog.read { try SyncOutbox($0, since: start, but: settled).isEmpty } }
        #expect(try !isEmpty(but: nil))
        #expect(try isEmpty(but: settled))
        try world.name(photos[1], "mine", on: first)
        #expect(try !isEmpty(but: settled))
    }

    @Test func onlyWhatTheRoundSettledByItselfIsPassedOver() {
        let (one, two) = (UUID(), UUID())
        var settled = SyncSettled(start: ChangePosition(rawValue: 7), applied: 3)
        settled.add(SyncMerge.Outcome(settled: [one, two]), of: 4)
        // Something of it was kept as it is here.
        settled.add(SyncMerge.Outcome(unsettled: [two]), of: 5)
        settled.add(SyncMerge.Outcome(settled: [two]), of: 6)
        #expect(settled.assets == [one] && settled.isWhole(upTo: 6) && !settled.isWhole(upTo: 7))
        // Another process has taken in the seventh.
        settled.add(SyncMerge.Outcome(settled: [two]), of: 8)
        #expect(!settled.isWhole(upTo: 8))
    }

    /// The folder is told before its albums, so that these have somewhere to be; their order comes behind them.
    @Test func whatANewFolderHoldsHasItsOrderOnEveryMachine() throws {
        let names = ["one", "two", "three", "four"], folder = UUID()
        try first.performChanges(author: "test") { transaction in
            let id = try transaction.insert(CollectionRecord(uuid: folder, type: .folder(.regularFolder), title: "F"))
            for (index, name) in names.enumerated() {
                // The change log names them in the order of their UUIDs, which is the other way round.
                let uuid = try #require(UUID(uuidString: "\(9 - index)0000000-0000-4000-8000-000000000000"))
                var album = CollectionRecord(uuid: uuid, type: .album(.albumRegular), title: name)
                album.parentID = id
                try transaction.insert(album)
            }
        }
        try world.round(first)
        try world.round(other)
        for machine in [first, other] {
            let titles = try machine.catalog.read { reader in try reader.children(of: reader.collection(uuid: folder)?.id).compactMap(\.title) }
            #expect(titles == names)
        }
        try world.expectAgreement()
    }
}
