import Dispatch
import Foundation
import Importing
import PhotoModel
import Testing

@testable import LibraryEngine

/// What a process that serves a library does for its store by itself.
@Suite("The store of a served library", .timeLimit(.minutes(20))) struct CloudServiceTests {
    private let fixture: LibraryFixture
    private var store: URL { fixture.base.appendingPathComponent("store") }

    init() throws { fixture = try LibraryFixture() }

    private func photo(_ library: PhotoLibrary, _ name: String) throws -> Int64 {
        let prepared = try library.prepareAsset([ResourceInput(.photo, .data(LibraryFixture.jpeg(name)), filename: "\(name).JPG")])
        return try library.performChanges(author: "test") { try $0.insert(prepared) }
    }

    @Test func whatIsThereAndWhatComesInIsUploaded() throws {
        let library = fixture.library, changed = DispatchSemaphore(value: 0)
        var ids = [try photo(library, "before")]
        try library.configureCloud(CloudSettings(address: store.path))
        let commits = library.catalog.onCommit { _ in changed.signal() }
        defer { commits.cancel() }
        let service = CloudService(library)
        service.start()
        defer { service.stop() }
        func waitForAll() throws { while try !ids.allSatisfy({ try fixture.resource($0).isInCloud }) { changed.wait() } }
        try waitForAll()
        ids.append(try photo(library, "after"))
        try waitForAll()
    }

    @Test func aServiceThatWaitsForItsNextTryEndsAtOnce() throws {
        let told = DispatchSemaphore(value: 0)
        var environment = fixture.environment
        environment.log = { level, _ in if level == .warning { told.signal() } }
        let library = try PhotoLibrary.open(at: fixture.url, environment: environment)
        defer { library.close() }
        try library.configureCloud(CloudSettings(address: store.path))
        try FileManager.default.moveItem(at: store, to: fixture.base.appendingPathComponent("unmounted"))
        let service = CloudService(library)
        service.start()
        told.wait()
        // The next try is a minute away.
        service.stop()
        #expect(service.problem != nil && service.progress == nil)
    }
}
