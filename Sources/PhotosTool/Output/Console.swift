import Glibc
import Synchronization

/// Standard output and standard error of this process: results go to the one, all else to the other.
final class Console: Sendable {
    private struct State {
        var buffer: [UInt8] = []
        /// A bar that stands on the terminal's last line and must be cleared before anything else is written there.
        var barIsShown = false
    }

    private let state = Mutex(State())
    let isQuiet: Bool
    /// Whether a progress bar can be drawn: on a terminal that moves its cursor.
    let showsProgress: Bool
    let usesUnicode: Bool

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
        let terminal = environmentValue("TERM") ?? ""
        showsProgress = !isQuiet && isatty(STDERR_FILENO) == 1 && terminal != "dumb"
        let locale = environmentValue("LC_ALL") ?? environmentValue("LC_CTYPE") ?? environmentValue("LANG") ?? ""
        usesUnicode = locale.uppercased().contains("UTF")
    }

    // MARK: Results

    /// Adds a result; it is written when enough has come together, or at the latest by `flush`.
    func result(_ bytes: some Collection<UInt8>) throws(ToolFailure) {
        let full = state.withLock { state -> [UInt8]? in
            state.buffer.append(contentsOf: bytes)
            guard state.buffer.count >= 1 << 16 else { return nil }
            defer { state.buffer.removeAll(keepingCapacity: true) }
            return state.buffer
        }
        if let full { try write(full) }
    }

    func resultLine(_ line: String) throws(ToolFailure) {
        try result((line + "\n").utf8)
    }

    /// Columns of the terminal that results go to; `nil` where they go to a file or another program.
    var resultWidth: Int? { Self.resultColumns }

    static var resultColumns: Int? { isatty(STDOUT_FILENO) == 1 ? width(of: STDOUT_FILENO) : nil }

    static var messageColumns: Int? { isatty(STDERR_FILENO) == 1 ? width(of: STDERR_FILENO) : nil }

    func flush() throws(ToolFailure) {
        let rest = state.withLock { state in
            defer { state.buffer.removeAll(keepingCapacity: true) }
            return state.buffer
        }
        if !rest.isEmpty { try write(rest) }
    }

    private func write(_ bytes: [UInt8]) throws(ToolFailure) {
        guard let errno = writeAll(bytes, to: STDOUT_FILENO) else { return }
        // The reader has seen enough (`photos assets | head`): nothing failed, and there is nobody left to tell.
        if errno == EPIPE { throw .readerGone }
        throw ToolFailure(
            .cannotWrite,
            "The result could not be written to standard output: \(describe(errno: errno)). "
                + "Make room or send the output somewhere else, then run the command again.")
    }

    // MARK: Messages

    /// Something worth knowing that is no failure; silent with `--quiet`.
    func note(_ message: Sentence) {
        if !isQuiet { standardError(message.text + "\n") }
    }

    /// One line for something that went wrong; never silenced.
    func problem(_ message: Sentence) { standardError("photos: " + message.text + "\n") }

    private func standardError(_ text: String) {
        state.withLock { state in
            let clear = state.barIsShown ? "\r\u{1B}[K" : ""
            state.barIsShown = false
            _ = writeAll(Array((clear + text).utf8), to: STDERR_FILENO)
        }
    }

    /// What a person at the terminal says to a question; `nil` where nobody is there to be asked.
    func answer(to question: Sentence) -> String? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        standardError(question.text)
        return readLine() ?? ""
    }

    /// Whether an answer to a question of `[y/N]` agrees, in English or in the user's language.
    static func isYes(_ answer: String) -> Bool { ["y", "yes", say("yes"), String(say("yes").prefix(1))].contains(answer.lowercased()) }

    // MARK: The bar

    /// Columns of the terminal behind standard error.
    var width: Int { Self.width(of: STDERR_FILENO) }

    private static func width(of terminal: Int32) -> Int {
        var size = winsize()
        if ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return environmentValue("COLUMNS").flatMap(Int.init) ?? 80
    }

    /// Draws `line` over the one drawn before; `nil` clears it.
    func draw(_ line: String?) {
        state.withLock { state in
            guard line != nil || state.barIsShown else { return }
            _ = writeAll(Array(("\r" + (line ?? "") + "\u{1B}[K").utf8), to: STDERR_FILENO)
            state.barIsShown = line != nil
        }
    }
}

/// Writes everything or says by its `errno` why not.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
        let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if written >= 0 {
            rest = rest.dropFirst(written)
        } else if errno == EAGAIN {
            // Somebody gave us a non-blocking descriptor: wait until it takes more.
            var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = Glibc.poll(&poll, 1, -1)
        } else if errno != EINTR {
            return errno
        }
    }
    return nil
}

/// What the C library says about an error number, such as `No space left on device`.
func describe(errno: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(errno, &buffer, buffer.count) == 0 else { return "error \(errno)" }
    return SystemText.translated(String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
}

/// A variable that is set and not empty.
func environmentValue(_ name: String) -> String? {
    guard let value = getenv(name), value[0] != 0 else { return nil }
    return String(cString: value)
}
