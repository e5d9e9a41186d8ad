import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Cloud

/// What holds of Ceph's gateway beside what holds of every store.
@Suite("A bucket", .enabled("Ceph is not installed: Scripts/debian-packages check") { S3Server.isInstalled }) struct S3StoreTests {
    @Test(arguments: S3Server.Kind.installed) func errorsAreToldApart(_ kind: S3Server.Kind) async throws {
        let store = try S3Store.test(kind)
        _ = try await store.put("a", [1])
        let known = try S3Server.shared(kind)
        let cases: [(CloudError.Code, S3Store)] = [
            (.storeMissing, try .test(kind, bucket: "nobody-made-this")),
            (.wrongCredentials, try .test(kind, credentials: S3Credentials(accessKey: known.accessKey, secretKey: "wrong"))),
            (.wrongCredentials, try .test(kind, credentials: S3Credentials(accessKey: "nobody", secretKey: known.secretKey))),
            (.clockSkew, try .test(kind, now: { CloudEnvironment.system.now() + 7200 })),
        ]
        for (code, store) in cases {
            let errors = [
                await failure { () async throws(CloudError) in try await store.head("a") },
                await failure { () async throws(CloudError) in try await store.bytes(of: "a", limit: 1) },
                await failure { () async throws(CloudError) in try await store.put("a", [1]) },
                await failure { () async throws(CloudError) in try await store.list(prefix: "", after: nil, limit: 1) },
                await failure { () async throws(CloudError) in try await store.upload("a", BytesBody(made(6_000_000)), resuming: nil, save: { _ in }) { _ in } },
            ]
            #expect(errors.map { $0?.code } == Array(repeating: code, count: errors.count))
        }
    }

    @Test func aServerThatCannotProveWhoItIsGetsNothing() async throws {
        let store = try S3Store.secureTest(certificate: nil)
        let error = await failure { () async throws(CloudError) in try await store.put("a", [1]) }
        #expect(error?.code == .network && error?.message.contains("certificate") == true)
    }

    @Test func aServerThatIsNotThereIsGivenUpAfterPauses() async throws {
        let pauses = Mutex<[Double]>([])
        let store = try S3Store.test(port: 1, random: { 0.5 }, pauses: { pause in pauses.withLock { $0.append(pause) } })
        let error = await failure { () async throws(CloudError) in try await store.put("a", [1]) }
        #expect(error?.code == .network && error?.object == "a")
        #expect(pauses.withLock { $0 } == [0.1, 0.2, 0.4, 0.8, 1.6])
    }

    @Test func whatIsRefusedForAMomentIsTriedAgainAndWhatIsForbiddenIsNot() async throws {
        let proxy = try FaultyProxy(to: S3Server.shared().port)
        defer { proxy.stop() }
        let store = try S3Store.test(port: proxy.port)
        proxy.next(.refuse(status: 503), .refuse(status: 500))
        _ = try await store.put("a", [1])
        #expect(proxy.drawn == [.refuse(status: 503), .refuse(status: 500), .none])
        proxy.next(.refuse(status: 403))
        #expect(await failure { () async throws(CloudError) in try await store.put("a", [1]) }?.code == .missingRights)
        #expect(proxy.drawn.count == 4)
        proxy.next(.refuse(status: 503), .refuse(status: 503), .refuse(status: 503), .refuse(status: 503), .refuse(status: 503), .refuse(status: 503))
        #expect(await failure { () async throws(CloudError) in try await store.put("a", [1]) }?.code == .throttled)
    }

    /// The answer was lost, so the key is taken at the next attempt: by ourselves.
    @Test func aConditionIsKeptWhereTheAnswerIsLost() async throws {
        let proxy = try FaultyProxy(to: S3Server.shared().port)
        defer { proxy.stop() }
        let store = try S3Store.test(port: proxy.port)
        proxy.next(.cutAnswer(after: 0))
        let first = try await store.put("record/1", [1], condition: .ifAbsent)
        #expect(proxy.drawn.count >= 3)
        proxy.next(.cutAnswer(after: 0))
        let second = try await store.put("record/1", [2], condition: .ifMatches(first.etag))
        #expect(try await store.bytes(of: "record/1", limit: 1).bytes == [2])
        // Somebody else's stays somebody else's.
        proxy.next(.cutRequest(after: 100))
        #expect(await failure { () async throws(CloudError) in try await store.put("record/1", [3], condition: .ifAbsent) }?.code == .preconditionFailed)
        #expect(try await store.head("record/1").etag == second.etag)
    }

    @Test func aDownloadThatBreaksOffGoesOn() async throws {
        let proxy = try FaultyProxy(to: S3Server.shared().port)
        defer { proxy.stop() }
        let store = try S3Store.test(port: proxy.port), bytes = made(3_000_000)
        _ = try await store.put("a", bytes)
        proxy.next(.cutAnswer(after: 1_000_000), .cutAnswer(after: 1_000_000))
        #expect(try await store.bytes(of: "a", limit: bytes.count).bytes == bytes)
        #expect(proxy.drawn.count == 4)
        proxy.next(.cutAnswer(after: 1_000_000))
        #expect(try await store.bytes(of: "a", range: 500..<2_500_000, limit: bytes.count).bytes == Array(bytes[500..<2_500_000]))
    }

    @Test func anObjectThatIsReplacedMeanwhileIsNotMixed() async throws {
        let proxy = try FaultyProxy(to: S3Server.shared().port)
        defer { proxy.stop() }
        let store = try S3Store.test(port: proxy.port), direct = try S3Store.test(prefix: store.bucket.prefix), bytes = made(3_000_000)
        _ = try await store.put("a", bytes)
        let waits = DispatchSemaphore(value: 0)
        let hasReplaced = Mutex(false)
        proxy.next(.cutAnswer(after: 1_000_000))
        let error = await failure { () async throws(CloudError) in
            try await store.get("a", range: nil, ifMatches: nil) { _ in
                let isFirst = hasReplaced.withLock { has in
                    defer { has = true }
                    return !has
                }
                guard isFirst else { return }
                Task {
                    _ = try? await direct.put("a", made(3_000_000, seed: 7))
                    waits.signal()
                }
                waits.wait()
            }
        }
        #expect(error?.code == .objectChanged)
    }

    @Test func whatIsDamagedOnItsWayIsSentAgain() async throws {
        let proxy = try FaultyProxy(to: S3Server.shared().port)
        defer { proxy.stop() }
        let store = try S3Store.test(port: proxy.port), bytes = made(300_000)
        _ = try await store.put("first", [1])
        for hash in [sha256(bytes), nil] {
            proxy.next(.damageRequest(at: 100_000))
            _ = try await store.put("a", HookedBody(bytes: bytes, sha256: hash), condition: .none) { _ in }
            #expect(try await store.bytes(of: "a", limit: bytes.count).bytes == bytes)
        }
        let test = try await TestStore(.folder), file = try test.file("file")
        proxy.next(.damageAnswer(at: 100_000))
        _ = try await store.download("a", size: 300_000, sha256: sha256(bytes), to: file.descriptor, keptOpenBy: file) { _ in }
        #expect(try file.content == bytes)
    }

    @Test func aServerThatHangsIsGivenUp() async throws {
        let proxy = try FaultyProxy(to: S3Server.shared().port)
        defer { proxy.stop() }
        var policy = RetryPolicy()
        policy.attempts = 2
        let store = try S3Store.test(port: proxy.port, policy: policy, stallSeconds: 1)
        proxy.next(.hang, .hang)
        #expect(await failure { () async throws(CloudError) in try await store.head("a") }?.code == .network)
    }

    @Test func aTransferThatIsCancelledEndsWhileTheServerHangs() async throws {
        let proxy = try FaultyProxy(to: S3Server.shared().port)
        defer { proxy.stop() }
        let store = try S3Store.test(port: proxy.port)
        proxy.next(.hang)
        let running = Task { await failure { () async throws(CloudError) in try await store.head("a") } }
        while proxy.drawn.isEmpty { await Task.yield() }
        running.cancel()
        #expect(await running.value?.code == .cancelled)
    }

    @Test func partsThatTheServerHasAreNotSentAgain() async throws {
        struct Cut: Error {}
        let proxy = try FaultyProxy(to: S3Server.shared().port)
        defer { proxy.stop() }
        let store = try S3Store.test(port: proxy.port), bytes = made(20_000_000), saved = Mutex<UploadState?>(nil)
        let cut = HookedBody(bytes: bytes, sha256: sha256(bytes)) { if $0 >= 13_000_000 { throw Cut() } }
        _ = await failure { () async throws(CloudError) in try await store.upload("a", cut, resuming: nil, save: { state in saved.withLock { $0 = state } }) { _ in } }
        let state = try #require(saved.withLock { $0 })
        #expect(state.parts.count == 2)
        let before = proxy.drawn.count, told = Mutex<[Int64]>([])
        _ = try await store.upload("a", BytesBody(bytes), resuming: state, save: { _ in }) { count in told.withLock { $0.append(count) } }
        // The list of the parts, two parts, the completion.
        #expect(proxy.drawn.count - before == 4 && told.withLock { $0.first } == 2 * 5 << 20)
        #expect(try await store.bytes(of: "a", limit: bytes.count).bytes == bytes)
    }

    @Test func aCompletionWhoseAnswerIsLostIsDone() async throws {
        let proxy = try FaultyProxy(to: S3Server.shared().port)
        defer { proxy.stop() }
        let store = try S3Store.test(port: proxy.port), bytes = made(6_000_000)
        // Begin, two parts, completion.
        proxy.next(.none, .none, .none, .cutAnswer(after: 0))
        let facts = try await store.upload("a", BytesBody(bytes), resuming: nil, save: { _ in }) { _ in }
        #expect(try await store.head("a").etag == facts.etag)
        #expect(try await store.bytes(of: "a", limit: bytes.count).bytes == bytes)
    }
}
