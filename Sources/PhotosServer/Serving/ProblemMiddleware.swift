import Glibc
import Hummingbird
import LibraryEngine
import NIOCore
import NIOHTTP1
import Support

/// Makes a problem document of every error of a route.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = GalleryRequestContext

    let log: @Sendable (LogLevel, String) -> Void

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error where error.isOfConnection {
            // Nobody is there to be answered, or to be understood; the connection has to end.
            throw error
        } catch {
            var problem = Problem(error)
            // The router knows a path by the methods that it has there.
            if error is HTTPError, problem.status == .notFound, !RouteTable.methods(at: request.uri.path).isEmpty {
                problem = RequestGuard.method(request.method.rawValue, at: request.uri.path)
            }
            if problem.status == .internalServerError { log(.error, "\(request.method) \(Secret.blanked(request.uri.path)): \(error)") }
            return try problem.response(from: request, context: context)
        }
    }
}

extension Error {
    /// Whether it says that a connection is lost, or that what comes over it is no HTTP any more. That happens to every server, and is no fault of this one.
    var isOfConnection: Bool {
        if let error = self as? IOError { return [ECONNRESET, ECONNABORTED, EPIPE, ENOTCONN, ETIMEDOUT].contains(error.errnoCode) }
        return self is HTTPParserError
    }
}
