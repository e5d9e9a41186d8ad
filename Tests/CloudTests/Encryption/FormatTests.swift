import Foundation
import Support
import Testing

@testable import Cloud

/// The test vectors of Docs/CloudFormat.md, which another program made, in another language and with another library.
@Suite("The format of encrypted stores") struct FormatTests {
    private static func counting(from first: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8((first + $0) % 256) } }

    private let ring = Keyring(root: Self.counting(from: 0, 32), names: Self.counting(from: 32, 32), generations: [Self.counting(from: 64, 32)])
    private let name = "originals/A/photo.heic"

    private func object(_ content: [UInt8], sha256 hash: [UInt8]?) throws -> [UInt8] {
        let head = try ObjectHead(
            ring, name: name, size: Int64(content.count), sha256: hash, objectKey: Self.counting(from: 96, 32), nonce: Self.counting(from: 128, 12))
        let reader = try EncryptedBody(body: BytesBody(content), ring: ring, name: name, head: head).open(at: 0)
        var bytes: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 10_000)
        while true {
            let count = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    @Test(arguments: [
        (0, 1176, "16a5f1c5458ada42dc5a8b4f68c87ed740c38872e7969bc4398791563c9f7d89"), (5, 1176, "77f3fc6b5f18939ec058b3def22815ec012a3b78b96bb0f255b861a3f7af30d1"),
        (100_000, 100_520, "99ef790dc4cea7b92a7b11e2fe2ac61afba9445067b8348a964a2ecece79b186"),
    ])
    func objects(count: Int, size: Int, hash: String) throws {
        let content = (0..<count).map { UInt8(($0 * 7 + count) % 256) }
        let made = try object(content, sha256: sha256(content))
        #expect(made.count == size && sha256(made).hexadecimal == hash)
    }

    @Test func headOfAnObject() throws {
        let content = (0..<5).map { UInt8(($0 * 7 + 5) % 256) }
        let head = try object(content, sha256: sha256(content))[..<136]
        #expect(
            Array(head).hexadecimal
                == "4f504b450110000000000001808182838485868788898a8b01913f43ca40502b2077a2ac1a4d323a64f3bd3396eacf3184d1a69212e11388ccb0b289a20e8c9f24ace6c04e51053b3550a84a8301d1f6e969cd916d4297ca218b1c9e83652c4074c551c0f887a92e2680c41379750070d7fe320bd7fd416d79f82f1488effebaa672f0c54863edab"
        )
        let read = try ObjectHead(Array(head), ring, name: name)
        #expect(read.layout.size == 5 && read.sha256 == sha256(content) && read.generation == 1 && read.objectKey == Self.counting(from: 96, 32))
    }

    @Test func names() throws {
        let hidden = "o5l4atmfnww4tdcf/nf453rd3odckcbdz/lnhmfnsg2njsf247xkn7xqpwvf3jfwgmmdzcx3vkfbcwhteosjuqenreiz67ifvy24rseghmbq5j7qbx"
        let names = HiddenNames(ring)
        #expect(try names.hidden(name) == hidden)
        #expect(names.key(of: hidden) == name)
        #expect(names.folder(of: "originals/A/pho") == "o5l4atmfnww4tdcf/nf453rd3odckcbdz/" && names.folder(of: "orig").isEmpty)
        // Another folder, another letter, a letter more.
        #expect(names.key(of: "o5l4atmfnww4tdcf/" + hidden.split(separator: "/")[2]) == nil)
        #expect(names.key(of: String(hidden.dropLast()) + "y") == nil && names.key(of: hidden + "a") == nil && names.key(of: "openphotokit-key") == nil)
        #expect(try names.hidden(String(repeating: "x", count: 128)).utf8.count <= 255)
    }

    @Test func paddedSizes() {
        for (size, padded) in [
            (0, 1024), (1024, 1024), (1025, 1088), (5000, 5120), (100_000, 100_352), (1_000_000, 1_015_808), (4_194_304, 4_194_304), (4_194_305, 4_325_376),
            (12_345_678, 12_582_912),
        ] as [(Int64, Int64)] {
            #expect(ObjectLayout.padded(size) == padded)
        }
        for size in stride(from: Int64(1025), to: 1 << 40, by: 1 << 33 + 12_345) { #expect((size...size + size / 8).contains(ObjectLayout.padded(size))) }
    }

    @Test func keys() throws {
        let nonce = "b0b1b2b3b4b5b6b7b8b9babb"
        let text = """
            {"format": "OpenPhotoKit encrypted store", "version": 1, "scrypt": {"cost": 1024, "blockSize": 8, "parallelism": 1},
             "salt": "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf",
             "byPassphrase": "\(nonce)679b00f96e28f32e9fcea359cba7f247545fdb56bfc89d029b6c1f7f0635d17cdd1450196e4de9dd13553b6802d484c1",
             "byRecoveryKey": "\(nonce)143f91c62ebecd67dd8b737a3e5c3ca3cb2ac014a1ee5e7204b39c490636d4463b9abbbf130f5ab067e1603535136701",
             "keys": "\(nonce)b9747888c8e89d786fd1bd89e170a6edb40d7be1211bb90266f7b8ca60bfcc29450a6179279be0ffed12ea0170f4ccfa7d3c45944f6e14a715d3366b58c67ea07fc7da15c35d9a9f74ac5042ce114e6e"}
            """
        let file = try JSONDecoder().decode(KeyFile.self, from: Data(text.utf8))
        #expect(try file.ring(passphrase: "Straße über", "the store") == ring)
        // The same letters, otherwise composed.
        #expect(try file.ring(passphrase: "Straße u\u{308}ber", "the store") == ring)
        let recovery = try RecoveryKey("R30W-5GY4-RQ3C-FJ69-SB5W-SKEE-SZ8D-3MPK-YMEE")
        #expect(recovery.bytes == Self.counting(from: 192, 20) && recovery.description == "R30W-5GY4-RQ3C-FJ69-SB5W-SKEE-SZ8D-3MPK-YMEE")
        #expect(try file.ring(recoveryKey: recovery, "the store") == ring)
    }

    /// RFC 5869, test case 3: no salt, no info; its first 32 bytes.
    @Test func derivation() {
        #expect(
            HKDF.key(from: [UInt8](repeating: 0x0B, count: 22), for: "").hexadecimal == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d")
    }

    /// NIST's example of AES-256-GCM with additional data: "Test Case 16" of the GCM specification.
    @Test func cipher() throws {
        func bytes(_ text: String) throws -> [UInt8] { try #require([UInt8](hexadecimal: text, count: text.utf8.count / 2)) }
        let aes = try AES(key: bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"))
        let plain = try bytes("d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39")
        let nonce = try bytes("cafebabefacedbaddecaf888"), header = try bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2")
        let sealed = try aes.seal(plain, nonce: nonce, header: header)
        #expect(
            sealed.hexadecimal
                == "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662" + "76fc6ece0f4e1768cddf8853bb2d551b")
        #expect(try aes.open(sealed, nonce: nonce, header: header) == plain)
        #expect(throws: AES.Failure.self) { try aes.open(sealed, nonce: nonce, header: []) }
    }
}
