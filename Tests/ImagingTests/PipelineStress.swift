import Decoding
import Foundation
import Glibc
import Pixels
@testable import Imaging
import TestSupport

/// Sixteen clients of one pipeline that ask for pictures, change their minds and cancel, from their own threads and from inside handlers, and one
/// receiver that takes pictures only when the budget is used up. Keeps what every handler is told and writes down what must not happen.
final class PipelineStress: @unchecked Sendable {
    static let requests = 100_000
    static let clients = 16
    static let threads = 4
    static let budget = 16 * StressAsset.bytes

    struct Report: Sendable {
        var problems: [String] = []
        var ended = 0
        var kinds: [String: Int] = [:]
        var workers = 0
        var mostDecodes = 0
        var threadsAfterWarmUp = 0
        var mostThreads = 0
        var timesFull = 0
        var mostHeld = 0
    }

    /// One request, as its handler sees it.
    private struct Life {
        var wantsFirst = false
        var mayBeCancelled = false
        var degraded = 0
        var hasEnded = false
        var isInHandler = false
    }

    private let seed: UInt64
    private let store: DerivativeStore
    private let pipeline: ImagePipeline
    private let assets = (0..<256).map { StressAsset($0) }

    // `condition` guards everything below.
    private let condition = NSCondition()
    private var lives = [Life](repeating: Life(), count: requests)
    private var report = Report()
    private var workers: Set<UInt> = []
    private var decodes = 0
    private var held: [ImageResult] = []
    private var heldBytes = 0
    private var warm = 0
    private var isWarm = false
    private var isOver = false

    init(seed: UInt64, store: DerivativeStore) {
        (self.seed, self.store) = (seed, store)
        let decoder = StressDecoder()
        pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: Self.threads, byteBudget: Self.budget, watch: .none)
        decoder.watch { [weak self] change in self?.decoding(change) }
    }

    func storeThumbnails() throws {
        for asset in assets where asset.hasThumbnail {
            try store.storeThumbnail(EncodedImage(bytes: [1], width: 8, height: 8), assetID: asset.id, uuid: asset.uuid, revision: 1)
        }
    }

    /// Returns when every request has ended, or after 25 minutes.
    func run() async -> Report {
        await withCheckedContinuation { continuation in
            start("conductor") { continuation.resume(returning: self.conduct()) }
        }
    }

    private func conduct() -> Report {
        start("receiver") { self.receive() }
        for client in 0..<Self.clients { start("client \(client)") { self.ask(client) } }
        let limit = Date(timeIntervalSinceNow: 1500)
        condition.withLock {
            while warm < Self.clients, condition.wait(until: limit) {}
            report.threadsAfterWarmUp = Self.threadCount()
            isWarm = true
            condition.broadcast()
            while report.ended < Self.requests {
                report.mostThreads = max(report.mostThreads, Self.threadCount())
                guard condition.wait(until: limit) else { break }
            }
            isOver = true
            condition.broadcast()
            report.workers = workers.count
        }
        return condition.withLock { report }
    }

    // MARK: Clients

    private func ask(_ client: Int) {
        var random = SeededRandom(seed: seed &* 1000 &+ UInt64(client))
        let share = Self.requests / Self.clients
        var recent: [(number: Int, id: ImageRequestID)] = []
        for turn in 0..<share {
            if turn == share / 20 { waitForTheOthers() }
            let number = client * share + turn
            let request = makeRequest(number, &random)
            let id = pipeline.reserveID()
            condition.withLock { lives[number].wantsFirst = request.wantsDegradedFirst }
            pipeline.request(request, id: id) { event in self.hear(number, id, request, event) }
            recent.append((number, id))
            if recent.count > 64 { recent.removeFirst(32) }
            let other = recent.randomElement(using: &random)!
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4: cancel(other.number, other.id)
            case 4..<7: pipeline.setPriority([.background, .normal, .interactive].randomElement(using: &random)!, of: other.id)
            default: break
            }
        }
    }

    private func waitForTheOthers() {
        condition.withLock {
            warm += 1
            condition.broadcast()
            while !isWarm { condition.wait() }
        }
    }

    /// Every other one is for pixels that nobody else asks for.
    private func makeRequest(_ number: Int, _ random: inout SeededRandom) -> ImageRequest {
        let asset = assets.randomElement(using: &random)!
        let source = ImageSourceFile(name: asset.name, uniformType: "public.jpeg") { open("/dev/null", O_RDONLY | O_CLOEXEC) }
        var request = ImageRequest(assetID: asset.id, uuid: asset.uuid, revision: 1, source: source, pixelSize: StressAsset.size)
        let side = number.isMultiple(of: 2) ? 2000 + number : 1900 + Int.random(in: 0..<4, using: &random)
        request.target = PixelSize(width: side, height: side)
        request.wantsDegradedFirst = Bool.random(using: &random)
        request.priority = [.background, .normal, .interactive].randomElement(using: &random)!
        return request
    }

    private func cancel(_ number: Int, _ id: ImageRequestID) {
        condition.withLock { lives[number].mayBeCancelled = true }
        pipeline.cancel(id)
    }

    // MARK: Handlers

    private func hear(_ number: Int, _ id: ImageRequestID, _ request: ImageRequest, _ event: ImageEvent) {
        enter(number, request, event)
        switch event {
        case .degraded where number.isMultiple(of: 7): cancel(number, id)
        case .degraded where number.isMultiple(of: 5): pipeline.setPriority(.interactive, of: id)
        // Only pictures of one receiver, so that it is known how many bytes a decode may add.
        case .finished(let result) where number.isMultiple(of: 2): hold(result)
        default: break
        }
        condition.withLock {
            lives[number].isInHandler = false
            guard event.isTerminal else { return }
            report.ended += 1
            if report.ended.isMultiple(of: 500) || report.ended == Self.requests { condition.broadcast() }
        }
    }

    private func enter(_ number: Int, _ request: ImageRequest, _ event: ImageEvent) {
        let asset = assets[Int(request.assetID) - 1]
        condition.withLock {
            workers.insert(UInt(pthread_self()))
            var life = lives[number]
            check(!life.isInHandler, "\(number) is called twice at once")
            check(!life.hasEnded, "\(number) hears something after its terminal event")
            switch event {
            case .degraded(let result):
                count("degraded")
                life.degraded += 1
                check(life.wantsFirst && asset.hasThumbnail, "\(number) has a first degraded image that nobody asked for or has")
                check(life.degraded == 1, "\(number) has two first degraded images")
                check(result.isDegraded && result.image.width == StressAsset.thumbnailSide, "\(number) has another's first degraded image")
            case .finished(let result):
                count("finished")
                check(!asset.isDamaged && result.image.width == asset.side, "\(number) has another's picture")
            case .failed:
                count("failed")
                check(asset.isDamaged, "\(number) fails without a reason")
                // A thumbnail of a lost original is worth waiting for.
                if life.wantsFirst, asset.hasThumbnail { check(life.degraded == 1, "\(number) fails before its first degraded image") }
            case .cancelled:
                count("cancelled")
                check(life.mayBeCancelled, "\(number) is cancelled, which nobody asked for")
            }
            life.hasEnded = event.isTerminal
            life.isInHandler = true
            lives[number] = life
        }
    }

    /// Call with the lock held, as the next one.
    private func check(_ isFine: Bool, _ problem: @autoclosure () -> String) {
        if !isFine, report.problems.count < 10 { report.problems.append(problem()) }
    }

    private func count(_ kind: String) { report.kinds[kind, default: 0] += 1 }

    // MARK: Bytes

    private func hold(_ result: ImageResult) {
        pipeline.hold(result)
        condition.withLock {
            held.append(result)
            heldBytes += result.image.byteCount
            report.mostHeld = max(report.mostHeld, heldBytes)
            if isFull { condition.broadcast() }
        }
    }

    /// Call with the lock held.
    private var isFull: Bool { heldBytes > Self.budget - StressAsset.bytes }

    /// Takes nothing until the budget is used up, and then waits for the decodes that run: none may follow.
    private func receive() {
        while true {
            let taken = condition.withLock { () -> [ImageResult] in
                while !isOver, !isFull || decodes > 0 { condition.wait() }
                if isFull { report.timesFull += 1 }
                defer { (held, heldBytes) = ([], 0) }
                return held
            }
            for result in taken { pipeline.release(result) }
            if condition.withLock({ isOver }) { return }
        }
    }

    private func decoding(_ change: Int) {
        condition.withLock {
            decodes += change
            report.mostDecodes = max(report.mostDecodes, decodes)
            workers.insert(UInt(pthread_self()))
            if decodes == 0, isFull { condition.broadcast() }
        }
    }

    // MARK: Threads

    private func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = name
        thread.start()
    }

    private static func threadCount() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? .max
    }
}
