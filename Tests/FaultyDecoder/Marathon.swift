import Decoding
import Glibc
import Pixels
import Synchronization

/// Commits faults of every kind, one after the other and some at a time, and says what came of each and what is left behind.
///
/// Each runner has a pool of its own, so that it knows the number of each request, and asks for something honest after every fault.
final class Marathon: Sendable {
    /// What is asked for while the decoder misbehaves.
    enum Work { case examine, render, frames, encode }

    struct Step: Sendable {
        let work: Work
        let command: String
        let code: CodecError.Code
    }

    static let steps: [Step] = {
        let anywhere = [
            "crash", "abort", "exit", "garbage", "wrong-id", "wrong-version", "oversized", "descriptor", "half-answer", "closes", "shutdown", "empty-packet",
            "chatter", "one-byte", "bytes-then-memory", "drip",
        ]
        let timed = ["hang", "spin"]
        var steps: [Step] = []
        for work in [Work.examine, .render, .frames, .encode] {
            steps += anywhere.map { Step(work: work, command: $0, code: .workerFailed) }
            steps += timed.map { Step(work: work, command: $0, code: .timedOut) }
        }
        steps += ["outside", "huge-facts", "bad-json", "wrong-kind", "thumbnail-size", "thumbnail-large", "thumbnail-garbage", "negative-size"]
            .map { Step(work: .examine, command: $0, code: .workerFailed) }
        steps += [
            "too-wide", "too-much-memory", "deep", "pixels-outside", "pixels-deep", "pixels-row", "late-crash", "late-garbage", "late-exit", "wrong-kind",
        ].map { Step(work: .render, command: $0, code: .workerFailed) }
        steps += ["frames-none", "frames-many", "frames-uneven", "frames-fast", "frames-slow", "frames-large", "late-crash", "late-garbage", "pixels-outside"]
            .map { Step(work: .frames, command: $0, code: .workerFailed) }
        steps += ["other-size", "no-picture", "too-many-bytes"].map { Step(work: .encode, command: $0, code: .workerFailed) }
        steps += [Step(work: .render, command: "late-hang", code: .timedOut), Step(work: .examine, command: "slow-drip", code: .timedOut)]
        steps.append(Step(work: .examine, command: "allocate", code: .workerFailed))
        steps += [Work.examine, .render, .frames, .encode].map { Step(work: $0, command: "refuse", code: .damaged) }
        return steps
    }()

    private struct Tally {
        var next = 0
        var wrong: [String] = []
        /// What took all its time on a machine that was busy.
        var late = 0
        var slowest = 0.0
        var slowestStep = ""
        var running = 0
    }

    private let worker: String
    private let steps: [Step]
    /// Seconds for one attempt.
    private let limit: Double
    private let tally = Mutex(Tally())

    private init(_ worker: String, _ steps: [Step], _ limit: Double) { (self.worker, self.steps, self.limit) = (worker, steps, limit) }

    static func run(_ worker: String, rounds: Int, runners: Int, limit: Double) {
        // What the first of everything leaves for good (threads' stacks, the allocator's arenas) is no leak.
        let quick = steps.filter { $0.code != .timedOut }
        Marathon(worker, quick, limit).runAll(min(quick.count, rounds / 4), runners)
        let before = HeldResources.atRest()
        let marathon = Marathon(worker, steps, limit)
        marathon.runAll(rounds, runners)
        let after = HeldResources.atRest()
        let tally = marathon.tally.withLock { $0 }
        for wrong in tally.wrong.prefix(20) { print("wrong \(wrong)") }
        print("faults \(tally.next) failures \(tally.wrong.count) late \(tally.late) slowest \(Int(tally.slowest * 1000)) of \(tally.slowestStep)")
        print("before \(before) after \(after)")
    }

    private func runAll(_ count: Int, _ runners: Int) {
        var threads: [pthread_t] = []
        for _ in 0..<runners {
            tally.withLock { $0.running += 1 }
            var thread = pthread_t()
            let box = Unmanaged.passRetained(Errand(self, count))
            pthread_create(
                &thread, nil,
                { argument in
                    guard let argument else { return nil }
                    let errand = Unmanaged<Errand>.fromOpaque(argument).takeRetainedValue()
                    errand.marathon.runOne(errand.count)
                    return nil
                }, box.toOpaque())
            threads.append(thread)
        }
        for thread in threads { pthread_join(thread, nil) }
    }

    private final class Errand {
        let marathon: Marathon, count: Int

        init(_ marathon: Marathon, _ count: Int) { (self.marathon, self.count) = (marathon, count) }
    }

    private func runOne(_ count: Int) {
        var options = DecoderOptions()
        (options.workers, options.spares, options.sharedBytes) = (1, 1, 1 << 20)
        options.requestSeconds = limit
        options.limits.memory = 256 << 20
        let input = open("/etc/hostname", O_RDONLY)
        defer { close(input) }
        guard let pool = try? DecoderPool(path: worker, options: options) else { return fail("no pool") }
        defer { pool.close() }
        var request: UInt64 = 0
        while let number = take(count) {
            let step = steps[number % steps.count]
            request += 1
            let start = Host.now
            let code = outcome(step, request, pool, input)
            note(step, Host.now - start)
            if code == .timedOut, step.code != .timedOut {
                tally.withLock { $0.late += 1 }
            } else if code != step.code {
                fail("\(step.work) \(step.command): \(code.map { "\($0)" } ?? "success")")
            }
            let honest = Step(work: step.work, command: "honest", code: .damaged)
            request += 1
            var refusal = outcome(honest, request, pool, input)
            for _ in 0..<4 where refusal == .timedOut {
                tally.withLock { $0.late += 1 }
                request += 1
                refusal = outcome(honest, request, pool, input)
            }
            if let refusal { fail("nothing honest after \(step.work) \(step.command): \(refusal)") }
        }
    }

    private func outcome(_ step: Step, _ request: UInt64, _ pool: DecoderPool, _ input: Int32) -> CodecError.Code? {
        let name = "\(step.command)@\(request)"
        do throws(CodecError) {
            switch step.work {
            case .examine: _ = try pool.examine(MediaSource(descriptor: input, name: name), ExamineOptions())
            case .render, .frames:
                // Large enough to be lent every other time.
                var wanted = RenderRequest()
                if step.work == .frames { wanted.frames = FrameRange(count: 4) }
                wanted.target = PixelSize(width: request % 4 < 2 ? 16 : 640, height: request % 4 < 2 ? 16 : 480)
                _ = try pool.render(MediaSource(descriptor: input, name: name), wanted)
            case .encode: _ = try pool.encode(Command.image(name, side: request % 4 < 2 ? 16 : 400), as: .jpeg(quality: 80))
            }
            return nil
        } catch { return error.code }
    }

    private func take(_ count: Int) -> Int? {
        tally.withLock { tally in
            guard tally.next < count else { return nil }
            defer { tally.next += 1 }
            return tally.next
        }
    }

    private func note(_ step: Step, _ seconds: Double) {
        tally.withLock { if seconds > $0.slowest { ($0.slowest, $0.slowestStep) = (seconds, "\(step.work)-\(step.command)") } }
    }

    private func fail(_ what: String) { tally.withLock { $0.wrong.append(what) } }
}
