import Foundation
import Glibc
import Originals
import Support

/// The list of users whose libraries somebody opens: one name a line, in the configuration of the one who trusts them.
package struct TrustedOwners: Sendable {
    /// `photos/trusted-owners` in the folder of configurations.
    package let file: URL
    /// Who must own the list, so that nobody else can add a name to it.
    private let owner: UInt32

    package init(file: URL, owner: UInt32 = geteuid()) { (self.file, self.owner) = (file, owner) }

    /// In `XDG_CONFIG_HOME`, else in `.config` of the home folder.
    package static var process: TrustedOwners {
        // A relative one is to be ignored, its specification says.
        let named = Environment.variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil }
        let home = Environment.variable("HOME").flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0, isDirectory: true) } ?? FileManager.default.homeDirectoryForCurrentUser
        return TrustedOwners(file: (named ?? home.appendingPathComponent(".config")).appendingPathComponent("photos/trusted-owners"))
    }

    /// Sorted; none where there is no list.
    /// - Throws: `.foreign` where somebody else could have written the list.
    package func names() throws(LibraryError) -> [String] {
        let descriptor = open(file.path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw LibraryError(.unreadable, "\(file.path), which names the users you trust, can't be read: \(String(cString: strerror(errno))). Check its permissions.")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == owner, status.st_mode & 0o022 == 0 else {
            throw LibraryError(
                .foreign,
                "\(file.path), which names the users you trust, is not believed, since others may write it. "
                    + "Make it yours alone: chown \(LibraryOwners.name(of: owner)) '\(file.path)'; chmod 600 '\(file.path)'")
        }
        guard let data = try? handle.readToEnd() ?? Data() else {
            throw LibraryError(.unreadable, "\(file.path), which names the users you trust, can't be read. Check its disk.")
        }
        return Set(String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) })
            .filter { !$0.isEmpty }.sorted()
    }

    /// - Returns: false where it was trusted already.
    package func add(_ name: String) throws(LibraryError) -> Bool {
        let names = try names()
        guard !names.contains(name) else { return false }
        try write(names + [name])
        return true
    }

    /// - Returns: false where it was not trusted.
    package func remove(_ name: String) throws(LibraryError) -> Bool {
        let names = try names()
        guard names.contains(name) else { return false }
        try write(names.filter { $0 != name })
        return true
    }

    /// Beside the list and then in its place, so that nobody ever reads half of it.
    private func write(_ names: [String]) throws(LibraryError) {
        let folder = file.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let handle = try FolderHandle(following: BytePath(folder.path)), part = BytePath(".\(file.lastPathComponent).\(UUID().uuidString)")
            try handle.makeFile(part, Array(names.sorted().map { $0 + "\n" }.joined().utf8))
            try handle.replace(BytePath(file.lastPathComponent), with: part)
            try handle.synchronize()
        } catch let error as FolderError {
            throw LibraryError(OriginalsError(error))
        } catch {
            throw LibraryError(.cannotWrite, "Could not make \(folder.path): \(error.localizedDescription) Check its permissions.", cause: error)
        }
    }
}
