import Foundation
import PhotoModel

/// The queue of uploads is no part of what the library holds: its changes are not in the change log, nor in the library's record.
extension CatalogWriter {
    @discardableResult
    package func insert(_ job: UploadJobRecord) throws -> Int64 {
        try insertRow(
            """
            INSERT INTO upload_job (uuid, application, assetID, resourceID, kind, state, destination, retried, failureCode, failureMessage, response)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, [.uuid(job.uuid), .text(job.application), .int(job.assetID), .int(job.resourceID), SQLValue(job.kind.rawValue)] + Self.state(of: job))
    }

    /// Writes what may change of a job: how far it is, and where it goes.
    /// - Returns: whether the job is still there.
    @discardableResult
    package func update(_ job: UploadJobRecord) throws -> Bool {
        try db.run(
            """
            UPDATE upload_job SET state = ?, destination = ?, retried = ?, failureCode = ?, failureMessage = ?, response = ? WHERE uuid = ?
            """, Self.state(of: job) + [.uuid(job.uuid)])
        return db.changesCount > 0
    }

    package func deleteUploadJob(uuid: UUID) throws { try db.run("DELETE FROM upload_job WHERE uuid = ?", [.uuid(uuid)]) }

    /// Enables an application's uploads with what it keeps for them; `nil` disables them.
    package func setUploadOptions(_ options: String?, of application: String) throws { try setValue(options, forKey: Self.uploadKey(application)) }

    private static func state(of job: UploadJobRecord) -> [SQLValue] {
        [
            SQLValue(job.state.rawValue), job.destination.map { .blob($0) } ?? .null, SQLValue(job.isRetried), SQLValue(job.failure?.code), SQLValue(job.failure?.message),
            job.response.map { .blob($0) } ?? .null,
        ]
    }
}
