import HTTPTypes
import Hummingbird
import WebDAV

/// Why something is not done, by the name that WebDAV has for it (RFC 4918, 16), which clients know.
struct DAVRefusal: Error {
    let status: HTTPResponse.Status
    let condition: String
    /// What it is about.
    var href: String?
    /// For a person: what happened, and what to do next.
    let detail: String

    var response: Response {
        var xml = XMLWriter()
        xml.declare()
        xml.begin("error", isRoot: true)
        if let href { xml.element(condition) { $0.element("href", href) } } else { xml.empty(condition) }
        xml.element("responsedescription", detail)
        xml.end("error")
        return Response(
            status: status, headers: [.contentType: DAVRefusal.xml, .cacheControl: "no-store"], body: ResponseBody(byteBuffer: ByteBuffer(bytes: xml.bytes)))
    }

    static let xml = "application/xml; charset=utf-8"

    static let infinite = DAVRefusal(
        status: .forbidden, condition: "propfind-finite-depth", detail: "All that is below a folder is not told at once. Ask with Depth: 0 or 1, folder by folder.")

    static let locked = HTTPResponse.Status(code: 423, reasonPhrase: "Locked")

    static func isLocked(_ path: DAVPath) -> DAVRefusal {
        DAVRefusal(
            status: locked, condition: "lock-token-submitted", href: path.href(isFolder: false),
            detail: "Another program has locked it. Ask again when it is done; locks last ten minutes at most."
        )
    }
}

extension Problem {
    /// What is not done to the library, and where it is.
    static func cannotModify(_ detail: String) -> Problem { Problem(.forbidden, "cannot-modify", title: "It stays as it is", detail: detail) }

    static func davMissing(_ path: DAVPath) -> Problem {
        Problem(
            .notFound, "missing", title: "It is not there", detail: "There is no “\(path.parts.joined(separator: "/").prefix(200))” here (any more). List the folder above it anew."
        )
    }

    static let davParent = Problem(
        .conflict, "no-folder", title: "The folder is not there",
        detail: "What it would be in is no folder, or not there (any more). Make the folder first, below Incoming or Albums.")

    static func davXML(_ error: XMLError) -> Problem {
        error.isMissing
            ? Problem(.internalServerError, "library", title: "Something is missing here", detail: error.message)
            : Problem(.badRequest, "xml", title: "The request's body can't be read", detail: error.message)
    }
}
