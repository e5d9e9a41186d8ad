import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// JSON that a client asks for anew each time, and gets only when it is another than it has.
    static func json(_ bytes: [UInt8], for request: Request) -> Response {
        var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-cache"]
        let tag = EntityTag.of(bytes)
        headers[.eTag] = tag
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) { return Response(status: .notModified, headers: headers) }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
