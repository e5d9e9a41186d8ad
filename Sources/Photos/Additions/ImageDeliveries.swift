import Foundation
import LibraryEngine

/// The pictures that answer one request, from a degraded one to what was asked for. Addition; made by `PHImageManager.images(for:…)`.
///
/// Each loop over it is a request of its own, which begins with the first `next` and ends exactly once: after the last picture, with an error, or
/// when the loop is left or its task cancelled, which drops the work unless somebody else waits for it. A loop that takes its time gets the newest
/// picture and misses the one before. May be used from any thread and waits for none, the main thread included.
public struct ImageDeliveries: AsyncSequence, Sendable {
    private let asset: PHAsset
    private let targetSize: CGSize
    private let contentMode: PHImageContentMode
    private let wantsDegraded: Bool
    // Guarded by being a copy that nobody changes.
    private let options: Unchecked<PHImageRequestOptions?>
    /// Called as each loop begins, with options of its own that may be changed. What it gives is called once that loop is over, however it ends.
    package var whenBegun: (@Sendable (PHImageRequestOptions) -> (@Sendable () -> Void))?

    init(_ asset: PHAsset, _ targetSize: CGSize, _ contentMode: PHImageContentMode, _ options: PHImageRequestOptions?, wantsDegraded: Bool) {
        let options = options?.copy() as? PHImageRequestOptions
        // Who awaits does not block.
        options?.isSynchronous = false
        (self.asset, self.targetSize, self.contentMode) = (asset, targetSize, contentMode)
        (self.wantsDegraded, self.options) = (wantsDegraded, Unchecked(options))
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    private func start() throws(PHPhotosError) -> Subscription {
        do {
            let library = try asset.sourceLibrary()
            var options = options.value, whenEnded: (@Sendable () -> Void)?
            if let whenBegun, let own = options?.copy() as? PHImageRequestOptions { (options, whenEnded) = (own, whenBegun(own)) }
            var request = ImageRequest(asset, library, PHImageManager.nextID(), targetSize: targetSize, contentMode: contentMode, options: options)
            if !wantsDegraded { request.wantsDegradedFirst = false }
            let mailbox = ImageMailbox(library.images)
            mailbox.start(request)
            return Subscription(mailbox, asset, whenEnded)
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// One request. Used by one task.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private enum State { case before(ImageDeliveries), running(Subscription), ended }
        private var state: State

        fileprivate init(_ deliveries: ImageDeliveries) { state = .before(deliveries) }

        /// The next picture, waited for; `nil` after the last.
        /// - Throws: a `PHPhotosError`, such as `.missingResource`; `CancellationError` where the task was cancelled before it took the last picture.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> ImageDelivery? {
            if case .ended = state { return nil }
            do {
                if case .before(let deliveries) = state {
                    try Task.checkCancellation()
                    state = .running(try deliveries.start())
                }
                if case .running(let subscription) = state, let result = try await subscription.mailbox.next(isolation: actor) {
                    return ImageDelivery(result, of: subscription.asset)
                }
            } catch {
                state = .ended
                throw error
            }
            state = .ended
            return nil
        }
    }

    /// Ends the request when nobody can ask for its pictures any more. The pipeline holds the mailbox, and the iterator alone this.
    private final class Subscription: Sendable {
        let mailbox: ImageMailbox
        let asset: PHAsset
        private let whenEnded: (@Sendable () -> Void)?

        init(_ mailbox: ImageMailbox, _ asset: PHAsset, _ whenEnded: (@Sendable () -> Void)?) {
            (self.mailbox, self.asset, self.whenEnded) = (mailbox, asset, whenEnded)
        }

        deinit {
            mailbox.cancel()
            whenEnded?()
        }
    }
}
