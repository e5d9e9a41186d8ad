import Foundation
import LibraryEngine
import PhotosTesting
import TestSupport
import Testing

/// Files of which all has come, and whose sender has not said so.
@Suite struct WholeUploadTests {
    /// Whoever goes on sending a file ends the connection that was there, which then sees to nothing any more.
    @Test func `a file that is whole when another connection takes over comes in`() throws {
        let temporary = try TemporaryLibrary(), photo = try FixtureImages.jpeg(seed: 1)
        let store = try IncomingStore(temporary.library)
        defer { store.stop() }
        let batch = try store.begin(album: nil), number = try store.announce([AnnouncedFile(name: "a.jpg", size: Int64(photo.count))], in: batch)[0]
        try store.close(batch)
        let first = try store.receive(number, in: batch, at: 0)
        try photo.withUnsafeBytes { try first.write($0) }
        let error = #expect(throws: IncomingError.self) { _ = try store.receive(number, in: batch, at: 0) }
        #expect(error?.message.contains("All of “a.jpg” is here") == true)
        try store.end(first, of: number, in: batch)
        store.waitForImports()
        let count = try temporary.library.read { try $0.libraryInfo().assetCount }
        #expect(count == 1)
    }
}
