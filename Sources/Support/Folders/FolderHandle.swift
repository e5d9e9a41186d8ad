import CLinux
import Glibc

/// An open folder, closed with its last owner, and everything beneath it reached without ever following a link.
///
/// A name is looked up from this descriptor, so whoever puts a link, or another folder, in the place of the folder or of one beneath it can't
/// lead us elsewhere, at no moment. All calls may be made from any thread at once.
package final class FolderHandle: Sendable {
    /// How folders beneath are reached.
    package enum Walk: Sendable {
        /// In one call where the kernel can promise it (Linux 5.6), else step by step.
        case atOnce
        /// A descriptor for each folder on the way.
        case stepwise
    }

    package let descriptor: Int32
    /// Where it was when it was opened: for messages, and for parts that need a path.
    package let path: BytePath
    let walk: Walk

    init(descriptor: Int32, path: BytePath, walk: Walk) {
        (self.descriptor, self.path, self.walk) = (descriptor, path, walk)
    }

    deinit { close(descriptor) }

    /// Opens the folder that the user names. Links on the way to it are the user's and are followed: here, once, and nowhere beneath.
    package convenience init(following path: BytePath, walk: Walk = .atOnce) throws(FolderError) {
        let descriptor = path.withCString { pointer in retrying { Glibc.open(pointer, O_RDONLY | O_DIRECTORY | O_CLOEXEC) } }
        guard descriptor >= 0 else { throw .system(errno, doing: "open", path) }
        self.init(descriptor: descriptor, path: path, walk: walk)
    }

    // MARK: Folders beneath

    /// Opens a folder that is there.
    package func folder(_ relative: BytePath) throws(FolderError) -> FolderHandle {
        let descriptor = try openFolder(Self.parts(of: relative), O_RDONLY, doing: "open")
        return FolderHandle(descriptor: descriptor, path: path.appending(relative), walk: walk)
    }

    package func folder(_ relative: String) throws(FolderError) -> FolderHandle { try folder(BytePath(relative)) }

    /// A folder beneath as the way to what is in it, for whoever asks for several of its entries: nobody need be allowed to list it. `nil` where it is
    /// not there.
    package func way(into relative: BytePath) throws(FolderError) -> FolderHandle? {
        do throws(FolderError) {
            let descriptor = try openFolder(Self.parts(of: relative), CSYS_NAME_ONLY, doing: "open")
            return FolderHandle(descriptor: descriptor, path: path.appending(relative), walk: walk)
        } catch .system(ENOENT, _, _) {
            return nil
        }
    }

    /// Makes a folder for its owner alone; true if it was not there before. The folders above it must be there.
    @discardableResult
    package func makeFolder(_ relative: BytePath) throws(FolderError) -> Bool {
        try atParent(of: relative, doing: "make the folder") { parent, name throws(FolderError) in
            if name.withCString({ mkdirat(parent, $0, 0o700) }) == 0 { return true }
            guard errno == EEXIST else { throw .system(errno, doing: "make the folder", path.appending(relative)) }
            guard let found = Self.status(parent, name) else { throw .system(EEXIST, doing: "make the folder", path.appending(relative)) }
            guard found.st_mode & S_IFMT == S_IFDIR else { throw .obstacle(Obstacle(path: path.appending(relative), mode: found.st_mode, expected: .folder)) }
            return false
        }
    }

    /// The names in the folder, without `.` and `..`, in no order.
    package func names() throws(FolderError) -> [BytePath] {
        // A description of its own: one that is shared also shares the place up to which somebody has read.
        let copy = retrying { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard copy >= 0, let stream = fdopendir(copy) else {
            let number = errno
            if copy >= 0 { close(copy) }
            throw .system(number, doing: "list", path)
        }
        defer { closedir(stream) }
        var names: [BytePath] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw .system(errno, doing: "list", path) }
                return names
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { BytePath(bytes: $0) }
            if name.bytes != [0x2E], name.bytes != [0x2E, 0x2E] { names.append(name) }
        }
    }

    /// Makes names that were added to or taken from this folder last.
    package func synchronize() throws(FolderError) {
        guard retrying({ fsync(descriptor) }) == 0 else { throw .system(errno, doing: "save", path) }
    }

    // MARK: Entries

    /// What has this name, without following it where it is a link; `nil` where nothing has, or a folder on the way is not there.
    package func status(_ relative: BytePath) throws(FolderError) -> stat? {
        do throws(FolderError) {
            return try atParent(of: relative, doing: "read") { parent, name throws(FolderError) in
                if let found = Self.status(parent, name) { return found }
                guard errno == ENOENT else { throw .system(errno, doing: "read", path.appending(relative)) }
                return nil
            }
        } catch .system(ENOENT, _, _) {
            return nil
        }
    }

    /// Opens a file, never a link: the caller closes the descriptor, which no started program inherits.
    package func open(_ relative: BytePath, _ flags: Int32, mode: mode_t = 0o600, doing: String) throws(FolderError) -> Int32 {
        try atParent(of: relative, doing: doing) { parent, name throws(FolderError) in
            let descriptor = name.withCString { pointer in retrying { openat(parent, pointer, flags | O_NOFOLLOW | O_CLOEXEC, mode) } }
            if descriptor >= 0 { return descriptor }
            let number = errno
            guard number == ELOOP || number == ENOTDIR || number == EISDIR, let found = Self.status(parent, name) else {
                throw .system(number, doing: doing, path.appending(relative))
            }
            throw .obstacle(Obstacle(path: path.appending(relative), mode: found.st_mode, expected: .file))
        }
    }

    /// Opens a regular file that is there. Nothing else is opened at all: opening a pipe waits for a writer, and opening a device can start a motor.
    package func openRegular(_ relative: BytePath, _ flags: Int32 = O_RDONLY, doing: String) throws(FolderError) -> Int32 {
        if let found = try status(relative), found.st_mode & S_IFMT != S_IFREG {
            throw .obstacle(Obstacle(path: path.appending(relative), mode: found.st_mode, expected: .file))
        }
        let descriptor = try open(relative, flags | O_NONBLOCK | O_NOCTTY, doing: doing)
        var opened = stat()
        guard fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .obstacle(Obstacle(path: path.appending(relative), mode: opened.st_mode, expected: .file))
        }
        return descriptor
    }

    /// Removes a file, or a link itself; a missing one is no error.
    package func removeFile(_ relative: BytePath) throws(FolderError) { try remove(relative, flags: 0) }

    /// Removes an empty folder; a missing one is no error.
    package func removeFolder(_ relative: BytePath) throws(FolderError) { try remove(relative, flags: AT_REMOVEDIR) }

    private func remove(_ relative: BytePath, flags: Int32) throws(FolderError) {
        do throws(FolderError) {
            try atParent(of: relative, doing: "remove") { parent, name throws(FolderError) in
                guard name.withCString({ unlinkat(parent, $0, flags) }) != 0 else { return }
                throw .system(errno, doing: "remove", path.appending(relative))
            }
        } catch .system(ENOENT, _, _) {}
    }

    /// Gives an entry another name, perhaps in another folder, and never replaces what has that name.
    package func rename(_ relative: BytePath, to folder: FolderHandle, _ new: BytePath) throws(FolderError) {
        try atBoth(relative, folder, new) { from, old, to, next throws(FolderError) in
            let result = old.withCString { old in next.withCString { next in clinux_rename_new(from, old, to, next) } }
            if result == 0 { return }
            guard result == -EINVAL || result == -ENOSYS else { throw .system(-result, doing: "store", folder.path.appending(new)) }
            // Network file systems may not know the flag; a hard link never replaces anything either.
            guard old.withCString({ old in next.withCString { next in linkat(from, old, to, next, 0) } }) == 0,
                old.withCString({ unlinkat(from, $0, 0) }) == 0
            else { throw .system(errno, doing: "store", folder.path.appending(new)) }
        }
    }

    /// Gives an entry another name and takes the place of a file that has it.
    package func replace(_ new: BytePath, with relative: BytePath) throws(FolderError) {
        try atBoth(relative, self, new) { from, old, to, next throws(FolderError) in
            guard old.withCString({ old in next.withCString { next in renameat(from, old, to, next) } }) == 0 else {
                throw .system(errno, doing: "store", path.appending(new))
            }
        }
    }

    /// Gives a file a second name, and never replaces what has that name.
    package func link(_ relative: BytePath, as new: BytePath) throws(FolderError) {
        try atBoth(relative, self, new) { from, old, to, next throws(FolderError) in
            guard old.withCString({ old in next.withCString { next in linkat(from, old, to, next, 0) } }) == 0 else {
                throw .system(errno, doing: "store", path.appending(new))
            }
        }
    }

    // MARK: Small files

    /// The content of a regular file, at most `limit` bytes of it.
    package func content(of relative: BytePath, limit: Int) throws(FolderError) -> [UInt8] {
        let descriptor = try openRegular(relative, doing: "read")
        defer { close(descriptor) }
        // With room for a byte more than there should be. Nearly all are small, and a large piece is memory that a program touches for the first time.
        var opened = stat()
        let expected = fstat(descriptor, &opened) == 0 ? Int(opened.st_size) : 0
        var content: [UInt8] = [], piece = [UInt8](repeating: 0, count: min(max(expected, 1 << 10) + 1, 64 << 10))
        while content.count < limit {
            let count = piece.withUnsafeMutableBytes { buffer in retrying { read(descriptor, buffer.baseAddress, buffer.count) } }
            guard count >= 0 else { throw .system(errno, doing: "read", path.appending(relative)) }
            if count == 0 { break }
            content += piece[..<min(count, limit - content.count)]
        }
        return content
    }

    /// Makes a file for its owner alone, with this content, which is on disk afterwards. What has the name already stays.
    package func makeFile(_ relative: BytePath, _ content: some Collection<UInt8>) throws(FolderError) {
        let descriptor = try open(relative, O_WRONLY | O_CREAT | O_EXCL, doing: "write")
        defer { close(descriptor) }
        var rest = Array(content)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { buffer in retrying { write(descriptor, buffer.baseAddress, buffer.count) } }
            guard count > 0 else { throw .system(count == 0 ? ENOSPC : errno, doing: "write", path.appending(relative)) }
            rest = rest.dropFirst(count)
        }
        guard retrying({ fsync(descriptor) }) == 0 else { throw .system(errno, doing: "save", path.appending(relative)) }
    }

    // MARK: Walking

    /// Calls with the folder that holds the entry, open, and the entry's name.
    private func atParent<Value>(
        of relative: BytePath, doing: String, _ body: (_ parent: Int32, _ name: BytePath) throws(FolderError) -> Value
    ) throws(FolderError) -> Value {
        var parts = try Self.parts(of: relative)
        let name = parts.removeLast()
        guard !parts.isEmpty else { return try body(descriptor, name) }
        let parent = try openFolder(parts, CSYS_NAME_ONLY, doing: doing)
        defer { close(parent) }
        return try body(parent, name)
    }

    private func atBoth(
        _ relative: BytePath, _ folder: FolderHandle, _ new: BytePath,
        _ body: (_ from: Int32, _ old: BytePath, _ to: Int32, _ next: BytePath) throws(FolderError) -> Void
    ) throws(FolderError) {
        try atParent(of: relative, doing: "store") { from, old throws(FolderError) in
            try folder.atParent(of: new, doing: "store") { to, next throws(FolderError) in try body(from, old, to, next) }
        }
    }

    /// A descriptor of a folder beneath, for the caller to close.
    private func openFolder(_ parts: [BytePath], _ flags: Int32, doing: String) throws(FolderError) -> Int32 {
        let relative = parts.dropFirst().reduce(parts[0]) { $0.appending($1) }
        let flags = flags | O_DIRECTORY | O_CLOEXEC
        if walk == .atOnce {
            let opened = relative.withCString { pointer in
                while true {
                    let result = clinux_open_beneath(descriptor, pointer, flags)
                    if result != -EINTR { return result }
                }
            }
            if opened >= 0 { return opened }
            if opened == -ENOENT || opened == -EACCES { throw .system(-opened, doing: doing, path.appending(relative)) }
            // An older kernel, or one that was disturbed, is asked step by step; so is one that refused, since the steps tell what is in the way.
        }
        var current = descriptor, way = path
        defer { if current != descriptor { close(current) } }
        for (index, part) in parts.enumerated() {
            way = way.appending(part)
            let isLast = index == parts.count - 1
            let next = part.withCString { pointer in
                retrying { openat(current, pointer, (isLast ? flags : CSYS_NAME_ONLY | O_DIRECTORY | O_CLOEXEC) | O_NOFOLLOW) }
            }
            guard next >= 0 else {
                let number = errno
                guard number == ELOOP || number == ENOTDIR, let found = Self.status(current, part), found.st_mode & S_IFMT != S_IFDIR else {
                    throw .system(number, doing: doing, way)
                }
                throw .obstacle(Obstacle(path: way, mode: found.st_mode, expected: .folder))
            }
            if current != descriptor { close(current) }
            current = next
        }
        let opened = current
        current = descriptor
        return opened
    }

    /// Of the entry itself, where it is a link.
    private static func status(_ parent: Int32, _ name: BytePath) -> stat? {
        var found = stat()
        return name.withCString({ fstatat(parent, $0, &found, AT_SYMLINK_NOFOLLOW) }) == 0 ? found : nil
    }

    /// At least one, each of them a plain name.
    private static func parts(of relative: BytePath) throws(FolderError) -> [BytePath] {
        let parts = relative.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { BytePath(bytes: $0) }
        guard parts.allSatisfy({ !$0.bytes.isEmpty && $0.bytes != [0x2E] && $0.bytes != [0x2E, 0x2E] }) else { throw .outside(relative) }
        return parts
    }
}

/// Repeats a system call that a signal interrupted.
package func retrying<Value: SignedInteger>(_ call: () -> Value) -> Value {
    while true {
        let value = call()
        if value != -1 || errno != EINTR { return value }
    }
}
