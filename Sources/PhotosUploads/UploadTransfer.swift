import Foundation
import FoundationNetworking
import LibraryEngine
import PhotoModel
import Photos
import Synchronization

/// One file on its way.
struct UploadTransfer: Sendable {
    enum End: Error {
        /// Somebody has cancelled the job.
        case cancelled
        case failed(PHPhotosError, response: Data?)
    }

    private let job: UploadJobRecord
    private let library: PHPhotoLibrary

    init(_ job: UploadJobRecord, _ library: PHPhotoLibrary) { (self.job, self.library) = (job, library) }

    /// - Returns: the header fields of the answer, as they are kept; `nil` for a download.
    /// - Throws: an `End`.
    func run() async throws -> Data? {
        try await withThrowingTaskGroup(of: Data?.self) { group in
            group.addTask { try await transfer() }
            group.addTask {
                try await untilCancelled()
                throw End.cancelled
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    /// Another process may cancel the job, which no library tells of.
    private func untilCancelled() async throws {
        while try library.gate().read({ try $0.uploadJob(uuid: job.uuid) }) != nil {
            do { try await Task.sleep(for: .milliseconds(500)) } catch { throw End.failed(PHPhotosError(.userCancelled), response: nil) }
        }
    }

    private func transfer() async throws -> Data? {
        guard let resource = PHAssetResource.resource(assetID: job.assetID, resourceID: job.resourceID, in: library) else {
            throw End.failed(PHPhotosError(code: .missingResource, message: "The file is not in the library any more."), response: nil)
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("photos-upload-\(UUID().uuidString)", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("file")
        do {
            do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]) } catch {
                throw LibraryError.noTemporaryFiles(error.localizedDescription, cause: error)
            }
            let options = PHAssetResourceRequestOptions()
            options.isNetworkAccessAllowed = true
            // Every byte is compared with the import's hash before any is sent, and a movie within a picture's file has one of its own.
            try await PHAssetResourceManager.default().writeData(for: resource, toFile: file, options: options)
        } catch {
            throw End.failed(error as? PHPhotosError ?? PHPhotosError(engine: error), response: nil)
        }
        guard job.kind == .upload else { return nil }
        guard let request = job.destination.flatMap(UploadDestination.read) else {
            throw End.failed(PHPhotosError(code: .internalError, message: "The job doesn't say where the file goes. Make it anew."), response: nil)
        }
        return try await send(file, request)
    }

    private func send(_ file: URL, _ request: URLRequest) async throws -> Data? {
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        let running = Mutex<URLSessionTask?>(nil), address = request.url?.absoluteString ?? ""
        let answer: (status: Int, headers: Data?)
        do {
            answer = try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { done in
                    let task = session.uploadTask(with: request, fromFile: file) { _, response, error in
                        guard let response = response as? HTTPURLResponse else { return done.resume(throwing: error ?? URLError(.badServerResponse)) }
                        let fields = response.allHeaderFields.compactMap { name, value in (name as? String).map { ($0.lowercased(), "\(value)") } }
                        done.resume(returning: (response.statusCode, try? JSONEncoder().encode(Dictionary(fields) { first, _ in first })))
                    }
                    running.withLock { $0 = task }
                    task.resume()
                    if Task.isCancelled { task.cancel() }
                }
            } onCancel: {
                running.withLock { $0 }?.cancel()
            }
        } catch {
            throw End.failed(PHPhotosError(code: .networkError, message: "\(address) could not be reached: \(error.localizedDescription)"), response: nil)
        }
        guard (200..<300).contains(answer.status) else {
            throw End.failed(PHPhotosError(code: .networkError, message: "\(address) answered with status \(answer.status) and did not take the file."), response: answer.headers)
        }
        return answer.headers
    }
}
