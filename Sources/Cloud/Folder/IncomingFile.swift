import Foundation
import Glibc
import Support

/// A file in `incoming`, which becomes an object when all of it is on the disk. It is locked while somebody writes to it.
final class IncomingFile {
    let name: BytePath
    private let root: FolderHandle
    private let descriptor: Int32
    private var isPublished = false
    /// Stays when it is not published, for an upload that goes on.
    var isKept = false

    /// A new one.
    convenience init(in root: FolderHandle) throws(FolderError) { try self.init(UUID().uuidString, in: root, O_CREAT | O_EXCL) }

    /// One that is there; throws ENOENT where it is not.
    convenience init(resuming identifier: String, in root: FolderHandle) throws(FolderError) {
        guard UUID(uuidString: identifier)?.uuidString == identifier else { throw .outside(BytePath(identifier)) }
        try self.init(identifier, in: root, 0)
        isKept = true
    }

    private init(_ identifier: String, in root: FolderHandle, _ flags: Int32) throws(FolderError) {
        name = FolderStore.incoming.appending(identifier)
        self.root = root
        descriptor = try root.open(name, O_RDWR | O_NONBLOCK | O_NOCTTY | flags, mode: 0o600, doing: "write")
        flock(descriptor, LOCK_EX | LOCK_NB)
    }

    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
        if !isPublished, !isKept { try? root.removeFile(name) }
    }

    func size() throws(FolderError) -> Int64 { Int64(try status().st_size) }

    func status() throws(FolderError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno, doing: "read", root.path.appending(name)) }
        return status
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FolderError) -> Int {
        let count = retrying { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
        guard count >= 0 else { throw .system(errno, doing: "read", root.path.appending(name)) }
        return count
    }

    func cut(to size: Int64) throws(FolderError) {
        guard retrying({ ftruncate(descriptor, off_t(size)) }) == 0 else { throw .system(errno, doing: "write", root.path.appending(name)) }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at start: Int64) throws(FolderError) {
        var rest = bytes, offset = start
        while !rest.isEmpty {
            let count = retrying { pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset)) }
            guard count > 0 else { throw .system(count == 0 ? ENOSPC : errno, doing: "write", root.path.appending(name)) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            offset += Int64(count)
        }
    }

    func synchronize() throws(FolderError) {
        guard retrying({ fsync(descriptor) }) == 0 else { throw .system(errno, doing: "save", root.path.appending(name)) }
    }

    /// Gives the file its key; false where the condition does not hold.
    func publish(as key: String, _ condition: WriteCondition) throws(FolderError) -> ObjectFacts? {
        try synchronize()
        let target = FolderStore.file(of: key)
        try makeFolders(above: target)
        switch condition {
        case .ifAbsent:
            do throws(FolderError) { try root.rename(name, to: root, target) } catch .system(EEXIST, _, _) { return nil }
        case .none, .ifMatches:
            let lock = try ReplacingLock(root)
            defer { lock.release() }
            if case .ifMatches(let etag) = condition {
                guard let found = try root.status(target), ObjectFacts(key, found).etag == etag else { return nil }
            }
            try root.replace(target, with: name)
        }
        isPublished = true
        try root.folder(target.parent).synchronize()
        return ObjectFacts(key, try status())
    }

    private func makeFolders(above target: BytePath) throws(FolderError) {
        if try root.status(target.parent) != nil { return }
        var way = BytePath(bytes: [])
        for part in target.parent.bytes.split(separator: UInt8(ascii: "/")) {
            let parent = way
            way = way.appending(BytePath(bytes: part))
            if try root.makeFolder(way), !parent.bytes.isEmpty { try root.folder(parent).synchronize() }
        }
    }
}
