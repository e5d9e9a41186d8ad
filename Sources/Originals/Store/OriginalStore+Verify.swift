import Support

/// What an examination of an original's bytes found.
package enum OriginalCondition: Sendable, Equatable {
    case sound
    case missing
    /// The bytes are not the ones that were recorded, or can't be read; for a person.
    case damaged(String)
}

extension OriginalStore {
    /// Reads an original again and compares it with what was recorded.
    package func check(managedPath path: String, size: Int64, sha256: [UInt8]) -> OriginalCondition {
        do throws(OriginalsError) {
            return try Self.compare(openForReading(managedPath: path), size, sha256)
        } catch {
            return Self.condition(error)
        }
    }

    /// The same for a referenced original.
    package func check(referenced path: BytePath, size: Int64, sha256: [UInt8]) -> OriginalCondition {
        do throws(OriginalsError) {
            return try Self.compare(SourceFile(opening: path).file, size, sha256)
        } catch {
            return Self.condition(error)
        }
    }

    /// The same for a part of an original.
    package func check(part: Range<Int64>, ofManagedPath path: String, sha256: [UInt8]) -> OriginalCondition {
        do throws(OriginalsError) {
            return try Self.compare(openForReading(managedPath: path), part, sha256)
        } catch {
            return Self.condition(error)
        }
    }

    package func check(part: Range<Int64>, ofReferenced path: BytePath, sha256: [UInt8]) -> OriginalCondition {
        do throws(OriginalsError) {
            return try Self.compare(SourceFile(opening: path).file, part, sha256)
        } catch {
            return Self.condition(error)
        }
    }

    private static func compare(_ file: OpenFile, _ part: Range<Int64>, _ sha256: [UInt8]) throws(OriginalsError) -> OriginalCondition {
        try file.digest(of: part) == sha256 ? .sound : .damaged("the movie in it is not the one that was imported (SHA-256 differs)")
    }

    private static func compare(_ file: OpenFile, _ size: Int64, _ sha256: [UInt8]) throws(OriginalsError) -> OriginalCondition {
        let found = try file.signature().size
        guard found == size else { return .damaged("has \(found) bytes instead of \(size)") }
        return try file.digest() == sha256 ? .sound : .damaged("its content is not the one that was imported (SHA-256 differs)")
    }

    private static func condition(_ error: OriginalsError) -> OriginalCondition {
        error.code == .missing ? .missing : .damaged(error.description)
    }

    /// Calls `body` with every file below `originals/` and `renders/`, in no order; the memory needed is that of one folder's names.
    package func forEachManagedFile(_ body: (_ managedPath: String) throws -> Void) throws {
        for root in ["originals", "renders"] where try folder.signature(BytePath(root)) != nil { try walk(beneath(try folder.folder(root)), root, body) }
    }

    private func walk(_ folder: FolderHandle, _ path: String, _ body: (String) throws -> Void) throws {
        for name in try beneath(try folder.names()) {
            let path = "\(path)/\(name.text)"
            // A link is an entry that belongs to no asset, wherever it leads.
            if try folder.signature(name)?.isFolder == true { try walk(beneath(try folder.folder(name)), path, body) } else { try body(path) }
        }
    }

    /// What has a managed path now, links not followed; `nil` where nothing has.
    package func signature(managedPath path: String) -> FileSignature? { try? folder.signature(BytePath(path)) }
}

extension OpenFile {
    /// SHA-256 of the whole file.
    package func digest() throws(OriginalsError) -> [UInt8] {
        let hash = ContentHash()
        try StagingSession.read(self, nil) { hash.update($0) }
        guard let digest = hash.digest() else { throw OriginalsError(.failed, "libcrypto could not compute a SHA-256. Check the installation of OpenSSL.") }
        return digest
    }
}
