import HTTPTypes
import Hummingbird

/// One thing that is served: how it is asked for, what it takes to be answered, and who answers.
struct Route: Sendable {
    typealias Handler = @Sendable (Request, Parameters, GalleryContext) async throws -> Response

    let method: HTTPRequest.Method
    /// With `{name}` for what varies.
    let path: String
    let need: Need
    let answer: Handler

    init(_ path: String, by method: HTTPRequest.Method = .get, needs need: Need, answer: @escaping Handler) {
        (self.method, self.path, self.need, self.answer) = (method, path, need, answer)
    }

    func register(on router: GalleryRouter, _ services: GalleryServices) {
        router.on(RouterPath(path), method: method) { request, requestContext in
            let context = GalleryContext(services, for: requestContext.session)
            try await context.confirm(need)
            return try await answer(request, requestContext.parameters, context)
        }
    }
}

extension GalleryContext {
    /// Before anything else is done for a request. What the session may see is known in memory from now on.
    /// - Throws: where its grant does not go as far, or not any more.
    fileprivate func confirm(_ need: Need) async throws {
        try session.require(need)
        let gate = try session.gate()
        switch need {
        case .nothing, .gallery: break
        case .viewing, .downloading: if gate.knownVisibility == nil { _ = try await self.work.run(.answer) { try gate.visibility() } }
        case .changing: try await self.work.run(.answer) { try gate.require(.assets) }
        }
    }
}
