import CLinux
import Glibc
import Support

extension StagingSession {
    /// Takes a file in: reads it once, hashes the very bytes that are kept, and checks that nobody wrote to it meanwhile.
    ///
    /// A file that changed is read once more from the start, then given up. Whatever fails, nothing is left behind.
    /// - Parameter onBytes: told of each piece of progress, in bytes.
    package func stage(_ source: SourceFile, mode: StorageMode, onBytes: (Int) -> Void = { _ in }) throws(OriginalsError) -> StagedFile {
        guard mode == .copy else { return try attemptTwice(source, mode, onBytes) }
        return try withSpace(for: source.signature.size) { () throws(OriginalsError) in try attemptTwice(source, mode, onBytes) }
    }

    private func attemptTwice(_ source: SourceFile, _ mode: StorageMode, _ onBytes: (Int) -> Void) throws(OriginalsError) -> StagedFile {
        do throws(OriginalsError) {
            return try attempt(source, mode, onBytes)
        } catch let error where error.code == .changedWhileReading {
            return try attempt(SourceFile(opening: source.path), mode, onBytes)
        }
    }

    /// Takes in a file that was received into the library's own staging folder: by a second name where the file system has such, else as a copy. Whoever received it
    /// removes the first.
    package func adopt(_ source: SourceFile, onBytes: (Int) -> Void = { _ in }) throws(OriginalsError) -> StagedFile {
        do throws(OriginalsError) {
            return try link(source, onBytes, as: .copy)
        } catch let error where error.code == .crossDevice {
            return try stage(source, mode: .copy, onBytes: onBytes)
        }
    }

    /// Keeps bytes that are in memory.
    package func stage(_ bytes: UnsafeRawBufferPointer, modified: Double) throws(OriginalsError) -> StagedFile {
        try withSpace(for: Int64(bytes.count)) { () throws(OriginalsError) in
            try withNewFile { file throws(OriginalsError) in
                let hash = StagedHash()
                hash.update(bytes)
                try file.write(bytes)
                return try StagedFile(mode: .copy, path: file.path, in: folder, hash.digests(), signature: file.signature(), modified: modified)
            }
        }
    }

    private func attempt(_ source: SourceFile, _ mode: StorageMode, _ onBytes: (Int) -> Void) throws(OriginalsError) -> StagedFile {
        guard retrying({ lseek(source.file.descriptor, 0, SEEK_SET) }) == 0 else { throw OriginalsError(errno: errno, "read", source.path) }
        switch mode {
        case .copy: return try copy(source, onBytes)
        case .link: return try link(source, onBytes)
        case .reference: return try Self.hashOnly(source, onBytes: onBytes)
        }
    }

    private func copy(_ source: SourceFile, _ onBytes: (Int) -> Void) throws(OriginalsError) -> StagedFile {
        try withNewFile { file throws(OriginalsError) in
            let digests: StagedHash.Digests
            if Self.clone(source.file, into: file) {
                // The clone is a snapshot: hashed from itself, it can't change under us.
                digests = try Self.hash(file, nil, onBytes)
            } else {
                try file.reserve(source.signature.size)
                digests = try Self.hash(source.file, source, onBytes) { bytes throws(OriginalsError) in try file.write(bytes) }
            }
            // For some files the modification time is all that tells their age.
            file.setModified(nanoseconds: source.signature.modifiedNanoseconds)
            return try StagedFile(mode: .copy, path: file.path, in: folder, digests, signature: file.signature(), modified: source.signature.modified)
        }
    }

    /// - Parameter mode: what is said of it: a file that nobody else has a name of is as good as a copy.
    private func link(_ source: SourceFile, _ onBytes: (Int) -> Void, as mode: StorageMode = .link) throws(OriginalsError) -> StagedFile {
        let name = newName()
        // AT_SYMLINK_FOLLOW: a link to the file itself, not to a symbolic link that names it.
        let result = source.path.withCString { old in name.withCString { new in linkat(AT_FDCWD, old, folder.descriptor, new, AT_SYMLINK_FOLLOW) } }
        guard result == 0 else {
            if errno == EPERM || errno == EOPNOTSUPP {
                throw OriginalsError(
                    .crossDevice, "Could not link \(source.path.display): no hard link is possible there. Import with --copy or --reference instead.", cause: "EPERM")
            }
            throw OriginalsError(errno: errno, "link", source.path)
        }
        do throws(OriginalsError) {
            guard try folder.signature(name)?.hasSameContent(as: source.signature) == true else { throw Self.changed(source.path) }
            let digests = try Self.hash(source.file, source, onBytes)
            return StagedFile(
                mode: mode, path: folder.path.appending(name), in: folder, digests, signature: source.signature, modified: source.signature.modified)
        } catch {
            try? folder.removeFile(name)
            throw error
        }
    }

    /// Reads to the end in large pieces, hashing and, where asked, writing the same buffer. `watched` is compared before and after.
    static func hash(
        _ file: OpenFile, _ watched: SourceFile?, _ onBytes: (Int) -> Void, write: (UnsafeRawBufferPointer) throws(OriginalsError) -> Void = { _ in }
    ) throws(OriginalsError) -> StagedHash.Digests {
        let hash = StagedHash()
        try read(file, watched) { piece throws(OriginalsError) in
            hash.update(piece)
            try write(piece)
            onBytes(piece.count)
        }
        return try hash.digests()
    }

    /// Gives out a file piece by piece, as far as its end. `watched` is compared before and after.
    static func read(_ file: OpenFile, _ watched: SourceFile?, pass: (UnsafeRawBufferPointer) throws(OriginalsError) -> Void) throws(OriginalsError) {
        let expected = watched?.signature.size ?? Int64.max
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        var total: Int64 = 0
        // A file that grows without end is noticed at its first byte too many.
        while total <= expected {
            let count = try file.read(into: buffer)
            if count == 0 { break }
            try pass(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            total += Int64(count)
        }
        if let watched {
            guard total == expected, try file.signature().hasSameContent(as: watched.signature) else { throw changed(watched.path) }
        }
    }

    /// Shares the blocks of `source` where the file system can (Btrfs, XFS, bcachefs).
    private static func clone(_ source: OpenFile, into file: OpenFile) -> Bool {
        clinux_clone_file(source.descriptor, file.descriptor) == 0
    }

    /// Makes a file in the session's folder and removes it again if `body` throws.
    private func withNewFile(_ body: (OpenFile) throws(OriginalsError) -> StagedFile) throws(OriginalsError) -> StagedFile {
        let name = newName()
        let file = try newFile(name)
        do throws(OriginalsError) {
            return try body(file)
        } catch {
            try? folder.removeFile(name)
            throw error
        }
    }

    /// A file that will be an original: nobody may write to it, its owner neither, once this descriptor is closed.
    func newFile(_ name: BytePath) throws(OriginalsError) -> OpenFile {
        try folder.file(name, O_RDWR | O_CREAT | O_EXCL, mode: 0o400, "write")
    }

    private static func changed(_ path: BytePath) -> OriginalsError {
        OriginalsError(.changedWhileReading, "\(path.display) changed while it was read. Import it again when nobody writes to it.")
    }
}

extension StagingSession {
    /// Reads and hashes a file where it lies and keeps nothing: for dry runs and for files that are probably known.
    package static func hashOnly(_ source: SourceFile, onBytes: (Int) -> Void) throws(OriginalsError) -> StagedFile {
        guard retrying({ lseek(source.file.descriptor, 0, SEEK_SET) }) == 0 else { throw OriginalsError(errno: errno, "read", source.path) }
        let digests = try hash(source.file, source, onBytes)
        return StagedFile(mode: .reference, path: source.path, in: nil, digests, signature: source.signature, modified: source.signature.modified)
    }
}
