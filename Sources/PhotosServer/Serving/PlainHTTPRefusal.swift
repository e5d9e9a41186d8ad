import NIOCore

/// Stands before TLS and tells who speaks plain HTTP what to do: browsers do where an address is typed without `https://`, and would say that nothing answers.
///
/// Nobody is led on: the request, with a key or a token in it, went over the network in clear, and is not to be sent again.
final class PlainHTTPRefusal: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasRefused else { return }
        let bytes = unwrapInboundIn(data)
        // A record of TLS begins with its type, which is no letter.
        guard let first = bytes.readableBytesView.first, UInt8(ascii: "A")...UInt8(ascii: "z") ~= first else {
            context.fireChannelRead(data)
            return context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        }
        hasRefused = true
        let isPerson = String(decoding: bytes.readableBytesView, as: UTF8.self).lowercased().contains("text/html")
        let loopBound = context.loopBound
        context.writeAndFlush(wrapOutboundOut(Self.answer(isPerson))).whenComplete { _ in loopBound.value.close(promise: nil) }
    }

    private static func answer(_ isPerson: Bool) -> ByteBuffer {
        let problem = RequestGuard.plainHTTP, (type, body, policy) = problem.content(for: isPerson ? .person(languages: nil) : .program)
        var text = "HTTP/1.1 \(problem.status.code) \(problem.status.reasonPhrase)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
        if let policy { text += "Content-Security-Policy: \(policy)\r\n" }
        var answer = ByteBuffer(string: text + "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n")
        answer.writeBytes(body)
        return answer
    }
}
