import NIOCore
import NIOHTTP1

/// Where requests come in, one at a time: refuses what the guard refuses, hands out thumbnails at once, lets everything else pass to the routes,
/// and ends connections that take too long.
///
/// It stands on the connection's event loop, so that none of this costs a change of threads.
final class RequestHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// What becomes of the parts of the request that is coming in.
    private enum Incoming { case nothing, passes, answered }

    /// Most parts of requests that a client may send ahead of answers.
    private static let longestQueue = 64
    /// Bytes of a form that is answered already and dropped as it comes.
    private static let longestDropped = 256 << 20
    /// Bytes of any other body that is no upload.
    private static let longestPlain = 2 * GalleryRequestContext.longestBody

    private let guardian: RequestGuard
    private let shortcut: ThumbnailShortcut?
    private let files: FileShortcut?
    /// The file that is being sent.
    private var sending: FileSending?
    private let limits: ConnectionLimits
    private var incoming = Incoming.nothing
    /// Whether a request was passed on whose answer isn't complete.
    private var isAnswering = false
    /// What came before it was its turn.
    private var held = CircularBuffer<HTTPServerRequestPart>()
    private var isTakingHeld = false
    private var bodyBytes = 0
    /// Whether the body is a file that is sent here, of any length and for as long as it takes.
    private var isUpload = false
    /// What any other body may have before the connection ends.
    private var longestBody = RequestHandler.longestPlain
    /// Whether the client holds the body back until it is wanted.
    private var holdsBody = false
    private var closesAfterAnswer = false
    /// Behind the encoder, for answers that are bytes already.
    private var bytesContext: ChannelHandlerContext?
    private var scratch = ByteBuffer()
    private let timing: ConnectionTiming
    private var isOwners = false
    private let seat: ConnectionSeat

    /// - Parameter files: `nil` where bytes can't go straight from a file to the connection, as with TLS.
    init(guardian: RequestGuard, shortcut: ThumbnailShortcut?, files: FileShortcut?, limits: ConnectionLimits, seat: ConnectionSeat) {
        (self.guardian, self.shortcut, self.files, self.limits, self.seat) = (guardian, shortcut, files, limits, seat)
        timing = ConnectionTiming(limits)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        bytesContext = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
        if context.channel.isActive { timing.begin(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        timing.begin(context)
        context.fireChannelActive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        sending?.stop()
        bytesContext = nil
        timing.end()
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if held.isEmpty, !waits(context) { return take(part, context) }
        guard held.count < Self.longestQueue else { return context.close(promise: nil) }
        held.append(part)
    }

    /// Whether what comes next belongs to a request that has to wait for its turn: until the one before it is answered, and until the client takes that answer. Made
    /// before, the next one would only lie here. Refusals to strangers are made at once, or not at all.
    private func waits(_ context: ChannelHandlerContext) -> Bool {
        incoming == .nothing && (isAnswering || (timing.isProven && !context.channel.isWritable))
    }

    /// Takes what came before its turn, as far as it is its turn now.
    private func takeHeld(_ context: ChannelHandlerContext) {
        // An answer that is given at once leads here from within.
        guard !isTakingHeld, !held.isEmpty, !waits(context) else { return }
        isTakingHeld = true
        while !waits(context), let part = held.popFirst() { take(part, context) }
        isTakingHeld = false
        // Whoever is behind hands on what it got when a read is complete.
        context.fireChannelReadComplete()
    }

    private func take(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head(let head): begin(head, context)
        case .body(let bytes):
            let megabytes = bodyBytes >> 20
            bodyBytes += bytes.readableBytes
            // Nobody who is not let in keeps a connection by single bytes that are dropped.
            if isUpload || (isDropping && bodyBytes >> 20 > megabytes) { timing.bodyCame() }
            // Of a length that was not announced: whoever reads it refuses it as too long, and then it ends here.
            guard isUpload || bodyBytes <= longestBody else { return context.close(promise: nil) }
            holdsBody = false
            if incoming == .passes { context.fireChannelRead(wrapInboundOut(part)) }
        case .end:
            let passes = incoming == .passes
            incoming = .nothing
            timing.requestCame(isAnswering: isAnswering)
            if passes { context.fireChannelRead(wrapInboundOut(part)) }
        }
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        (bodyBytes, isUpload, longestBody) = (0, false, Self.longestPlain)
        holdsBody = head.version == .http1_1 && head.headers.first(name: "Expect")?.lowercased() == "100-continue"
        closesAfterAnswer = closesAfterAnswer || !head.isKeepAlive
        incoming = .answered
        timing.headCame()
        switch guardian.judge(head) {
        case .pass(let session):
            if session.grant != .stranger { prove(session) }
            if let wait = seat.wait(session) { return refuseWhole(RequestGuard.tooMany(wait), head, context) }
            isUpload = TusRoutes.isSending(head) || ShareTargetRoutes.isSending(head) || DAVRoutes.isSending(head)
            guard !isUpload || session.maySendFiles else { return refuseWhole(Session.denied, head, context) }
            if let shortcut, !closesAfterAnswer, shortcut.answer(head, to: session, into: &scratch) { return write(scratch) }
            if !closesAfterAnswer, let files, let part = files.answer(head, to: session, into: &scratch) {
                if part.append(to: &scratch) { return write(scratch) }
                if send(part, session, files.work, context) { return }
            }
            (incoming, isAnswering) = (.passes, true)
            seat.isAnswering(session)
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .refuse(let problem):
            guard takesAnswers(context) else { return context.close(promise: nil) }
            refuseWhole(seat.wait(nil).map(RequestGuard.tooMany) ?? problem, head, context)
        case .enter(let cookie, let path, let byPerson):
            // Who shares without being let in may be guessing, and counts as one who is refused.
            if path == ShareTargetRoutes.path {
                guard takesAnswers(context) else { return context.close(promise: nil) }
                if let wait = seat.wait(nil) { return refuseWhole(RequestGuard.tooMany(wait), head, context) }
                // A browser reads the answer when all of its form is sent, and takes a connection that ends before for a lost line.
                if HeadFacts(head.headers).contentLength ?? 0 > Self.longestDropped { closesAfterAnswer = true } else { longestBody = Self.longestDropped }
            }
            // Who is only led on has proved nothing.
            if path == "/" { prove(nil) }
            enter(cookie, path, byPerson, context)
            if isDropping { timing.bodyCame() }
        }
    }

    /// Whether the body is that of a form whose answer leads elsewhere.
    private var isDropping: Bool { longestBody == Self.longestDropped }

    /// Who asks on and on, and takes no answer, would have the answers pile up here.
    private func takesAnswers(_ context: ChannelHandlerContext) -> Bool { context.channel.isWritable }

    /// From now on the connection has the time and the place of somebody who was let in.
    /// - Parameter session: whose it is; `nil` is the owner's.
    private func prove(_ session: Session?) {
        let isOwner = session.map { $0.grant == .owner } ?? true
        guard !timing.isProven || (isOwner && !isOwners) else { return }
        (timing.isProven, isOwners) = (true, isOwner)
        seat.prove(session)
    }

    // MARK: Answers from the bytes

    /// Whether no request is under way.
    var isIdle: Bool { incoming == .nothing && !isAnswering && held.isEmpty && !closesAfterAnswer }

    /// Counts a request that is answered before it came here.
    /// - Returns: false where it asks for too much, which is to be told here.
    func admitsQuickly(_ session: Session) -> Bool {
        guard bytesContext?.channel.isWritable == true, seat.wait(session) == nil else { return false }
        prove(session)
        return true
    }

    func answeredQuickly() { seat.answered(timing.answered()) }

    // MARK: Answers of its own

    private func write(_ bytes: ByteBuffer) {
        bytesContext?.writeAndFlush(NIOAny(IOData.byteBuffer(bytes)), promise: nil)
        seat.answered(timing.answered())
    }

    /// Sends a file behind the head that stands ready.
    private func send(_ part: FileShortcut.Part, _ session: Session, _ work: BlockingWork, _ context: ChannelHandlerContext) -> Bool {
        guard let bytesContext else { return false }
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let sending = FileSending(part, for: session, work, bytesContext) { isWhole in
            let (handler, context) = loopBound.value
            handler.sending = nil
            guard isWhole else { return context.close(promise: nil) }
            handler.wasAnswered(context)
        }
        (isAnswering, self.sending) = (true, sending)
        seat.isAnswering(session)
        sending.begin(with: scratch)
        return true
    }

    /// Leads to the first page, or a picker's.
    ///
    /// A browser that was sent here by another page, or by a file, counts a redirection as that one's doing and would leave the strict cookie out of
    /// the next request. So it gets a page of ours that leads on by itself; programs, which keep cookies too, get a redirection.
    private func enter(_ cookie: String?, _ path: String, _ byPerson: Bool, _ context: ChannelHandlerContext) {
        let body = byPerson ? ByteBuffer(string: Self.entrance(to: path)) : ByteBuffer()
        var headers = HTTPHeaders([("Cache-Control", "no-store"), ("Content-Length", "\(body.readableBytes)")])
        if let cookie { headers.add(name: "Set-Cookie", value: cookie) }
        headers.add(name: byPerson ? "Content-Type" : "Location", value: byPerson ? "text/html; charset=utf-8" : path)
        answer(byPerson ? .ok : .seeOther, headers, body, context)
    }

    private static func entrance(to path: String) -> String {
        let isGallery = path == "/", path = path.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
        return """
            <!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=\(path)"><meta name="color-scheme" content="light dark">\
            <link rel="icon" href="/icons/photos.svg" type="image/svg+xml"><title>Photos</title><p><a href="\(path)">\(isGallery ? "Open the gallery" : "Choose photos")</a></p></html>

            """
    }

    /// Refuses a request of which nothing but the head is looked at.
    private func refuseWhole(_ problem: Problem, _ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        // What follows is not read, so nothing after it can be told apart from it.
        if head.headers.contains(name: "Content-Length") || head.headers.contains(name: "Transfer-Encoding") { closesAfterAnswer = true }
        refuse(problem, isHead: head.method == .HEAD, for: HeadFacts(head.headers).reader, context)
    }

    private func refuse(_ problem: Problem, isHead: Bool, for reader: Problem.Reader = .program, _ context: ChannelHandlerContext) {
        let (type, body, policy) = problem.content(for: reader)
        var headers = HTTPHeaders(problem.headers.map { ($0.name.rawName, $0.value) })
        headers.add(name: "Content-Type", value: type)
        if let policy { headers.add(name: "Content-Security-Policy", value: policy) }
        headers.add(name: "Cache-Control", value: "no-store")
        headers.add(name: "Content-Length", value: "\(body.count)")
        answer(HTTPResponseStatus(statusCode: problem.status.code), headers, isHead ? nil : ByteBuffer(bytes: body), context)
    }

    private func answer(_ status: HTTPResponseStatus, _ headers: HTTPHeaders, _ body: ByteBuffer?, _ context: ChannelHandlerContext) {
        var head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        CommonHeaders.add(to: &head.headers)
        head.headers.replaceOrAdd(name: "Date", value: HTTPDate.now)
        isAnswering = true
        write(context: context, data: wrapOutboundOut(.head(head)), promise: nil)
        if let body { write(context: context, data: wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        write(context: context, data: wrapOutboundOut(.end(nil)), promise: nil)
        context.flush()
    }

    // MARK: Answers that pass

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // The rest of the file would be read only to be dropped; and whether somebody sends what was never wanted, nobody knows.
            if isUpload || holdsBody, incoming == .passes { closesAfterAnswer = true }
            if closesAfterAnswer { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            guard !closesAfterAnswer else {
                isAnswering = false
                return finish(data, promise, context)
            }
            context.write(data, promise: promise)
            wasAnswered(context)
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let signal = event as? RequestConnection.Signal else { return context.triggerUserOutboundEvent(event, promise: promise) }
        switch signal {
        case .goOn:
            if holdsBody, incoming == .passes {
                holdsBody = false
                timing.bodyCame()
                bytesContext?.writeAndFlush(NIOAny(IOData.byteBuffer(ByteBuffer(staticString: "HTTP/1.1 100 Continue\r\n\r\n"))), promise: nil)
            }
            promise?.succeed(())
        // What is being answered has come to its end; of a request that is gone nothing did.
        case .wasWhole: if isAnswering, incoming == .nothing { promise?.succeed(()) } else { promise?.fail(ChannelError.eof) }
        }
    }

    /// It is the turn of what comes next.
    private func wasAnswered(_ context: ChannelHandlerContext) {
        isAnswering = false
        seat.answered(timing.answered())
        // The server stops; what was written is sent before.
        if closesAfterAnswer {
            let loopBound = context.loopBound
            return context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer())))).whenComplete { _ in loopBound.value.close(promise: nil) }
        }
        takeHeld(context)
    }

    /// The last bytes of a connection.
    private func finish(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        let last = promise ?? context.eventLoop.makePromise()
        let loopBound = context.loopBound
        last.futureResult.whenComplete { _ in loopBound.value.close(promise: nil) }
        context.writeAndFlush(data, promise: last)
    }

    // MARK: Ends

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        timing.isStalled = !context.channel.isWritable
        if context.channel.isWritable {
            sending?.goOn()
            takeHeld(context)
        }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        sending?.stop()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        // The server stops: what is being answered is finished.
        if isAnswering { closesAfterAnswer = true } else { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError else { return context.fireErrorCaught(error) }
        guard !isAnswering else { return context.close(promise: nil) }
        closesAfterAnswer = true
        refuse(RequestGuard.malformed, isHead: false, context)
    }
}
