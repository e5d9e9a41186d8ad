import Foundation

/// Makes elements on a thread of its own while the calling thread takes those that were made before, in their order.
/// - Parameters:
///   - limit: how many may wait to be taken.
///   - make: calls `send` with each element, which waits while too many are there, and throws where nobody takes any more: `make` then ends with that.
/// - Throws: what `take` throws; else what `make` throws, when all that it sent before was taken. Nothing runs any more then.
func readAhead<Element: Sendable>(
    _ limit: Int, make: @escaping @Sendable (_ send: (Element) throws -> Void) throws -> Void, take: (Element) throws -> Void
) throws {
    let passage = Passage<Element>(limit)
    let thread = Thread { passage.end(Result { try make(passage.send) }) }
    thread.name = "photos.ahead"
    thread.start()
    do {
        while let element = try passage.next() { try take(element) }
    } catch {
        passage.giveUp()
        throw error
    }
}

/// What is between the two threads.
private final class Passage<Element: Sendable>: Sendable {
    /// Nobody takes what is sent any more.
    private struct GivenUp: Error {}

    private struct State {
        var elements: [Element] = []
        var outcome: Result<Void, any Error>?
        var isGivenUp = false
    }

    private let limit: Int
    private let condition = NSCondition()
    // Guarded by `condition`, which is locked around every use.
    private nonisolated(unsafe) var state = State()

    init(_ limit: Int) { self.limit = limit }

    func send(_ element: Element) throws {
        try condition.withLock {
            while state.elements.count >= limit, !state.isGivenUp { condition.wait() }
            guard !state.isGivenUp else { throw GivenUp() }
            state.elements.append(element)
            condition.broadcast()
        }
    }

    func end(_ result: Result<Void, any Error>) {
        condition.withLock {
            state.outcome = result
            condition.broadcast()
        }
    }

    /// `nil` after the last one.
    func next() throws -> Element? {
        try condition.withLock { () -> Element? in
            while state.elements.isEmpty, state.outcome == nil { condition.wait() }
            guard state.elements.isEmpty else {
                defer { condition.broadcast() }
                return state.elements.removeFirst()
            }
            try state.outcome?.get()
            return nil
        }
    }

    /// Returns when the other thread has ended.
    func giveUp() {
        condition.withLock {
            state.isGivenUp = true
            condition.broadcast()
            while state.outcome == nil { condition.wait() }
        }
    }
}
