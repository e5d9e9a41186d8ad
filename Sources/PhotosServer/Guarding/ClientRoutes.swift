import Descriptions
import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine

/// Who is let in besides the owner's own token: the owner lets applications in, sees who is in, and ends that.
enum ClientRoutes {
    /// The longest that an application's token lasts, in seconds: 90 days.
    private static let longest = 90 * 86_400
    /// Where the request says nothing: a day.
    private static let standard = 86_400
    private static let longestName = 200

    static let routes: [Route] = [
        Route(
            "/api/clients", "clients", "Who is let in: sessions of browsers and programs.", needs: .granting,
            answers: [.json(.named("Clients"), "Those that stand, the latest first. No secret is among it, nor anything that one could be made of."), .notModified]
        ) { request, _, context in
            let clients = context.doors.all.map { ClientAnswer($0, context) }
            return Response.json([UInt8](try encoded(ClientsAnswer(clients: clients))), for: request)
        },
        Route(
            "/api/clients", by: .post, "admitClient", "Lets an application in, with a token of its own.",
            description:
                "It sees what `photos access grant` gave it, and nothing where nothing was given. The token ends with the time, with the server, or when it is taken back.",
            needs: .granting, body: .named("ClientRequest"),
            answers: [.json(.named("ClientAdmitted"), "The token, told this once."), .problem(.unsupportedMediaType)]
        ) { request, _, context in
            let wanted = try await ActRoutes.decode(ClientRequest.self, request), name = wanted.application.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !name.isEmpty, name.utf8.count <= longestName, !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
                throw wrong("application", "It is what PHOTOS_APP_ID is for the application, of 1 to \(longestName) bytes.")
            }
            let lasting = wanted.lasting ?? standard
            guard 1...longest ~= lasting else { throw wrong("lasting", "\(lasting) is no number of seconds from 1 to \(longest).") }
            let (token, session) = context.doors.begin(.application(name), lasting: .seconds(lasting))
            return try Response(json: AdmittedAnswer(client: ClientAnswer(session, context), token: token))
        },
        Route(
            "/api/clients/{client}/end", by: .post, "endClient", "Takes a session back: from now on it opens nothing, and what is being sent to it ends.",
            description: "So do the pickers that it asked for. Of a picker's token it is the picker that ends.",
            needs: .granting, parameters: [.path("client", "As in the list.", .id)], answers: [.json(.named("Clients"), "Those that still stand.")]
        ) { _, parameters, context in
            guard let id = parameters.get("client").flatMap({ UUID(uuidString: $0) }), let session = context.doors.all.first(where: { $0.id == id }) else {
                throw Problem(.notFound, "missing", title: "It is not there", detail: "There is no such session any more. GET /api/clients lists those there are.")
            }
            context.doors.end(session)
            return try Response(json: ClientsAnswer(clients: context.doors.all.map { ClientAnswer($0, context) }))
        },
    ]

    private struct ClientRequest: Decodable {
        var application: String
        var lasting: Int?
    }

    struct ClientAnswer: Encodable {
        let id: String, grant: String
        /// Whose grant it is; `nil` for what is no application's.
        let application: String?
        let picker: String?
        let since: String
        /// `nil` where it lasts as long as the server.
        let expires: String?
        /// Whether it is that of whoever asks.
        let isOwn: Bool

        init(_ session: Session, _ context: GalleryContext) {
            func date(_ offset: Duration) -> String {
                Timestamp.utc(context.now().timeIntervalSinceReferenceDate + Double(offset.components.seconds) + Double(offset.components.attoseconds) / 1e18)
            }
            id = session.id.uuidString
            (grant, application) =
                switch session.grant {
                case .owner: ("owner", nil)
                case .application(let name): ("application", name)
                case .chooser: ("chooser", nil)
                case .collector: ("collector", nil)
                // Links are listed by themselves, GET /api/shares.
                case .stranger, .visitor, .guest, .sender: ("guest", nil)
                }
            picker = session.picker?.id.uuidString
            (since, expires) = (date(.zero - session.age), session.remaining.map(date))
            isOwn = session == context.session
        }

        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(id, forKey: .id)
            try fields.encode(grant, forKey: .grant)
            // What is not there is said to be nothing, not left out.
            try fields.encode(application, forKey: .application)
            try fields.encode(picker, forKey: .picker)
            try fields.encode(since, forKey: .since)
            try fields.encode(expires, forKey: .expires)
            try fields.encode(isOwn, forKey: .isOwn)
        }

        private enum CodingKeys: String, CodingKey { case id, grant, application, picker, since, expires, isOwn }
    }

    private struct ClientsAnswer: Encodable {
        let clients: [ClientAnswer]
    }

    private struct AdmittedAnswer: Encodable {
        let client: ClientAnswer
        let token: String
    }

    private static func encoded(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return try encoder.encode(value)
    }

    private static func wrong(_ field: String, _ detail: String) -> Problem {
        Problem(.badRequest, "client", title: "Nobody can be let in so", detail: "\(field): \(detail)")
    }
}
