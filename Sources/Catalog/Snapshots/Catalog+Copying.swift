import Foundation
import GRDB

extension Catalog {
    /// Copies the catalogue, as it is at one moment, into an empty file that nobody else uses. Others read and write meanwhile: what they commit is
    /// not in the copy, and nobody waits. The copy is one file without a log; it is neither checked nor synced yet.
    /// - Parameters:
    ///   - pagesPerStep: a megabyte unless said otherwise; between two of them a copy can be stopped.
    ///   - step: told of pages copied and of all pages; what it throws ends the copying.
    package func copy(into file: URL, pagesPerStep: Int32 = 256, step: (_ done: Int, _ total: Int) throws -> Void) throws {
        try CatalogError.translating(file.path) {
            var configuration = Configuration()
            configuration.label = "photos.catalog.copy"
            // Whatever happens to a copy that is not whole, it is thrown away.
            configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
            let queue = try DatabaseQueue(path: file.path, configuration: configuration)
            defer { try? queue.close() }
            try read { reader in
                // The first look begins the snapshot. A copy outside of one would begin anew with every commit of another process.
                _ = try reader.position
                try queue.writeWithoutTransaction { copy in
                    try withoutActuallyEscaping(step) { step in
                        try reader.db.backup(to: copy, pagesPerStep: pagesPerStep) { progress in
                            try step(progress.totalPageCount - progress.remainingPageCount, progress.totalPageCount)
                        }
                    }
                }
            }
        }
        // The copied header asks for a log beside the file.
        try Self.withLoneFile(file) { db in _ = try db.first("PRAGMA journal_mode = DELETE", cached: false) { $0.text(0) } }
    }

    /// Opens a database file that nobody else has open, as it is.
    /// - Parameter readOnly: leaves every byte of it as it is, what lies in its log included.
    static func withLoneFile<T>(_ file: URL, readOnly: Bool = false, _ body: (Database) throws -> T) throws -> T {
        try CatalogError.translating(file.path) {
            var configuration = Configuration()
            configuration.label = "photos.catalog.examination"
            configuration.readonly = readOnly
            configuration.prepareDatabase { db in
                // What the file brings along is data: no view or trigger of it may call anything.
                try ForeignSchema.defend(db)
                try db.execute(sql: "PRAGMA temp_store = MEMORY")
                try CatalogFunctions.add(to: db)
            }
            let queue = try DatabaseQueue(path: file.path, configuration: configuration)
            defer { try? queue.close() }
            return try readOnly ? queue.unsafeRead(body) : queue.writeWithoutTransaction(body)
        }
    }
}
