import DemonstrationMessages
import Foundation
import Glibc
import LibraryEngine

/// `photos-demonstration`, which paints and imports in a process of its own, so that this one links nothing that pictures are written with.
struct DemonstrationProgram {
    private let process = Process()
    private let input = Pipe(), output = Pipe()

    private init(_ path: String, _ order: DemonstrationOrder) throws {
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [String(decoding: try JSONEncoder().encode(order), as: UTF8.self)]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
    }

    /// Blocks until everything is made, or until what was begun is cleared away because the user interrupted.
    /// - Returns: the last message.
    static func run(_ order: DemonstrationOrder, hear: (DemonstrationMessage) -> Void) throws -> DemonstrationMessage {
        guard let path = LibraryEngine.Environment.program(DemonstrationOrder.program) else {
            throw ToolFailure(
                .unavailable,
                "There is no \(DemonstrationOrder.program), which makes the demonstration. Put it beside photos; './photos' in the package's folder builds both.")
        }
        let program = try DemonstrationProgram(path, order)
        var last: DemonstrationMessage?
        program.forEachLine { line in
            last = DemonstrationMessage(line: line)
            if let last { hear(last) }
        }
        program.process.waitUntilExit()
        guard let last else { throw endedTooSoon }
        return last
    }

    static var endedTooSoon: ToolFailure {
        ToolFailure(.internalError, "\(DemonstrationOrder.program) ended in the middle of its work. Run it again; if that does not help, please report it.")
    }

    private func forEachLine(_ body: (ArraySlice<UInt8>) -> Void) {
        let descriptor = output.fileHandleForReading.fileDescriptor
        var pending: [UInt8] = [], isToldToEnd = false
        while true {
            if Interruption.isRequested, !isToldToEnd {
                isToldToEnd = true
                try? input.fileHandleForWriting.close()
            }
            var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // Not longer, since a signal that asks for the end may come to another thread.
            guard poll(&state, 1, 200) > 0 else { continue }
            let chunk = [UInt8](unsafeUninitializedCapacity: 64 << 10) { target, filled in
                filled = max(0, read(descriptor, target.baseAddress, target.count))
            }
            guard !chunk.isEmpty else { return }
            pending += chunk
            while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                body(pending[..<end])
                pending.removeSubrange(...end)
            }
        }
    }
}
