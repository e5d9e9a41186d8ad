import Catalog
import Importing
import PhotoModel
import Query
import Testing
@testable import LibraryEngine

/// What is decided elsewhere while the kernel has not told of it yet.
@Suite struct AccessGateTests {
    private static let application = "org.example.app"
    private let fixture: LibraryFixture
    private let elsewhere: PhotoLibrary

    init() throws {
        fixture = try LibraryFixture()
        elsewhere = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
    }

    private static func grant(_ access: PhotoLibrary.Access, _ library: PhotoLibrary) {
        #expect(throws: Never.self) { try library.grant(access, to: application, author: "owner") }
    }

    private func asked(_ gate: AccessGate) async -> AccessStatus {
        await withCheckedContinuation { continuation in gate.request(.readWrite) { continuation.resume(returning: $0) } }
    }

    @Test(arguments: [true, false]) func whoLooksOnlyOnceReadsWhatWasDecidedAndWatchesNothing(looksLonger: Bool) throws {
        defer { elsewhere.close() }
        let gate = AccessGate(library: fixture.library, application: Self.application, patience: looksLonger ? .zero : .seconds(86_400))
        #expect(try gate.status(.readWrite) == .authorized)
        #expect(!fixture.library.changes.hearsEverybody)
        fixture.library.changes.queue.suspend()
        defer { fixture.library.changes.queue.resume() }
        for (access, status) in [(PhotoLibrary.Access.denied, AccessStatus.denied), (.limited([]), .limited)] {
            Self.grant(access, elsewhere)
            #expect(try gate.status(.readWrite) == (looksLonger ? .denied : status), "the kernel has told nobody yet")
            #expect(fixture.library.changes.hearsEverybody == looksLonger)
        }
    }

    @Test func whoIsPromptedHearsWhatTheOwnerDecidedMeanwhile() async throws {
        defer { elsewhere.close() }
        let gate = AccessGate(library: fixture.library, application: Self.application) { [elsewhere] in
            { _, answer in
                Self.grant(.full, elsewhere)
                answer(.denied)
            }
        }
        #expect(try gate.status(.readWrite) == .notDetermined)
        fixture.library.changes.queue.suspend()
        defer { fixture.library.changes.queue.resume() }
        #expect(await asked(gate) == .authorized)
        #expect(try gate.status(.readWrite) == .authorized)
    }

    @Test func whoAsksHearsWhatTheOwnerDecidedBefore() async throws {
        defer { elsewhere.close() }
        let gate = AccessGate(library: fixture.library, application: Self.application) {
            { _, answer in
                Issue.record("prompted for what is decided")
                answer(.denied)
            }
        }
        #expect(try gate.status(.readWrite) == .notDetermined)
        fixture.library.changes.queue.suspend()
        defer { fixture.library.changes.queue.resume() }
        for (access, status) in [(PhotoLibrary.Access.full, AccessStatus.authorized), (.denied, .denied), (.limited([]), .limited)] {
            Self.grant(access, elsewhere)
            #expect(await asked(gate) == status)
            #expect(try gate.status(.readWrite) == status)
        }
    }

    @Test func aClientGetsNothingThatNobodyDecidedAndHearsOfEachDecisionWithItsNextRead() throws {
        defer { elsewhere.close() }
        let id = try fixture.library.catalog.write(author: "test") { writer in
            try writer.insert(AssetRecord(uuid: fixture.environment.makeUUID(), mediaType: .image, addedDate: 0, filename: "A.JPG", uniformType: "public.jpeg"), resources: [])
        }
        let client = AccessGate(client: Self.application, of: fixture.library)
        fixture.library.changes.queue.suspend()
        defer { fixture.library.changes.queue.resume() }
        func seen() throws -> (read: Bool, looked: Bool) {
            (try client.read { try $0.asset(id: id) } != nil, try client.visibility().includes(id))
        }
        func expectRefusal() {
            for body in [{ try client.read { _ in } }, { _ = try client.visibility() }, { _ = try client.readingScope() }, { try client.require(.adding) }] as [() throws -> Void] {
                let error = #expect(throws: LibraryError.self, performing: body)
                #expect(error?.code == .denied)
            }
            #expect(client.knownVisibility == nil)
        }
        expectRefusal()
        for (access, sees) in [(PhotoLibrary.Access.full, true), (.limited([]), false), (.limited([id]), true), (.limited([]), false)] {
            Self.grant(access, elsewhere)
            #expect(client.knownVisibility == nil, "what was known is out of date with the commit")
            #expect(try seen() == (sees, sees), "\(access)")
            #expect(client.knownVisibility?.includes(id) == sees)
        }
        Self.grant(.denied, elsewhere)
        expectRefusal()
        Self.grant(.full, elsewhere)
        #expect(try seen() == (true, true))
        try elsewhere.revokeAccess(of: Self.application, author: "owner")
        expectRefusal()
    }

    @Test func whoChoosesIsShownNothingThatIsHiddenOrDeletedAlsoNotAMomentAfterItBecameSo() throws {
        defer { elsewhere.close() }
        let ids = try ["a", "b", "c"].map { try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg($0)))]) }
        let uuids = try fixture.library.read { try $0.uuids(assetIDs: ids).compactMap { $0 } }
        let owner = AccessGate(ownerOf: fixture.library, choosingFor: Self.application), gate = AccessGate(choosingThrough: owner)
        // The kernel has told nobody yet.
        fixture.library.changes.queue.suspend()
        defer { fixture.library.changes.queue.resume() }
        func expectShown(_ shown: [Int64], _ what: Comment) throws {
            #expect(try ids.filter(gate.visibility().includes) == shown, what)
            #expect(ids.filter { gate.knownVisibility?.includes($0) == true } == shown, what)
            for (id, uuid) in zip(ids, uuids) {
                let isShown = shown.contains(id)
                #expect(try gate.read { try $0.asset(id: id) != nil } == isShown, what)
                #expect(try gate.read { try $0.asset(uuid: uuid) != nil && $0.assetID(uuid: uuid) == id } == isShown, what)
                #expect(try gate.read { try $0.sees(assetID: id) } == isShown, what)
                #expect(try gate.visible(assetIDs: [id]).contains(id) == isShown, what)
            }
            for scope in [AssetQuery.Scope.library, .identifiers(uuids)] { #expect(try gate.read { try Array($0.assetIDs(AssetQuery(scope: scope))) } == shown, what) }
            for scope in [AssetQuery.Scope.trash, .smartAlbum(.allHidden)] {
                let query = AssetQuery(scope: scope)
                #expect(try gate.read { try $0.assetIDs(query).isEmpty && $0.assetCount(query) == 0 && $0.assetCounts([query, query]) == [0, 0] }, what)
            }
            #expect(try gate.read { try $0.smartAlbumCount(.allHidden) } == 0, what)
            #expect(try owner.read { reader in try ids.filter { try reader.asset(id: $0) != nil } } == ids, "the owner sees all of it")
        }
        try expectShown(ids, "nothing is hidden")
        try elsewhere.catalog.write(author: "test") { try $0.update(assetID: ids[1]) { $0.isHidden = true } }
        #expect(gate.knownVisibility == nil, "what was known is out of date with the commit")
        try expectShown([ids[0], ids[2]], "one was hidden")
        try elsewhere.catalog.write(author: "test") { try $0.trash(assetIDs: [ids[2]]) }
        try expectShown([ids[0]], "another one was deleted")
        try elsewhere.catalog.write(author: "test") { try $0.update(assetID: ids[1]) { $0.isHidden = false } }
        try expectShown([ids[0], ids[1]], "it is shown again")
    }

    @Test func whatSomebodySeesStaysKnownWhileNothingIsDecidedAnew() throws {
        defer { elsewhere.close() }
        let gate = AccessGate(library: fixture.library, application: Self.application)
        #expect(try gate.visibility().includes(1))
        #expect(gate.knownVisibility?.includes(1) == true)
        try fixture.library.catalog.write(author: "test") { writer in
            _ = try writer.insert(CollectionRecord(uuid: fixture.environment.makeUUID(), type: .album(.albumRegular), title: "A"))
        }
        #expect(gate.knownVisibility?.includes(1) == true)
        let picture = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")))])
        Self.grant(.limited([picture]), fixture.library)
        #expect(gate.knownVisibility == nil)
        #expect(try gate.visibility().includes(picture + 1) == false)
        #expect(gate.knownVisibility?.includes(picture) == true)
    }
}
