import Descriptions
import Foundation
import Glibc
import LibraryEngine
import Photos
import PhotosServer
import Synchronization

/// A library that is served until the user has seen enough. For `photos serve` and whatever ends with it.
enum Serving {
    /// Returns when the process was told to end (Ctrl-C, `kill`).
    /// - Throws: where the server can't start or breaks down.
    static func run(_ library: PhotoLibrary, _ options: ServerOptions, opensBrowser: Bool, _ tool: ToolContext) throws {
        let cloud = CloudService(library)
        let server = try GalleryServer(session: LibrarySession(library, application: tool.author), options: options, cloud: cloud)
        cloud.start()
        defer { cloud.stop() }
        let watcher = library.readOnlyReason == nil ? FolderWatcher(library) : nil
        watcher?.start { step in
            for told in step.told {
                for problem in told.problems { tool.console.problem(Sentence(verbatim: DisplayText.safe(EngineText.translated(problem)))) }
                for problem in ImportSummary(told.report, isDryRun: false).problems { tool.console.problem(Sentence(verbatim: problem)) }
            }
        }
        defer { watcher?.stop() }
        let name = library.url.deletingPathExtension().lastPathComponent
        try run(server) { address, browser in
            announce(address, tool) { say("Serving \(DisplayText.safe(name)) at \($0) (Ctrl-C stops)") }
            KeyPresses.onEnter {
                announce(address, tool) { say("Another address: \($0)") }
            } begun: {
                tool.console.note("This address lets one browser in, once, within ten minutes; Enter prints another.")
            }
            if opensBrowser { browser.start(address.entrance(), tool) }
        }
    }

    /// Runs a server until the process is told to end, or `begin` has it end.
    /// - Parameters:
    ///   - begin: gets what ends it, before it listens.
    ///   - onListening: gets the address by which others reach it, and what a browser is opened with.
    /// - Throws: where the server can't start or breaks down.
    static func run(
        _ server: GalleryServer, begin: (EndSignal) -> Void = { _ in }, onListening: @escaping @Sendable (ServerAddress, BrowserStart) -> Void
    ) throws {
        let outcome = ServingOutcome(), browser = BrowserStart()
        defer { browser.clear() }
        try Interruption.untilToldToEnd { end in
            begin(end)
            let serving = Task { [server] in
                do {
                    try await server.run { address in
                        var address = address
                        address.host = NetworkAddress.reachable(for: address.host)
                        onListening(address, browser)
                    }
                } catch {
                    outcome.fail(error)
                }
                end.come()
                outcome.finish()
            }
            end.wait()
            serving.cancel()
            try outcome.wait()
        }
    }

    /// A picture of another such address, for a telephone's camera: `nil` where no telephone comes by it, or nothing can be drawn.
    private static func code(for address: ServerAddress, columns: Int?) -> QRCode? {
        guard address.isReachedFromElsewhere, let columns, environmentValue("TERM") ?? "dumb" != "dumb", let code = QRCode(address.entrance()), code.columns <= columns
        else { return nil }
        return code
    }

    /// Prints an address that lets somebody in.
    private static func announce(_ address: ServerAddress, _ tool: ToolContext, _ line: (String) -> String) {
        if tool.wantsJSON {
            var json = JSONWriter()
            json.object { json in
                json.field("url", address.entrance())
                json.field("host", address.host)
                json.field("port", address.port)
            }
            try? tool.console.resultLine(json.text)
        } else {
            try? tool.console.resultLine(line(address.entrance()))
            if let code = code(for: address, columns: tool.console.resultWidth) {
                for line in [say("For the camera of a telephone, another one:")] + code.lines { try? tool.console.resultLine(line) }
            }
        }
        try? tool.console.flush()
    }
}

/// A browser that is being started, on a thread of its own: the desktop may take its time to say which one.
final class BrowserStart: Sendable {
    private let state = Mutex<(page: OpeningPage?, isOver: Bool)>((nil, false))

    func start(_ address: String, _ tool: ToolContext) {
        Thread.detachNewThread { [self] in
            let page = Desktop.open(address, tool)
            state.withLock { state in
                if state.isOver { page?.remove() } else { state.page = page }
            }
        }
    }

    /// Removes the file that the browser was given.
    func clear() {
        state.withLock { state in
            state.page?.remove()
            state.isOver = true
        }
    }
}

/// How serving ended, for the thread that waits for it.
private final class ServingOutcome: Sendable {
    private let failure = Mutex<(any Error)?>(nil)
    private let finished = DispatchSemaphore(value: 0)

    func fail(_ error: any Error) { failure.withLock { $0 = error } }
    func finish() { finished.signal() }

    func wait() throws {
        finished.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }
}

/// Addresses of this machine.
enum NetworkAddress {
    /// What others reach this machine by, for a server that listens on all addresses; the first one of the network's that is no loopback address.
    static func reachable(for host: String) -> String {
        guard host == "0.0.0.0" || host == "::" else { return host }
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return host }
        defer { freeifaddrs(list) }
        var next = list
        while let entry = next {
            defer { next = entry.pointee.ifa_next }
            guard let address = entry.pointee.ifa_addr, Int32(address.pointee.sa_family) == AF_INET, entry.pointee.ifa_flags & UInt32(IFF_LOOPBACK) == 0
            else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else { continue }
            return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return host
    }
}
