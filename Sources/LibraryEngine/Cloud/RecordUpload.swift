import Catalog
import Cloud
import Foundation
import Glibc
import PhotoModel
import Record
import Support

/// Keeps a copy of the library's record in its store, file by file, so that the library can be made again from there alone.
struct RecordUpload: Sendable {
    let library: PhotoLibrary
    let store: any CloudStore

    /// What the keys of its objects begin with, of the machine that has the record which `photos recover` reads.
    static let prefix = "\(Record.folderName)/"
    /// A row of `cloud_file` that stands for no file: when the record was brought up to date.
    private static let mark = prefix + "*"

    /// The same for this machine.
    private func ownPrefix() throws -> String { try library.catalog.read { try $0.homeInStore() } + Self.prefix }

    /// - Returns: false in a library that keeps no record.
    /// - Throws: `.invalid` where another machine has taken the library over, of whose record nothing is touched.
    func run() async throws -> Bool {
        guard let updater = library.recordUpdater else { return false }
        try updater.flush()
        // Open, so that a record that is compacted meanwhile loses none of them.
        let files = try updater.working { _ in try Self.open(library.originals.folder) }
        let prefix = try ownPrefix()
        var there: [String: ObjectFacts] = [:]
        for try await object in store.objects(prefix: prefix) { there[object.key] = object }
        let others = Set(there.keys).subtracting(files.map { prefix + $0.name })
        try requireOwn(others, below: prefix, newest: files.compactMap { Record.number(ofFile: $0.name) }.max() ?? 0)
        // A snapshot before the log that follows it: what is there can be read at every moment.
        for file in files { try await send(file, as: prefix + file.name, there[prefix + file.name]) }
        for key in others.sorted() {
            try await store.delete(key)
            try library.catalog.write(author: "cloud") { try $0.deleteCloudFile(path: key) }
        }
        let now = library.environment.now().timeIntervalSinceReferenceDate
        try library.catalog.write(author: "cloud") { try $0.updateCloudFile(path: Self.mark) { $0.verified = now } }
        return true
    }

    static func date(_ reader: CatalogReader) throws -> Date? {
        try reader.cloudFile(path: mark)?.verified.map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    private struct File: Sendable {
        let name: String
        let size: Int64
        let descriptor: Int32
        let owner: OpenDescriptor
    }

    private final class OpenDescriptor: Sendable {
        let value: Int32
        init(_ value: Int32) { self.value = value }
        deinit { close(value) }
    }

    private static func open(_ library: FolderHandle) throws -> [File] {
        let folder = try library.folder(Record.folderName)
        return try folder.names().filter { Record.isFileName($0.text) }.sorted { $0.text < $1.text }.compactMap { name in
            guard let status = try folder.status(name), status.st_mode & S_IFMT == S_IFREG else { return nil }
            let descriptor = try folder.openRegular(name, doing: "read the record's file")
            return File(name: name.text, size: Int64(status.st_size), descriptor: descriptor, owner: OpenDescriptor(descriptor))
        }
    }

    /// Objects that are none of this machine's files any more are to be removed: those of a machine that goes on in its place must not be.
    private func requireOwn(_ others: Set<String>, below prefix: String, newest: Int64) throws {
        try library.catalog.read { reader in
            // Who has sent a record before knows of each object, since it is noted before it is sent.
            let hasSent = try reader.cloudFile(path: Self.mark) != nil
            for key in others {
                guard try reader.cloudFile(path: key) == nil else { continue }
                let isLater = Record.number(ofFile: String(key.dropFirst(prefix.count))).map { $0 > newest } ?? false
                if hasSent || isLater { throw another(nil) }
            }
        }
    }

    private func another(_ cause: CloudError?) -> LibraryError {
        LibraryError(
            .invalid,
            "Another machine has written the record of this library to \(store.name). Go on there; or take the library over from this one with 'photos cloud configure --take-over'.",
            cause: cause)
    }

    /// - Parameter there: the object as it is now; `nil` where there is none.
    private func send(_ file: File, as key: String, _ there: ObjectFacts?) async throws {
        let known = try library.catalog.read { try $0.cloudFile(path: key) }
        let size = known?.upload.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
        // Its files only grow.
        if size == file.size, let etag = known?.etag, there?.etag == etag { return }
        if known == nil { try library.catalog.write(author: "cloud") { try $0.updateCloudFile(path: key) { _ in } } }
        let body = FileBody(descriptor: file.descriptor, keptOpenBy: file.owner, size: file.size, sha256: nil)
        let facts: ObjectFacts
        do throws(CloudError) {
            // What the store lost is sent again.
            let sent = there == nil ? nil : known?.etag
            facts = try await store.put(key, body, condition: sent.map { .ifMatches($0) } ?? .ifAbsent) { _ in }
        } catch {
            guard error.code == .preconditionFailed else { throw error }
            facts = try await replaceOwn(key, body, error)
        }
        try library.catalog.write(author: "cloud") { try $0.updateCloudFile(path: key) { ($0.etag, $0.upload) = (facts.etag, Data("\(file.size)".utf8)) } }
    }

    /// What is there may be our own, sent by a process that died before it noted that: a beginning of the file, since its files only grow.
    private func replaceOwn(_ key: String, _ body: FileBody, _ error: CloudError) async throws -> ObjectFacts {
        let there = try await store.bytes(of: key, limit: 1 << 30)
        let reader = body.open(at: 0)
        var isOurs = Int64(there.bytes.count) <= body.size
        var rest = there.bytes[...]
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while isOurs, !rest.isEmpty {
            let count = try buffer.withUnsafeMutableBytes { try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<min($0.count, rest.count)])) }
            isOurs = count > 0 && rest.prefix(count).elementsEqual(buffer[..<count])
            rest = rest.dropFirst(count)
        }
        guard isOurs else { throw another(error) }
        return try await store.put(key, body, condition: .ifMatches(there.facts.etag)) { _ in }
    }

    /// What is in the store is replaced from now on, whoever wrote it.
    static func takeOver(_ library: PhotoLibrary, _ store: any CloudStore) async throws {
        var found: [ObjectFacts] = []
        for try await object in store.objects(prefix: prefix) { found.append(object) }
        try library.catalog.write(author: "cloud") { writer in
            for object in found { try writer.updateCloudFile(path: object.key) { ($0.etag, $0.upload) = (object.etag, nil) } }
        }
    }
}
