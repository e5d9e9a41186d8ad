import Foundation
import LibraryEngine
import Photos
import PhotosServer
import Synchronization

/// A library that is served until the user has seen enough. For `photos serve` and whatever ends with it.
enum Serving {
    /// Returns when the process was told to end (Ctrl-C, `kill`).
    /// - Throws: where the server can't start or breaks down.
    static func run(_ library: PhotoLibrary, _ options: ServerOptions, opensBrowser: Bool, _ tool: ToolContext) throws {
        let server = try GalleryServer(session: LibrarySession(library, application: tool.author), options: options)
        let name = library.url.deletingPathExtension().lastPathComponent
        let outcome = Outcome()
        try Interruption.untilToldToEnd { end in
            let serving = Task { [server] in
                do {
                    try await server.run { address in
                        announce(address, name: name, tool)
                        if opensBrowser { Desktop.open(address.url, tool) }
                    }
                } catch {
                    outcome.fail(error)
                }
                end.come()
                outcome.settle()
            }
            end.wait()
            serving.cancel()
            try outcome.wait()
        }
    }

    private static func announce(_ address: ServerAddress, name: String, _ tool: ToolContext) {
        var address = address
        address.host = NetworkAddress.reachable(for: address.host)
        if tool.wantsJSON {
            var json = JSONWriter()
            json.object { json in
                json.field("url", address.url)
                json.field("host", address.host)
                json.field("port", address.port)
                json.field("token", address.token)
            }
            try? tool.console.resultLine(json.text)
        } else {
            try? tool.console.resultLine("Serving \(DisplayText.safe(name)) at \(address.url) (Ctrl-C stops)")
        }
        try? tool.console.flush()
    }
}

/// How serving ended, for the thread that waits for it.
private final class Outcome: Sendable {
    private let failure = Mutex<(any Error)?>(nil)
    private let settled = DispatchSemaphore(value: 0)

    func fail(_ error: any Error) { failure.withLock { $0 = error } }
    func settle() { settled.signal() }

    func wait() throws {
        settled.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
