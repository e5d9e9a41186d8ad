import Foundation
import HTTPTypes
import Hummingbird

/// A problem document (RFC 9457): why a request has no answer, in words for a person.
struct Problem: Error, HTTPResponseError {
    var status: HTTPResponse.Status
    /// `/problems/NAME`: stable, to be tested for.
    var type: String
    /// What kind of problem it is; the same for all of its type.
    var title: String
    /// What happened to what, and what to do next.
    var detail: String
    /// What was asked for.
    var instance: String?
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ name: String, title: String, detail: String) {
        (self.status, type, self.title, self.detail) = (status, "/problems/\(name)", title, detail)
    }

    /// The document as it is sent.
    var json: Data {
        struct Document: Encodable {
            var type: String, title: String, status: Int, detail: String, instance: String?
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(Document(type: type, title: title, status: status.code, detail: detail, instance: instance))) ?? Data("{}".utf8)
    }

    var response: Response {
        var headers = headers
        headers[.contentType] = "application/problem+json"
        headers[.cacheControl] = "no-store"
        let bytes = json
        headers[.contentLength] = "\(bytes.count)"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var problem = self
        problem.instance = instance ?? request.uri.path
        return problem.response
    }
}
