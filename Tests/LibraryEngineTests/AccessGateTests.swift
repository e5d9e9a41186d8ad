import Catalog
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

    @Test func whoIsPromptedHearsWhatTheOwnerDecidedMeanwhile() async throws {
        defer { elsewhere.close() }
        let gate = AccessGate(library: fixture.library, application: Self.application) { [elsewhere] in { _, answer in
            Self.grant(.full, elsewhere)
            answer(.denied)
        } }
        #expect(try gate.status(.readWrite) == .notDetermined)
        fixture.library.changes.queue.suspend()
        defer { fixture.library.changes.queue.resume() }
        #expect(await asked(gate) == .authorized)
        #expect(try gate.status(.readWrite) == .authorized)
    }

    @Test func whoAsksHearsWhatTheOwnerDecidedBefore() async throws {
        defer { elsewhere.close() }
        let gate = AccessGate(library: fixture.library, application: Self.application) { { _, answer in
            Issue.record("prompted for what is decided")
            answer(.denied)
        } }
        #expect(try gate.status(.readWrite) == .notDetermined)
        fixture.library.changes.queue.suspend()
        defer { fixture.library.changes.queue.resume() }
        for (access, status) in [(PhotoLibrary.Access.full, AccessStatus.authorized), (.denied, .denied), (.limited([]), .limited)] {
            Self.grant(access, elsewhere)
            #expect(await asked(gate) == status)
            #expect(try gate.status(.readWrite) == status)
        }
    }
}
