import Foundation
import Support
import Synchronization
import Testing

@testable import Cloud

/// Uploads in parts, which go on where they ended.
@Suite("Uploads that go on") struct UploadTests {
    private struct Cut: Error {}

    /// - Parameter end: where reading fails; not the first time in an encrypted store, which reads everything once before it sends anything.
    private func upload(
        _ store: any CloudStore, _ bytes: [UInt8], failingAt end: Int = .max, resuming state: UploadState? = nil
    ) async -> (error: CloudError?, state: UploadState?) {
        let saved = Mutex(state), readings = Mutex(store is EncryptedStore ? -1 : 0)
        let body = HookedBody(bytes: bytes, sha256: sha256(bytes)) { offset in
            guard offset >= end, offset - end < 100_000 else { return }
            let isOver = readings.withLock { readings in
                readings += 1
                return readings > 0
            }
            if isOver { throw Cut() }
        }
        let error = await failure { () async throws(CloudError) in
            try await store.upload("films/a.mov", body, resuming: state, save: { state in saved.withLock { $0 = state } }) { _ in }
        }
        return (error, saved.withLock { $0 })
    }

    @Test(arguments: StoreKind.all, [0, 10, 12_000_000]) func anUploadIsTheObject(_ kind: StoreKind, count: Int) async throws {
        let test = try await TestStore(kind), bytes = made(count)
        let (error, _) = await upload(test.store, bytes)
        #expect(error == nil)
        #expect(try await test.store.bytes(of: "films/a.mov", limit: count).bytes == bytes)
    }

    @Test(arguments: StoreKind.all) func itGoesOnAfterAFailureAndIsWhole(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), store = test.store, bytes = made(20_000_000)
        let first = await upload(store, bytes, failingAt: 13_000_000)
        #expect(first.error?.code == .local)
        #expect(await failure { () async throws(CloudError) in try await store.head("films/a.mov") }?.code == .objectMissing)
        // The state survives a process.
        let kept = try #require(first.state)
        let state = try JSONDecoder().decode(UploadState.self, from: JSONEncoder().encode(kept))
        #expect(state == kept)
        let second = await upload(store, bytes, resuming: state)
        #expect(second.error == nil)
        #expect(try await store.bytes(of: "films/a.mov", limit: bytes.count).bytes == bytes)
        #expect(try await store.list(prefix: "", after: nil, limit: 10).objects.map(\.key) == ["films/a.mov"])
    }

    @Test(arguments: StoreKind.all) func aStateOfAnotherBodyBeginsAnew(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), store = test.store
        let first = await upload(store, made(20_000_000), failingAt: 13_000_000)
        let other = made(20_000_000, seed: 9)
        #expect(await upload(store, other, resuming: first.state).error == nil)
        #expect(try await store.bytes(of: "films/a.mov", limit: other.count).bytes == other)
    }

    @Test(arguments: StoreKind.all) func whatIsAbandonedBeginsAnew(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), store = test.store, bytes = made(20_000_000)
        let state = try #require(await upload(store, bytes, failingAt: 13_000_000).state)
        try await store.abandon(state)
        try await store.abandon(state)
        #expect(await upload(store, bytes, resuming: state).error == nil)
        #expect(try await store.bytes(of: "films/a.mov", limit: bytes.count).bytes == bytes)
    }

    @Test(arguments: StoreKind.all) func aStateThatCannotBeSavedEndsIt(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), store = test.store, bytes = made(12_000_000)
        let body = BytesBody(bytes)
        let error = await failure { () async throws(CloudError) in try await store.upload("a", body, resuming: nil, save: { _ in throw Cut() }) { _ in } }
        #expect(error?.code == .receiver && error?.cause is Cut)
        #expect(await failure { () async throws(CloudError) in try await store.head("a") }?.code == .objectMissing)
    }
}
