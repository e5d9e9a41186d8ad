import Foundation
import Glibc
import Support

/// A file of an export before it has its name.
///
/// It has no name at all where the file system knows such files, so that nothing is left of it whatever ends the process. Elsewhere it is hidden, and locked for
/// as long as its process lives: what nobody has locked was left behind.
final class ExportPart {
    let file: OpenFile
    /// Its hidden name; `nil` where it has none.
    private let hidden: BytePath?
    private var isPublished = false

    /// `O_TMPFILE`, which is a macro that Swift does not see.
    private static let withoutName = 0o20_000_000 | O_DIRECTORY
    private static let mark = ".photos-exporting-"
    /// What versions before this one called theirs, which they did not lock.
    private static let unlockedMark = ".photos-export-"
    /// Seconds in which nobody has written to an unlocked one that was left behind.
    private static let longEnough = 86_400

    /// - Parameter namesIt: whether it has a name all the same.
    init(in folder: BytePath, namesIt: Bool = false) throws(OriginalsError) {
        if !namesIt, let file = try? OpenFile(folder, Self.withoutName | O_RDWR, "write") {
            (self.file, hidden) = (file, nil)
            return
        }
        while true {
            let path = folder.appending(Self.mark + UUID().uuidString)
            let file = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL, "write")
            // Whoever removes leftovers may hold it for a moment, and remove it: before the lock it looked like one. A file system without locks
            // has no leftovers removed either.
            let isLocked = retrying { flock(file.descriptor, LOCK_EX) } == 0
            if isLocked, Self.status(file)?.st_nlink == 0 { continue }
            (self.file, hidden) = (file, path)
            return
        }
    }

    deinit {
        if !isPublished, let hidden { try? Folder.removeFile(hidden) }
    }

    /// What was written, for reading from its beginning.
    func open() throws(OriginalsError) -> OpenFile { try OpenFile(BytePath(link), O_RDONLY, "read") }

    /// Gives it its name; never replaces what has it.
    func publish(as path: BytePath) throws(OriginalsError) {
        if let hidden {
            try Folder.rename(hidden, to: path)
        } else {
            let result = link.withCString { old in path.withCString { new in linkat(AT_FDCWD, old, AT_FDCWD, new, AT_SYMLINK_FOLLOW) } }
            guard result == 0 else { throw OriginalsError(errno: errno, "store", path) }
        }
        isPublished = true
    }

    /// The way to a file without a name, which has one for this process.
    private var link: String { "/proc/self/fd/\(file.descriptor)" }

    /// Removes what exports left in a folder when their process was ended in the middle. Whatever is not certain to be that stays.
    /// - Parameter now: seconds since 1970.
    static func removeLeftovers(in folder: BytePath, now: Int = time(nil)) {
        for name in (try? Folder.names(in: folder)) ?? [] {
            if isNamed(name, mark) {
                remove(folder.appending(name)) { file, _ in retrying { flock(file.descriptor, LOCK_EX | LOCK_NB) } == 0 }
            } else if isNamed(name, unlockedMark) {
                remove(folder.appending(name)) { _, status in now - status.st_ctim.tv_sec > longEnough }
            }
        }
    }

    private static func isNamed(_ name: BytePath, _ mark: String) -> Bool {
        name.text.hasPrefix(mark) && UUID(uuidString: String(name.text.dropFirst(mark.count))) != nil
    }

    private static func remove(_ path: BytePath, where isLeft: (OpenFile, stat) -> Bool) {
        guard let file = try? OpenFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW, "read"), let opened = status(file),
            opened.st_mode & S_IFMT == S_IFREG, opened.st_nlink == 1, opened.st_uid == geteuid(), isLeft(file, opened),
            // Between the listing and the lock it may have got its own name.
            let named = try? FileSignature(linkPath: path), let now = try? file.signature(), named.device == now.device, named.inode == now.inode
        else { return }
        try? Folder.removeFile(path)
    }

    private static func status(_ file: OpenFile) -> stat? {
        var status = stat()
        return fstat(file.descriptor, &status) == 0 ? status : nil
    }
}
