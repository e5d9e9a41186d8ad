import Foundation

/// Work that many threads do and one takes up in the order it was handed in.
///
/// At most `window` pieces are between handing in and taking up, which bounds the memory whatever the size of the whole.
package final class OrderedPipeline<Input: Sendable, Output: Sendable>: @unchecked Sendable {
    package enum Taken { case output(Output), timeout, ended }

    private let window: Int
    /// Guards everything below, which is what makes the class sendable.
    private let condition = NSCondition()
    private var waiting: [(number: Int, input: Input)] = []
    private var outputs: [Int: Output] = [:]
    private var submitted = 0
    private var taken = 0
    private var isClosed = false
    private var isStopped = false

    package init(window: Int) { self.window = window }

    /// Waits for room. False after `stop`.
    package func submit(_ input: Input) -> Bool {
        condition.withLock {
            while submitted - taken >= window, !isStopped { condition.wait() }
            guard !isStopped else { return false }
            waiting.append((submitted, input))
            submitted += 1
            condition.broadcast()
            return true
        }
    }

    /// No more pieces will come.
    package func close() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }

    /// Drops what no worker has begun; the others may be taken up still.
    package func stop() {
        condition.withLock {
            isStopped = true
            isClosed = true
            submitted -= waiting.count
            waiting = []
            condition.broadcast()
        }
    }

    /// True from `stop` on.
    package var isOver: Bool { condition.withLock { isStopped } }

    /// A worker's loop: ends when nothing more will come.
    package func work(_ body: (Input) -> Output) {
        while let (number, input) = begin() {
            let output = body(input)
            condition.withLock {
                outputs[number] = output
                condition.broadcast()
            }
        }
    }

    private func begin() -> (Int, Input)? {
        condition.withLock {
            while waiting.isEmpty {
                if isClosed { return nil }
                condition.wait()
            }
            return waiting.removeFirst()
        }
    }

    /// The next piece in order, waiting for it until `deadline`, or as long as it takes for `nil`.
    package func take(until deadline: Date?) -> Taken {
        condition.withLock {
            while true {
                if let output = outputs.removeValue(forKey: taken) {
                    taken += 1
                    condition.broadcast()
                    return .output(output)
                }
                if isClosed, taken == submitted { return .ended }
                if let deadline {
                    if !condition.wait(until: deadline) { return .timeout }
                } else {
                    condition.wait()
                }
            }
        }
    }
}
