import Foundation
import GRDB
import GRDBSQLite
import Synchronization

extension CatalogConnections {
    /// One that reads. Whatever file it is, it stays as it is until `accept` was called: its log too, which the last connection of any other would bring into it.
    static func openFirst(_ path: String, _ options: CatalogOptions) throws -> DatabaseQueue {
        var configuration = configuration(options)
        // Nothing is written through it.
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { db in
            try ForeignSchema.keepLog(db, true)
            try db.script("PRAGMA query_only = ON")
            ignoreWhatIsRead(db)
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// The file is ours: its log is brought into it when the last connection closes.
    static func accept(_ db: Database) throws { try ForeignSchema.keepLog(db, false) }

    /// One that writes, and others that read when they are needed.
    /// - Parameter catalog: whose schema is looked at first; `nil` where it is made just now.
    static func openPool(_ path: String, of catalog: URL?, _ options: CatalogOptions) throws -> DatabasePool {
        var configuration = configuration(options)
        configuration.maximumReaderCount = 8
        let isFirst = Atomic<Bool>(true)
        configuration.prepareDatabase { db in
            if let catalog, isFirst.exchange(false, ordering: .sequentiallyConsistent) { try Catalog.inspectSchema(catalog, db) }
            if db.configuration.readonly { ignoreWhatIsRead(db) }
        }
        let pool = try patiently(options.busyTimeout) { try DatabasePool(path: path, configuration: configuration) }
        if !options.readOnly {
            // GRDB lowers it to NORMAL, which may forget the last commits in a power cut; an import must not.
            // A large import's transaction touches pages all over the indexes; what does not fit is written twice.
            let bound = options.checkpointPages * LogCheckpoints.bound
            try pool.writeWithoutTransaction { db in
                try db.script("PRAGMA synchronous = FULL; PRAGMA cache_size = -\(writingCache); PRAGMA wal_autocheckpoint = \(bound)")
            }
        }
        return pool
    }

    /// Kilobytes of pages that a connection that reads keeps. There are as many as there are threads that read at once, and the system has the same pages.
    private static let cache = 2000
    /// What the one that writes may have within a transaction, and keeps behind it.
    private static let writingCache = 32000, keptCache = 4000

    /// After a write: what a large transaction needed is not kept, or a program that saves pictures all day would grow with its library.
    static func letGoOfPages(_ db: Database) {
        var used: Int32 = 0, highest: Int32 = 0
        // A write that came after the end has no connection.
        guard db.sqliteConnection != nil, sqlite3_db_status(db.sqliteConnection, SQLITE_DBSTATUS_CACHE_USED, &used, &highest, 0) == SQLITE_OK, used > keptCache << 10 else {
            return
        }
        // Nothing depends on it.
        try? db.script("PRAGMA cache_size = -\(keptCache); PRAGMA cache_size = -\(writingCache)")
    }

    /// Has SQLite tell GRDB no longer of each column of a statement as it is compiled, of which GRDB makes sets for those who observe tables. Nobody observes
    /// a connection that only reads.
    private static func ignoreWhatIsRead(_ db: Database) { sqlite3_set_authorizer(db.sqliteConnection, nil, nil) }

    /// The last connection to close brings the log into the file, which one that only reads can't, and GRDB closes those after the one that writes.
    static func close(_ pool: DatabasePool) throws {
        pool.invalidateReadOnlyConnections()
        try pool.close()
    }

    private static func configuration(_ options: CatalogOptions) -> Configuration {
        var configuration = Configuration()
        configuration.label = "photos.catalog"
        configuration.readonly = options.readOnly
        configuration.busyMode = .timeout(options.busyTimeout)
        configuration.prepareDatabase { db in
            try ForeignSchema.defend(db)
            // Plain reads rather than a memory map: a failing disk must end in an error, not in a signal.
            try db.script("PRAGMA cache_size = -\(cache); PRAGMA temp_store = MEMORY")
            // GRDB's readers would wait ten seconds whatever the configuration says.
            try db.script("PRAGMA busy_timeout = \(Int(options.busyTimeout * 1000))")
            try CatalogFunctions.add(to: db)
            LocalDateFunction.add(to: db) { options.timeZone }
            PlaceFunction.add(to: db, options.places)
        }
        return configuration
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
}
