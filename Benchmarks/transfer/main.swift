import Cloud
import Foundation
import Support

// photos-transfer upload|download FOLDER PREFIX LIST [encrypted]: sends the files of a folder to a bucket, or brings those of the list into one, sixteen at
// once, each compared with its hash. The list, with name, size and hash of each file, is what a catalogue would know; `upload` writes it before the clock
// starts. Says the seconds of the transfer and the most memory that it took, as JSON. The bucket comes from the environment: S3_ENDPOINT, S3_BUCKET,
// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY.

struct Listed: Sendable {
    let name: String
    let size: Int64
    let sha256: [UInt8]
}

final class OpenedFile: Sendable {
    let descriptor: Int32

    init(_ path: String, _ flags: Int32) {
        descriptor = open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            FileHandle.standardError.write(Data("\(path) can't be opened: \(String(cString: strerror(errno))).\n".utf8))
            exit(66)
        }
    }

    deinit { close(descriptor) }
}

func listed(_ name: String, _ folder: String) -> Listed {
    let file = OpenedFile("\(folder)/\(name)", O_RDONLY), hash = ContentHash()
    var buffer = [UInt8](repeating: 0, count: 1 << 20), size: Int64 = 0
    while true {
        let count = read(file.descriptor, &buffer, buffer.count)
        guard count > 0 else { return Listed(name: name, size: size, sha256: hash.digest() ?? []) }
        buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        size += Int64(count)
    }
}

func read(list: String) throws -> [Listed] {
    try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").map { line in
        let parts = line.split(separator: "\t")
        return Listed(name: String(parts[0]), size: Int64(parts[1]) ?? 0, sha256: [UInt8](hexadecimal: parts[2]) ?? [])
    }
}

func peakMemory() throws -> Double {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return Double(line?.split(whereSeparator: { $0 == " " || $0 == "\t" })[1] ?? "0") ?? 0
}

@Sendable func transfer(_ file: Listed, _ store: any CloudStore, _ folder: String, isUpload: Bool) async throws {
    if isUpload {
        let opened = OpenedFile("\(folder)/\(file.name)", O_RDONLY)
        let body = FileBody(descriptor: opened.descriptor, keptOpenBy: opened, size: file.size, sha256: file.sha256)
        _ = try await store.upload(file.name, body, resuming: nil, save: { _ in }) { _ in }
    } else {
        let opened = OpenedFile("\(folder)/\(file.name)", O_RDWR | O_CREAT | O_TRUNC)
        _ = try await store.download(file.name, size: file.size, sha256: file.sha256, to: opened.descriptor, keptOpenBy: opened) { _ in }
    }
}

let words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 4, ["upload", "download"].contains(words[0]) else { exit(64) }
let (folder, prefix, list, isUpload) = (words[1], words[2], words[3], words[0] == "upload")
let environment = ProcessInfo.processInfo.environment
let credentials = S3Credentials(accessKey: environment["AWS_ACCESS_KEY_ID"] ?? "", secretKey: environment["AWS_SECRET_ACCESS_KEY"] ?? "")
let bucket = try S3Bucket(endpoint: environment["S3_ENDPOINT"] ?? "", name: environment["S3_BUCKET"] ?? "", prefix: prefix + "/")
var store: any CloudStore = S3Store(bucket, credentials: { credentials })
if words.count > 4 {
    store = isUpload ? try await EncryptedStore.make(in: store, passphrase: "benchmark").store : try await EncryptedStore.open(store, passphrase: "benchmark")
}
var files: [Listed]
if isUpload {
    files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { listed($0, folder) }
    let lines = files.map { file in "\(file.name)\t\(file.size)\t\(file.sha256.hexadecimal)\n" }
    try lines.joined().write(toFile: list, atomically: true, encoding: .utf8)
} else {
    files = try read(list: list)
}
// What opening the store took, scrypt above all, is no part of a transfer.
try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
let began = ContinuousClock.now, used = store
try await withThrowingTaskGroup(of: Void.self) { group in
    for (index, file) in files.enumerated() {
        if index >= 16 { try await group.next() }
        group.addTask { try await transfer(file, used, folder, isUpload: isUpload) }
    }
    try await group.waitForAll()
}
let took = (ContinuousClock.now - began).components
print("{\"seconds\": \(Double(took.seconds) + Double(took.attoseconds) / 1e18), \"megabytes\": \(try peakMemory() / 1000)}")
