import Descriptions
import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import PhotoModel
import Picking
import Query

/// What a picker's page asks: for itself, for what is to be chosen, and to hand over what was.
enum ChoiceRoutes {
    static let routes: [Route] = [
        Route(
            "/pick/{session}", "pickerPage", "The page of a picker.", needs: .choosing,
            parameters: [
                .picker, .query("key", "Of an address that a program got: exchanged once for a session's cookie.", .string),
            ],
            answers: [.of("text/html", .string, "The page."), .status(.seeOther, "The same without the key; a browser gets a page that leads there.")]
        ) { request, parameters, context in
            let picker = try chosen(parameters, context)
            var response = try PageRoutes.answer("pick.html", of: context.pages, to: request)
            // Where it is shown changes with the picker, whatever the file is like.
            response.headers[.contentSecurityPolicy] = CommonHeaders.policy(
                framedBy: picker.frames, sending: context.formOrigins.filter { origin in picker.request.returnAddress.map { origin.holds($0) } == true })
            return response
        },
        Route(
            PickerRoutes.formPath, "pickerForm", "Asks for a picker, as a form of another site does.",
            description: "The site has to be one of photos serve --form-origin. The browser brings the answer back by a POST of session, token and state.",
            needs: .gallery,
            parameters: [
                .query("return", "Where the browser goes with the answer.", isRequired: true, .string), .query("filter", "As in a PickerRequest.", .string),
                .query("limit", .string), .query("minimum", .string), .query("ordered", "Any value is yes.", .string), .query("title", .string), .query("size", .string),
                .query("representation", .string),
            ],
            answers: [.status(.seeOther, "The picker's page.")]
        ) { request, _, context in try form(request, context) },
        Route(
            "/api/picker/sessions/{session}/choice", "choice", "What is to be chosen at a picker.", needs: .choosing, parameters: [.picker],
            answers: [.json(.named("Choice"), "For the picker's page."), .notModified]
        ) { request, parameters, context in
            let picker = try chosen(parameters, context)
            // A page that a browser fetched and refuses to show in a frame asks for nothing.
            picker.noteOpened()
            // Of one that was answered its page learns no more than that.
            guard picker.current.phase.isAwaited else { return Response.json(json(of: picker, preselected: [], gone: 0), for: request) }
            return Response.json(
                try await context.read { reader in
                    let (items, gone) = try Self.items(picker.request.preselected, picker.current.filter, reader)
                    return json(of: picker, preselected: try Tile.tiles(items.map(\.row), reader, for: context.session, context.library), gone: gone.count)
                }, for: request)
        },
        Route(
            "/api/picker/sessions/{session}/choice", by: .post, "choose", "Hands over what was chosen, or nothing.", needs: .choosing, parameters: [.picker],
            body: .named("Choosing"),
            answers: [.json(.named("Chosen"), "Whether it was handed over, and what is not to be had any more."), .problem(.conflict), .problem(.unsupportedMediaType)]
        ) { request, parameters, context in
            let picker = try chosen(parameters, context), choosing = try await ActRoutes.decode(Choosing.self, request)
            return try await answer(choosing, picker, context)
        },
    ]

    /// What stands in a form's fields is what a program would send.
    private static func form(_ request: Request, _ context: GalleryContext) throws -> Response {
        let fields = try QueryParameters(request.uri.query)
        guard let address = fields["return"].flatMap({ URL(string: $0) }), context.formOrigins.contains(where: { $0.holds(address) }) else {
            throw Problem(
                .forbidden, "form-origin", title: "The form’s site is not known",
                detail: "return: the answer can only go to a site that `photos serve --form-origin` names. Start the gallery with that site’s origin.")
        }
        func number(_ name: String) throws(Problem) -> Int? {
            guard let text = fields[name], !text.isEmpty else { return nil }
            guard let number = Int(text) else { throw PickerRequest.wrong(name, "“\(text.prefix(40))” is no number.") }
            return number
        }
        var body = PickerRequest.Body()
        do { body.filter = try fields["filter"].flatMap { $0.isEmpty ? nil : try PickerFilter(parsing: $0) } } catch let error as PickingError {
            throw PickerRequest.wrong("filter", error.message)
        }
        (body.limit, body.minimum, body.size) = (try number("limit"), try number("minimum"), try number("size"))
        (body.ordered, body.title, body.representation) = (fields["ordered"] != nil, fields["title"], fields["representation"])
        let picker = try context.beginPicker(try PickerRequest(body).returning(to: address))
        return Response(
            status: .seeOther, headers: [.location: PickerRoutes.page(of: picker.id), .cacheControl: "no-store", .contentLength: "0"])
    }

    private static func chosen(_ parameters: Parameters, _ context: GalleryContext) throws -> Picker { try picker(parameters.get("session"), context) }

    /// A picker whose page the session has.
    static func picker(_ text: String?, _ context: GalleryContext) throws -> Picker {
        let picker = try context.pickers.picker(text)
        guard picker.isOpen(to: context.session) else {
            throw Problem(.forbidden, "denied", title: "It is not allowed", detail: "Another browser opened this picker. Ask the program for a picker of your own.")
        }
        return picker
    }

    // MARK: What is to be chosen

    private static func json(of picker: Picker, preselected tiles: [Tile], gone: Int) -> [UInt8] {
        let request = picker.request, current = picker.current
        var json = JSONWriter()
        json.object { json in
            json.field("id", picker.id.uuidString)
            json.field("state", current.phase.rawValue)
            json.field("title", request.title)
            json.field("filter", current.filter?.description)
            json.field("limit", current.rules.limit)
            json.field("minimum", current.rules.minimum)
            json.field("ordered", request.isOrdered)
            json.field("resizable", request.size == nil && !request.appearance.hides.contains(.size))
            json.strings("hides", request.appearance.hides.map(\.rawValue))
            json.field("purpose", request.appearance.purpose.rawValue)
            json.strings("origins", request.origins.map(\.origin))
            json.array("preselected") { json in
                for tile in tiles { json.element(tile) }
            }
            json.field("gone", gone)
        }
        return json.bytes
    }

    // MARK: Handing over

    private struct Choosing: Decodable {
        /// What was chosen, in its order; `nil` cancels.
        var assets: [String]?
        var size: Int?
    }

    private struct ChosenAnswer: Encodable {
        var state: String
        /// What can't be handed over: it was deleted or hidden meanwhile, or the filter leaves it out.
        var gone: [String]
        /// What the browser sends on, where a form asked.
        var form: Form?

        struct Form: Encodable {
            var action: String, session: String, token: String, state: String
        }

        init(_ picker: Picker, gone: [UUID] = [], _ context: GalleryContext) {
            (state, self.gone) = (picker.current.phase.rawValue, gone.map(\.uuidString))
            guard let action = picker.request.returnAddress, gone.isEmpty else { return }
            form = Form(
                action: action.absoluteString, session: picker.id.uuidString,
                token: picker.current.phase == .confirmed ? context.doors.begin(picker, for: context.session) : "", state: state)
        }
    }

    private static func answer(_ choosing: Choosing, _ picker: Picker, _ context: GalleryContext) async throws -> Response {
        guard picker.current.phase.isAwaited else { throw over }
        guard let texts = choosing.assets else {
            guard picker.cancel() else { throw over }
            return try Response(json: ChosenAnswer(picker, context))
        }
        var (uuids, seen) = ([UUID](), Set<UUID>())
        for text in texts {
            guard let uuid = LocalIdentifier.uuid(from: text) else {
                throw wrong("“\(text.prefix(60))” in “assets” is no identifier. They look like 8A6B2C40-93F1-4D0E-8B1C-5F2A7D3E9C10.")
            }
            if seen.insert(uuid).inserted { uuids.append(uuid) }
        }
        let request = picker.request, rules = picker.current.rules
        guard uuids.count <= PickerRequest.most else { throw wrong("\(uuids.count) are chosen, and \(PickerRequest.most) can be handed over at once. Take some away.") }
        var selection = PickerSelection(rules, preselected: request.preselected)
        selection.deselect(request.preselected)
        selection.update(rules.with(limit: 0))
        selection.select(uuids)
        selection.update(rules)
        switch selection.readiness {
        case .ready: break
        case .tooFew(let count): throw wrong("\(uuids.count) are chosen, and \(uuids.count + count) have to be. Choose more.")
        case .tooMany(let count): throw wrong("\(uuids.count) are chosen, and \(uuids.count - count) may be. Take some away.")
        }
        if let size = choosing.size, !(PickerRequest.sizes ~= size) || request.size.map({ size > $0 }) == true {
            throw wrong("\(size) is no longest side in pixels that may be handed on here.")
        }
        let wanted = uuids
        let (items, gone) = try await context.read { try Self.items(wanted, picker.current.filter, $0) }
        // The person decides what becomes of the rest.
        guard gone.isEmpty else { return try Response(json: ChosenAnswer(picker, gone: gone, context)) }
        guard picker.confirm(items, size: choosing.size ?? request.size) else { throw over }
        return try Response(json: ChosenAnswer(picker, context))
    }

    /// Those of assets that may be chosen, in their order, and those that may not (any more).
    static func items(_ uuids: [UUID], _ filter: PickerFilter?, _ reader: LibraryReader) throws -> (items: [Picker.Item], gone: [UUID]) {
        guard !uuids.isEmpty else { return ([], []) }
        // By identifiers hidden ones are found as well.
        let isShown = Query.Predicate.comparison(Comparison(.key(KeyReference("hidden")), .equal, .value(.bool(false))))
        let shown = [filter?.predicate, isShown].compactMap { $0 }
        let ids = try reader.assetIDs(AssetQuery(scope: .identifiers(uuids), predicate: .and(shown)))
        var rows: [UUID: Int64] = [:]
        for (id, uuid) in try zip(ids, reader.uuids(assetIDs: ids)) { if let uuid { rows[uuid] = id } }
        return (uuids.compactMap { uuid in rows[uuid].map { Picker.Item(uuid: uuid, row: $0) } }, uuids.filter { rows[$0] == nil })
    }

    private static func wrong(_ detail: String) -> Problem { Problem(.badRequest, "choice", title: "This can’t be handed over", detail: detail) }

    static let over = Problem(
        .conflict, "picker-over", title: "The picker was answered already", detail: "It was confirmed or cancelled by another page. Close this one.")
}
