import NIOCore

/// Stands before HTTP's decoder, and answers plain requests for thumbnails that lie in memory from the bytes as they came; everything else passes.
///
/// A scrolling page asks for little else, and to decode a request into objects costs more than to answer it. The guard's rules hold here as well: what they would have
/// to think about is left to them.
final class QuickAnswers: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let guardian: RequestGuard
    private let shortcut: ThumbnailShortcut
    private let handler: RequestHandler
    private var answer = ByteBuffer()
    /// Whose cookie this is, so that it is not looked up for each picture of a page; now and then it is, and counts as used.
    private var cookie: [UInt8] = [], asker: Session?, asked = 0
    private static let longestMemory = 100

    /// - Parameter handler: of the same connection.
    init(guardian: RequestGuard, shortcut: ThumbnailShortcut, handler: RequestHandler) {
        (self.guardian, self.shortcut, self.handler) = (guardian, shortcut, handler)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        let (isWhole, isAnswered) = bytes.withUnsafeReadableBytes { bytes -> (Bool, Bool) in
            let bytes = bytes.bindMemory(to: UInt8.self)
            guard let request = PlainRequest(bytes) else { return (false, false) }
            return (true, !request.saysMore && handler.isIdle && reply(to: request, context))
        }
        guard !isAnswered else { return }
        context.fireChannelRead(data)
        // From now on the decoder may be in the middle of something, and only it knows where requests begin.
        if !isWhole { context.pipeline.syncOperations.removeHandler(context: context, promise: nil) }
    }

    private func reply(to request: PlainRequest, _ context: ChannelHandlerContext) -> Bool {
        guard let path = ThumbnailPath(request.target), let session = session(of: request) else { return false }
        guard shortcut.answer(path, to: session, into: &answer), handler.admitsQuickly(session) else { return false }
        context.writeAndFlush(NIOAny(answer), promise: nil)
        handler.answeredQuickly()
        return true
    }

    private func session(of request: PlainRequest) -> Session? {
        guard guardian.isUsual(request) else { return nil }
        if let asker, asked < Self.longestMemory, asker.stands, request.authorization == nil, let sent = request.cookie, sent.elementsEqual(cookie) {
            asked += 1
            return asker
        }
        let found = guardian.session(of: request)
        // Whom a token names, the cookie beside it does not.
        (asker, asked, cookie) = (request.authorization == nil ? found : nil, 0, request.cookie.map { Array($0) } ?? [])
        return found
    }
}
