import Foundation
import Synchronization

/// A page of another origin: one document, whatever is asked for.
final class HostPage: Sendable {
    private let server: OtherOrigin
    private let received: Received

    var origin: String { server.origin }

    /// The bodies of what was posted here.
    var posted: [String] { received.bodies.withLock { $0 } }

    /// - Parameter name: what this machine is called in its address. By another name than the gallery's it is another site as well.
    init(_ html: String, named name: String = "127.0.0.1") throws {
        let received = Received()
        self.received = received
        server = try OtherOrigin(named: name) { request in
            // Browsers send a short form in one piece with its head.
            if request.hasPrefix("POST "), let body = request.components(separatedBy: "\r\n\r\n").last { received.bodies.withLock { $0.append(body) } }
            return ("text/html", html)
        }
    }

    /// The example's page, which shows a picker in a frame and says how it ended.
    static func example(named name: String = "127.0.0.1") throws -> HostPage {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Examples/picker/page.html")
        return try HostPage(String(contentsOf: file, encoding: .utf8), named: name)
    }

    /// Its address, with that of the picker that it is to show.
    func address(showing picker: String) -> String { "\(origin)/?picker=" + (picker.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "") }
}

private final class Received: Sendable {
    let bodies = Mutex<[String]>([])
}
