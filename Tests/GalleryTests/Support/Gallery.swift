import Browser
import Foundation
import LibraryEngine
import Photos
import PhotosServer
import PhotosTesting

/// A library that is being served, as long as a test lasts.
struct Gallery: Sendable {
    /// `http://127.0.0.1:PORT/`
    let address: String
    /// A new address that lets a browser in, as it is printed for a person.
    let entrance: @Sendable () -> String

    /// What tests prove that they are the owner's by; only those about proof do it as a person does.
    static let token = "correct-horse-battery-staple"

    /// Serves a library on a free port while `body` runs.
    /// - Parameter cloud: what uploads meanwhile.
    static func serve<T: Sendable>(
        _ world: World, cloud: CloudService? = nil, configure: (inout ServerOptions) -> Void = { _ in }, _ body: (Gallery) async throws -> T
    ) async throws -> T {
        try await serve(world.library, cloud, configure, body)
    }

    static func serve<T: Sendable>(_ library: TemporaryLibrary, _ body: (Gallery) async throws -> T) async throws -> T {
        try await serve(library.library, nil, { _ in }, body)
    }

    private static func serve<T: Sendable>(
        _ library: PhotoLibrary, _ cloud: CloudService?, _ configure: (inout ServerOptions) -> Void, _ body: (Gallery) async throws -> T
    ) async throws -> T {
        var options = ServerOptions()
        (options.port, options.token) = (0, token)
        // What a test draws it brings along.
        options.outlines = nil
        configure(&options)
        let server = try GalleryServer(session: LibrarySession(library), options: options, cloud: cloud)
        let (listening, teller) = AsyncThrowingStream.makeStream(of: ServerAddress.self)
        let serving = Task {
            do {
                try await server.run { teller.yield($0) }
                teller.finish()
            } catch {
                teller.finish(throwing: error)
            }
        }
        defer { serving.cancel() }
        guard let address = try await listening.first(where: { _ in true }) else { throw BrowserError("The server ended before it listened.") }
        let result = try await Result.of { try await body(Gallery(address: address.url, entrance: { address.entrance() })) }
        serving.cancel()
        await serving.value
        return try result.get()
    }

    /// Opens the gallery of a library in a browser. Whatever goes wrong in the page fails the test.
    /// - Parameter prepare: what is done before the page comes.
    static func open<T: Sendable>(
        _ world: World, on screen: Screen = .desktop, at fragment: String = "#/library", cloud: CloudService? = nil, _ name: String = #function,
        configure: (inout ServerOptions) -> Void = { _ in }, before prepare: (Page) async throws -> Void = { _ in },
        _ body: (GalleryPage) async throws -> T
    ) async throws -> T {
        try await serve(world, cloud: cloud, configure: configure) { gallery in
            try await Chromium.shared().withPage(on: screen, name) { page in
                try await page.prove(Gallery.token)
                try await prepare(page)
                let gallery = GalleryPage(page: page, address: gallery.address)
                try await gallery.go(to: fragment)
                return try await body(gallery)
            }
        }
    }
}

extension Page {
    /// Sends a token as proof with each request of the page.
    func prove(_ token: String) async throws {
        try await send("Network.setExtraHTTPHeaders", ["headers": ["Authorization": .string("Bearer \(token)")]])
    }
}

extension Result where Failure == any Error {
    /// What an asynchronous body gives or throws, to be looked at after something that has to be done in either case.
    static func of(_ body: () async throws -> Success) async throws -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
