import Foundation
import Glibc
import Support

/// Objects as files of a folder: on another disk, or on a share that is mounted.
///
/// Below the folder lie `openphotokit-store`, which says what this is, `objects` with a file for each key, and `incoming` for what has no key yet. A file gets
/// its name when all of its bytes are on the disk. The folder is opened anew for each call, so that its disk can be unmounted between calls; and its mark is
/// read each time: the empty folder that is left where nothing is mounted is a store that is missing, and not one without objects.
///
/// The mark of a content is made of the file's inode, size and modification time. Whoever writes into `objects` by other ways than this may break what
/// conditions promise. A key that is a folder of other keys can't be kept.
package struct FolderStore: CloudStore {
    static let markName = BytePath("openphotokit-store"), objects = BytePath("objects"), incoming = BytePath("incoming"), lockName = BytePath("lock")
    private static let title = "OpenPhotoKit store"

    let path: BytePath
    /// The store's own, made with it: tells it from every other.
    package let identity: UUID
    let threads = BlockingWork(name: "photos.folder-store", width: 8)

    package var name: String { "the folder \(path.display)" }

    /// Makes a store in a folder that is empty or not there; the folder above must be.
    /// - Throws: `.otherStore` where the folder has anything in it.
    package static func make(at path: BytePath, identity: UUID = UUID()) throws(CloudError) -> FolderStore {
        let name = "the folder \(path.display)"
        if path.withCString({ mkdir($0, 0o700) }) != 0, errno != EEXIST { throw .folder(.system(errno, doing: "make the folder", path), nil, name) }
        do throws(FolderError) {
            let root = try FolderHandle(following: path)
            // The folder of a file system of its own has this from the beginning.
            guard try root.names().allSatisfy({ $0.bytes == Array("lost+found".utf8) }) else {
                throw FolderError.system(ENOTEMPTY, doing: "make a store in", path)
            }
            try root.makeFolder(objects)
            try root.makeFolder(incoming)
            // Last: a folder with the mark has the rest.
            try root.makeFile(markName, Array("\(title)\n\(identity.uuidString)\n".utf8))
            try root.synchronize()
        } catch .system(ENOTEMPTY, _, _) {
            throw CloudError(.otherStore, object: nil, "\(name.capitalizedSentence) has files in it and is no store yet. Choose an empty folder.")
        } catch {
            throw .folder(error, nil, name)
        }
        return FolderStore(path: path, identity: identity)
    }

    /// Opens a store.
    /// - Parameter identity: that of the store that is meant; `nil` takes whichever is there.
    /// - Throws: `.storeMissing` where none is there, such as while its disk is not; `.otherStore` where it is another one.
    package init(at path: BytePath, identity: UUID? = nil) throws(CloudError) {
        do throws(FolderError) {
            self.init(path: path, identity: try Self.identity(of: FolderHandle(following: path)))
        } catch {
            throw .folder(error, nil, "the folder \(path.display)")
        }
        if let identity, identity != self.identity { throw otherStore }
    }

    /// Whether a folder says that it is a store, or was one.
    package static func isMarked(_ path: BytePath) -> Bool { access(path.appending(markName).text, F_OK) == 0 }

    private init(path: BytePath, identity: UUID) { (self.path, self.identity) = (path, identity) }

    private static func identity(of root: FolderHandle) throws(FolderError) -> UUID {
        let lines = String(decoding: try root.content(of: markName, limit: 200), as: UTF8.self).split(separator: "\n")
        guard lines.count == 2, lines[0] == title, let identity = UUID(uuidString: String(lines[1])) else {
            throw .system(ENOENT, doing: "read", root.path.appending(markName))
        }
        return identity
    }

    private var otherStore: CloudError {
        CloudError(.otherStore, object: nil, "\(name.capitalizedSentence) is the store of another library. Mount the right disk, or choose another folder.")
    }

    /// Runs with the folder, open, once it is sure that it is this store's.
    func withRoot<Value: Sendable>(
        _ key: String?, _ body: @escaping @Sendable (FolderHandle, CancellationFlag) throws(FolderStoreFailure) -> Value
    ) async throws(CloudError) -> Value {
        try await threads.run { flag throws(CloudError) in
            try flag.check(key, name)
            let root: FolderHandle, found: UUID
            do throws(FolderError) {
                root = try FolderHandle(following: path)
                found = try Self.identity(of: root)
            } catch {
                throw .folder(error, nil, name)
            }
            guard found == identity else { throw otherStore }
            do throws(FolderStoreFailure) { return try body(root, flag) } catch {
                switch error {
                case .folder(let error): throw .folder(error, key, name)
                case .cloud(let error): throw error
                }
            }
        }
    }

    static func file(of key: String) -> BytePath { objects.appending(BytePath(bytes: key.utf8)) }

    // MARK: Reading

    package func head(_ key: String) async throws(CloudError) -> ObjectFacts {
        try ObjectKey.check(key)
        return try await withRoot(key) { [name] root, _ throws(FolderStoreFailure) in
            let found = try folder { () throws(FolderError) in try root.status(Self.file(of: key)) }
            guard let found, found.st_mode & S_IFMT == S_IFREG else { throw .cloud(.missing(key, name)) }
            return ObjectFacts(key, found)
        }
    }

    package func get(
        _ key: String, range: Range<Int64>?, ifMatches etag: String?, receive: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) async throws(CloudError) -> ObjectFacts {
        try ObjectKey.check(key)
        return try await withRoot(key) { [name] root, flag throws(FolderStoreFailure) in
            let descriptor: Int32
            do throws(FolderError) { descriptor = try root.openRegular(Self.file(of: key), doing: "read") } catch {
                if case .system(ENOENT, _, _) = error { throw .cloud(.missing(key, name)) }
                throw .folder(error)
            }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw .folder(.system(errno, doing: "read", Self.file(of: key))) }
            let facts = ObjectFacts(key, status)
            if let etag, etag != facts.etag { throw .cloud(.changed(key, name)) }
            let wanted = (range ?? 0..<facts.size).clamped(to: 0..<facts.size)
            // Its bytes never change: whatever replaces the object is another file.
            var buffer = [UInt8](repeating: 0, count: Int(min(Int64(256 << 10), Int64(wanted.count))))
            var offset = wanted.lowerBound
            while offset < wanted.upperBound {
                try cloud { () throws(CloudError) in try flag.check(key, name) }
                let asked = Int(min(Int64(buffer.count), wanted.upperBound - offset))
                let count = buffer.withUnsafeMutableBytes { buffer in retrying { pread(descriptor, buffer.baseAddress, asked, off_t(offset)) } }
                guard count >= 0 else { throw .folder(.system(errno, doing: "read", Self.file(of: key))) }
                guard count > 0 else { throw .cloud(.corrupt(key, name)) }
                do { try buffer.withUnsafeBytes { try receive(UnsafeRawBufferPointer(rebasing: $0[..<count])) } } catch { throw .cloud(.receiver(key, error)) }
                offset += Int64(count)
            }
            return facts
        }
    }

    // MARK: Removing

    package func delete(_ key: String) async throws(CloudError) {
        try ObjectKey.check(key)
        try await withRoot(key) { root, _ throws(FolderStoreFailure) in
            try folder { () throws(FolderError) in
                let lock = try ReplacingLock(root)
                defer { lock.release() }
                try root.removeFile(Self.file(of: key))
            }
        }
    }
}

/// What goes wrong while the folder is open: said by the folder, or by us.
enum FolderStoreFailure: Error {
    case folder(FolderError)
    case cloud(CloudError)
}

/// Wraps what a folder throws.
func folder<Value>(_ body: () throws(FolderError) -> Value) throws(FolderStoreFailure) -> Value {
    do throws(FolderError) { return try body() } catch { throw .folder(error) }
}

func cloud<Value>(_ body: () throws(CloudError) -> Value) throws(FolderStoreFailure) -> Value {
    do throws(CloudError) { return try body() } catch { throw .cloud(error) }
}

extension ObjectFacts {
    init(_ key: String, _ status: stat) {
        let nanoseconds = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        self.init(
            key: key, size: Int64(status.st_size), etag: "\(status.st_ino)-\(status.st_size)-\(nanoseconds)", modified: Double(nanoseconds) / 1e9)
    }
}

extension CloudError {
    static func receiver(_ key: String, _ error: any Error) -> CloudError {
        CloudError(.receiver, object: key, "The transfer of \(key) was ended by whoever asked for it.", cause: error)
    }

    /// Translates what a folder's handle says of a store.
    static func folder(_ error: FolderError, _ key: String?, _ store: String) -> CloudError {
        let object = key.map { "\($0) in " } ?? ""
        switch error {
        case .outside(let path): return CloudError(.invalidKey, object: key, "\(path.display) can't be an object's key.", cause: error)
        case .obstacle(let obstacle):
            return CloudError(
                .server, object: key, "\(obstacle.path.display) is \(Obstacle.name(of: obstacle.mode)), which is in the way of \(object)\(store). Move it elsewhere.", cause: error)
        case .system(let number, let doing, let path):
            let (code, remedy): (Code, String) =
                switch number {
                case ENOENT, ENOTDIR: (.storeMissing, "Mount the disk or share that it is on, or make the store again. Nothing is lost here.")
                case ENOSPC, EDQUOT: (.full, "The disk is full: free some space on it, or choose a larger one. Nothing that was kept is lost.")
                case EACCES, EPERM: (.missingRights, "Change its permissions, or run as a user who may.")
                case EROFS: (.missingRights, "It is mounted for reading only: mount it writable.")
                case EIO: (.network, "The disk reports an error, or was taken away. Check it, and try again.")
                case ESTALE, ENOTCONN, EHOSTDOWN, EHOSTUNREACH, ETIMEDOUT, ENODEV, ENXIO:
                    (.network, "The disk or share has gone. Connect it again, and try again.")
                case ENAMETOOLONG: (.invalidKey, "The name is too long for its file system.")
                case EMFILE, ENFILE: (.local, "Too many files are open. Raise the limit (ulimit -n), and try again.")
                default: (.server, "Check its disk, and try again.")
                }
            let what = key == nil || number == ENOENT ? store : object + store
            let reason = String(cString: strerror(number))
            if code == .storeMissing {
                return CloudError(code, object: nil, "\(what.capitalizedSentence) is not there, or is no store of OpenPhotoKit. \(remedy)", cause: error)
            }
            return CloudError(code, object: key, "Could not \(doing) \(path.display), for \(what) (\(reason)). \(remedy)", cause: error)
        }
    }
}
