import Glibc
import Pixels

/// The shell around `PoolMachine`: takes the lock, runs the machine, lets go, then acts.
///
/// One thread of its own starts and ends processes. It has to be one that lives as long as the pool, since the kernel ends a worker together with
/// the thread that started it, and callers' threads come and go.
// All mutable state is inside the monitor.
final class PoolCore: @unchecked Sendable {
    let path: String
    let options: DecoderOptions
    private let monitor: Monitor<State>

    private struct State {
        var machine: PoolMachine
        var processes: [PoolMachine.Slot: WorkerProcess] = [:]
        var granted: [PoolMachine.Ticket: Result<PoolMachine.Slot, CodecError>] = [:]
        /// For the pool's thread: processes to start and to end.
        var errands: [PoolMachine.Action] = []
        var nextTicket = 0
        var startError: String?
        /// Why no worker may work on this system, once one has said so.
        var refusal: CodecError?
        var protections: Protections?
        var failures = 0
        var isThreadDone = false
    }

    init(path: String, options: DecoderOptions) {
        (self.path, self.options) = (path, options)
        let limits = PoolMachine.Limits(
            workers: max(1, options.workers), spares: max(0, options.spares), sparesAfter: options.sparesAfter, idleSeconds: options.idleSeconds)
        monitor = Monitor(State(machine: PoolMachine(limits: limits)))
    }

    /// Starts the pool's thread.
    func start() throws(SystemError) {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(self)
        let result = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<PoolCore>.fromOpaque(argument).takeRetainedValue().runErrands() }
                return nil
            }, box.toOpaque())
        guard result == 0 else {
            box.release()
            monitor.change { $0.isThreadDone = true }
            throw SystemError(result, "starting the decoder's thread")
        }
        pthread_detach(thread)
    }

    /// Blocks until a worker is free, and takes it.
    func acquire() throws(CodecError) -> (slot: Int, process: WorkerProcess) {
        if let refusal = monitor.read({ $0.machine.isClosed ? nil : $0.refusal }) { throw refusal }
        let ticket = monitor.change { state in
            state.nextTicket += 1
            Self.follow(state.machine.acquire(state.nextTicket, now: Clock.now), &state, path)
            return state.nextTicket
        }
        let grant = monitor.wait { state in
            state.granted.removeValue(forKey: ticket).map { $0.map { slot in (slot, state.processes[slot]) } }
        }
        let (slot, process) = try grant.get()
        guard let process else { throw Self.closed }
        return (slot, process)
    }

    /// Gives a worker back.
    func release(_ slot: Int, _ process: WorkerProcess, _ release: PoolMachine.Release) {
        monitor.change { state in
            if let protections = process.protections { state.protections = protections }
            if release == .dead {
                state.processes[slot] = nil
                state.failures += 1
            }
            Self.follow(state.machine.release(slot, release, now: Clock.now), &state, path)
        }
        if let protections = process.protections { options.notice.give(protections, options.log) }
    }

    /// What the system refuses one worker it refuses every other, so none is started for nothing from now on.
    func refuseWork(_ error: CodecError) { monitor.change { $0.refusal = error } }

    /// Ends every worker, busy ones too, and waits until they are gone.
    func close() {
        monitor.change { state in
            Self.follow(state.machine.close(), &state, path)
            for process in state.processes.values { process.kill() }
        }
        monitor.wait { $0.isThreadDone ? () : nil }
    }

    /// Ends the workers that nobody uses now.
    func retireIdle() {
        monitor.change { Self.follow($0.machine.retireIdle(), &$0, path) }
    }

    var isClosed: Bool { monitor.read { $0.machine.isClosed } }

    var status: DecoderStatus {
        monitor.read { DecoderStatus(path: path, protections: $0.protections, workers: $0.processes.count, failures: $0.failures) }
    }

    /// Waits until there are as many workers as wanted, but for so many seconds at most; for tests.
    /// - Returns: whether there are.
    func wait(seconds: Double, forWorkers wanted: Int) -> Bool {
        let end = Clock.now + seconds
        return monitor.wait(deadline: { _ in end }) { state -> Bool? in
            if state.processes.count == wanted { return true }
            return Clock.now < end ? nil : false
        }
    }

    static let closed = CodecError(.workerMissing, "the decoder is closed already; open the library again")

    /// Sorts the machine's actions into answers for callers and errands for the thread. Under the lock.
    private static func follow(_ actions: [PoolMachine.Action], _ state: inout State, _ path: String) {
        for action in actions {
            switch action {
            case .grant(let ticket, let slot): state.granted[ticket] = .success(slot)
            case .refuse(let ticket):
                let error =
                    state.machine.isClosed
                    ? closed
                    : CodecError(
                        .workerMissing, "the decoder at \(path) does not start; reinstall it, or name another with \(DecoderLocator.variable)",
                        cause: state.startError)
                state.granted[ticket] = .failure(error)
            case .spawn, .end: state.errands.append(action)
            }
        }
    }

    private func runErrands() {
        while let errand = nextErrand() {
            switch errand {
            case .spawn(let slot): spawn(slot)
            case .end(let slot): retire(slot)
            case .grant, .refuse: break
            }
        }
        monitor.change { $0.isThreadDone = true }
    }

    /// Sleeps until there is something to do; `nil` once the pool is closed and empty.
    private func nextErrand() -> PoolMachine.Action? {
        monitor.wait(deadline: { $0.machine.nextTick }) { [path] state -> PoolMachine.Action?? in
            Self.follow(state.machine.tick(Clock.now), &state, path)
            if !state.errands.isEmpty { return .some(state.errands.removeFirst()) }
            return state.machine.isDone ? .some(nil) : nil
        }
    }

    private func spawn(_ slot: Int) {
        let result: Result<WorkerProcess, SystemError>
        do throws(SystemError) { result = .success(try WorkerProcess(path: path, options: options)) } catch { result = .failure(error) }
        monitor.change { [path] state in
            switch result {
            case .success(let process):
                state.processes[slot] = process
                Self.follow(state.machine.started(slot, now: Clock.now), &state, path)
            case .failure(let error):
                state.startError = "\(error)"
                Self.follow(state.machine.startFailed(slot, now: Clock.now), &state, path)
            }
        }
    }

    private func retire(_ slot: Int) {
        let process = monitor.change { $0.processes.removeValue(forKey: slot) }
        _ = process?.end()
        monitor.change { $0.machine.ended(slot) }
    }
}
