import Foundation
import Support
import Testing

@testable import Cloud

@Suite("An encrypted store") final class EncryptedStoreTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "encrypted-\(UUID().uuidString)")
    let inner: FolderStore

    init() throws { inner = try FolderStore.make(at: BytePath(folder.path)) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func made() async throws -> (store: EncryptedStore, recoveryKey: RecoveryKey) {
        try await EncryptedStore.make(in: inner, passphrase: "open sesame", scrypt: quickScrypt)
    }

    private func bytes(_ count: Int) -> [UInt8] { CloudTests.made(count, seed: 3) }

    /// Where an object lies.
    private func file(_ key: String, _ store: EncryptedStore) throws -> URL { folder.appending(path: "objects/\(try store.hidden(key))") }

    private func read(_ key: String, _ store: EncryptedStore) async -> CloudError? {
        await failure { () async throws(CloudError) in try await store.bytes(of: key, limit: 1 << 22) }
    }

    @Test func passphraseAndRecoveryKeyOpenIt() async throws {
        let (store, recoveryKey) = try await made()
        _ = try await store.put("a/b", [1, 2, 3])
        #expect(try await EncryptedStore.isEncrypted(inner))
        let typed = recoveryKey.description.lowercased().replacing("-", with: " ").replacing("0", with: "o")
        for opened in [try await EncryptedStore.open(inner, passphrase: "open sesame"), try await EncryptedStore.open(inner, recoveryKey: RecoveryKey(typed))] {
            #expect(try await opened.bytes(of: "a/b", limit: 3).bytes == [1, 2, 3])
        }
        let error = await failure { () async throws(CloudError) in try await EncryptedStore.open(inner, passphrase: "open sesami") }
        #expect(error?.code == .wrongPassphrase && error?.message.contains(inner.name) == true)
        #expect(await failure { () async throws(CloudError) in try await EncryptedStore.open(inner, recoveryKey: RecoveryKey()) }?.code == .wrongPassphrase)
    }

    @Test func aMistypedRecoveryKeyIsNoticed() async throws {
        let text = RecoveryKey().description
        func isRefused(_ text: String) -> Bool {
            do throws(CloudError) {
                _ = try RecoveryKey(text)
                return false
            } catch {
                return error.code == .wrongPassphrase
            }
        }
        #expect(!isRefused(text) && isRefused(String(text.dropLast())) && isRefused(text + "0") && isRefused("") && isRefused(text.replacing("-", with: "ü")))
        var symbols = Array(text)
        for index in symbols.indices where symbols[index] != "-" {
            let was = symbols[index]
            symbols[index] = was == "7" ? "8" : "7"
            #expect(isRefused(String(symbols)), "\(index)")
            symbols[index] = was
        }
    }

    @Test func aStoreWithObjectsOrKeysIsNotMadeOne() async throws {
        #expect(await failure { () async throws(CloudError) in try await EncryptedStore.open(inner, passphrase: "x") }?.code == .otherStore)
        #expect(try await !EncryptedStore.isEncrypted(inner))
        _ = try await inner.put("plain", [1])
        #expect(await failure { () async throws(CloudError) in try await EncryptedStore.make(in: inner, passphrase: "x", scrypt: quickScrypt) }?.code == .otherStore)
        try await inner.delete("plain")
        _ = try await made()
        #expect(await failure { () async throws(CloudError) in try await EncryptedStore.make(in: inner, passphrase: "x", scrypt: quickScrypt) }?.code == .otherStore)
    }

    @Test func itsOwnerReadsNothing() async throws {
        let (store, _) = try await made()
        let content = Array(String(repeating: "a secret that repeats itself. ", count: 5000).utf8)
        let facts = try await store.put("holiday/beach.heic", content)
        _ = try await store.put("holiday/copy.heic", content)
        for case let path as String in FileManager.default.enumerator(atPath: folder.path) ?? .init() {
            #expect(!path.contains("holiday") && !path.contains("beach"))
            guard let bytes = try? Data(contentsOf: folder.appending(path: path)) else { continue }
            for word in ["secret", "beach", "holiday"] { #expect(bytes.range(of: Data(word.utf8)) == nil, "\(path)") }
            #expect(bytes.range(of: Data(sha256(content))) == nil)
        }
        // The same content twice looks like two.
        #expect(try Data(contentsOf: file("holiday/beach.heic", store)) != Data(contentsOf: file("holiday/copy.heic", store)))
        #expect(facts.size == content.count)
    }

    /// Sizes between two steps can't be told apart.
    @Test func sizesAreStored() async throws {
        let (store, _) = try await made()
        for (index, sizes) in [[0, 1, 1000, 1024], [1_000_001, 1_010_000, 1_015_808]].enumerated() {
            var stored: Set<Int> = []
            for size in sizes {
                _ = try await store.put("\(index)/\(size)", bytes(size))
                stored.insert(try Data(contentsOf: file("\(index)/\(size)", store)).count)
            }
            #expect(stored.count == 1)
        }
    }

    @Test func everyChangedByteIsNoticed() async throws {
        let (store, _) = try await made()
        let content = bytes(150_000)
        _ = try await store.put("a", content)
        let url = try file("a", store), good = try Data(contentsOf: url)
        let end = good.count
        for index in Array(0..<140) + [65_800, 65_816, 66_000, end - 17, end - 16, end - 1] {
            var bad = good
            bad[index] ^= 1
            try bad.write(to: url)
            let error = await read("a", store)
            #expect([.corrupt, .wrongKey, .unsupported].contains(error?.code) && error?.object == "a" && error?.message.contains(inner.name) == true, "\(index)")
        }
        try good.write(to: url)
        #expect(await read("a", store) == nil)
    }

    @Test func whatIsCutOffExtendedOrReorderedIsNoticed() async throws {
        let (store, _) = try await made()
        _ = try await store.put("a", bytes(300_000))
        let url = try file("a", store), good = try Data(contentsOf: url)
        let piece = 65_536 + 16, start = 136
        var exchanged = good
        exchanged.replaceSubrange(start..<start + piece, with: good[start + piece..<start + 2 * piece])
        exchanged.replaceSubrange(start + piece..<start + 2 * piece, with: good[start..<start + piece])
        var withoutOne = good
        withoutOne.removeSubrange(start + piece..<start + 2 * piece)
        for (name, bad) in [
            ("empty", Data()), ("a part of the head", good.prefix(100)), ("the head", good.prefix(136)), ("one piece", good.prefix(start + piece)),
            ("all but a byte", good.dropLast()),
            ("all but a piece", good.prefix(good.count - (good.count - start) % piece)), ("a byte more", good + [0]), ("exchanged", exchanged), ("without one", withoutOne),
        ] {
            try bad.write(to: url)
            #expect(await read("a", store)?.code == .corrupt, "\(name)")
            #expect(await failure { () async throws(CloudError) in try await store.head("a") }?.code ?? .corrupt == .corrupt, "\(name)")
        }
    }

    @Test func objectsThatAreExchangedAreNoticed() async throws {
        let (store, _) = try await made()
        _ = try await store.put("a/1", [1])
        _ = try await store.put("a/2", [2])
        let (first, second) = (try file("a/1", store), try file("a/2", store))
        let kept = try Data(contentsOf: first)
        try Data(contentsOf: second).write(to: first)
        let error = await read("a/1", store)
        #expect(error?.code == .corrupt && error?.message.contains("exchanged") == true)
        try kept.write(to: second)
        #expect(await read("a/2", store)?.code == .corrupt)
    }

    @Test func whatIsNotEncryptedIsNotRead() async throws {
        let (store, _) = try await made()
        _ = try await store.put("a", [1])
        try Data(bytes(5000)).write(to: file("a", store))
        #expect(await read("a", store)?.code == .corrupt)
        // And what others keep there is no object.
        _ = try await inner.put("somebody/else", [1])
        #expect(try await store.list(prefix: "", after: nil, limit: 100).objects.map(\.key) == ["a"])
    }

    @Test func keysThatWereChangedAreNoticed() async throws {
        _ = try await made()
        let (bytes, _) = try await inner.bytes(of: KeyFile.key, limit: 1 << 20)
        let good = try JSONDecoder().decode(KeyFile.self, from: Data(bytes))
        func code(_ change: (inout KeyFile) -> Void) async throws -> CloudError.Code? {
            var file = good
            change(&file)
            _ = try await inner.put(KeyFile.key, [UInt8](JSONEncoder().encode(file)))
            return await failure { () async throws(CloudError) in try await EncryptedStore.open(inner, passphrase: "open sesame") }?.code
        }
        #expect(try await code { _ in } == nil)
        #expect(try await code { $0.keys = $0.keys.dropLast() + ($0.keys.last == "0" ? "1" : "0") } == .corrupt)
        #expect(try await code { $0.byPassphrase = $0.byRecoveryKey } == .wrongPassphrase)
        #expect(try await code { $0.salt = "00" } == .corrupt)
        #expect(try await code { $0.scrypt.cost = 1 << 40 } == .corrupt)
        #expect(try await code { $0.scrypt.cost = 17 } == .corrupt)
        #expect(try await code { $0.version = 2 } == .unsupported)
        #expect(try await code { $0.format = "other" } == .corrupt)
    }

    @Test func keysChangeAndObjectsStay() async throws {
        let (store, recoveryKey) = try await made()
        let content = bytes(200_000)
        _ = try await store.put("old", content)
        try await store.changePassphrase(to: "another")
        let newRecoveryKey = try await store.makeRecoveryKey()
        #expect(await failure { () async throws(CloudError) in try await EncryptedStore.open(inner, passphrase: "open sesame") }?.code == .wrongPassphrase)
        #expect(await failure { () async throws(CloudError) in try await EncryptedStore.open(inner, recoveryKey: recoveryKey) }?.code == .wrongPassphrase)
        let second = try await EncryptedStore.open(inner, passphrase: "another")
        try await store.addKey()
        _ = try await store.put("new", content)
        // Who opened it before does not know the new key, and learns of it.
        #expect(await read("new", second)?.code == .wrongKey)
        try await second.refresh()
        #expect(await read("new", second) == nil)
        let before = try Data(contentsOf: file("old", store))
        #expect(try await store.rewrap("old"))
        #expect(try await !store.rewrap("old"))
        #expect(try await !store.rewrap("new"))
        let after = try Data(contentsOf: file("old", store))
        // What encrypts the content is the same, and so it need not be encrypted anew.
        #expect(before.dropFirst(72) == after.dropFirst(72) && before.prefix(72) != after.prefix(72))
        for opened in [store, second, try await EncryptedStore.open(inner, recoveryKey: newRecoveryKey)] {
            #expect(try await opened.bytes(of: "old", limit: 200_000).bytes == content)
            #expect(try await opened.head("old").sha256 == sha256(content))
        }
    }

    /// A file that is changed between two attempts must not be encrypted twice under one key.
    @Test func eachAttemptHasAKeyOfItsOwn() throws {
        let ring = Keyring.made()
        let body = EncryptedBody(body: BytesBody(bytes(1000)), ring: ring, name: "a", head: nil)
        func pass() throws -> [UInt8] {
            let reader = try body.open(at: 0)
            var bytes = [UInt8](repeating: 0, count: 4096)
            var have = 0
            while true {
                let count = try bytes.withUnsafeMutableBytes { try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[have...])) }
                if count == 0 { return Array(bytes[..<have]) }
                have += count
            }
        }
        let (first, second) = (try pass(), try pass())
        #expect(first.count == second.count && first[24...] != second[24...])
        #expect(try ObjectHead(Array(first[..<136]), ring, name: "a").objectKey != ObjectHead(Array(second[..<136]), ring, name: "a").objectKey)
    }
}
