import Synchronization

/// Seconds that go on by a step whenever somebody looks.
final class TestTime: Sendable {
    private let state: Mutex<(next: Double, step: Double)>

    init(step: Double) { state = Mutex((0, step)) }

    func restart(step: Double) { state.withLock { $0 = (0, step) } }

    /// What was said last.
    var last: Double { state.withLock { $0.next - $0.step } }

    var now: @Sendable () -> Double {
        {
            self.state.withLock { state in
                defer { state.next += state.step }
                return state.next
            }
        }
    }
}
