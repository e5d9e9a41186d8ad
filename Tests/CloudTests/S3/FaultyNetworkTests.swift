import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Cloud

/// A network that drops, delays, cuts, damages and refuses, by a seed: nothing wrong is delivered, and every request ends.
@Suite("A faulty network", .enabled("Ceph is not installed: Scripts/debian-packages check") { S3Server.isInstalled }) struct FaultyNetworkTests {
    private static func fault(_ random: inout SeededRandom) -> FaultyProxy.Fault {
        switch random.number(below: 20) {
        case 0: .cutRequest(after: random.number(below: 200_000))
        case 1: .cutAnswer(after: random.number(below: 200_000))
        case 2: .damageRequest(at: random.number(below: 200_000))
        case 3: .damageAnswer(at: random.number(below: 200_000))
        case 4, 5: .refuse(status: random.pick([503, 500, 403]))
        case 6: .delay(milliseconds: 3)
        case 7: .cutAnswer(after: 0)
        default: .none
        }
    }

    /// What a key may have: more than one content where a write failed and may have been done all the same. `nil` is none.
    private typealias Model = [String: Set<[UInt8]?>]

    @Test(arguments: [false, true], [1, 2] as [UInt64]) func nothingWrongIsDeliveredAndEveryRequestEnds(isEncrypted: Bool, seed: UInt64) async throws {
        let draws = Mutex(SeededRandom(seed: seed))
        let proxy = try FaultyProxy(to: S3Server.shared().port) { draws.withLock { Self.fault(&$0) } }
        defer { proxy.stop() }
        let prefix = UUID().uuidString + "/"
        var store: any CloudStore = try S3Store.test(port: proxy.port, prefix: prefix, stallSeconds: 5)
        var direct: any CloudStore = try S3Store.test(prefix: prefix)
        if isEncrypted {
            let made = try await EncryptedStore.make(in: direct, passphrase: "p", scrypt: quickScrypt).store
            (store, direct) = (EncryptedStore(store, made.ring.withLock { $0 }), made)
        }
        let test = try await TestStore(.folder), faulty = store, reader = direct
        await withTaskGroup(of: Model.self) { group in
            for worker in 0..<6 {
                group.addTask { await Self.work(faulty, test, worker, SeededRandom(seed: seed &* 1000 &+ UInt64(worker)), "seed \(seed), worker \(worker)") }
            }
            for await model in group {
                for (key, contents) in model {
                    let there: [UInt8]?
                    do throws(CloudError) { there = try await reader.bytes(of: key, limit: 1 << 20).bytes } catch {
                        #expect(error.code == .objectMissing, "seed \(seed): \(error)")
                        there = nil
                    }
                    #expect(contents.contains(there), "seed \(seed): \(key) has what nobody wrote last")
                }
            }
        }
        #expect(proxy.drawn.count { $0 != .none } > 20)
    }

    private static func work(_ store: any CloudStore, _ test: TestStore, _ worker: Int, _ random: SeededRandom, _ label: String) async -> Model {
        var random = random, model: Model = [:]
        for step in 0..<40 {
            let key = "w\(worker)/\(random.number(below: 5))", known = model[key] ?? [nil]
            let content = made(random.pick([1, 100, 70_000, 300_000]), seed: random.next() | 1)
            switch random.number(below: 6) {
            case 0, 1:
                let error = await failure { () async throws(CloudError) in try await store.put(key, content) }
                model[key] = error == nil ? [content] : known.union([content])
            case 2:
                let error = await failure { () async throws(CloudError) in try await store.put(key, content, condition: .ifAbsent) }
                switch error?.code {
                case nil:
                    #expect(known.contains(nil), "\(label), step \(step): \(key) was there")
                    model[key] = [content]
                case .preconditionFailed:
                    #expect(known != [nil], "\(label), step \(step): \(key) was not there")
                    model[key] = known.subtracting([nil])
                default: model[key] = known.union([content])
                }
            case 3:
                let error = await failure { () async throws(CloudError) in try await store.delete(key) }
                model[key] = error == nil ? [nil] : known.union([nil])
            default:
                guard let expected = random.pick(Array(known)) else { continue }
                guard let file = try? test.file("\(worker)-\(step)") else { continue }
                let error = await failure { () async throws(CloudError) in
                    try await store.download(key, size: Int64(expected.count), sha256: sha256(expected), to: file.descriptor, keptOpenBy: file) { _ in }
                }
                if error == nil {
                    #expect((try? file.content) == expected, "\(label), step \(step): \(key) came wrong")
                    model[key] = [expected]
                } else if known.count == 1 {
                    // A network's failure, or that of all attempts; never that the object is another, unless both attempts were damaged.
                    #expect(![.objectMissing, .objectChanged].contains(error?.code), "\(label), step \(step): \(String(describing: error))")
                }
            }
        }
        return model
    }
}
