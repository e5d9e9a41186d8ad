import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL

/// What a connection is made of: TLS where the server has a certificate, the codec of HTTP, the handler that lets requests in, and Hummingbird behind that.
struct GalleryChannel: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: Responder
    let limits: ConnectionLimits
    let table: ConnectionTable
    let certificate: Certificate?
    let makeHandlers: @Sendable (_ port: Int, _ seat: ConnectionSeat) -> (first: QuickAnswers, then: RequestHandler)

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            // A client that hangs up is gone at once: nobody goes on working for it.
            try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: false)
            // Where the system took a part of an answer, it is given more when it says that there is room. NIO would try sixteen times more at once, for whatever little the
            // client has read meanwhile.
            try channel.syncOptions?.setOption(.writeSpin, value: 0)
            if let certificate {
                try channel.pipeline.syncOperations.addHandlers([PlainHTTPRefusal(), NIOSSLServerHandler(context: certificate.context())])
            }
            let (first, then) = makeHandlers(channel.localAddress?.port ?? 0, table.seat(channel))
            try channel.pipeline.syncOperations.addHandler(first)
            var decoding = NIOHTTPDecoderLimitConfiguration()
            (decoding.maxHeaderFieldSize, decoding.maxHeaderListSize, decoding.maxHeaderFieldCount) = (limits.headBytes, limits.headBytes, 100)
            try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: decoding)
            try channel.pipeline.syncOperations.addHandler(then)
            try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPServerCodec(secure: certificate != nil))
            return try NIOAsyncChannel(wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    /// Answers requests until the connection ends; whatever is still being done for it is then cancelled.
    func handle(value connection: Value, logger: Logger) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await handleHTTP(asyncChannel: connection, logger: logger) }
            group.addTask { try? await connection.channel.closeFuture.get() }
            await group.next()
            group.cancelAll()
        }
    }
}
