import Catalog
import Foundation
import PhotoModel

extension LibraryReader {
    /// An application's jobs, the oldest first.
    package func uploadJobs(of application: String) throws -> [UploadJobRecord] { try catalog.uploadJobs(of: application) }
    package func uploadJob(uuid: UUID) throws -> UploadJobRecord? { try catalog.uploadJob(uuid: uuid) }
    /// Those of an application that are not acknowledged yet.
    package func uploadJobCount(of application: String) throws -> Int { try catalog.uploadJobCount(of: application) }
    /// What the application keeps for its uploads; `nil` where they are not enabled.
    package func uploadOptions(of application: String) throws -> String? { try catalog.uploadOptions(of: application) }
}

extension LibraryTransaction {
    package func insert(_ job: UploadJobRecord) throws { try catalog.insert(job) }

    /// Writes what may change of a job: how far it is, and where it goes.
    /// - Returns: whether the job is still there.
    @discardableResult
    package func update(_ job: UploadJobRecord) throws -> Bool { try catalog.update(job) }

    package func deleteUploadJob(uuid: UUID) throws { try catalog.deleteUploadJob(uuid: uuid) }

    /// Enables an application's uploads with what it keeps for them; `nil` disables them.
    package func setUploadOptions(_ options: String?, of application: String) throws { try catalog.setUploadOptions(options, of: application) }
}
