import Photos
import PhotosTesting
import Synchronization
import Testing

/// How the policy is asked, and what becomes of its answer.
@Suite struct AuthorizationPromptTests {
    private static let waiting: DispatchTimeInterval = .seconds(60)

    @Test func sixteenThreadsAskAndThePolicyHearsOneQuestion() throws {
        let answers = Mutex<[RecordingPolicy.Answer]>([])
        let asked = DispatchSemaphore(value: 0)
        let policy = RecordingPolicy { _, answer in
            answers.withLock { $0.append(answer) }
            asked.signal()
        }
        let world = try AccessWorld(count: 1, policy: policy)
        let heard = Mutex<[PHAuthorizationStatus]>([])
        let group = DispatchGroup()
        for _ in 0..<16 { group.enter() }
        DispatchQueue.concurrentPerform(iterations: 16) { index in
            if index == 7 { _ = world.count() }
            world.viewer.requestAuthorization(for: .readWrite) { status in
                heard.withLock { $0.append(status) }
                group.leave()
            }
        }
        #expect(asked.wait(timeout: .now() + Self.waiting) == .success)
        #expect(heard.withLock { $0.isEmpty }, "nobody is told before there is an answer")
        let answer = try #require(answers.withLock { $0.first })
        answer(.authorized)
        answer(.denied)
        #expect(group.wait(timeout: .now() + Self.waiting) == .success)
        #expect(heard.withLock { $0 } == Array(repeating: .authorized, count: 16))
        #expect(policy.requests.map(\.accessLevel) == [.readWrite])
        #expect(policy.requests.map(\.applicationIdentifier) == [AccessWorld.application])
        #expect(world.count() == 1, "the second answer was not heard")
    }

    @Test func theFirstUseAsksByItselfAndDoesNotWait() throws {
        let asked = DispatchSemaphore(value: 0), answer = Mutex<RecordingPolicy.Answer?>(nil)
        let policy = RecordingPolicy { _, reply in
            answer.withLock { $0 = reply }
            asked.signal()
        }
        let world = try AccessWorld(count: 2, policy: policy)
        #expect(world.viewer.authorizationStatus(for: .readWrite) == .notDetermined)
        #expect(policy.requests.isEmpty, "looking at the status asks nobody")
        #expect(world.count() == 0)
        #expect(asked.wait(timeout: .now() + Self.waiting) == .success)
        for _ in 0..<10 { #expect(world.count() == 0) }
        #expect(world.change { PHAssetChangeRequest(for: world.assets[0]).isFavorite = true } == "3311")
        answer.withLock { $0 }?(.limited(localIdentifiers: [world.assets[1].localIdentifier, "unknown"]))
        let told = DispatchSemaphore(value: 0)
        world.viewer.requestAuthorization(for: .readWrite) { _ in told.signal() }
        #expect(told.wait(timeout: .now() + Self.waiting) == .success)
        #expect(world.viewer.authorizationStatus(for: .readWrite) == .limited)
        #expect(PHAsset.fetchAssets(with: world.options()).all == [world.assets[1]])
        #expect(policy.requests.map(\.accessLevel) == [.readWrite])
    }

    @Test func addingAsksForAddingAlone() throws {
        let asked = DispatchSemaphore(value: 0)
        let policy = RecordingPolicy { _, answer in
            answer(.authorized)
            asked.signal()
        }
        let world = try AccessWorld(count: 1, policy: policy)
        let file = try world.temporary.file("new.jpg", FixtureImages.jpeg(seed: 9))
        let add: @Sendable () -> Void = { PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
        #expect(world.change(add) == "3311", "nobody has answered yet")
        #expect(asked.wait(timeout: .now() + Self.waiting) == .success)
        let told = DispatchSemaphore(value: 0)
        world.viewer.requestAuthorization(for: .addOnly) { _ in told.signal() }
        #expect(told.wait(timeout: .now() + Self.waiting) == .success)
        #expect(world.change(add) == "ok")
        #expect(policy.requests.map(\.accessLevel) == [.addOnly])
        #expect(world.viewer.authorizationStatus(for: .readWrite) == .notDetermined)
    }

    @Test func anAnswerIsRememberedAndAGrantGoesBeforeIt() async throws {
        let policy = RecordingPolicy { _, answer in answer(.denied) }
        let world = try AccessWorld(count: 1, policy: policy)
        #expect(await world.viewer.requestAuthorization(for: .readWrite) == .denied)
        // The application's next start, with a policy that would say otherwise, and one without any.
        let generous = RecordingPolicy { _, answer in answer(.authorized) }
        let next = world.temporary.photoLibrary(for: AccessWorld.application, policy: generous)
        #expect(await next.requestAuthorization(for: .readWrite) == .denied)
        #expect(generous.requests.isEmpty)
        #expect(world.temporary.photoLibrary(for: AccessWorld.application).authorizationStatus(for: .readWrite) == .denied)
        #expect(world.temporary.photoLibrary(for: AccessWorld.application).authorizationStatus(for: .addOnly) == .denied)
        try world.grant(.full)
        #expect(await world.viewer.requestAuthorization(for: .readWrite) == .authorized)
        #expect(policy.requests.count == 1)
        try world.temporary.revokeAccess(of: AccessWorld.application)
        #expect(world.viewer.authorizationStatus(for: .readWrite) == .notDetermined)
    }

    /// A policy whose prompt needs the main thread, and a command line tool that waits there for its answer elsewhere.
    @MainActor @Test func theMainThreadMayWaitForTheHandler() throws {
        let world = try AccessWorld(count: 1, policy: RecordingPolicy { _, answer in answer(.authorized) })
        let semaphore = DispatchSemaphore(value: 0)
        let heard = Mutex<PHAuthorizationStatus?>(nil)
        world.viewer.requestAuthorization(for: .readWrite) { @Sendable status in
            heard.withLock { $0 = status }
            semaphore.signal()
        }
        #expect(semaphore.wait(timeout: .now() + Self.waiting) == .success)
        #expect(heard.withLock { $0 } == .authorized)
    }

    @MainActor @Test func aPromptOnTheMainThreadDoesNotHangAFetchThere() async throws {
        let policy = RecordingPolicy { _, answer in DispatchQueue.main.async { answer(.authorized) } }
        let world = try AccessWorld(count: 1, policy: policy)
        #expect(world.count() == 0)
        #expect(world.change { PHAssetChangeRequest(for: world.assets[0]).isFavorite = true } == "3311")
        #expect(await world.viewer.requestAuthorization(for: .readWrite) == .authorized)
        #expect(world.count() == 1)
    }
}
