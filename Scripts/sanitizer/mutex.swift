import Foundation
import Synchronization

// The same with a mutex: none may be reported.
final class Counter: Sendable { let count = Mutex(0) }

let counter = Counter()
let group = DispatchGroup()
for _ in 0..<4 {
    group.enter()
    Thread {
        for _ in 0..<10_000 { counter.count.withLock { $0 += 1 } }
        group.leave()
    }.start()
}
group.wait()
