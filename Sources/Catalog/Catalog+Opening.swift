import Foundation
import Glibc
import GRDB
import Synchronization

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
            let pool = try makePool(file.path, options, of: nil)
            try migrate(pool, file: file)
            let catalog = Catalog(file: file, options: options, pool: pool)
            let created = options.now()
            try pool.write { db in try db.run("INSERT INTO library (key, value) VALUES ('created', ?)", [.text("\(created)")]) }
            return catalog
        }
    }

    /// Opens a catalogue and brings its schema up to date.
    /// - Throws: `.notFound`; `.notACatalog` for anything that isn't ours, an empty file included; `.tooNew` when a newer version wrote it;
    ///   `.corrupt`; `.busy` when another process migrates or recovers it for longer than the busy timeout.
    package static func open(at file: URL, options: CatalogOptions) throws(CatalogError) -> Catalog {
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw CatalogError(
                .notFound,
                "There is no catalogue at \(file.path). 'photos recover' makes it again from the library's record or a snapshot; otherwise check the library's path, or make a new library with 'photos init'."
            )
        }
        guard !options.leavesNoTrace else { return try typed(file) { try openFrozen(file, options) } }
        return try typed(file) {
            // Looked at through a reading connection first: a pool would already change a foreign database (to WAL).
            let version = try inspect(file, options)
            let pool = try makePool(file.path, options, of: file)
            if version < Schema.version {
                guard !options.readOnly else {
                    throw CatalogError(.readOnly, "\(file.path) has an older format (\(version)) and must be migrated. Open the library for writing once.")
                }
                try migrate(pool, file: file)
            }
            return Catalog(file: file, options: options, pool: pool)
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
            let pool = try makePool(copy.file, own, of: file)
            try migrate(pool, file: file)
            // The last connection brings the log into the file.
            try pool.close()
        }
        let frozen = ReadOnlyCatalog(file, copy: copy)
        let catalog = Catalog(file: file, options: options, pool: try makePool(frozen.path, options, of: file), frozen: frozen)
        // It may have been changed since it was looked at.
        try frozen.checkUnchanged()
        return catalog
    }

    /// Checks the application id, then the version, and returns the version. The schema, which takes longer to read, is looked at by `inspectSchema`.
    /// - Parameter path: where SQLite finds the catalogue of `file`; `nil` where it is.
    static func inspect(_ file: URL, at path: String? = nil, _ options: CatalogOptions) throws -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(options.busyTimeout)
        configuration.prepareDatabase { try ForeignSchema.defend($0) }
        let queue = try DatabaseQueue(path: path ?? file.path, configuration: configuration)
        defer { try? queue.close() }
        let (application, version) = try queue.read { db in
            (try db.first("PRAGMA application_id") { $0.int(0) } ?? 0, try db.first("PRAGMA user_version") { $0.int(0) } ?? 0)
        }
        guard application == Int(Schema.applicationID) else {
            let tables = try queue.read { db in try db.first("SELECT count(*) FROM sqlite_master") { $0.int(0) } ?? 0 }
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

    /// Checks that the schema is ours: on a pool's first connection, before anything is done with it.
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

    /// - Parameter catalog: whose schema is looked at first; `nil` where it is made just now.
    private static func makePool(_ path: String, _ options: CatalogOptions, of catalog: URL?) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.label = "photos.catalog"
        configuration.readonly = options.readOnly
        configuration.busyMode = .timeout(options.busyTimeout)
        configuration.maximumReaderCount = 8
        let isFirst = Atomic<Bool>(true)
        configuration.prepareDatabase { db in
            try ForeignSchema.defend(db)
            if let catalog, isFirst.exchange(false, ordering: .sequentiallyConsistent) { try inspectSchema(catalog, db) }
            // Plain reads rather than a memory map: a failing disk must end in an error, not in a signal.
            try db.execute(sql: "PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY")
            // GRDB's readers would wait ten seconds whatever the configuration says.
            try db.execute(sql: "PRAGMA busy_timeout = \(Int(options.busyTimeout * 1000))")
            try CatalogFunctions.add(to: db)
            LocalDateFunction.add(to: db, options.timeZone)
        }
        let pool = try patiently(options.busyTimeout) { try DatabasePool(path: path, configuration: configuration) }
        if !options.readOnly {
            // GRDB lowers it to NORMAL, which may forget the last commits in a power cut; an import must not.
            // A large import's transaction touches pages all over the indexes; what does not fit is written twice.
            let bound = options.checkpointPages * LogCheckpoints.bound
            try pool.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -32000; PRAGMA wal_autocheckpoint = \(bound)")
            }
        }
        return pool
    }

    /// SQLite waits for nobody while it changes a file to WAL, which a copy may not be in yet.
    private static func patiently<T>(_ seconds: TimeInterval, _ body: () throws -> T) throws -> T {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            do { return try body() } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline {
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }

    private static func migrate(_ pool: DatabasePool, file: URL) throws {
        do {
            try Schema.migrator.migrate(pool)
        } catch let error as DatabaseError {
            // Another process may have migrated between our look and our turn; then there is nothing left to do.
            let version = try pool.read { db in try db.first("PRAGMA user_version") { $0.int(0) } ?? 0 }
            guard version == Schema.version else { throw error }
        }
    }

    /// Everything thrown below is a database error or already ours.
    static func typed<T>(_ file: URL, _ body: () throws -> T) throws(CatalogError) -> T {
        do {
            return try CatalogError.translating(file.path, body)
        } catch let error as CatalogError {
            throw error
        } catch {
            throw CatalogError(.internalFault, "The catalogue \(file.path) can't be opened (\(error)). Please report this with the message.", cause: error)
        }
    }
}
