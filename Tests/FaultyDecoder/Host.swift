import Codecs
import Decoding
import DecodingWorker
import Glibc
import Pixels

/// The same program as the parent of decoders, for what can only be seen in a process of its own: descriptors and children left behind, and what
/// becomes of workers whose parent is killed.
enum Host {
    /// Arguments: `marathon WORKER ROUNDS RUNNERS SECONDS`, `pictures WORKER ROUNDS`, `orphan WORKER` or `measure WORKER FILE ROUNDS`.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            switch (arguments.first, arguments.count) {
            case ("marathon", 5):
                Marathon.run(arguments[1], rounds: Int(arguments[2]) ?? 1, runners: Int(arguments[3]) ?? 1, limit: Double(arguments[4]) ?? 1)
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

    /// Says the number of a worker and keeps it busy until this process is killed.
    private static func orphan(_ worker: String) throws {
        var options = DecoderOptions()
        options.workers = 1
        // Longer than anybody needs to look.
        options.requestSeconds = 600
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
        let plain = Codec()
        let nothing = MediaSource(descriptor: empty, name: "empty")
        let source = MediaSource(descriptor: input, name: file)
        let full = RenderRequest()
        let trips = (0..<rounds * 100).map { _ in seconds { _ = try? pool.examine(nothing, .factsOnly) } }
        print("round trip without work \(shown(trips, 1e6)) µs")
        // One after the other in each round, so that a change of the machine's speed meets both.
        func here(_ work: (UnsafeRawBufferPointer) throws -> Void) {
            guard let file = try? InputBytes(source) else { return }
            try? work(file.bytes)
        }
        var times: [[Double]] = [[], [], [], []]
        for _ in 0..<rounds {
            times[0].append(seconds { _ = try? pool.examine(source, ExamineOptions()) })
            times[1].append(seconds { here { _ = try plain.examine($0, name: file) } })
            times[2].append(seconds { _ = try? pool.render(source, full) })
            times[3].append(seconds { here { _ = try plain.render($0, name: file, full) } })
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
        let start = now
        body()
        return now - start
    }

    /// Seconds of a clock that only goes on.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    static func descriptors() -> Int { (0..<1024).count { fcntl(Int32($0), F_GETFD) >= 0 } }
}
