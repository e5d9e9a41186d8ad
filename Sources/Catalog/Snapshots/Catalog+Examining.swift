import Foundation
import GRDB
import PhotoModel

extension Catalog {
    /// Reads every page of a catalogue that nobody else has open, and compares it with the rules of its schema; seconds for a large one.
    /// - Returns: what it holds.
    /// - Throws: `.notACatalog`, `.tooNew`, or `.corrupt` with the first of what is wrong.
    package static func examine(_ file: URL, options: CatalogOptions) throws(CatalogError) -> CatalogMoment {
        try typed(file) {
            guard FileManager.default.fileExists(atPath: file.path) else { throw CatalogError(.notFound, "There is no catalogue at \(file.path).") }
            _ = try inspect(file, options)
            return try withLoneFile(file, readOnly: options.readOnly) { db in
                try inspectSchema(file, db)
                let reader = CatalogReader(db: db, cache: nil, columns: nil, options: options, path: file.path)
                if let problem = try reader.integrityProblems().first {
                    throw CatalogError(.corrupt, "\(file.path) is damaged: \(problem).")
                }
                return try reader.moment()
            }
        }
    }

    /// What a copy says of itself, without a check.
    package static func moment(of file: URL, options: CatalogOptions) throws(CatalogError) -> CatalogMoment {
        try typed(file) {
            _ = try inspect(file, options)
            return try withLoneFile(file, readOnly: options.readOnly) { db in
                try inspectSchema(file, db)
                return try CatalogReader(db: db, cache: nil, columns: nil, options: options, path: file.path).moment()
            }
        }
    }
}
