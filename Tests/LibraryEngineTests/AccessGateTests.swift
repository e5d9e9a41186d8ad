import Catalog
import Importing
import PhotoModel
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
