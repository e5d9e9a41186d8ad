import CLinux
import Glibc
import Synchronization

/// A running worker and the parent's ends of everything that joins them.
// Granted to one caller at a time by `PoolMachine`; only `kill` may be called by others, and the mutex guards what it touches.
final class WorkerProcess: @unchecked Sendable {
    let channel: Channel
    /// Shared with the worker at this moment.
    var shared: SharedMemory
    /// The others that it shares, or did.
    let ring: SegmentRing
    /// Where it decodes small stored pictures into.
    let slots: PictureSlots
    /// The slots of the first files of the request that it is working on.
    var taken: [PictureSlots.Slot] = []
    /// What the worker said it closed around itself; `nil` until its hello came.
    var protections: Protections?
    /// Seconds that it has worked on requests.
    var workedSeconds = 0.0
    /// Whether it met a damaged file, which may have left more behind in it than an answer.
    var metDamage = false
    /// Monotonic time in seconds.
    let now: @Sendable () -> Double
    private let messages: Int32
    private var lastMessages: [UInt8] = []
    private let identity: Mutex<(pid: pid_t, handle: Int32)?>

    private static let messageLimit = 4 << 10
    /// 16 pages, and pages have up to 64 kB.
    private static let pipeLimit = 1 << 20

    /// Starts the process and sends it its limits; does not wait for its hello. Call on a thread that outlives the process: the kernel ends a worker
    /// with the thread that started it.
    init(path: String, options: DecoderOptions) throws(SystemError) {
        let first = try SharedMemory.make(count: Wire.aligned(options.sharedBytes))
        defer { close(first.descriptor) }
        shared = first.memory
        now = options.now
        slots = PictureSlots(slabs: options.slabs)
        ring = SegmentRing(limit: min(options.segments, PictureSlots.firstNumber), keptBytes: max(options.keptBytes, options.sharedBytes), firstSize: shared.count)
        var ends: [Int32] = [-1, -1]
        try Self.check(clinux_channel_pair(&ends), "a channel to the worker")
        channel = Channel(adopting: ends[0])
        let far = Channel(adopting: try Self.raised(ends[1]))
        var pipe: [Int32] = [-1, -1]
        try Self.check(clinux_message_pipe(&pipe), "a pipe from the worker")
        messages = pipe[0]
        let errors: Int32
        do throws(SystemError) { errors = try Self.raised(pipe[1]) } catch {
            close(pipe[0])
            throw error
        }
        defer { close(errors) }
        var (pid, handle): (pid_t, Int32) = (0, -1)
        let result = Self.withStrings([path]) { arguments in
            Self.withStrings(Self.environment) { environment in
                clinux_spawn_worker(path, arguments, environment, far.descriptor, errors, &pid, &handle)
            }
        }
        guard result == 0 else {
            close(messages)
            throw SystemError(-result, "starting \(path)")
        }
        identity = Mutex((pid, handle))
        // A worker that is dead already shows it when its hello is awaited.
        try? channel.send(ParentMessage.start(options.limits, sharedBytes: shared.count).encoded(), descriptors: [first.descriptor])
    }

    deinit {
        _ = end()
        close(messages)
    }

    /// What the user's environment holds is none of a decoder's business.
    private static let environment = ["PATH=/usr/bin:/bin", "LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no", "VIPS_CONCURRENCY=1", "MALLOC_ARENA_MAX=2"]

    /// The process number, until it is reaped.
    var pid: pid_t? { identity.withLock { $0?.pid } }

    /// From any thread.
    func kill() {
        identity.withLock { if let live = $0 { clinux_kill_worker(live.pid, live.handle) } }
    }

    /// Ends and reaps the process, and says how it ended; `nil` where that was done before or cannot be known.
    func end() -> ProcessExit? {
        kill()
        ring.close()
        slots.close()
        guard let live = identity.withLock({ $0 }) else { return nil }
        let result = clinux_reap_worker(live.pid, live.handle)
        identity.withLock {
            if live.handle >= 0, $0 != nil { close(live.handle) }
            $0 = nil
        }
        return result < 0 ? nil : result >= 256 ? .signal(result - 256) : .exit(result)
    }

    /// The end of what the worker wrote to standard error so far. Empties the pipe, so that it never fills up, but reads no more than a pipe holds: a
    /// worker that goes on writing would have its reader forever.
    func collectMessages() -> String {
        for _ in 0..<Self.pipeLimit / Self.messageLimit {
            var result = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: Self.messageLimit) { target, filled in
                result = read(messages, target.baseAddress, target.count)
                filled = max(0, result)
            }
            guard result > 0 else { break }
            lastMessages = (lastMessages + chunk).suffix(Self.messageLimit)
        }
        return String(decoding: lastMessages, as: UTF8.self).trimmingLines
    }

    private static func check(_ result: Int32, _ action: String) throws(SystemError) {
        guard result >= 0 else { throw SystemError(-result, action) }
    }

    /// Moves a descriptor out of the way of the numbers that the child's own get.
    private static func raised(_ descriptor: Int32) throws(SystemError) -> Int32 {
        let copy = clinux_raised(descriptor)
        close(descriptor)
        try check(copy, "a descriptor for the worker")
        return copy
    }

    private static func withStrings(_ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32) -> Int32 {
        var pointers = strings.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers)
    }
}

extension String {
    /// Without white space around it, control characters shown as spaces.
    fileprivate var trimmingLines: String {
        let shown = String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 32 && $0 != "\n" ? " " : $0 }))
        return shown.split(separator: "\n").map { $0.trimmingSpaces }.filter { !$0.isEmpty }.joined(separator: "; ")
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring { drop { $0 == " " } }
}
