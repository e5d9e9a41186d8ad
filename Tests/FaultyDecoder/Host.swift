import Codecs
import Decoding
import Glibc

/// The same program as the parent of decoders, for what can only be seen in a process of its own: descriptors and children left behind, and what
/// becomes of workers whose parent is killed.
enum Host {
    /// Arguments: `marathon WORKER ROUNDS`, `pictures WORKER ROUNDS`, `orphan WORKER` or `measure WORKER FILE ROUNDS`.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            switch (arguments.first, arguments.count) {
            case ("marathon", 3): try marathon(arguments[1], rounds: Int(arguments[2]) ?? 1)
            case ("pictures", 3): try Pictures.run(arguments[1], rounds: Int(arguments[2]) ?? 1)
            case ("orphan", 2): try orphan(arguments[1])
            case ("measure", 4): try measure(arguments[1], file: arguments[2], rounds: Int(arguments[3]) ?? 1)
            default: return 64
            }
            return 0
        } catch {
            print("\(error)")
            return 1
        }
    }

    /// Commits faults and says what is left: `descriptors BEFORE AFTER children N failures N`.
    private static func marathon(_ worker: String, rounds: Int) throws {
        let faults = ["crash", "garbage", "wrong-id", "exit", "descriptor", "closes", "thumbnail-garbage", "oversized", "wrong-version", "abort"]
        let input = open("/etc/hostname", O_RDONLY)
        let before = descriptors()
        var failures = 0
        do {
            var options = DecoderOptions()
            options.requestSeconds = 5
            let pool = try DecoderPool(path: worker, options: options)
            defer { pool.close() }
            for round in 0..<rounds {
                do throws(CodecError) {
                    _ = try pool.examine(MediaSource(descriptor: input, name: faults[round % faults.count]), ExamineOptions())
                } catch { failures += error.code == .workerFailed ? 1 : 0 }
            }
        }
        var end = siginfo_t()
        let noChildren = waitid(P_ALL, 0, &end, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD
        print("descriptors \(before) \(descriptors()) children \(noChildren ? "none" : "left") failures \(failures)")
    }

    /// Says the number of a worker and keeps it busy until this process is killed.
    private static func orphan(_ worker: String) throws {
        var options = DecoderOptions()
        options.workers = 1
        let pool = try DecoderPool(path: worker, options: options)
        let input = open("/etc/hostname", O_RDONLY)
        print(try pool.examine(MediaSource(descriptor: input, name: "process"), ExamineOptions()).facts.title ?? "")
        fflush(nil)
        _ = try? pool.examine(MediaSource(descriptor: input, name: "spin"), ExamineOptions())
    }

    /// What the process boundary costs: start, round trip without work, and one file's examination and rendering against the same without a worker.
    private static func measure(_ worker: String, file: String, rounds: Int) throws {
        var options = DecoderOptions()
        (options.workers, options.spares) = (1, 0)
        var path = Array("/tmp/decoding-measure-XXXXXX".utf8CString)
        let empty = mkstemp(&path)
        unlink(path)
        let input = open(file, O_RDONLY)
        var starts: [Double] = []
        for _ in 0..<rounds {
            let pool = try DecoderPool(path: worker, options: options)
            starts.append(seconds { _ = try? pool.examine(MediaSource(descriptor: empty, name: "empty"), .factsOnly) })
        }
        print("start \(shown(starts, 1e3)) ms")
        let pool = try DecoderPool(path: worker, options: options)
        let plain = InProcessDecoder()
        let nothing = MediaSource(descriptor: empty, name: "empty")
        let source = MediaSource(descriptor: input, name: file)
        let full = RenderRequest()
        let trips = (0..<rounds * 100).map { _ in seconds { _ = try? pool.examine(nothing, .factsOnly) } }
        print("round trip without work \(shown(trips, 1e6)) µs")
        // One after the other in each round, so that a change of the machine's speed meets both.
        var times: [[Double]] = [[], [], [], []]
        for _ in 0..<rounds {
            times[0].append(seconds { _ = try? pool.examine(source, ExamineOptions()) })
            times[1].append(seconds { _ = try? plain.examine(source, ExamineOptions()) })
            times[2].append(seconds { _ = try? pool.render(source, full) })
            times[3].append(seconds { _ = try? plain.render(source, full) })
        }
        for (name, list) in zip(["examine in the worker", "examine in process", "render in the worker", "render in process"], times) {
            print("\(name) \(shown(list, 1e3)) ms")
        }
    }

    /// Least and middle.
    private static func shown(_ times: [Double], _ unit: Double) -> String {
        let sorted = times.sorted().map { ($0 * unit * 100).rounded() / 100 }
        return sorted.isEmpty ? "-" : "min \(sorted[0]) median \(sorted[sorted.count / 2])"
    }

    private static func seconds(_ body: () -> Void) -> Double {
        var (start, end) = (timespec(), timespec())
        clock_gettime(CLOCK_MONOTONIC, &start)
        body()
        clock_gettime(CLOCK_MONOTONIC, &end)
        return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
    }

    static func descriptors() -> Int { (0..<1024).count { fcntl(Int32($0), F_GETFD) >= 0 } }
}
