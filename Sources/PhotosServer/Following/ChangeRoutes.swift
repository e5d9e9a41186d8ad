import HTTPTypes
import Hummingbird

/// Changes as server-sent events.
enum ChangeRoutes {
    static let routes: [Route] = [
        Route(
            "/api/changes", "changes", "Follows a list by server-sent events.",
            description: "First `hello` with the list as it is, then `change` after commits. `beat` is a sign of life where nothing else is told, with a comment in front.",
            needs: .viewing,
            parameters: .list(
                and: .query("picker", "A picker whose page asks: `picker` says at once, and each time, what its program asks for.", .id),
                .query("after", "The number of the picker's last update that the page has seen.", .whole(from: 0).standard(0))),
            answers: [.of("text/event-stream", "The data of `hello` is a Hello, that of `change` a Change, that of `picker` a PickerChange.")]
        ) { request, _, context in
            let parameters = try QueryParameters(request.uri.query), seen = try parameters.number("after", in: 0...Int.max, standard: 0)
            let wanted = try ViewRequest(parameters, zone: context.library.environment.timeZone)
            let picker = try parameters["picker"].map { text in
                try context.session.require(.choosing)
                return try ChoiceRoutes.picker(text, context)
            }
            // What is wrong with the request is said while there can still be a status.
            _ = try await context.read(wanted) { try ResolvedView(wanted, $0, now: context.now()) }
            // Followed before the list is read, so that no commit falls between.
            return try Response.events(for: request, context) { try await ChangeStream(context: context, request: wanted, picker: picker, seen: seen).run($0, $1) }
        }
    ]
}
