import Foundation
import Glibc

/// What a person at the terminal asks for while a command goes on.
enum KeyPresses {
    /// Calls `act` each time that Enter is pressed, until the terminal is gone. Does nothing where nobody is there to press it.
    /// - Parameter begun: called at once where somebody is there.
    static func onEnter(_ act: @escaping @Sendable () -> Void, begun: () -> Void) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return }
        begun()
        Thread.detachNewThread {
            while let isOurs = waitForLine() {
                // A command in the background would be stopped for reading what was typed for another one.
                guard isOurs else { sleep(1); continue }
                guard readLine() != nil else { return }
                act()
            }
        }
    }

    /// Whether a line that came is meant for this process; `nil` where there are no more.
    private static func waitForLine() -> Bool? {
        var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, -1) < 0 { guard errno == EINTR else { return nil } }
        guard waiting.revents & Int16(POLLIN) != 0 else { return nil }
        return tcgetpgrp(STDIN_FILENO) == getpgrp()
    }
}
