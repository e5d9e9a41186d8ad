import Descriptions
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
    /// Of a search that can't be understood: what kind of mistake it is, and where, in characters from 0.
    var code: String?
    var position: Int?
    /// The search that looks for the same words as they stand.
    var words: String?
    /// The condition that was most likely meant.
    var instead: String?
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ name: String, title: String, detail: String) {
        (self.status, type, self.title, self.detail) = (status, "/problems/\(name)", title, detail)
    }

    /// The document as it is sent.
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("type", type)
            json.field("title", title)
            json.field("status", status.code)
            json.field("detail", detail)
            if let instance { json.field("instance", instance) }
            if let code { json.field("code", code) }
            if let position { json.field("position", position) }
            if let words { json.field("words", words) }
            if let instead { json.field("instead", instead) }
        }
        return json.bytes
    }

    var response: Response { response(for: .program) }

    private func response(for reader: Reader) -> Response {
        let (type, bytes, policy) = content(for: reader)
        var headers = headers
        headers[.contentType] = type
        headers[.contentSecurityPolicy] = policy
        headers[.cacheControl] = "no-store"
        headers[.contentLength] = "\(bytes.count)"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var problem = self
        problem.instance = instance ?? request.uri.path
        let isPerson = request.headers[.accept]?.contains("text/html") == true
        let response = problem.response(for: isPerson ? .person(languages: request.headers[.acceptLanguage]) : .program)
        // Where no route answers for the head alone, nobody else leaves the body out: it would be taken for the next answer.
        return request.method == .head ? response.createHeadResponse() : response
    }
}
