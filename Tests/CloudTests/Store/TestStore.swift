import Foundation
import Support
import TestSupport

@testable import Cloud

/// The kinds of stores, for what holds of all of them.
enum StoreKind: String, CaseIterable, Sendable {
    case folder, encryptedFolder, s3, encryptedS3
    /// By https, with the bucket's name before the server's.
    case secureS3
    case seaweedFS, secureSeaweedFS

    /// The server that it is in; `nil` where it is a folder.
    var server: S3Server.Kind? {
        switch self {
        case .folder, .encryptedFolder: nil
        case .s3, .encryptedS3, .secureS3: .ceph
        case .seaweedFS, .secureSeaweedFS: .seaweedFS
        }
    }

    var isEncrypted: Bool { self == .encryptedFolder || self == .encryptedS3 }

    /// Those that can be tried here: servers may not be installed.
    static let all: [StoreKind] = allCases.filter { $0.server?.isInstalled ?? true }
}

/// Scrypt that takes no time.
let quickScrypt = KeyFile.Scrypt(cost: 16, blockSize: 1, parallelism: 1)

/// A folder of this test's own, and a new store of a kind.
final class TestStore: Sendable {
    let folder: URL
    let store: any CloudStore
    /// Whether its lists tell the sizes of contents.
    let tellsSizes: Bool
    /// Whether its lists are in the order of the keys' bytes. SeaweedFS has what is in a folder before names that are longer than the folder's.
    let isOrdered: Bool

    init(_ kind: StoreKind) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cloud-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let plain: any CloudStore =
            switch kind {
            case .folder, .encryptedFolder: try FolderStore.make(at: BytePath(folder.appending(path: "store").path))
            case .s3, .encryptedS3: try S3Store.test()
            case .secureS3: try S3Store.secureTest(certificate: S3Server.shared().certificate)
            case .seaweedFS: try S3Store.test(.seaweedFS)
            case .secureSeaweedFS: try S3Store.secureTest(.seaweedFS, certificate: S3Server.shared(.seaweedFS).certificate)
            }
        tellsSizes = !kind.isEncrypted
        isOrdered = !kind.isEncrypted && kind.server != .seaweedFS
        store = tellsSizes ? plain : try await EncryptedStore.make(in: plain, passphrase: "open sesame", scrypt: quickScrypt).store
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A file with this content, open for as long as its owner lives.
    func file(_ name: String, _ content: [UInt8] = []) throws -> TestFile { try TestFile(folder.appending(path: name), content) }
}

extension S3Store {
    /// A bucket of a real server, with keys of this test's own.
    /// - Parameters:
    ///   - port: of a proxy before it.
    ///   - pauses: told of each pause before another attempt, which takes no time.
    static func test(
        _ kind: S3Server.Kind = .ceph, port: UInt16? = nil, prefix: String = UUID().uuidString + "/", bucket: String? = nil, policy: RetryPolicy = RetryPolicy(),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        now: @escaping @Sendable () -> Double = CloudEnvironment.system.now, credentials: S3Credentials? = nil, stallSeconds: Int = 30,
        pauses: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws -> S3Store {
        let server = try S3Server.shared(kind)
        let place = try S3Bucket(endpoint: "http://127.0.0.1:\(port ?? server.port)", name: bucket ?? server.bucket, prefix: prefix)
        let known = credentials ?? S3Credentials(accessKey: server.accessKey, secretKey: server.secretKey)
        let environment = CloudEnvironment(now: now, sleep: { pauses($0) }, random: random)
        return S3Store(place, credentials: { known }, policy: policy, environment: environment, stallSeconds: stallSeconds, partSize: 5 << 20)
    }
}

extension S3Store {
    static func secureTest(_ kind: S3Server.Kind = .ceph, certificate: String?) throws -> S3Store {
        let server = try S3Server.shared(kind)
        let place = try S3Bucket(endpoint: server.secureEndpoint, name: server.bucket, style: .virtualHost, prefix: UUID().uuidString + "/")
        let known = S3Credentials(accessKey: server.accessKey, secretKey: server.secretKey)
        return S3Store(place, credentials: { known }, certificates: certificate, partSize: 5 << 20)
    }
}

final class TestFile: Sendable {
    let url: URL
    let descriptor: Int32

    init(_ url: URL, _ content: [UInt8]) throws {
        self.url = url
        try Data(content).write(to: url)
        descriptor = open(url.path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
    }

    deinit { close(descriptor) }

    var content: [UInt8] { get throws { try [UInt8](Data(contentsOf: url)) } }

    func body(sha256: [UInt8]?) throws -> FileBody { FileBody(descriptor: descriptor, keptOpenBy: self, size: Int64(try content.count), sha256: sha256) }
}

/// Bytes that look like those of a photo: no two pieces alike.
func made(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = XorshiftRandom(seed: seed)
    return [UInt8](unsafeUninitializedCapacity: count + 8) { buffer, initialized in
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        for offset in stride(from: 0, to: count, by: 8) {
            bytes.storeBytes(of: random.next(), toByteOffset: offset, as: UInt64.self)
        }
        initialized = count
    }
}

func sha256(_ bytes: [UInt8]) -> [UInt8] { BytesBody(bytes).sha256 ?? [] }

/// The error that a call ends with; `nil` where it succeeds.
func failure<Value>(_ body: () async throws(CloudError) -> Value) async -> CloudError? {
    do throws(CloudError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}

/// A body that something happens to while it is read.
struct HookedBody: UploadBody {
    var bytes: [UInt8]
    var sha256: [UInt8]?
    /// Called before each piece, with how many bytes were read.
    var onRead: @Sendable (Int) throws -> Void = { _ in }
    var pieceSize = 100_000

    var size: Int64 { Int64(bytes.count) }

    func open(at offset: Int64) -> any BodyReader { Reader(body: self, offset: Int(offset)) }

    private final class Reader: BodyReader {
        let body: HookedBody
        var offset: Int

        init(body: HookedBody, offset: Int) { (self.body, self.offset) = (body, offset) }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            try body.onRead(offset)
            let count = min(buffer.count, body.bytes.count - offset, body.pieceSize)
            buffer.copyBytes(from: body.bytes[offset..<offset + count])
            offset += count
            return count
        }
    }
}
