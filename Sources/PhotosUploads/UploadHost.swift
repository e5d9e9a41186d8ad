import Foundation
import Glibc
import LibraryEngine
import PhotoModel
import Photos

/// Does one application's jobs in one library.
struct UploadHost {
    private let library: PHPhotoLibrary
    /// Files that are sent at once.
    private static let width = 4

    init(_ library: PHPhotoLibrary) { self.library = library }

    nonisolated(nonsending) func run(_ caller: UploadCaller) async throws -> PHBackgroundResourceUploadProcessingResult {
        guard library.uploadJobExtensionEnabled else { return .completed }
        let turn = try UploadTurn(library)
        defer { withExtendedLifetime(turn) {} }
        do {
            // What was on its way when a process ended is sent anew.
            for job in try jobs(.pending) { try write(job, as: .registered) }
            while true {
                let said = await caller.process()
                try Task.checkCancellation()
                guard said != .failure, library.uploadJobExtensionEnabled else { return said }
                let waiting = try jobs(.registered)
                // An extension that has more to do without a job of its own would be called for ever.
                guard !waiting.isEmpty else { return said }
                try await doAll(waiting)
            }
        } catch {
            guard Task.isCancelled else { throw error }
            await caller.terminate()
            throw CancellationError()
        }
    }

    private func jobs(_ state: UploadJobRecord.State) throws -> [UploadJobRecord] {
        do {
            let gate = try library.gate()
            return try gate.read { try $0.uploadJobs(of: gate.application) }.filter { $0.state == state }
        } catch {
            throw PHPhotosError(engine: error)
        }
    }

    private nonisolated(nonsending) func doAll(_ jobs: [UploadJobRecord]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var rest = jobs[...]
            for job in rest.prefix(Self.width) { group.addTask { try await perform(job) } }
            rest = rest.dropFirst(Self.width)
            while try await group.next() != nil {
                guard let job = rest.popFirst() else { continue }
                group.addTask { try await perform(job) }
            }
        }
    }

    private func perform(_ job: UploadJobRecord) async throws {
        // One that was cancelled meanwhile is gone.
        guard try write(job, as: .pending) else { return }
        do {
            let response = try await UploadTransfer(job, library).run()
            var done = job
            (done.failure, done.response) = (nil, response)
            try write(done, as: .succeeded)
        } catch UploadTransfer.End.cancelled {
            return
        } catch UploadTransfer.End.failed(let error, let response) {
            guard !Task.isCancelled else {
                try write(job, as: .registered)
                throw CancellationError()
            }
            var failed = job
            (failed.failure, failed.response) = (UploadJobRecord.Failure(code: error.code.rawValue, message: error.localizedDescription), response)
            try write(failed, as: .failed)
        }
    }

    /// - Returns: whether the job is still there.
    @discardableResult
    private func write(_ job: UploadJobRecord, as state: UploadJobRecord.State) throws -> Bool {
        var job = job
        job.state = state
        do { return try library.gate().performChanges(needing: .collections) { [job] in try $0.update(job) } } catch { throw PHPhotosError(engine: error) }
    }
}

/// The right to do a library's jobs, which one process has at a time. It ends with the process, however that ends.
private final class UploadTurn {
    private let descriptor: Int32

    init(_ library: PHPhotoLibrary) throws {
        let folder: String
        do { folder = try library.gate().library.url.appendingPathComponent("database").path } catch { throw PHPhotosError(engine: error) }
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PHPhotosError(code: .internalError, message: "\(folder) can't be opened: \(String(cString: strerror(errno))). Check the library.") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw PHPhotosError(code: .operationInterrupted, message: "Another process does the upload jobs of this library. Wait until it is done.")
        }
    }

    deinit {
        // A program that is being started has the descriptor as well until it runs, and with it the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
