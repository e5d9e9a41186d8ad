import Cloud
import Foundation
import Glibc
import Originals
import Record
import Support

extension PhotoLibrary {
    /// Makes a library again from its store alone, on a machine that has nothing of it: every album, edit and favourite as of the last round of uploads, and the
    /// thumbnails. Originals come when they are asked for.
    /// - Parameters:
    ///   - address: of the store, as `CloudAddress` reads it.
    ///   - secret: opens a store that is encrypted.
    ///   - joins: whether the machine that uploaded it goes on with it too, and this one is a further one that shares it.
    ///   - url: where the library shall be; nothing may be there but an empty folder.
    /// - Returns: `nil` where it was not wanted, or was interrupted: then nothing is there.
    /// - Throws: a `LibraryError`; what `options.isWanted` throws.
    package static func recover(
        from address: String, secret: CloudSecret? = nil, joins: Bool = false, to url: URL, environment: Environment, options: RecoveryOptions, _ work: CloudWork
    ) throws -> RecoveryResult? {
        let url = url.standardizedFileURL
        let part = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).\(environment.makeUUID().uuidString)")
        var isDone = false
        defer { if !isDone { try? FileManager.default.removeItem(at: part) } }
        do {
            var settings = CloudSettings(address: try CloudAddress(address).text)
            let plain = try CloudAccess.open(settings.address, nil, environment, makes: false)
            settings.isEncrypted = try waiting { try await EncryptedStore.isEncrypted(plain) }
            if settings.isEncrypted, secret == nil {
                throw LibraryError(.invalid, "\(plain.name.capitalizedSentence) is encrypted. Give its passphrase or recovery key with --passphrase-file.")
            }
            // Whoever gives a passphrase means an encrypted store, and is told where it is none.
            let opened = try secret.map { secret in try waiting { try await CloudKeys.open(plain, secret) } }
            let store: any CloudStore = opened ?? plain
            guard let manifest = try waiting(nil, { try await CloudMark.read(store) }) else {
                let name = store.name.capitalizedSentence
                throw LibraryError(
                    .notALibrary, "\(name) holds no library: it has no \(CloudMark.key). Name the address that 'photos cloud status' shows on the machine that had it.")
            }
            try requireFree(url)
            do {
                try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                let reason = error.localizedDescription
                throw LibraryError(.cannotWrite, "Could not make the folder \(part.path): \(reason) Choose another place.", cause: error)
            }
            let folder = try FolderHandle(following: BytePath(part.path))
            try OriginalStore(library: folder).makeFolders()
            for name in [LibraryLayout.derivatives, Record.folderName] { try folder.makeFolder(BytePath(name)) }
            try waiting { try await fetchRecord(store, folder.folder(Record.folderName), work) }
            // Last: a folder with the mark is a library.
            try folder.makeFile(BytePath(LibraryManifest.fileName), manifest.encoded())
            try folder.synchronize()
            if let opened { try CloudKeys(folder: folder).keep(opened.rootKey) }
            var options = options
            options.store = settings
            if joins {
                let isShared = try waiting { try await SyncEntry.read(1, of: manifest.uuid, in: store) != nil }
                guard isShared else {
                    throw LibraryError(.invalid, "The library in \(store.name) is not shared yet. Run 'photos cloud sync' on the machine that has it, and then come again.")
                }
                options.guest = environment.makeUUID()
            } else {
                // The record may not tell yet that others share it, and they may need what is purged here. Where that can't be read nothing is removed either.
                options.ownsStore = (try? waiting { try await SyncEntry.read(1, of: manifest.uuid, in: store) == nil }) ?? false
            }
            guard var report = try recover(at: part, environment: environment, options: options) else { return nil }
            guard rename(part.path, url.path) == 0 else { throw LibraryError(.exists, "\(url.path) is there by now. Choose another name.") }
            isDone = true
            report.source = Self.isFolder(settings.address) ? URL(fileURLWithPath: settings.address) : URL(string: settings.address) ?? report.source
            try restoreThumbnails(url, environment, store, work, takesOver: !joins)
            return report
        } catch let error as CloudError {
            throw LibraryError(error)
        }
    }

    /// Whether a text is the address of a store, and no file's: a bucket's, or that of a folder that is marked as one.
    package static func isStore(_ text: String) -> Bool {
        guard let address = try? CloudAddress(text) else { return false }
        switch address {
        case .s3: return true
        case .folder(let path): return FolderStore.isMarked(BytePath(path))
        }
    }

    private static func isFolder(_ address: String) -> Bool { if case .folder = try? CloudAddress(address) { true } else { false } }

    private static func requireFree(_ url: URL) throws {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: url.path) else {
            guard access(url.path, F_OK) != 0 else { throw LibraryError(.exists, "\(url.path) is there and is no folder. Choose another name with --library.") }
            return
        }
        guard names.isEmpty else {
            throw LibraryError(.exists, "\(url.path) is there already. A library is made again from its store where nothing is: choose another name with --library.")
        }
    }

    private static func fetchRecord(_ store: any CloudStore, _ folder: FolderHandle, _ work: CloudWork) async throws {
        var progress = CloudProgress(), names: Set<String> = []
        for try await object in store.objects(prefix: RecordUpload.prefix) {
            if work.isCancelled() { throw SnapshotWriter.Cancelled() }
            let name = String(object.key.dropFirst(RecordUpload.prefix.count))
            // Whoever may write to the store does not choose where in this machine's folders a file goes.
            guard Record.isFileName(name), names.insert(name).inserted else { continue }
            let descriptor = try folder.open(BytePath(name), O_RDWR | O_CREAT | O_EXCL, doing: "make the record's file")
            defer { Glibc.close(descriptor) }
            let writer = RecordFileWriter(descriptor)
            _ = try await store.get(object.key, range: nil, ifMatches: object.etag) { try writer.write($0) }
            guard fsync(descriptor) == 0 else { throw LibraryError(.cannotWrite, "Could not write \(name) of the record. Make room on the disk.") }
            (progress.files, progress.bytes, progress.name) = (progress.files + 1, progress.bytes + object.size, name)
            work.progress(progress)
        }
    }

    /// They can be fetched again, or made from the originals: that they can't be had now is no reason to be without the library.
    private static func restoreThumbnails(_ url: URL, _ environment: Environment, _ store: any CloudStore, _ work: CloudWork, takesOver: Bool) throws {
        var quiet = environment
        quiet.takesSnapshots = false
        let library = try open(at: url, environment: quiet)
        defer { library.close() }
        do {
            try waiting {
                if takesOver { try await RecordUpload.takeOver(library, store) }
                // Previews come one by one, when they are looked at; this machine has none to send.
                try library.noteAllPreviews()
                try await ThumbnailUpload.restore(library, store, work)
                try ThumbnailUpload.noteAll(library)
            }
        } catch {
            environment.log(.warning, "Not all thumbnails came from \(store.name): \(error)")
        }
        // The record that came tells of files as they were on the other machine. In a large library it is written anew, which nobody waits for who looks at it meanwhile.
        do {
            let info = try library.catalog.read { try $0.libraryInfo() }
            var progress = CloudProgress()
            (progress.allFiles, progress.name) = (info.assetCount + info.trashedCount, Record.folderName)
            try library.recordUpdater?.flush(
                telling: { count in
                    progress.files = count
                    work.progress(progress)
                }, isCancelled: work.isCancelled)
        } catch {
            environment.log(.info, "The library's record could not be brought up to date, which is tried again when it is opened: \(error)")
        }
    }
}

/// Writes what comes to the end of a file. One thread at a time.
private final class RecordFileWriter: @unchecked Sendable {
    private let descriptor: Int32
    private var offset: Int64 = 0

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = retrying { pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset)) }
            guard count > 0 else {
                throw LibraryError(.cannotWrite, "Could not write the library's record here: \(String(cString: strerror(errno))). Make room on the disk, and try again.")
            }
            offset += Int64(count)
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}
