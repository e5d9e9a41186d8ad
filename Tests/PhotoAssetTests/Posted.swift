import Foundation
import PhotoAsset

/// What was read of an asset each time a notification of it was posted, to loop over.
struct Posted<Value: Sendable>: AsyncSequence {
    private let stream: AsyncStream<Value>

    /// From now on.
    init(_ name: Notification.Name, _ asset: PhotoAsset, _ value: @escaping @Sendable (PhotoAsset) -> Value) {
        let (stream, continuation) = AsyncStream<Value>.makeStream()
        self.stream = stream
        let observer = NotificationCenter.default.addObserver(forName: name, object: asset, queue: nil) { _ in
            dispatchPrecondition(condition: .onQueue(.main))
            continuation.yield(value(asset))
        }
        let token = Token(observer)
        continuation.onTermination = { _ in token.end() }
    }

    func makeAsyncIterator() -> AsyncStream<Value>.Iterator { stream.makeAsyncIterator() }

    // Guarded by being used once.
    private final class Token: @unchecked Sendable {
        private let observer: any NSObjectProtocol
        init(_ observer: any NSObjectProtocol) { self.observer = observer }
        func end() { NotificationCenter.default.removeObserver(observer) }
    }
}
