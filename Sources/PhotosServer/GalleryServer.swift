import Foundation
import Hummingbird
import HummingbirdCore
import LibraryEngine
import Logging
import NIOCore
import NIOPosix
import Photos
import Synchronization

/// The gallery and the HTTP API of one library.
package final class GalleryServer: Sendable {
    /// How long requests that are being answered may go on once the server is told to stop.
    private static let grace = Duration.milliseconds(500)
    /// Where connections are read and written, for all servers of a process. One processor is left to threads that work for answers, and to whoever asks from this
    /// machine: a loop that has to give up its own keeps all its connections waiting until it is its turn again.
    private static let loops = MultiThreadedEventLoopGroup(numberOfThreads: max(1, System.coreCount - 1))

    private let session: LibrarySession
    private let options: ServerOptions
    private let certificate: Certificate?
    private let services: GalleryServices
    /// Who is let in.
    package var sessions: SessionStore { services.doors }

    /// - Parameters:
    ///   - session: the owner's: whoever is let in as the owner sees and changes what it may.
    ///   - cloud: what uploads by itself meanwhile, for whoever wants to see how far it is.
    /// - Throws: `ServerError` where the pages are missing, or the certificate can't be used; why there is no library.
    package init(session: LibrarySession, options: ServerOptions = ServerOptions(), cloud: CloudService? = nil) throws {
        self.session = session
        let gate = try session.gate(), log = gate.library.environment.log
        certificate = try options.certificate.map { files in try Certificate(files) { log(.warning, "The certificate of before stays in use. \($0.message)") } }
        services = GalleryServices(gate: gate, pages: try PageFolder.pages(in: options.pages), options: options, cloud: cloud)
        var options = options
        // Its hash is kept, and nothing else.
        options.token = nil
        self.options = options
    }

    /// Asks the owner to choose photos.
    package func beginPicker(_ request: PickerRequest) throws -> Picker {
        try services.beginPicker(request, by: .owner)
    }

    /// What is being done for those who ask, for tests.
    package var work: BlockingWork { services.work }

    /// Returns when what was sent here and is whole has come in, for tests.
    package func waitForUploads() async throws { try await services.work.run(.change) { [uploads = services.uploads] in try uploads.store().waitForImports() } }

    /// Completes folders into which nothing was put for a while by the library's clock, and returns when what is whole has come in, for tests.
    package func completeFolders() async throws {
        try await services.work.run(.change) { [uploads = services.uploads] in
            let store = try uploads.store()
            _ = store.completePuts()
            store.waitForImports()
        }
    }

    /// Serves until the task is cancelled; then lets go of its port, of streams and of idle connections, and returns.
    /// - Parameter onListening: called once, when connections are accepted.
    /// - Throws: `ServerError` where the address can't be listened on.
    package func run(onListening: @escaping @Sendable (ServerAddress) -> Void) async throws {
        let (options, services, sessions, certificate) = (options, services, sessions, certificate)
        // Lists come from the columns: who asks first would otherwise get them from SQLite, slowly, while the columns are made beside it.
        let library = services.library
        _ = try? await services.work.run(.change) { library.updateColumns() }
        guard !Task.isCancelled else { return }
        // What was sent before goes on, and comes in where it is whole.
        _ = try? await services.work.run(.change) { services.uploads.goOn() }
        // And what an import left for later is made, while nobody asks for anything.
        let pictures = PictureService(library)
        _ = try? await services.work.run(.change) { pictures.start() }
        let responder = GalleryResponder(routes: RouteTable.router(services).buildResponder())
        let silence = Logger(label: "photos.server") { _ in SwiftLogNoOpLogHandler() }
        let shortcut = ThumbnailShortcut(derivatives: services.library.derivatives, addresses: services.addresses)
        // The system copies bytes from a file to a connection as they are, which TLS changes.
        let shownFiles = certificate == nil ? FileShortcut(files: services.files, work: services.work) : nil
        // What is known of assets is good until something changes.
        let watch = services.library.changes.observe { [addresses = services.addresses, files = services.files] _ in
            addresses.forget()
            files.forget()
        }
        defer { watch.cancel() }
        let table = ConnectionTable(options.limits, pace: options.publicAddress == nil ? options.clients.requestsOfOneAddress : nil)
        let channel = GalleryChannel(
            responder: { try await responder.respond(to: $0, $1, for: table.session(on: $2), over: RequestConnection($2)) }, limits: options.limits, table: table,
            certificate: certificate
        ) {
            port, seat in
            let guardian = RequestGuard(options, port: port, sessions: sessions)
            let handler = RequestHandler(guardian: guardian, shortcut: shortcut, files: shownFiles, limits: options.limits, seat: seat)
            return (QuickAnswers(guardian: guardian, shortcut: shortcut, handler: handler), handler)
        }
        // Ends when connections are accepted, or never will be: a server can only be told to stop once it runs.
        let (starting, started) = AsyncStream.makeStream(of: Never.self)
        let server = Server(
            childChannelSetup: channel,
            configuration: ServerConfiguration(address: .hostname(options.host, port: options.port)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? options.port
                onListening(ServerAddress(host: options.host, port: port, publicAddress: options.publicAddress, certificate: certificate, sessions: sessions))
                started.finish()
            },
            eventLoopGroup: Self.loops, logger: silence)
        async let _: Void = services.prepareFirstScreen(session)
        // A task of its own, since ours is cancelled before those who are served have had their grace.
        let serving = Task {
            defer { started.finish() }
            try await server.run()
        }
        do {
            // Whoever closes the library after us finds no import in it.
            defer {
                services.uploads.stop()
                pictures.stop()
            }
            try await withTaskCancellationHandler {
                try await serving.value
            } onCancel: {
                Task {
                    for await _ in starting {}
                    let impatience = Task {
                        try await Task.sleep(for: Self.grace)
                        serving.cancel()
                    }
                    try? await server.shutdownGracefully()
                    impatience.cancel()
                }
            }
        } catch let error as IOError {
            throw ServerError(error, options)
        } catch let error where error is SocketAddressError || error is SocketAddressError.UnknownHost {
            throw ServerError(.noSuchAddress, "\(options.host) is no name or address that this machine knows. `ip address` lists those it has.")
        }
    }
}
