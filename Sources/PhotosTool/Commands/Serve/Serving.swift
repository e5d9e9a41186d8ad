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
        let outcome = Mutex<Result<Void, any Error>>(.success(()))
        let ended = DispatchSemaphore(value: 0)
        try Interruption.untilToldToEnd { end in
            let serving = Task {
                do {
                    try await server.run { address in
                        announce(address, name: name, tool)
                        if opensBrowser { Desktop.open(address.url, tool) }
                    }
                } catch {
                    outcome.withLock { $0 = .failure(error) }
                }
                end.come()
                ended.signal()
            }
            end.wait()
            serving.cancel()
            ended.wait()
        }
        try outcome.withLock { $0 }.get()
    }

    private static func announce(_ address: ServerAddress, name: String, _ tool: ToolContext) {
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
