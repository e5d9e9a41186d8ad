import Foundation
import Glibc
import Synchronization

/// A real server that speaks S3, one of each kind for all tests of a process: `Scripts/s3-server` starts it for the first, and ends it when the process has ended.
package struct S3Server: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// Ceph's gateway.
        case ceph
        case seaweedFS

        /// False where Ceph is not installed, which `Scripts/debian-packages check` does, or SeaweedFS not fetched, which `Scripts/seaweedfs` does.
        package var isInstalled: Bool {
            switch self {
            case .ceph:
                ["ceph-mon", "ceph-osd", "radosgw"].allSatisfy { name in
                    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
                }
            case .seaweedFS: access(S3Server.root.appending(path: ".build/seaweedfs/weed").path, X_OK) == 0
            }
        }

        /// What `Scripts/s3-server` calls the start of one.
        fileprivate var command: String {
            switch self {
            case .ceph: "start"
            case .seaweedFS: "seaweedfs"
            }
        }

        package static let installed = allCases.filter(\.isInstalled)
    }

    package let endpoint: String
    /// The same server by https, where a bucket's name may stand before the server's.
    package let secureEndpoint: String
    /// A file with the certificate of that.
    package let certificate: String
    package let accessKey: String
    package let secretKey: String
    /// A bucket that is there; each test takes a prefix of its own in it.
    package let bucket: String

    package var port: UInt16 { endpoint.split(separator: ":").last.flatMap { UInt16($0) } ?? 0 }

    /// False where Ceph is not installed: `Scripts/debian-packages check` does that.
    package static let isInstalled = Kind.ceph.isInstalled

    private static let started = Mutex<[Kind: Result<S3Server, any Error>]>([:])

    /// Starts it if nobody has, which takes two to four seconds.
    package static func shared(_ kind: Kind = .ceph) throws -> S3Server {
        try started.withLock { started in
            let result = started[kind] ?? Result { try start(kind) }
            started[kind] = result
            return try result.get()
        }
    }

    package struct Failure: Error { package let message: String }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func start(_ kind: Kind) throws -> S3Server {
        let folder = FileManager.default.temporaryDirectory.appending(path: "s3-\(UUID().uuidString)")
        let run = try ProgramRun(
            of: root.appending(path: "Scripts/s3-server"), [kind.command, folder.path, String(getpid())], environment: ProcessInfo.processInfo.environment)
        guard run.status == 0 else { throw Failure(message: run.errors) }
        var settings: [Substring: Substring] = [:]
        for line in run.output.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { settings[parts[0]] = parts[1] }
        }
        guard let endpoint = settings["S3_ENDPOINT"], let secure = settings["S3_SECURE_ENDPOINT"], let certificate = settings["S3_CERTIFICATE"],
            let accessKey = settings["AWS_ACCESS_KEY_ID"], let secretKey = settings["AWS_SECRET_ACCESS_KEY"],
            let bucket = settings["S3_BUCKET"]
        else { throw Failure(message: run.output) }
        return S3Server(
            endpoint: String(endpoint), secureEndpoint: String(secure), certificate: String(certificate), accessKey: String(accessKey), secretKey: String(secretKey),
            bucket: String(bucket))
    }
}
