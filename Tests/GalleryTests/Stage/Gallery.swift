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

    /// Serves a library on a free port while `body` runs.
    static func serve<T: Sendable>(_ world: World, _ body: (Gallery) async throws -> T) async throws -> T {
        try await serve(world.library, body)
    }

    static func serve<T: Sendable>(_ library: TemporaryLibrary, _ body: (Gallery) async throws -> T) async throws -> T {
        try await serve(library.library, body)
    }

    private static func serve<T: Sendable>(_ library: PhotoLibrary, _ body: (Gallery) async throws -> T) async throws -> T {
        var options = ServerOptions()
        options.port = 0
        let server = try GalleryServer(session: LibrarySession(library), options: options)
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
        let result = try await Result.of { try await body(Gallery(address: address.url)) }
        serving.cancel()
        await serving.value
        return try result.get()
    }

    /// Opens the gallery of a library in a browser. Whatever goes wrong in the page fails the test.
    static func open<T: Sendable>(
        _ world: World, on screen: Screen = .desktop, at fragment: String = "#/library", _ name: String = #function,
        _ body: (GalleryPage) async throws -> T
    ) async throws -> T {
        try await serve(world) { gallery in
            try await Chromium.shared().withPage(on: screen, name) { page in
                let gallery = GalleryPage(page: page, address: gallery.address)
                try await gallery.go(to: fragment)
                return try await body(gallery)
            }
        }
    }
}

extension Result where Failure == any Error {
    /// What an asynchronous body gives or throws, to be looked at after something that has to be done in either case.
    static func of(_ body: () async throws -> Success) async throws -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
