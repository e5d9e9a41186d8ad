import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An answer that goes on as server-sent events, until the client or `tell` has enough.
    /// - Parameter tell: gets who wakes it, which follows from before the first event on, and what writes.
    /// - Throws: a `Problem` where too many are followed already.
    static func events(
        for request: Request, _ context: GalleryContext,
        _ tell: @escaping @Sendable (_ follower: Follower, _ write: (ByteBuffer) async throws -> Void) async throws -> Void
    ) throws -> Response {
        // Said while there can still be a status.
        try context.feed.checkSlot(for: context.session)
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                let follower = try context.feed.follow(for: context.session)
                defer { follower.end() }
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    try await tell(follower) { try await writer.write($0) }
                }
                try await writer.finish(nil)
            })
    }
}
