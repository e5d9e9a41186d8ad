import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// JSON that a client asks for anew each time, and gets only when it is another than it has.
    static func json(_ bytes: [UInt8], for request: Request) -> Response {
        var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-cache"]
        let tag = entityTag(of: bytes)
        headers[.eTag] = tag
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) { return Response(status: .notModified, headers: headers) }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// 64 bits of the bytes themselves (FNV-1a), so that it holds whatever they were made from.
    private static func entityTag(of bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "\"\(bytes.count)-\(String(hash, radix: 16))\""
    }
}
