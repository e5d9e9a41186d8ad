import Glibc
import Synchronization

/// Ctrl-C and `kill`: how this process ends when it is told to.
///
/// Most commands end at once. One that changes something asks for patience: the first signal then only raises a flag, which the
/// work looks at between two items, and the second one ends the process.
enum Interruption {
    /// Bit 0: patience was asked for. Bits above: signals seen since.
    private static let state = Atomic<Int>(0)
    /// Where the first signal is written to by work that goes on until it is told to end; below zero while there is none.
    private static let end = Atomic<Int32>(-1)
    /// Whether a half-drawn line of a terminal stands before the message.
    private static let isOnTerminal = Atomic<Bool>(false)

    /// What the first signal says, made beforehand: in a signal handler nothing can be put together. Never given back.
    private nonisolated(unsafe) static let patience: UnsafeBufferPointer<UInt8> = {
        let text = say("Stopping after the files at hand. Press Ctrl-C again to stop at once; what is committed stays either way.")
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count + 9)
        _ = bytes.initialize(from: Array("photos: \(text)\n".utf8))
        return UnsafeBufferPointer(bytes)
    }()

    /// Whether the user wants the work to stop.
    static var isRequested: Bool { state.load(ordering: .relaxed) >= 2 }

    static func install() {
        // Touched here, so that the handler never is the one to initialise it.
        _ = state.load(ordering: .relaxed)
        _ = end.load(ordering: .relaxed)
        _ = patience.count
        isOnTerminal.store(isatty(STDERR_FILENO) == 1, ordering: .relaxed)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in Interruption.handle() }
        // System calls go on: the flag is looked at between items, not by way of EINTR.
        action.sa_flags = SA_RESTART
        sigaction(SIGINT, &action, nil)
        sigaction(SIGTERM, &action, nil)
        // Whoever started us may have blocked them for itself, and a mask is inherited.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        // A reader that went away shows as EPIPE where it is written to, and a worker that died the same way.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Runs `work` with patience for one signal.
    static func patiently<T>(_ work: () throws -> T) rethrows -> T {
        state.store(1, ordering: .relaxed)
        defer { state.bitwiseAnd(~1, ordering: .relaxed) }
        return try work()
    }

    /// Runs work that has done what was asked for once it is told to end. A second signal does not wait for its end.
    static func untilToldToEnd<T>(_ work: (EndSignal) throws -> T) throws -> T {
        let signal = try EndSignal()
        end.store(signal.writing, ordering: .relaxed)
        defer { end.store(-1, ordering: .relaxed) }
        return try work(signal)
    }

    /// In the signal handler: nothing but atomics, `write` and `_exit`.
    private static func handle() {
        let before = state.add(2, ordering: .relaxed).oldValue
        let listener = end.load(ordering: .relaxed)
        if before < 2, listener >= 0 {
            var byte: UInt8 = 0
            _ = write(listener, &byte, 1)
            return
        }
        if before != 1 { _exit(ToolFailure.Status.interrupted.rawValue) }
        let newline: StaticString = "\n"
        if isOnTerminal.load(ordering: .relaxed) { _ = write(STDERR_FILENO, newline.utf8Start, newline.utf8CodeUnitCount) }
        _ = write(STDERR_FILENO, patience.baseAddress, patience.count)
    }
}
