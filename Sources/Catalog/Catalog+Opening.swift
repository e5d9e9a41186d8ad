import Foundation
import Glibc
import GRDB
import Support

extension Catalog {
    /// Makes an empty catalogue.
    /// - Throws: `.alreadyExists` when there is a file, and what opening throws.
    package static func create(at file: URL, options: CatalogOptions) throws(CatalogError) -> Catalog {
        let descriptor = Glibc.open(file.path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            if errno == EEXIST {
                throw CatalogError(.alreadyExists, "\(file.path) exists already. Open it, or choose another place for the new library.")
            }
            throw CatalogError(.cannotOpen, "\(file.path) can't be made (\(reason)). Check that the folder exists and that you may write in it.")
        }
        Glibc.close(descriptor)
        return try typed(file) {
            let pool = try CatalogConnections.openPool(file.path, of: nil, options)
            try migrate(pool, file: file)
            let catalog = Catalog(file: file, options: options, connections: CatalogConnections(pool, of: file, options))
            let created = options.now()
            try pool.write { db in try db.run("INSERT INTO library (key, value) VALUES ('created', ?)", [.text("\(created)")]) }
            return catalog
        }
    }

    /// Opens a catalogue and brings its schema up to date.
    /// - Throws: `.notFound`; `.notACatalog` for anything that isn't ours, an empty file included; `.tooNew` when a newer version wrote it;
    ///   `.corrupt`; `.busy` when another process migrates or recovers it for longer than the busy timeout.
    package static func open(at file: URL, options: CatalogOptions) throws(CatalogError) -> Catalog {
        let path = file.plainPath
        guard Glibc.access(path, F_OK) == 0 else {
            throw CatalogError(
                .notFound,
                "There is no catalogue at \(file.path). 'photos recover' makes it again from the library's record or a snapshot; otherwise check the library's path, or make a new library with 'photos init'."
            )
        }
        guard !options.leavesNoTrace else { return try typed(file) { try openFrozen(file, options) } }
        return try typed(file) {
            // A connection that may write would roll back what a journal says; ours have none.
            if FileStamp(path: path + "-journal").size > 0 { _ = try inspect(file, options) }
            let connections = try CatalogConnections(path, of: file, options)
            let (version, hasLog) = try connections.read { db in
                let version = try inspect(file, db)
                try inspectSchema(file, db)
                try CatalogConnections.accept(db)
                return (version, try db.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
            }
            if version < Schema.version {
                guard !options.readOnly else {
                    throw CatalogError(.readOnly, "\(file.path) has an older format (\(version)) and must be migrated. Open the library for writing once.")
                }
                try migrate(connections.pool(), file: file)
            } else if !hasLog, !options.readOnly {
                // A copy that was put back, say. The pool gives it a log, without which readers and a writer wait for each other.
                _ = try connections.pool()
            }
            return Catalog(file: file, options: options, connections: connections)
        }
    }

    /// Neither SQLite nor we write anything where the file is.
    private static func openFrozen(_ file: URL, _ options: CatalogOptions) throws -> Catalog {
        var copy = ReadOnlyCatalog.hasLog(file) ? try TemporaryCopy(of: file.path) : nil
        let version = try inspect(file, at: copy?.file ?? ReadOnlyCatalog.unlocked(file.path), options)
        if copy == nil, version < Schema.version { copy = try TemporaryCopy(of: file.path) }
        if let copy {
            var own = options
            (own.readOnly, own.leavesNoTrace) = (false, false)
            let pool = try CatalogConnections.openPool(copy.file, of: file, own)
            try migrate(pool, file: file)
            try CatalogConnections.close(pool)
        }
        let frozen = ReadOnlyCatalog(file, copy: copy)
        let connections = try CatalogConnections(frozen.path, of: file, options)
        try connections.read { db in try inspectSchema(file, db) }
        let catalog = Catalog(file: file, options: options, connections: connections, frozen: frozen)
        // It may have been changed since it was looked at.
        try frozen.checkUnchanged()
        return catalog
    }

    /// Looks at a file through a connection that can't write.
    /// - Parameter path: where SQLite finds the catalogue of `file`; `nil` where it is.
    /// - Returns: the version.
    static func inspect(_ file: URL, at path: String? = nil, _ options: CatalogOptions) throws -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(options.busyTimeout)
        configuration.prepareDatabase { try ForeignSchema.defend($0) }
        let queue = try DatabaseQueue(path: path ?? file.path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read { db in try inspect(file, db) }
    }

    /// Checks the application id, then the version, and returns the version. The schema, which takes longer to read, is looked at by `inspectSchema`.
    private static func inspect(_ file: URL, _ db: Database) throws -> Int {
        let application = try db.first("PRAGMA application_id") { $0.int(0) } ?? 0, version = try db.first("PRAGMA user_version") { $0.int(0) } ?? 0
        guard application == Int(Schema.applicationID) else {
            let tables = try db.first("SELECT count(*) FROM sqlite_master") { $0.int(0) } ?? 0
            let what = tables == 0 ? "the file is empty, perhaps because making it was interrupted" : "it is another program's database"
            throw CatalogError(
                .notACatalog,
                "\(file.path) is not a photo catalogue: \(what). Choose another library, or make it again from the library's record or a snapshot with 'photos recover'.")
        }
        guard version <= Schema.version else {
            throw CatalogError(
                .tooNew, "\(file.path) has format \(version), and this version understands formats up to \(Schema.version). Update the software to open this library.")
        }
        guard version > 0 else { throw withoutTables(file) }
        return version
    }

    /// Checks that the schema is ours, before anything is done with it.
    static func inspectSchema(_ file: URL, _ db: Database) throws {
        let tables = try db.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } ?? 0
        guard tables > 0 else { throw withoutTables(file) }
        if let stranger = try ForeignSchema.stranger(in: db) {
            throw CatalogError(
                .notACatalog,
                "\(file.path) was altered by another program: it holds the trigger or view \"\(stranger)\", which could do anything when the library is used. Don't open it; put a backup of the file back."
            )
        }
    }

    private static func withoutTables(_ file: URL) -> CatalogError {
        CatalogError(
            .corrupt, "The catalogue \(file.path) is damaged (its tables are gone). Keep the file, and make it again from the library's record or a snapshot with 'photos recover'."
        )
    }

    private static func migrate(_ pool: DatabasePool, file: URL) throws {
        func version() throws -> Int { try pool.writeWithoutTransaction { db in try db.first("PRAGMA user_version") { $0.int(0) } ?? 0 } }
        var before = try version()
        while true {
            do { return try Schema.migrator.migrate(pool) } catch let error as DatabaseError {
                // Another process may migrate at the same time, one version after the other: where it has come further, the rest is looked at again.
                let now = try version()
                guard now > before else { throw error }
                if now == Schema.version { return }
                before = now
            }
        }
    }

    /// Everything thrown below is a database error or already ours.
    static func typed<T>(_ file: URL, _ body: () throws -> T) throws(CatalogError) -> T {
        do {
            return try CatalogError.translating(file.plainPath, body)
        } catch let error as CatalogError {
            throw error
        } catch {
            throw CatalogError(.internalFault, "The catalogue \(file.path) can't be opened (\(error)). Please report this with the message.", cause: error)
        }
    }
}
