import Catalog
import Cloud
import Foundation
import Originals
import PhotoModel
import Support
import Synchronization
import Testing

@testable import LibraryEngine

/// What reading a file where it is asks of its store.
@Suite("Parts of files elsewhere", .timeLimit(.minutes(20))) final class ResourcePartsTests {
    /// How often the store was opened.
    private final class Openings: Sendable {
        private let count = Mutex(0)
        var number: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    private let hook = StoreHook()
    private let openings = Openings()
    private let fixture: LibraryFixture
    private var library: PhotoLibrary { fixture.library }
    private var access: ResourceAccess { ResourceAccess(library, network: NetworkUse()) }

    init() throws {
        let hook = hook, openings = openings
        fixture = try LibraryFixture {
            $0.storeWrapper = {
                openings.add()
                return HookedStore(inner: $0, hook: hook)
            }
        }
    }

    /// A file of a million bytes that is in the store alone.
    private func sent() throws -> (resource: ResourceRecord, content: Data) {
        let content = LibraryFixture.jpeg(String((0..<200_000).map { "\($0)," }.joined().prefix(999_996)))
        let id = try fixture.add([ResourceInput(.photo, .data(content), filename: "large.JPG")])
        var settings = CloudSettings(address: fixture.base.appendingPathComponent("store").path)
        settings.pinnedDays = 0
        try library.configureCloud(settings)
        #expect(try library.upload().files == 1)
        #expect(try library.evict(downTo: 0).files == 1)
        hook.reset()
        return (try fixture.resource(id), content)
    }

    @Test func eachPartIsOneRequest() async throws {
        let (resource, content) = try sent()
        let parts = try #require(try access.parts(of: resource))
        for start in [0, 500_000, 999_990] as [Int64] {
            let bytes = try await parts.bytes(start..<start + 10)
            #expect(bytes == Array(content[Int(start)..<Int(start) + 10]))
        }
        #expect(hook.calls == Array(repeating: "get \(resource.location.path)", count: 3))
    }

    @Test func whatIsHereOrMayNotBeFetchedHasNoParts() throws {
        let (resource, _) = try sent()
        #expect(try ResourceAccess(library).parts(of: resource) == nil)
        _ = try access.open(resource)
        library.fetcher.waitForRecords()
        #expect(try access.parts(of: resource) == nil)
    }

    /// The movie of a motion photo is fetched with its picture, though no parts of it can be read.
    @Test func theStoreIsOpenedForWhatIsElsewhereAlone() throws {
        let file = LibraryFixture.jpeg("a") + LibraryFixture.movie + Data("the end".utf8)
        let id = try fixture.add([ResourceInput(.photo, .data(file), filename: "PXL_1.MP.jpg")])
        try library.configureCloud(CloudSettings(address: fixture.base.appendingPathComponent("store").path))
        /// How often the store is opened for each resource.
        func opened(_ access: ResourceAccess) throws -> [Int] {
            try library.catalog.read { try $0.resources(assetID: id) }.map { resource in
                library.cloud.forgetStore()
                let before = openings.number
                try access.openStore(for: resource)
                return openings.number - before
            }
        }
        #expect(try opened(access) == [0, 0], "both are here")
        let picture = try fixture.resource(id)
        _ = try library.catalog.write(author: "test") { writer in
            try writer.update(resourceID: picture.id) { ($0.isLocal, $0.isInCloud) = (false, true) }
        }
        try library.originals.remove(managedPath: picture.location.path)
        #expect(try opened(access) == [1, 1])
        #expect(try opened(ResourceAccess(library)) == [0, 0], "the network is not allowed")
    }

    @Test func aPartThatFailsSaysWhyAndMayBeAskedForAgain() async throws {
        let (resource, content) = try sent()
        let parts = try #require(try access.parts(of: resource))
        hook.reset { index, call throws(CloudError) in if index == 0 { throw CloudError(.network, object: call, "The line is dead.") } }
        let error = await #expect(throws: LibraryError.self) { _ = try await parts.bytes(0..<10) }
        #expect(error?.code == .network && error?.message.contains("large.JPG") == true && error?.message.contains("The line is dead.") == true)
        #expect(try await parts.bytes(0..<10) == Array(content[..<10]))
    }

    @Test func whoIsCancelledHearsThatAndNothingElse() async throws {
        let (resource, _) = try sent()
        let parts = try #require(try access.parts(of: resource))
        hook.reset { _, _ throws(CloudError) in throw CloudError(.cancelled, object: nil, "It was cancelled.") }
        await #expect(throws: CancellationError.self) { _ = try await parts.bytes(0..<10) }
    }

    /// Has other bytes, and says so from the second part on, if at all.
    private struct RestoredStore: PartedObjectStore {
        let sha256: Data?
        var hasNewMark = false

        func part(of object: StoredObject, _ range: Range<Int64>, mark: String?) async throws -> ObjectPart {
            if hasNewMark, mark != nil { throw ObjectStoreError(.changed, "It is another one.") }
            return ObjectPart(bytes: Array(repeating: 1, count: range.count), size: object.size, sha256: range.lowerBound == 0 ? object.sha256 : sha256, mark: mark ?? "1")
        }

        func fetch(_ object: StoredObject, until cancellation: FetchCancellation, write: (UnsafeRawBufferPointer) throws -> Void) throws {}
    }

    @Test func aHashThatTheStoreSaysIsComparedWhateverItsMark() async throws {
        let object = StoredObject(key: "originals/A/A.MOV", size: 100, sha256: Data(repeating: 7, count: 32))
        let other = RestoredStore(sha256: Data(repeating: 8, count: 32)), silent = RestoredStore(sha256: nil)
        let remembered = ResourceParts(object, "A.MOV", other, verified: "1")
        let error = await #expect(throws: LibraryError.self) { _ = try await remembered.bytes(10..<20) }
        #expect(error?.code == .network && error?.message.contains("A.MOV") == true)
        let seen = ResourceParts(object, "A.MOV", other, verified: nil)
        #expect(try await seen.bytes(0..<10).count == 10)
        await #expect(throws: LibraryError.self) { _ = try await seen.bytes(10..<20) }
        let unsaid = ResourceParts(object, "A.MOV", silent, verified: "1")
        #expect(try await unsaid.bytes(10..<20).count == 10, "the object was read back, and has its mark")
        let unknown = ResourceParts(object, "A.MOV", RestoredStore(sha256: nil, hasNewMark: true), verified: "1")
        await #expect(throws: LibraryError.self) { _ = try await unknown.bytes(10..<20) }
    }
}
