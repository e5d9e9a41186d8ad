import HTTPTypes
import Hummingbird

/// Changes as server-sent events.
enum ChangeRoutes {
    static let routes: [Route] = [
        Route(
            "/api/changes", "changes", "Follows a list by server-sent events.",
            description: "First `hello` with the list as it is, then `change` after commits. A comment every 15 seconds is a sign of life.",
            needs: .viewing, parameters: .list(),
            answers: [.of("text/event-stream", "The data of `hello` is a Hello, that of `change` a Change.")]
        ) { request, _, context in
            let wanted = try ViewRequest(QueryParameters(request.uri.query), zone: context.library.environment.timeZone)
            // What is wrong with the request is said while there can still be a status.
            _ = try await context.read(wanted) { try ResolvedView(wanted, $0, now: context.now()) }
            // Followed before the list is read, so that no commit falls between.
            return try Response.events(for: request, context) { try await ChangeStream(context: context, request: wanted).run($0, $1) }
        }
    ]
}
