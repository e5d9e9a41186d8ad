import Foundation
import LibraryEngine
import PhotosTesting
import Testing

/// Files whose lengths nobody says beforehand.
@Suite struct IncomingFormTests {
    private static func send(_ data: Data, as name: String, in form: IncomingForm) throws {
        try form.beginFile()
        try data.withUnsafeBytes { try form.write($0) }
        try form.endFile(as: name)
    }

    private static func kinds(_ form: IncomingForm, _ store: IncomingStore) throws -> [String] {
        store.waitForImports()
        return try store.status(of: form.batch).1.map { "\($0.announced.folder)/\($0.announced.name): \($0.outcome?.kind.rawValue ?? "open")" }
    }

    @Test func `what is whole comes in, and files of one name are several pictures`() throws {
        let temporary = try TemporaryLibrary(), store = try IncomingStore(temporary.library)
        defer { store.stop() }
        let form = try store.beginForm(of: 1 << 20)
        for seed in 1...3 { try Self.send(FixtureImages.jpeg(seed: seed), as: seed == 2 ? "IMAGE.jpg" : "image.jpg", in: form) }
        try Self.send(Data(), as: "empty.jpg", in: form)
        // Another page has to leave the batch alone while more may come.
        let under = try #require(store.batches().first)
        #expect(under.isActive && !under.isClosed && under.files == 4 && under.received == under.bytes)
        try form.beginFile()
        try Data("half".utf8).withUnsafeBytes { try form.write($0) }
        let isThere = try form.end()
        #expect(isThere)
        let kinds = try Self.kinds(form, store)
        #expect(kinds == ["/image.jpg: imported", "2/IMAGE.jpg: imported", "3/image.jpg: imported", "/empty.jpg: failed"])
        let count = try temporary.library.read { try $0.libraryInfo().assetCount }
        #expect(count == 3)
        let left = try FileManager.default.contentsOfDirectory(atPath: temporary.url.appendingPathComponent("staging/incoming/\(form.batch)").path)
        #expect(left == ["journal"])
        // Whoever ends it again changes nothing.
        let again = try form.end()
        #expect(!again)
    }

    @Test func `what was reserved is free again, and a form without files leaves nothing`() throws {
        let temporary = try TemporaryLibrary(), photo = try FixtureImages.jpeg()
        var limits = IncomingLimits()
        limits.bytes = Int64(photo.count) + 500
        let store = try IncomingStore(temporary.library, limits: limits)
        defer { store.stop() }
        let most = Int64(photo.count) + 500
        #expect(throws: IncomingError.self) { _ = try store.beginForm(of: most + 1) }
        for _ in 0..<2 {
            let form = try store.beginForm(of: most)
            // All that may be under way is.
            #expect(throws: IncomingError.self) { _ = try store.beginForm(of: 1) }
            let isThere = try form.end()
            #expect(!isThere && store.batches().isEmpty)
        }
        let form = try store.beginForm(of: most)
        try Self.send(photo, as: "a.jpg", in: form)
        try form.end()
        let kinds = try Self.kinds(form, store)
        #expect(kinds == ["/a.jpg: imported"])
        let other = try store.beginForm(of: most)
        // More than was said never comes in.
        try other.beginFile()
        let error = #expect(throws: IncomingError.self) { try Data(count: Int(most) + 1).withUnsafeBytes { try other.write($0) } }
        #expect(error?.code == .tooLong)
        // A batch that somebody gave up meanwhile is gone.
        try store.cancel(other.batch)
        #expect(throws: IncomingError.self) { _ = try other.end() }
        try store.beginForm(of: most).end()
    }
}
