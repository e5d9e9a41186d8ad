import Foundation
import Support
import Synchronization
import Testing

@testable import Cloud

/// What holds of every store.
@Suite("Every store") struct StoreTests {
    @Test(arguments: StoreKind.all, [0, 1, 1000, 3_000_000]) func whatWasKeptComesBack(_ kind: StoreKind, count: Int) async throws {
        let test = try await TestStore(kind), store = test.store, bytes = made(count)
        let put = try await store.put("originals/A/photo.heic", bytes)
        #expect(put.size == count && put.key == "originals/A/photo.heic")
        let (back, facts) = try await store.bytes(of: put.key, limit: count)
        #expect(back == bytes && facts.etag == put.etag && facts.size == count)
        let head = try await store.head(put.key)
        #expect(head.etag == put.etag && head.size == count && (head.sha256 == nil || head.sha256 == sha256(bytes)))
    }

    @Test(arguments: StoreKind.all) func aRangeIsGivenAndEndsWithTheObject(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), store = test.store, bytes = made(300_000)
        _ = try await store.put("a", bytes)
        for range in [0..<1, 0..<300_000, 5..<9, 65_530..<65_545, 131_072..<262_144, 299_999..<300_000, 299_990..<400_000] as [Range<Int64>] {
            let (part, facts) = try await store.bytes(of: "a", range: range, limit: 300_000)
            #expect(part == Array(bytes[range.clamped(to: 0..<300_000).asIndexes]), "\(range)")
            #expect(facts.size == 300_000)
        }
        let (none, _) = try await store.bytes(of: "a", range: 300_000..<300_010, limit: 10)
        #expect(none.isEmpty)
    }

    @Test(arguments: StoreKind.all) func whatIsNotThereIsMissing(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), store = test.store
        for error in [
            await failure { () async throws(CloudError) in try await store.head("no/thing") },
            await failure { () async throws(CloudError) in try await store.bytes(of: "no/thing", limit: 1) },
        ] {
            #expect(error?.code == .objectMissing && error?.object == "no/thing" && error?.message.contains(store.name) == true)
        }
        try await store.delete("no/thing")
    }

    @Test(arguments: StoreKind.all) func aKeyIsWrittenOnceWhereThatIsTheCondition(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), store = test.store
        let first = try await store.put("record/1", [1], condition: .ifAbsent)
        let error = await failure { () async throws(CloudError) in try await store.put("record/1", [2], condition: .ifAbsent) }
        #expect(error?.code == .preconditionFailed)
        #expect(try await store.bytes(of: "record/1", limit: 1).bytes == [1])
        #expect(try await store.head("record/1").etag == first.etag)
    }

    @Test(arguments: StoreKind.all) func ofManyWhoWriteAtOnceOneSucceeds(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), store = test.store
        for round in 0..<5 {
            let winners = await withTaskGroup(of: UInt8?.self) { group in
                for writer in UInt8(0)..<16 {
                    group.addTask {
                        do throws(CloudError) {
                            _ = try await store.put("segments/\(round)", [writer], condition: .ifAbsent)
                            return writer
                        } catch {
                            #expect(error.code == .preconditionFailed)
                            return nil
                        }
                    }
                }
                return await group.reduce(into: [UInt8]()) { if let winner = $1 { $0.append(winner) } }
            }
            #expect(winners.count == 1)
            #expect(try await store.bytes(of: "segments/\(round)", limit: 1).bytes == winners)
        }
    }

    @Test(arguments: StoreKind.all) func whatWasSeenIsReplacedAndWhatWasNotIsKept(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), store = test.store
        let first = try await store.put("head", [1])
        let second = try await store.put("head", [2], condition: .ifMatches(first.etag))
        #expect(second.etag != first.etag)
        let error = await failure { () async throws(CloudError) in try await store.put("head", [3], condition: .ifMatches(first.etag)) }
        #expect(error?.code == .preconditionFailed)
        #expect(try await store.bytes(of: "head", limit: 1).bytes == [2])
        let absent = await failure { () async throws(CloudError) in try await store.put("other", [3], condition: .ifMatches(first.etag)) }
        #expect(absent?.code == .preconditionFailed || absent?.code == .objectMissing)
    }

    @Test(arguments: StoreKind.all) func anotherObjectThanTheOneThatWasSeenIsNotGiven(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), store = test.store
        let first = try await store.put("a", [1, 2, 3])
        #expect(try await store.bytes(of: "a", ifMatches: first.etag, limit: 3).bytes == [1, 2, 3])
        _ = try await store.put("a", [4, 5, 6])
        let error = await failure { () async throws(CloudError) in try await store.bytes(of: "a", ifMatches: first.etag, limit: 3) }
        #expect(error?.code == .objectChanged)
    }

    @Test(arguments: StoreKind.all) func whatIsDeletedIsGone(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), store = test.store
        _ = try await store.put("a/b", [1])
        try await store.delete("a/b")
        #expect(await failure { () async throws(CloudError) in try await store.head("a/b") }?.code == .objectMissing)
        #expect(try await store.list(prefix: "", after: nil, limit: 10).objects.isEmpty)
    }

    @Test(arguments: StoreKind.all) func aListHasEachKeyOnceHoweverLongItsPagesAre(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), store = test.store
        let keys = ["a", "b/1", "b/2", "b/c/1", "b/c/2", "b-1", "b.1", "b0", "ba/1", "ü/ß", "z z", "q+&=?#%25'\"<>"]
        for key in keys { _ = try await store.put(key, Array(key.utf8)) }
        for pageSize in [1, 2, 3, 100] {
            for prefix in ["", "b", "b/", "b/c", "b/c/", "ü", "nothing", "z"] {
                var found: [String] = []
                for try await facts in store.objects(prefix: prefix, pageSize: pageSize) {
                    found.append(facts.key)
                    if test.tellsSizes { #expect(facts.size == facts.key.utf8.count) }
                }
                #expect(found.sorted() == keys.filter { $0.hasPrefix(prefix) }.sorted(), "\(prefix), \(pageSize) a page")
                if test.isOrdered { #expect(found == found.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }) }
            }
        }
    }

    @Test(arguments: StoreKind.all) func anotherBodyThanItsHashSaysIsNotKept(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), store = test.store, bytes = made(200_000)
        let body = HookedBody(bytes: bytes, sha256: sha256(made(200_000, seed: 2)))
        #expect(await failure { () async throws(CloudError) in try await store.put("a", body, condition: .none) { _ in } }?.code == .sourceChanged)
        #expect(await failure { () async throws(CloudError) in try await store.upload("a", body, resuming: nil, save: { _ in }) { _ in } }?.code == .sourceChanged)
        #expect(await failure { () async throws(CloudError) in try await store.head("a") }?.code == .objectMissing)
    }

    @Test(arguments: StoreKind.all) func aFileThatIsCutOffIsNotKept(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), store = test.store, bytes = made(200_000)
        let file = try test.file("file", bytes)
        let body = FileBody(descriptor: file.descriptor, keptOpenBy: file, size: 200_001, sha256: nil)
        #expect(await failure { () async throws(CloudError) in try await store.put("a", body, condition: .none) { _ in } }?.code == .sourceChanged)
        #expect(await failure { () async throws(CloudError) in try await store.head("a") }?.code == .objectMissing)
    }

    @Test(arguments: StoreKind.all) func progressGrowsToTheSize(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), store = test.store, bytes = made(3_000_000)
        let told = Mutex<[Int64]>([])
        _ = try await store.put("a", BytesBody(bytes), condition: .none) { count in told.withLock { $0.append(count) } }
        let counts = told.withLock { $0 }
        #expect(counts == counts.sorted() && counts.last == 3_000_000)
    }

    @Test(arguments: StoreKind.all) func anUploadThatIsCancelledLeavesNothing(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), store = test.store, bytes = made(3_000_000)
        let started = AsyncStream<Void>.makeStream(), go = DispatchSemaphore(value: 0)
        let body = HookedBody(bytes: bytes, sha256: sha256(bytes)) { offset in
            guard offset > 1_000_000 else { return }
            started.continuation.finish()
            go.wait()
            go.signal()
        }
        let running = Task { await failure { () async throws(CloudError) in try await store.put("a", body, condition: .none) { _ in } } }
        for await _ in started.stream {}
        running.cancel()
        go.signal()
        #expect(await running.value?.code == .cancelled)
        #expect(await failure { () async throws(CloudError) in try await store.head("a") }?.code == .objectMissing)
        #expect(try await store.list(prefix: "", after: nil, limit: 10).objects.isEmpty)
    }

    @Test(arguments: StoreKind.all) func whatTheReceiverThrowsEndsTheTransfer(_ kind: StoreKind) async throws {
        struct Enough: Error {}
        let test = try await TestStore(kind), store = test.store
        _ = try await store.put("a", made(3_000_000))
        let error = await failure { () async throws(CloudError) in try await store.get("a", range: nil, ifMatches: nil) { _ in throw Enough() } }
        #expect(error?.code == .receiver && error?.cause is Enough)
        #expect(await failure { () async throws(CloudError) in try await store.bytes(of: "a", limit: 100) }?.code == .tooLarge)
    }

    @Test(arguments: StoreKind.all, ["", "/a", "a/", "a//b", "../a", "a/./b", "a\nb", String(repeating: "x", count: 256)]) func improperKeysAreRefused(
        _ kind: StoreKind, key: String
    ) async throws {
        let test = try await TestStore(kind), store = test.store
        #expect(await failure { () async throws(CloudError) in try await store.put(key, [1]) }?.code == .invalidKey)
        #expect(await failure { () async throws(CloudError) in try await store.head(key) }?.code == .invalidKey)
        #expect(await failure { () async throws(CloudError) in try await store.bytes(of: key, limit: 1) }?.code == .invalidKey)
        #expect(await failure { () async throws(CloudError) in try await store.delete(key) }?.code == .invalidKey)
    }
}

extension Range<Int64> {
    var asIndexes: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
