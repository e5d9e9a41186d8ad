import Glibc

/// Misbehaves on the worker's own account, whatever it was asked for.
enum Fault: String, CaseIterable {
    case hang, spin, crash, abort, exit, allocate, chatter, flood

    /// Returns from `flood` alone, which goes on beside honest work.
    func commit() {
        switch self {
        case .hang: while true { poll(nil, 0, -1) }
        case .spin: while clock() >= 0 {}
        case .crash: UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        case .abort:
            Self.say("something terrible happened")
            Glibc.abort()
        case .exit: Glibc.exit(3)
        case .allocate:
            while true {
                let piece = UnsafeMutableRawPointer.allocate(byteCount: 64 << 20, alignment: 16)
                memset(piece, 1, 64 << 20)
            }
        case .chatter:
            for line in 0..<100_000 { Self.say("line \(line)") }
            Glibc.abort()
        case .flood:
            // Faster than anybody reads.
            for _ in 0..<4 {
                var thread = pthread_t()
                pthread_create(
                    &thread, nil,
                    { _ in
                        let much = [UInt8](repeating: UInt8(ascii: "x"), count: 32 << 10)
                        while true { write(STDERR_FILENO, much, much.count) }
                    }, nil)
            }
        }
    }

    private static func say(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
