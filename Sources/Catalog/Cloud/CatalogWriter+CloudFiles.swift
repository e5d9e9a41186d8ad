import Foundation
import PhotoModel

/// What is known of files in a store elsewhere is no part of what the library holds: its changes are not in the change log, nor in the library's record.
extension CatalogWriter {
    package func updateCloudFile(path: String, _ change: (inout CloudFileRecord) -> Void) throws {
        let before = try cloudFile(path: path)
        var after = before ?? CloudFileRecord(path: path)
        change(&after)
        guard after != before else { return }
        try db.run(
            """
            INSERT INTO cloud_file (path, etag, verified, used, upload, attempts, nextAttempt, failure) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (path) DO UPDATE SET etag = excluded.etag, verified = excluded.verified, used = excluded.used, upload = excluded.upload,
                attempts = excluded.attempts, nextAttempt = excluded.nextAttempt, failure = excluded.failure
            """,
            [
                .text(path), SQLValue(after.etag), SQLValue(after.verified), SQLValue(after.used), after.upload.map { .blob($0) } ?? .null,
                SQLValue(after.attempts), SQLValue(after.nextAttempt), SQLValue(after.failure),
            ])
    }

    /// Forgets what was known of an object, which is gone.
    package func deleteCloudFile(path: String) throws { try db.run("DELETE FROM cloud_file WHERE path = ?", [.text(path)]) }

    /// Forgets all that is known of a store's objects: another is to take its place.
    package func forgetCloudFiles() throws { try db.run("DELETE FROM cloud_file") }

    /// Forgets what is known of objects that are no files of the library's: of the record and the thumbnails.
    package func forgetCloudFilesOfRecord() throws {
        try db.run("DELETE FROM cloud_file WHERE path NOT GLOB 'originals/*' AND path NOT GLOB 'renders/*'")
    }

    /// Says of every file that a store has that its object is known, though nobody has looked at it: what is purged from now on is removed there. Objects that no
    /// file is told of may be all that is left of one, and are not known by this. In the order of the paths, in which a million rows take a second or two.
    package func noteObjectsOfUploadedFiles() throws {
        try db.run(
            """
            INSERT OR IGNORE INTO cloud_file (path, etag)
            SELECT DISTINCT path, '' FROM resource WHERE isInCloud = 1 AND rootID IS NULL AND fileOffset IS NULL ORDER BY path
            """)
    }
}
