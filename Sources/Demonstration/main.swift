import DemonstrationMessages
import Foundation
import Glibc
import Synchronization

// photos-demonstration, which `photos demo` starts with an order and listens to. What is typed at the terminal is for `photos` to hear.
signal(SIGINT, SIG_IGN)
signal(SIGPIPE, SIG_IGN)
guard CommandLine.arguments.count == 2, let order = try? JSONDecoder().decode(DemonstrationOrder.self, from: Data(CommandLine.arguments[1].utf8)) else {
    FileHandle.standardError.write(Data("photos-demonstration is started by 'photos demo'; it does nothing on its own\n".utf8))
    exit(64)
}
Customer.listen()
Demonstration.fulfil(order, tell: { Customer.tell($0) }, isCancelled: { Customer.isGone })

/// The program that ordered, at the other ends of standard input and output.
private enum Customer {
    private static let hasLeft = Atomic<Bool>(false)
    private static let output = Mutex(FileHandle.standardOutput)

    static var isGone: Bool { hasLeft.load(ordering: .relaxed) }

    static func listen() {
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while read(STDIN_FILENO, &byte, 1) > 0 {}
            hasLeft.store(true, ordering: .relaxed)
        }
    }

    /// Called on any thread. Nobody listens any more where it fails, and then there is nobody to say that to.
    static func tell(_ message: DemonstrationMessage) {
        guard let line = try? message.line() else { return }
        output.withLock { _ = try? $0.write(contentsOf: Data(line)) }
    }
}
