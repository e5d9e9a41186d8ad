import Decoding
import Foundation
import Pixels

/// A request's way from asset to pixels.
///
/// Requests for the same pixels share the work; the work runs on a fixed number of threads of the pipeline's own, which start with the first request
/// and end with the pipeline. Handlers run on these threads, one at a time for each request, with no lock held; they should be short.
package final class ImagePipeline: Sendable {
    private let core: PipelineCore
    private let prefetcher: Prefetcher

    /// `threads`: how many decodes may run at once, not counting `renderNow`.
    /// `byteBudget`: how many bytes of pixels may be under way, in decodes that run, finished and not told of yet, and waiting for their receivers by `hold`.
    /// A single picture that is larger has the budget to itself.
    /// `onFault`: told of every original that could not be decoded, on the thread that noticed; it should be short.
    /// `onMade`: told of thumbnails and previews that were made since somebody asked for a picture, on the thread that made them; it should be short.
    /// `watch`: when it tells that memory is scarce, finished pictures and idle decoders are let go.
    package init(
        decoder: any MediaDecoder, derivatives: DerivativeStore, threads: Int, byteBudget: Int = 256 << 20, watch: MemoryWatch = .shared,
        onFault: @escaping @Sendable (ImageFault) -> Void = { _ in }, onMade: @escaping @Sendable (MadeDerivatives) -> Void = { _ in }
    ) {
        let renderer = Renderer(decoder: decoder, derivatives: derivatives, onFault: onFault, onMade: onMade)
        core = PipelineCore(renderer: renderer, threads: max(1, threads), byteBudget: max(1, byteBudget), watch: watch)
        prefetcher = Prefetcher(core, budget: ResultCache.standardBudget, atOnce: 2 * max(1, threads))
    }

    /// Tells that a handler passed a result on to somebody who has not taken it yet. Call it in the handler, and `release` once it is taken:
    /// until then the result's bytes count against the budget. `renderNow` heeds no budget.
    package func hold(_ result: ImageResult) { core.hold(result.image.byteCount) }

    package func release(_ result: ImageResult) { core.release(result.image.byteCount) }

    deinit {
        prefetcher.close()
        core.stop()
    }

    /// Starts a request and returns at once. The handler is called on another thread: `degraded` ones of growing size, at most two,
    /// then exactly one terminal event.
    /// Of requests that wait at one priority the newest is worked on first; in the background, the oldest. Where the handler needs the
    /// request's name, it asks for one first with `reserveID`.
    @discardableResult
    package func request(_ request: ImageRequest, id: ImageRequestID? = nil, handler: @escaping @Sendable (ImageEvent) -> Void) -> ImageRequestID {
        let id = id ?? reserveID()
        core.begin(request, id: id.rawValue, handler: handler)
        return id
    }

    /// A name for a request that is about to be made, so that it is known before any handler can run.
    package func reserveID() -> ImageRequestID { ImageRequestID(rawValue: core.reserveID()) }

    /// Ends a request with `cancelled`, in constant time. Work that nobody else waits for and that has not begun is dropped. Without effect
    /// once the terminal event is on its way.
    package func cancel(_ id: ImageRequestID) { core.cancel(id.rawValue) }

    /// From now on the request waits as if it had been made now, with this priority, in constant time: of those that somebody looks at the newest
    /// goes first. Work that others want sooner, or that has begun, goes on as it is. Without effect once the terminal event is on its way.
    package func setPriority(_ priority: ImageRequest.Priority, of id: ImageRequestID) { core.setPriority(priority, of: id.rawValue) }

    /// The pixels, made on the calling thread; blocks it, and waits for no other thread of this process unless the file is to be fetched first.
    package func renderNow(_ request: ImageRequest) throws(ImagingError) -> ImageResult {
        try core.renderNow(request)
    }

    /// Makes the thumbnail and preview of the asset's current version on the calling thread, and keeps them; `onMade` is not told.
    /// - Returns: `nil` where another thread made them meanwhile, because somebody asked for the picture.
    /// - Throws: why there is nothing to be made of; `onFault` is told of a file that is to blame.
    package func deriveNow(_ request: ImageRequest) throws(ImagingError) -> MadeDerivatives? { try core.deriveNow(request) }

    /// Whether nobody waits for a picture.
    package var isIdle: Bool { core.isIdle }

    /// The finished pixels of an earlier request for the same, while they are in memory and the asset has not changed; reads the catalogue where there
    /// are any. A request for them would be told nothing else.
    package func remembered(_ request: ImageRequest) -> ImageResult? { core.remembered(request) }

    /// Drops all finished pixels from memory, and what is known of files that take too long.
    package func forgetPictures() { core.forgetEverything() }

    /// Makes the pixels of requests ahead, at the lowest priority and in their order, and remembers them until their owner stops it. Of an asset an owner
    /// gets prepared what it asked for first. Where more is asked for than memory holds, the rest gets a thumbnail and a preview on disk.
    package func startCaching(_ items: some Sequence<PrefetchItem>, for owner: PrefetchOwner) { prefetcher.start(items, for: owner) }

    /// Name the same pixels. What others want too stays.
    package func stopCaching(_ items: some Sequence<PrefetchItem>, for owner: PrefetchOwner) { prefetcher.stop(items, for: owner) }

    package func stopCaching(for owner: PrefetchOwner) { prefetcher.stopAll(for: owner) }
}
