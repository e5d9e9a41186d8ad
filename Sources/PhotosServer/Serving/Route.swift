import Foundation
import HTTPTypes
import Hummingbird

/// One thing that is served: how it is asked for, what grant it takes, what it answers, and who answers. The router, the API's description and the tests of
/// access read the same rows.
struct Route: Sendable {
    typealias Handler = @Sendable (Request, Parameters, GalleryContext) async throws -> Response

    let method: HTTPRequest.Method
    /// With `{name}` for what varies.
    private(set) var path: String
    /// Its name in the API's description.
    let name: String
    let summary: String
    let description: String?
    let need: Need
    let parameters: [Parameter]
    /// What has to be sent along.
    let body: Schema?
    /// As what; JSON unless it is a file's bytes.
    let bodyType: String
    /// What is answered beside problems that any route may have.
    let answers: [Answer]
    /// Whether the API's description has it.
    let isDescribed: Bool
    let answer: Handler

    init(
        _ path: String, by method: HTTPRequest.Method = .get, _ name: String, _ summary: String, description: String? = nil, needs need: Need,
        parameters: [Parameter] = [], body: Schema? = nil, bodyType: String = "application/json", answers: [Answer], isDescribed: Bool = true, answer: @escaping Handler
    ) {
        (self.method, self.path, self.name, self.summary, self.description, self.need) = (method, path, name, summary, description, need)
        (self.parameters, self.body, self.bodyType, self.answers, self.isDescribed, self.answer) = (parameters, body, bodyType, answers, isDescribed, answer)
    }

    /// The same at another path, where what varies is given.
    func at(_ path: String) -> Route {
        var route = self
        route.path = path
        return route
    }

    func register(on router: GalleryRouter, _ services: GalleryServices) {
        router.on(RouterPath(path), method: method) { request, requestContext in
            let context = GalleryContext(services, for: try await session(request, requestContext, services), over: requestContext.connection)
            try await context.confirm(need)
            return try await answer(request, requestContext.parameters, context)
        }
    }

    /// Who asks: at a link's addresses that is looked up now, whatever was known when the request came in.
    private func session(_ request: Request, _ requestContext: GalleryRequestContext, _ services: GalleryServices) async throws -> Session {
        guard need.isOfLinks else { return requestContext.session }
        let (token, cookies) = (requestContext.parameters.get("token"), ShareStore.cookies(request.headers))
        return try await services.work.run(.answer) { try services.doors.shares.session(token: token, cookies: cookies) }
    }
}

extension GalleryContext {
    /// Before anything else is done for a request. What the session may see is known in memory from now on.
    /// - Throws: where its grant does not go as far, or not any more.
    fileprivate func confirm(_ need: Need) async throws {
        do {
            try await check(need)
        } catch let error where session.share?.record.quota != nil {
            throw self.uploads.toldByLink(error)
        }
    }

    private func check(_ need: Need) async throws {
        try session.require(need)
        guard need.isOfLibrary else { return }
        let gate = try session.gate()
        switch need {
        case .nothing, .gallery, .page, .asking, .choosing, .collecting, .granting, .visiting: break
        case .sharing: try await self.work.run(.answer) { try gate.require(.assets) }
        case .beholding, .taking: if let share = session.share { _ = try await self.work.run(.answer) { try share.list() } }
        case .sending: if let share = session.share { try await self.work.run(.upload) { [uploads = self.uploads] in try uploads.requireOpen(share) } }
        case .viewing, .fetching, .downloading, .comparing: if gate.knownVisibility == nil { _ = try await self.work.run(.answer) { try gate.visibility() } }
        case .changing, .uploading: try await self.work.run(.answer) { try gate.require(.assets) }
        }
    }
}

extension Route {
    /// A part of a request that varies.
    struct Parameter: Sendable {
        enum Location: String, Sendable { case path, query, header }

        let name: String
        let location: Location
        var description: String?
        /// Whether it has to be there.
        let isRequired: Bool
        var allowsEmptyValue = false
        /// Whether several routes have it, so that the description has it once.
        private(set) var isShared = false
        let schema: Schema

        static func path(_ name: String, _ schema: Schema) -> Parameter { path(name, nil, schema) }
        static func path(_ name: String, _ description: String?, _ schema: Schema) -> Parameter {
            Parameter(name: name, location: .path, description: description, isRequired: true, schema: schema)
        }

        static func query(_ name: String, isRequired: Bool = false, _ schema: Schema) -> Parameter { query(name, nil, isRequired: isRequired, schema) }
        static func query(_ name: String, _ description: String?, isRequired: Bool = false, allowsEmptyValue: Bool = false, _ schema: Schema) -> Parameter {
            Parameter(name: name, location: .query, description: description, isRequired: isRequired, allowsEmptyValue: allowsEmptyValue, schema: schema)
        }

        static func header(_ name: String, _ description: String, isRequired: Bool = false, _ schema: Schema) -> Parameter {
            Parameter(name: name, location: .header, description: description, isRequired: isRequired, schema: schema)
        }

        private var shared: Parameter {
            var parameter = self
            parameter.isShared = true
            return parameter
        }

        /// Its name among the shared ones.
        var key: String { name.lowercased() }

        var json: JSONValue {
            var fields: [String: JSONValue] = ["name": .string(name), "in": .string(location.rawValue), "schema": schema.json]
            if let description { fields["description"] = .string(description) }
            if isRequired { fields["required"] = true }
            if allowsEmptyValue { fields["allowEmptyValue"] = true }
            return .object(fields)
        }
    }

    /// What is answered, with which status.
    struct Answer: Sendable {
        enum Content: Sendable { case problem, notModified, undescribed, of(type: String, Schema?) }

        let status: Int
        let description: String
        let content: Content

        static let notModified = Answer(status: 304, description: "", content: .notModified)
        static func problem(_ status: HTTPResponse.Status) -> Answer { Answer(status: status.code, description: "", content: .problem) }
        static func status(_ status: HTTPResponse.Status, _ description: String) -> Answer {
            Answer(status: status.code, description: description, content: .undescribed)
        }
        static func json(_ schema: Schema, _ description: String) -> Answer { of("application/json", schema, description) }
        static func of(_ type: String, _ description: String) -> Answer { of(type, nil, description) }
        static func of(_ type: String, _ schema: Schema?, _ description: String) -> Answer {
            Answer(status: 200, description: description, content: .of(type: type, schema))
        }
    }
}

extension Route.Parameter {
    static let asset = path("id", "An asset's UUID.", .id).shared
    static let revision = path("revision", "As the asset's answers tell it. Another one than the current leads there by a 302.", .whole(from: 0)).shared
    static let range = Route.Parameter(name: "Range", location: .header, description: "A range of bytes.", isRequired: false, schema: .string).shared

    /// Which list: place, search, order, time zone.
    fileprivate static let list: [Route.Parameter] = [
        query(
            "in",
            """
            The place: library (nothing hidden or deleted), album:UUID, smart:NAME by PHAssetCollectionSubtype, burst:UUID for all frames of the burst that an \
            asset is of, hidden, trash, or onThisDay for what was taken on today's date in earlier years.
            """, .text(matching: "^(|library|hidden|trash|onThisDay|album:[0-9A-Fa-f-]{36}|burst:[0-9A-Fa-f-]{36}|smart:[A-Za-z]+)$").standard("library")
        ).shared,
        query(
            "q", "Words that name a kind or a date, or are in texts of an asset (always so in quotation marks); or a condition of NSPredicate.",
            .string.atMost(characters: 2000).standard("")
        ).shared,
        query(
            "order",
            """
            By when it was taken, by the clock at that place, or as the album has it. Inside an album its own order is the standard, elsewhere newest.
            """, .string.among("newest", "oldest", "album")
        ).shared,
        query(
            "filter", "Only what a picker's filter lets through, such as images or any(images,videos); Docs/Picker.md has more than the pattern says.",
            .filterText.standard("")
        ).shared,
        query("tz", "Whose today a search means: a time zone of the IANA database. The library's where it is absent.", .one(in: TimeZone.knownTimeZoneIdentifiers)).shared,
    ]

    static let batch = path("batch", "A batch of uploads, by its identifier.", .id).shared
    static let upload = path("file", "The number of a file in its batch, from 1.", .whole(from: 1)).shared

    static let picker = path("session", "A picker session's identifier.", .id).shared

    static let link = path("token", "The token of a link.", .text(matching: "^[0-9a-f]{32}$")).shared

    static let shared: [Route.Parameter] = .list(and: asset, revision, range, picker, link, batch, upload)
}

extension [Route.Parameter] {
    /// Those of a list, and more.
    static func list(and more: Route.Parameter...) -> [Route.Parameter] { Route.Parameter.list + more }
}
