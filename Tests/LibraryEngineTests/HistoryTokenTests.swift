import Catalog
import Foundation
import PhotoModel
import Synchronization
import Testing

@testable import LibraryEngine

@Suite("A library that was put back to a snapshot") struct HistoryTokenTests {
    private let base: URL, url: URL, snapshot: URL
    private let environment: Environment
    private static let time = 800_000_000.0

    init() throws {
        base = FileManager.default.temporaryDirectory.appendingPathComponent("library-\(UUID().uuidString)")
        (url, snapshot) = (base.appendingPathComponent("Test.photolibrary"), base.appendingPathComponent("Snapshot.photolibrary"))
        environment = LibraryFixture.environment()
        try FileManager.default.createDirectory(at: base, withIntermediateDirectories: true)
    }

    /// Opens it as it is at a second, and adds so many assets, each in a transaction of its own.
    private func use<T>(at second: Double, adding count: Int, _ body: (PhotoLibrary) throws -> T) throws -> T {
        var environment = environment
        environment.now = { Date(timeIntervalSinceReferenceDate: Self.time + second) }
        let library = try PhotoLibrary.openOrCreate(at: url, environment: environment)
        defer { library.close() }
        for _ in 0..<count {
            let asset = AssetRecord(uuid: UUID(), mediaType: .image, addedDate: Self.time + second, filename: "a.jpg", uniformType: "public.jpeg")
            try library.catalog.write(author: "test") { _ = try $0.insert(asset, resources: []) }
        }
        return try body(library)
    }

    private func check(_ token: HistoryToken, _ library: PhotoLibrary) -> LibraryError.Code? {
        do {
            try library.read { try library.checkHistory(since: token, $0) }
            return nil
        } catch { return (error as? LibraryError)?.code }
    }

    /// The number of changes alone does not tell: what was done since may be as many, or more.
    @Test(arguments: [0, 1, 2, 3]) func tellsNothingToATokenOfWhatIsLost(_ later: Int) throws {
        defer { try? FileManager.default.removeItem(at: base) }
        let kept = try use(at: 0, adding: 1) { library in try library.read { try library.historyToken($0) } }
        try FileManager.default.copyItem(at: url, to: snapshot)
        let lost = try use(at: 10, adding: 2) { library in
            let token = try library.read { try library.historyToken($0) }
            #expect(check(token, library) == nil && check(kept, library) == nil)
            return token
        }
        try FileManager.default.removeItem(at: url)
        try FileManager.default.copyItem(at: snapshot, to: url)
        try use(at: 20, adding: later) { library in
            #expect(check(lost, library) == .expired)
            #expect(check(kept, library) == nil, "what the snapshot holds is told on")
            let now = try library.read { try library.historyToken($0) }
            #expect((now.position == lost.position) == (later == 2), "with as many changes its place is the same")
        }
    }
}
