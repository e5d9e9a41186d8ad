import CLinux
import Foundation
import Glibc
import Synchronization

/// Something to wait for on a thread: that memory is scarce.
protocol PressureEvents: Sendable {
    /// Blocks until memory is scarce; false once nothing is told any more.
    func wait() -> Bool
}

/// Tells everybody who keeps pictures in memory when memory is scarce. One for the process; its thread starts with the first who listens.
package final class MemoryWatch: Sendable {
    package static let shared = MemoryWatch(KernelPressure())
    /// Tells nothing: for tests, whose pictures stay in memory whatever else the machine does.
    package static let none = MemoryWatch(NoPressureEvents())

    /// Ends the listening with its end.
    final class Listener: Sendable {
        private let watch: MemoryWatch
        private let number: Int

        fileprivate init(_ watch: MemoryWatch, _ number: Int) { (self.watch, self.number) = (watch, number) }

        deinit { watch.forget(number) }
    }

    private struct State {
        var listeners: [Int: @Sendable () -> Void] = [:]
        var lastNumber = 0
        var isWatching = false
    }

    private let events: any PressureEvents
    private let state = Mutex(State())

    init(_ events: any PressureEvents) { self.events = events }

    /// `body` is called on the watch's thread, with no lock held, as long as the listener is kept.
    func listen(_ body: @escaping @Sendable () -> Void) -> Listener {
        let (number, starts) = state.withLock { state in
            state.lastNumber += 1
            state.listeners[state.lastNumber] = body
            defer { state.isWatching = true }
            return (state.lastNumber, !state.isWatching)
        }
        if starts {
            let thread = Thread { self.watch() }
            thread.name = "memory pressure"
            thread.stackSize = 256 << 10
            thread.start()
        }
        return Listener(self, number)
    }

    private func watch() {
        while events.wait() {
            for body in state.withLock({ Array($0.listeners.values) }) { body() }
        }
    }

    private func forget(_ number: Int) {
        // Let go of outside the lock: what a listener holds may come back here at its end.
        let gone = state.withLock { $0.listeners.removeValue(forKey: number) }
        withExtendedLifetime(gone) {}
    }
}

private struct NoPressureEvents: PressureEvents {
    func wait() -> Bool { false }
}

/// The kernel's own pressure events. Found and opened by the first wait.
final class KernelPressure: PressureEvents {
    private struct Opened {
        var source: PressureSource
        var trigger: Int32 = -1
    }

    private let find: @Sendable () -> PressureSource
    /// Between two looks at averages.
    private let seconds: Int
    private let opened = Mutex<Opened?>(nil)
    private let waker = clinux_pressure_waker()

    init(seconds: Int = PressureSource.seconds, _ find: @escaping @Sendable () -> PressureSource = { PressureSource.find() }) {
        (self.seconds, self.find) = (seconds, find)
    }

    deinit {
        opened.withLock { if let trigger = $0?.trigger, trigger >= 0 { close(trigger) } }
        if waker >= 0 { close(waker) }
    }

    /// Ends a wait in another thread, and all later ones.
    func stop() { clinux_pressure_wake(waker) }

    func wait() -> Bool {
        guard waker >= 0 else { return false }
        while true {
            let opened = open()
            switch opened.source {
            case .none: return false
            case .trigger(let path):
                switch clinux_pressure_wait(opened.trigger, waker, -1) {
                case 1: return true
                case 2: return false
                // The group is gone, as when the process was moved to another: its averages may still be told, or nothing.
                default: self.opened.withLock { $0?.source = .averages(path: path) }
                }
            case .averages(let path):
                guard clinux_pressure_wait(-1, waker, Int32(seconds) * 1000) == 0 else { return false }
                guard let average = PressureSource.average(at: path) else { return false }
                if average >= PressureSource.share { return true }
            }
        }
    }

    private func open() -> Opened {
        opened.withLock { opened in
            if let opened { return opened }
            var new = Opened(source: find())
            if case .trigger(let path) = new.source {
                new.trigger = clinux_pressure_trigger(path, PressureSource.stall, PressureSource.window)
                if new.trigger < 0 { new.source = .averages(path: path) }
            }
            opened = new
            return new
        }
    }
}
