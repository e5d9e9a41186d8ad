import Foundation
import PhotoModel

extension CatalogReader {
    /// An application's jobs, the oldest first.
    package func uploadJobs(of application: String) throws -> [UploadJobRecord] {
        try uploadJobs("WHERE application = ? ORDER BY id", [.text(application)])
    }

    package func uploadJob(uuid: UUID) throws -> UploadJobRecord? { try uploadJobs("WHERE uuid = ?", [.uuid(uuid)]).first }

    /// Those of an application that are not acknowledged yet.
    package func uploadJobCount(of application: String) throws -> Int {
        try db.first("SELECT count(*) FROM upload_job WHERE application = ?", [.text(application)]) { $0.int(0) } ?? 0
    }

    /// What the application keeps for its uploads; `nil` where they are not enabled.
    package func uploadOptions(of application: String) throws -> String? { try value(forKey: Self.uploadKey(application)) }

    static func uploadKey(_ application: String) -> String { "uploads.\(application)" }

    private func uploadJobs(_ rest: String, _ arguments: [SQLValue]) throws -> [UploadJobRecord] {
        try db.all(
            "SELECT id, uuid, application, assetID, resourceID, kind, state, destination, retried, failureCode, failureMessage, response FROM upload_job " + rest, arguments
        ) { row in
            guard let kind = UploadJobRecord.Kind(rawValue: row.int(5)), let state = UploadJobRecord.State(rawValue: row.int(6)) else {
                throw CatalogError(.corrupt, "An upload job in \(path) is damaged. Look with 'photos verify'.")
            }
            var job = UploadJobRecord(
                uuid: row.uuid(1), application: row.text(2), assetID: row.int64(3), resourceID: row.int64(4), kind: kind, destination: row.isNull(7) ? nil : row.data(7))
            (job.id, job.state, job.isRetried) = (row.int64(0), state, row.bool(8))
            job.failure = row.optionalInt(9).map { UploadJobRecord.Failure(code: $0, message: row.text(10)) }
            job.response = row.isNull(11) ? nil : row.data(11)
            return job
        }
    }
}
