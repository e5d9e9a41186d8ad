import Foundation
import Photos
import PhotosUploads
import SharedWorld
import Synchronization
import TestSupport
import Testing

extension ApplicationTests {
    /// The application's own server gets the files, by jobs that an extension makes.
    @Suite final class UploadJobs {
        let world: World
        let server: UploadServer
        private var library: PHPhotoLibrary { .shared() }

        init() throws {
            (world, server) = (try World(), try UploadServer())
            try library.enableUploadJobExtension(with: nil)
        }

        deinit { server.stop() }

        private func photos(_ count: Int) throws -> [PHAssetResource] {
            try world.saveDays(count).map { try #require(PHAssetResource.assetResources(for: $0).first) }
        }

        private func request(_ path: String) -> URLRequest {
            var request = URLRequest(url: server.url(path))
            request.setValue("secret", forHTTPHeaderField: "Authorization")
            return request
        }

        private func make(_ resource: PHAssetResource, _ path: String) throws -> PHAssetResourceUploadJob {
            let placeholder = Mutex<String?>(nil)
            try library.performChangesAndWait { [request = request(path)] in
                let change = PHAssetResourceUploadJobChangeRequest.creationRequestForJob(destination: request, resource: resource)
                placeholder.withLock { $0 = change.placeholderForCreatedAssetResourceUploadJob?.localIdentifier }
            }
            return try #require(jobs(.process).first { $0.localIdentifier == placeholder.withLock { $0 } })
        }

        private func jobs(_ action: PHAssetResourceUploadJob.Action) -> [PHAssetResourceUploadJob] {
            PHAssetResourceUploadJob.fetchJobs(action: action, options: nil).all
        }

        private func change(_ job: PHAssetResourceUploadJob, _ body: @escaping (PHAssetResourceUploadJobChangeRequest) -> Void) throws {
            try library.performChangesAndWait {
                guard let request = PHAssetResourceUploadJobChangeRequest(for: job) else { return }
                body(request)
            }
        }

        private func expectFailure(_ code: PHPhotosError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void) {
            #expect(sourceLocation: sourceLocation, performing: body, throws: { ($0 as? PHPhotosError)?.code == code })
        }

        private func bytes(_ resource: PHAssetResource) async throws -> Data {
            let data = Mutex(Data())
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
                PHAssetResourceManager.default().requestData(for: resource, options: nil) { piece in
                    data.withLock { $0.append(piece) }
                } completionHandler: { error in
                    if let error { done.resume(throwing: error) } else { done.resume() }
                }
            }
            return data.withLock { $0 }
        }

        @Test func aFileArrivesAsItCameInAndItsJobIsAcknowledged() async throws {
            let resource = try #require(try photos(1).first)
            let job = try make(resource, "one")
            #expect(job.state == .registered && job.type == .upload && job.error == nil && job.responseHeaderFields == nil)
            #expect(job.resource.originalFilename == resource.originalFilename && job.destination.url == server.url("one"))
            #expect(PHAssetResource.assetResource(forUploadJob: job)?.type == .photo)
            #expect(try await library.processUploadJobs(calling: Idle()) == .completed)

            let sent = try #require(server.requests.first)
            #expect(sent.method == "PUT" && sent.path == "/one" && sent.headers["authorization"] == "secret")
            #expect(sent.body == (try await bytes(resource)))
            let ended = try #require(jobs(.acknowledge).first)
            #expect(ended == job && ended.state == .succeeded && ended.responseHeaderFields?["x-receipt"] == "\(sent.body.count)")
            #expect(jobs(.process).isEmpty && jobs(.retry).isEmpty)
            try change(ended) { $0.acknowledge() }
            #expect(jobs(.acknowledge).isEmpty)
            try library.performChangesAndWait { #expect(PHAssetResourceUploadJobChangeRequest(forUploadJob: ended) == nil, "it is gone") }
        }

        @Test func aFailedJobIsTriedOnceMore() async throws {
            server.answer("full", with: [507, 503, 500])
            let job = try make(try #require(try photos(1).first), "full")
            try await library.processUploadJobs(calling: Idle())
            let failed = try #require(jobs(.retry).first)
            #expect(failed == job && failed.state == .failed && (failed.error as? PHPhotosError)?.code == .networkError)
            #expect(failed.error?.localizedDescription.contains("507") == true && failed.responseHeaderFields?["x-receipt"] != nil)
            try change(failed) { $0.retry(destination: nil) }
            #expect(jobs(.process) == [job])
            try await library.processUploadJobs(calling: Idle())
            #expect(jobs(.retry).isEmpty && jobs(.acknowledge) == [job])
            expectFailure(.changeNotSupported) { try change(failed) { $0.retry(destination: nil) } }
            try change(job) { $0.acknowledge() }
        }

        @Test func aRetryMayGoElsewhere() async throws {
            server.answer("away", with: [404])
            let job = try make(try #require(try photos(1).first), "away")
            try await library.processUploadJobs(calling: Idle())
            try change(job) { [request = request("here")] in $0.retry(destination: request) }
            try await library.processUploadJobs(calling: Idle())
            #expect(server.requests.map(\.path) == ["/away", "/here"] && jobs(.acknowledge).first?.state == .succeeded)
            try change(job) { $0.acknowledge() }
        }

        @Test func nobodyThereIsAnErrorThatNamesTheAddress() async throws {
            let gone = try UploadServer(), address = gone.url("x")
            gone.stop()
            let resource = try #require(try photos(1).first)
            try library.performChangesAndWait { PHAssetResourceUploadJobChangeRequest.createJob(destination: URLRequest(url: address), resource: resource) }
            try await library.processUploadJobs(calling: Idle())
            let failed = try #require(jobs(.acknowledge).first)
            #expect(failed.state == .failed && failed.error?.localizedDescription.contains(address.absoluteString) == true && failed.responseHeaderFields == nil)
            try change(failed) { $0.acknowledge() }
        }

        @Test func anExtensionIsCalledUntilNothingIsLeft() async throws {
            let extensions = Backup(try photos(6), server.url("backup"))
            #expect(try await library.processUploadJobs(calling: extensions) == .completed)
            #expect(server.requests.count == 6 && jobs(.acknowledge).isEmpty && jobs(.process).isEmpty)
            #expect(extensions.calls.withLock { $0 } == 4, "three times two files, and once to find that nothing is left")
        }

        @Test func whatIsCancelledIsNotSent() async throws {
            let resources = try photos(2)
            let jobs = [try make(resources[0], "stays"), try make(resources[1], "goes")]
            try change(jobs[1]) { $0.cancel() }
            #expect(self.jobs(.process) == [jobs[0]])
            try await library.processUploadJobs(calling: Idle())
            #expect(server.requests.map(\.path) == ["/stays"])
            expectFailure(.changeNotSupported) { try change(jobs[0]) { $0.cancel() } }
            try change(jobs[0]) { $0.acknowledge() }
        }

        @Test func aJobThatIsCancelledOnItsWayEndsThere() async throws {
            server.hold()
            let job = try make(try #require(try photos(1).first), "slow")
            let work = Task { [library] in try await library.processUploadJobs(calling: Idle()) }
            await Task.detached { [server] in server.waitForRequests(1) }.value
            let running = try #require(jobs(.process).first)
            #expect(running.state == .pending)
            expectFailure(.changeNotSupported) { try change(running) { $0.acknowledge() } }
            try change(job) { $0.cancel() }
            #expect(try await work.value == .completed)
            #expect(jobs(.acknowledge).isEmpty && jobs(.process).isEmpty)
        }

        @Test func whoIsInterruptedSendsAnew() async throws {
            server.hold()
            let job = try make(try #require(try photos(1).first), "again"), called = Idle()
            let work = Task { [library] in try await library.processUploadJobs(calling: called) }
            await Task.detached { [server] in server.waitForRequests(1) }.value
            do {
                try await library.processUploadJobs(calling: Idle())
                Issue.record("Two processes did the same jobs at once.")
            } catch {
                #expect((error as? PHPhotosError)?.code == .operationInterrupted)
            }
            work.cancel()
            await #expect(throws: CancellationError.self) { try await work.value }
            #expect(called.isTerminated.withLock { $0 })
            #expect(jobs(.process).first?.state == .registered)
            server.release()
            try await library.processUploadJobs(calling: Idle())
            #expect(jobs(.acknowledge) == [job] && server.requests.count == 2)
            try change(job) { $0.acknowledge() }
        }

        @Test func aFileThatIsGoneFailsItsJob() async throws {
            let asset = try #require(try world.saveDays(1).first)
            let job = try make(try #require(PHAssetResource.assetResources(for: asset).first), "never")
            try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
            let deleted = PHAsset.fetchRecentlyDeletedAssets(with: nil)
            try library.performChangesAndWait { PHAssetChangeRequest.purgeAssets(deleted) }
            #expect(PHAssetResource.assetResource(forUploadJob: job) != nil, "as it was fetched")
            let now = try #require(jobs(.process).first)
            #expect(PHAssetResource.assetResource(forUploadJob: now) == nil && now.resource.originalFilename.isEmpty)
            try await library.processUploadJobs(calling: Idle())
            #expect((jobs(.acknowledge).first?.error as? PHPhotosError)?.code == .missingResource && server.requests.isEmpty)
            try change(job) { $0.acknowledge() }
        }

        @Test func badRequestsFailTheirBlock() throws {
            let resource = try #require(try photos(1).first)
            for address in ["file:///etc/passwd", "ftp://example.org/x", "http:///x"] {
                let url = try #require(URL(string: address))
                expectFailure(.changeNotSupported) {
                    try library.performChangesAndWait { PHAssetResourceUploadJobChangeRequest.createJob(destination: URLRequest(url: url), resource: resource) }
                }
            }
            expectFailure(.missingResource) {
                try library.performChangesAndWait { [request = request("x")] in
                    PHAssetResourceUploadJobChangeRequest.creationRequestForJob(destination: request, resource: PHAssetResource())
                }
            }
            #expect(jobs(.process).isEmpty)
            #expect(PHAssetResourceUploadJob.fetchJobs(action: .process, options: options { $0.predicate = NSPredicate(format: "state == 1") }).error != nil)
        }

        @Test func thereIsRoomForAThousand() throws {
            let resource = try #require(try photos(1).first), limit = PHAssetResourceUploadJob.jobLimit
            func add(_ count: Int) throws {
                try library.performChangesAndWait { [request = request("x")] in
                    for _ in 0..<count { PHAssetResourceUploadJobChangeRequest.createJob(destination: request, resource: resource) }
                }
            }
            try add(limit)
            expectFailure(.limitExceeded) { try add(1) }
            #expect(jobs(.process).count == limit)
            #expect(PHAssetResourceUploadJob.fetchJobs(action: .process, options: options { $0.fetchLimit = 3 }).count == 3)
            let all = jobs(.process)
            try library.performChangesAndWait { for job in all { PHAssetResourceUploadJobChangeRequest(for: job)?.cancel() } }
            #expect(jobs(.process).isEmpty)
        }

        @Test func aDownloadNeedsNoDestination() async throws {
            let resource = try #require(try photos(1).first)
            try library.performChangesAndWait { PHAssetResourceUploadJobChangeRequest.creationRequestForDownloadJob(resource: resource) }
            let job = try #require(jobs(.process).first)
            #expect(job.type == .downloadOnly && job.destination.url?.absoluteString == "about:blank")
            try await library.processUploadJobs(calling: OldExtension())
            #expect(jobs(.acknowledge).first?.state == .succeeded && server.requests.isEmpty)
            try change(job) { $0.acknowledge() }
        }

        @Test func nothingIsSentUnlessItIsEnabled() async throws {
            #expect(library.uploadJobExtensionEnabled && library.uploadJobExtensionOptions?.preventsExpensiveNetworkAccess == false)
            let wanted = PHAssetResourceUploadJobOptions()
            wanted.preventsExpensiveNetworkAccess = true
            try library.setUploadJobExtensionOptions(try #require(wanted.copy() as? PHAssetResourceUploadJobOptions))
            #expect(library.uploadJobExtensionOptions?.preventsExpensiveNetworkAccess == true)
            try library.disableUploadJobExtension()
            #expect(!library.uploadJobExtensionEnabled && library.uploadJobExtensionOptions == nil)
            expectFailure(.changeNotSupported) { try library.setUploadJobExtensionOptions(wanted) }
            let job = try make(try #require(try photos(1).first), "x"), called = Idle()
            #expect(try await library.processUploadJobs(calling: called) == .completed)
            #expect(called.calls.withLock { $0 } == 0 && server.requests.isEmpty)
            try library.setUploadJobExtensionEnabled(true)
            #expect(library.uploadJobExtensionEnabled)
            try library.enableUploadJobExtension(with: wanted)
            #expect(library.uploadJobExtensionOptions?.preventsExpensiveNetworkAccess == true)
            try await library.processUploadJobs(calling: called)
            #expect(server.requests.count == 1)
            try change(job) { $0.acknowledge() }
        }

        @Test func aDoubleOfAJob() throws {
            #expect(Double().state == .succeeded && Double().type == .upload && PHAssetResourceUploadJobChangeRequest().placeholderForCreatedAssetResourceUploadJob == nil)
        }

        @Test func aDoubleOfALibrarySaysWhetherUploadsAreEnabled() {
            let double: PHPhotoLibrary = EnabledLibrary()
            #expect(double.uploadJobExtensionEnabled && double.uploadJobExtensionOptions == nil)
            #expect(throws: CocoaError.self) { try double.setUploadJobExtensionEnabled(false) }
        }

        @Test func rawValues() {
            #expect([1, 2, 3, 4, 5].map { PHAssetResourceUploadJob.State(rawValue: $0) } == [.registered, .pending, .failed, .succeeded, .cancelled])
            #expect(Double.types([0, 1]) == [.upload, .downloadOnly])
            #expect([1, 2, 3].map { PHAssetResourceUploadJob.Action(rawValue: $0) } == [.acknowledge, .retry, .process])
            #expect([0, 1, 2].map { PHBackgroundResourceUploadProcessingResult(rawValue: $0) } == [.failure, .processing, .completed])
        }
    }
}

// Guarded by holding nothing of its own.
private final class Double: PHAssetResourceUploadJob, @unchecked Sendable {
    override var state: State { .succeeded }

    /// Outside of the class the compiler takes the enumeration's name for that of the metatype.
    static func types(_ raw: [Int16]) -> [`Type`?] { raw.map { `Type`(rawValue: $0) } }
}

// Guarded by holding nothing of its own.
private final class EnabledLibrary: PHPhotoLibrary, @unchecked Sendable {
    override var uploadJobExtensionEnabled: Bool { true }
    override func disableUploadJobExtension() throws { throw CocoaError(.featureUnsupported) }
}

/// Does nothing.
private final class Idle: PHBackgroundResourceUploadJobExtension, Sendable {
    let calls = Mutex(0), isTerminated = Mutex(false)

    func processJobs() async -> PHBackgroundResourceUploadProcessingResult {
        calls.withLock { $0 += 1 }
        return .completed
    }

    func willTerminate() async { isTerminated.withLock { $0 = true } }
}

private struct OldExtension: PHBackgroundResourceUploadExtension {
    func process() -> PHBackgroundResourceUploadProcessingResult { .completed }
    func notifyTermination() {}
}

/// Sends files, two at a time, and takes note of those that arrived: what an application's extension does.
private final class Backup: PHBackgroundResourceUploadJobExtension, Sendable {
    let calls = Mutex(0)
    private let waiting: Mutex<[PHAssetResource]>
    private let address: URL

    init() {
        waiting = Mutex([])
        address = URL(fileURLWithPath: "/")
    }

    init(_ resources: [PHAssetResource], _ address: URL) {
        waiting = Mutex(resources)
        self.address = address
    }

    func processJobs() async -> PHBackgroundResourceUploadProcessingResult {
        calls.withLock { $0 += 1 }
        let next = waiting.withLock { waiting in
            defer { waiting.removeFirst(min(2, waiting.count)) }
            return Array(waiting.prefix(2))
        }
        let ended = PHAssetResourceUploadJob.fetchJobs(action: .acknowledge, options: nil).all
        do {
            try await PHPhotoLibrary.shared().performChanges { [address] in
                for job in ended { PHAssetResourceUploadJobChangeRequest(for: job)?.acknowledge() }
                for resource in next { PHAssetResourceUploadJobChangeRequest.creationRequestForJob(destination: URLRequest(url: address), resource: resource) }
            }
        } catch { return .failure }
        return waiting.withLock { $0.isEmpty } ? .completed : .processing
    }

    func willTerminate() async {}
}
