import Foundation
import Support
import Synchronization
import Testing

@testable import Cloud

@Suite("A download into a file") struct DownloadTests {
    private func download(_ store: any CloudStore, _ file: TestFile, _ bytes: [UInt8], told: @escaping @Sendable (Int64) -> Void = { _ in }) async -> CloudError? {
        await failure { () async throws(CloudError) in
            try await store.download("a", size: Int64(bytes.count), sha256: sha256(bytes), to: file.descriptor, keptOpenBy: file, progress: told)
        }
    }

    @Test(arguments: StoreKind.all, [0, 1, 3_000_000]) func theFileHasTheObject(_ kind: StoreKind, count: Int) async throws {
        let test = try await TestStore(kind), bytes = made(count), file = try test.file("file")
        _ = try await test.store.put("a", bytes)
        let told = Mutex<[Int64]>([])
        #expect(await download(test.store, file, bytes) { count in told.withLock { $0.append(count) } } == nil)
        #expect(try file.content == bytes)
        let counts = told.withLock { $0 }
        #expect(counts == counts.sorted() && counts.last ?? 0 == Int64(count))
    }

    @Test(arguments: StoreKind.all) func whatIsThereIsNotAskedForAgain(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), bytes = made(3_000_000)
        _ = try await test.store.put("a", bytes)
        for there in [1, 1_000_000, 3_000_000] {
            let file = try test.file("file", Array(bytes[..<there]))
            let told = Mutex<[Int64]>([])
            #expect(await download(test.store, file, bytes) { count in told.withLock { $0.append(count) } } == nil)
            #expect(told.withLock { $0.first } == Int64(there))
            #expect(try file.content == bytes)
        }
    }

    @Test(arguments: StoreKind.all) func whatIsThereAndWrongIsReplaced(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), bytes = made(3_000_000)
        _ = try await test.store.put("a", bytes)
        for there in [1, 1_000_000, 3_000_000, 3_500_000] {
            let file = try test.file("file", made(there, seed: 5))
            #expect(await download(test.store, file, bytes) == nil)
            #expect(try file.content == bytes)
        }
    }

    @Test(arguments: StoreKind.all) func anotherObjectThanWasMeantIsNotKept(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), bytes = made(200_000), file = try test.file("file")
        for other in [made(200_000, seed: 3), made(199_999), made(200_001), []] {
            _ = try await test.store.put("a", other)
            let error = await download(test.store, file, bytes)
            #expect(error?.code == .corrupt && error?.object == "a", "\(other.count)")
            #expect(try file.content.isEmpty)
        }
    }

    @Test(arguments: StoreKind.all) func aDiskThatRefusesIsNamed(_ kind: StoreKind) async throws {
        let test = try await TestStore(kind), bytes = made(200_000)
        _ = try await test.store.put("a", bytes)
        let full = open("/dev/full", O_RDWR)
        defer { close(full) }
        let error = await failure { () async throws(CloudError) in
            try await test.store.download("a", size: 200_000, sha256: sha256(bytes), to: full, keptOpenBy: 0, progress: { _ in })
        }
        #expect(error?.code == .local)
    }
}
