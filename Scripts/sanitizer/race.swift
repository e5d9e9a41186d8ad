import Foundation

// A race that must be reported: with it Scripts/thread-sanitizer tests itself first.
final class Counter: @unchecked Sendable { var count = 0 }

let counter = Counter()
let group = DispatchGroup()
for _ in 0..<4 {
    group.enter()
    Thread {
        for _ in 0..<10_000 { counter.count += 1 }
        group.leave()
    }.start()
}
group.wait()
