import Foundation
import Glibc
import TestSupport

/// A pseudo-terminal, so that a progress bar is drawn and can be waited for.
final class Terminal {
    let process: Process
    private let master: Int32
    private let output: URL
    private(set) var text = ""

    /// Starts the tool with standard error on a terminal of `columns`, and standard output in a file.
    /// - Parameter hasKeyboard: standard input is the terminal too, in whose foreground the tool runs.
    init(_ arguments: [String], columns: UInt16 = 100, environment: [String: String] = [:], hasKeyboard: Bool = false) throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: 25, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&master, &slave, nil, nil, &size) == 0 else { throw CocoaError(.fileReadUnknown) }
        // Whatever another test starts at the same time must not hold the terminal: its end is how the tool's is seen.
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.master = master
        output = FileManager.default.temporaryDirectory.appending(path: "photos-terminal-\(UUID().uuidString)")
        try Data().write(to: output)
        let all = ["TERM": "xterm"].merging(environment) { $1 }
        // `setsid -c` makes the terminal on standard input the controlling one, as it is where a person sits.
        process =
            hasKeyboard
            ? Tool.process(URL(fileURLWithPath: "/usr/bin/setsid"), ["-c", "-w", Tool.executable.path] + arguments, all) : Tool.process(Tool.executable, arguments, all)
        if hasKeyboard { process.standardInput = FileHandle(fileDescriptor: slave, closeOnDealloc: false) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
        try process.run()
        close(slave)
    }

    deinit {
        close(master)
        try? FileManager.default.removeItem(at: output)
    }

    /// Reads what is drawn until `isEnough` of all that was drawn so far. False where the process ended before.
    func wait(until isEnough: (String) -> Bool) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !isEnough(text) {
            let count = read(master, &buffer, buffer.count)
            // The other end gone shows as EIO.
            guard count > 0 else { return false }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return true
    }

    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// What `find` finds in standard output; `nil` where the process ended without.
    func waitForOutput<T>(_ find: (String) -> T?) -> T? {
        var found: T?
        _ = try? FileListener(output).wait {
            let isOver = !process.isRunning
            found = find((try? String(contentsOf: output, encoding: .utf8)) ?? "")
            return found != nil || isOver
        }
        return found
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for the end; the status as the shell shows it, and standard output.
    func finish() throws -> (status: Int32, output: String) {
        _ = wait { _ in false }
        process.waitUntilExit()
        let status = process.terminationReason == .uncaughtSignal ? 128 + process.terminationStatus : process.terminationStatus
        return (status, String(decoding: try Data(contentsOf: output), as: UTF8.self))
    }
}
