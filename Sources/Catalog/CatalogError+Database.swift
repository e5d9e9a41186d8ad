import Foundation
import GRDB
import Support

extension CatalogError {
    /// Translates what GRDB and SQLite throw; anything else passes through unchanged.
    static func translating<T>(_ path: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw CatalogError(error, path: path)
        }
    }

    init(_ error: DatabaseError, path: String) {
        let said = error.message ?? "SQLite error \(error.resultCode.rawValue)"
        if Self.doubtful.contains(error.resultCode), FailingDisk.holds(path) {
            self.init(.io, Self.failed(path, said), cause: error)
            return
        }
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path, cause: error)
        case .SQLITE_NOTADB:
            self.init(
                .notACatalog,
                "\(path) is not a photo catalogue: the file is not a database. Choose another library, or make it again from the library's record or a snapshot with 'photos recover'.",
                cause: error)
        case .SQLITE_CORRUPT:
            self.init(
                .corrupt,
                "The catalogue \(path) is damaged (\(said)). Keep the file, and make it again from the library's record or a snapshot with 'photos recover'; the originals are not affected.",
                cause: error)
        // Where there is no room for the memory that its processes share, SQLite says that the disk fails.
        case .SQLITE_FULL,
            .SQLITE_IOERR where error.extendedResultCode != .SQLITE_IOERR_READ && DiskSpace.isFull(at: path):
            self.init(.diskFull, "The disk is full: nothing of this change was written to \(path). Free some space and try again.", cause: error)
        case .SQLITE_IOERR:
            self.init(.io, Self.failed(path, said), cause: error)
        case .SQLITE_READONLY, .SQLITE_PERM:
            self.init(.readOnly, "\(path) can't be written (\(said)). Check the permissions of the file and its folder, and whether the disk is mounted for writing.", cause: error)
        case .SQLITE_CANTOPEN:
            self.init(.cannotOpen, "\(path) can't be opened (\(said)). Check that the folder exists and that you may read and write in it.", cause: error)
        case .SQLITE_CONSTRAINT:
            self.init(.constraint, "The change breaks a rule of the catalogue \(path) (\(said)). Nothing was changed.", cause: error)
        // The second is what SQLite says of no connection at all, which a reader finds that was on its way in when the catalogue was closed.
        case .SQLITE_MISUSE where said.contains("closed") || said == "out of memory":
            self = .closed(path: path, cause: error)
        default:
            self.init(.internalFault, "The catalogue \(path) could not be used (\(said)). Please report this with the message.", cause: error)
        }
    }

    /// What SQLite says of a sound database as well, where its disk fails.
    private static let doubtful: [ResultCode] = [.SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_INTERNAL, .SQLITE_PROTOCOL, .SQLITE_CANTOPEN]

    private static func failed(_ path: String, _ said: String) -> String {
        "Reading or writing \(path) failed (\(said)). Check the disk and its cable or network, then try again."
    }

    static func closed(path: String, cause: (any Error)? = nil) -> CatalogError {
        CatalogError(.closed, "The catalogue \(path) was closed. Open the library again.", cause: cause)
    }

    /// Somebody else writes. Who, is looked up now, while they hopefully still do.
    static func busy(path: String, cause: (any Error)?) -> CatalogError {
        let holder = WriteLockHolder.describe(catalog: path) ?? "another process"
        return CatalogError(.busy, "\(path) is being written by \(holder), probably an import. Wait until it is done and try again.", cause: cause)
    }
}
