import Descriptions
import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import PhotoModel
import Picking

/// What programs ask: for a picker, how it stands, and for what was chosen.
enum PickerRoutes {
    /// How the addresses of pickers' pages begin.
    static let pageStart = "/pick/"
    /// Where forms of other sites lead.
    static let formPath = "/pick"

    static func page(of id: UUID) -> String { pageStart + id.uuidString }

    private static let item = Route.Parameter.path("item", "Its index among what was chosen.", .whole(from: 0))

    static let routes: [Route] = [
        Route(
            "/api/picker/sessions", by: .post, "beginPicker", "Asks a person to choose photos.",
            description: """
                The person opens the address and chooses; the token gets what was chosen, and opens nothing else. Any application may ask, whatever it may \
                see itself. One that the owner's token asks with gets an address that lets one browser in, once, within ten minutes; others get one that \
                the owner's own browser opens.
                """, needs: .asking, body: .named("PickerRequest"), answers: [.json(.named("PickerBegun"), "It waits for the person."), .problem(.unsupportedMediaType)]
        ) { request, _, context in try await begin(request, context) },
        Route(
            "/api/picker/sessions/{session}", "picker", "How a picker stands, and what was chosen.", needs: .collecting, parameters: [.picker],
            answers: [.json(.named("Picker"), "Items are there once they were confirmed, in the order in which they were chosen."), .notModified]
        ) { request, parameters, context in
            let picker = try collected(parameters, context)
            return Response.json(try await context.read { try json(of: picker, $0) }, for: request)
        },
        Route(
            "/api/picker/sessions/{session}/events", "pickerEvents", "Follows a picker by server-sent events.",
            description: "`state` with the picker's state at once and after each change. A comment every 15 seconds is a sign of life.", needs: .collecting,
            parameters: [.picker], answers: [.of("text/event-stream", "The data of `state` is a PickerState.")]
        ) { request, parameters, context in try follow(try collected(parameters, context), request, context) },
        Route(
            "/api/picker/sessions/{session}/update", by: .post, "updatePicker", "Changes what an open picker asks for; its page follows at once.",
            description: "What is absent stays as it is. What is chosen stays so: a lower limit takes nothing away, and keeps from being done until the person has.",
            needs: .collecting, parameters: [.picker], body: .named("PickerUpdate"),
            answers: [.json(.named("PickerState"), "It asks for that now."), .problem(.conflict), .problem(.unsupportedMediaType)]
        ) { request, parameters, context in
            let picker = try collected(parameters, context), body: PickerUpdate.Body
            do { body = try await ActRoutes.decode(PickerUpdate.Body.self, request) } catch let error as PickingError {
                throw PickerRequest.wrong(error.code.rawValue, error.message)
            }
            try picker.update(try PickerUpdate(body))
            return try Response(json: StateAnswer(picker))
        },
        Route(
            "/api/picker/sessions/{session}/end", by: .post, "endPicker", "Ends a picker: its page and its token open nothing any more.", needs: .collecting,
            parameters: [.picker], answers: [.json(.named("PickerState"), "It has ended.")]
        ) { _, parameters, context in
            let picker = try collected(parameters, context)
            picker.finish()
            return try Response(json: StateAnswer(picker))
        },
        Route(
            "/api/picker/sessions/{session}/items/{item}/file", "pickedFile", "What was chosen, as the picker's representation has it.", needs: .collecting,
            parameters: [.picker, item, .range],
            answers: [.status(.ok, "The whole file."), .status(.partialContent, "The range that was asked for."), .notModified, .problem(.rangeNotSatisfiable)]
        ) { request, parameters, context in try await PickedAnswer(parameters, context).file(request) },
        Route(
            "/api/picker/sessions/{session}/items/{item}/resources/{resource}", "pickedResource", "A file of what was chosen, as it came in.", needs: .collecting,
            parameters: [.picker, item, .path("resource", "Its index among the item's resources.", .whole(from: 0)), .range],
            answers: [
                .status(.ok, "The whole file; its ETag is its SHA-256."), .status(.partialContent, "The range that was asked for."), .notModified,
                .problem(.rangeNotSatisfiable),
            ]
        ) { request, parameters, context in try await PickedAnswer(parameters, context).resource(request, parameters.get("resource")) },
        Route(
            "/api/picker/sessions/{session}/items/{item}/image/{size}", "pickedImage", "A picture of what was chosen as JPEG, upright; a video's poster frame.",
            needs: .collecting, parameters: [.picker, item, .path("size", "As in the addresses of pictures.", .one(in: RenditionClass.allCases.map(\.rawValue)))],
            answers: [.of(MIMEType.jpeg, "The picture as it is now."), .notModified]
        ) { request, parameters, context in try await PickedAnswer(parameters, context).image(request, parameters.get("size")) },
    ]

    /// The picker that a path names, which has to be the asker's own.
    static func collected(_ parameters: Parameters, _ context: GalleryContext) throws -> Picker {
        let picker = try context.pickers.picker(parameters.get("session"))
        guard context.session.grant == .owner || context.session.picker === picker else {
            throw Problem(.forbidden, "denied", title: "It is not allowed", detail: "The token is another picker's. Send the one that came with this picker.")
        }
        return picker
    }

    // MARK: Beginning

    private struct BegunAnswer: Encodable {
        var id: String, token: String, url: String, state: String, expires: String
    }

    private static func begin(_ request: Request, _ context: GalleryContext) async throws -> Response {
        let body: PickerRequest.Body
        do { body = try await ActRoutes.decode(PickerRequest.Body.self, request) } catch let error as PickingError {
            throw PickerRequest.wrong(error.code.rawValue, error.message)
        }
        let wanted = try PickerRequest(body)
        let picker = try context.beginPicker(wanted)
        var address = origin(of: request, context) + page(of: picker.id)
        // Who asks with less than the owner's own proof must not get what the person sees.
        if context.session.grant == .owner { address += "?key=\(context.doors.makeKey(for: .chooser, picker: picker).text)" }
        return try Response(
            json: BegunAnswer(
                id: picker.id.uuidString, token: context.doors.begin(picker, for: context.session), url: address, state: picker.current.phase.rawValue,
                expires: Timestamp.utc(picker.expires.timeIntervalSinceReferenceDate)))
    }

    /// As the guard let it pass: the name by which whoever asks knows this server.
    static func origin(of request: Request, _ context: GalleryContext) -> String {
        context.publicAddress?.origin ?? (context.isSecure ? "https://" : "http://") + "\(request.head.authority ?? "127.0.0.1")"
    }

    // MARK: How it stands

    struct StateAnswer: Encodable {
        var id: String, state: String
        /// Items that were chosen.
        var count: Int

        init(_ picker: Picker) {
            let current = picker.current
            (id, state, count) = (picker.id.uuidString, current.phase.rawValue, current.items.count)
        }
    }

    private static func json(of picker: Picker, _ reader: LibraryReader) throws -> [UInt8] {
        let current = picker.current
        let items = try current.items.map { try PickedItem($0, reader) }
        var json = JSONWriter()
        json.object { json in
            json.field("id", picker.id.uuidString)
            json.field("state", current.phase.rawValue)
            json.field("count", current.items.count)
            json.field("expires", date: picker.expires.timeIntervalSinceReferenceDate)
            json.field("size", current.size)
            json.array("items") { json in
                for (index, item) in items.enumerated() { json.object { item.write(to: &$0, index, of: picker) } }
            }
        }
        return json.bytes
    }

    // MARK: Following

    private static func follow(_ picker: Picker, _ request: Request, _ context: GalleryContext) throws -> Response {
        try Response.events(for: request, context) { follower, write in
            var told: Picker.Phase?
            func tell() async throws {
                let answer = StateAnswer(picker)
                guard answer.state != told?.rawValue else { return }
                told = Picker.Phase(rawValue: answer.state)
                try await write(ServerSentEvent.state(try JSONEncoder().encode(answer)))
            }
            try await tell()
            guard told != .ended else { return }
            for await _ in follower.wakes {
                let signals = follower.take()
                // A token that was taken back hears nothing more, and one whose picker has ended hears that it did.
                guard !context.session.isTakenBack else { throw RequestGuard.sessionOver }
                try await tell()
                if told == .ended { break }
                _ = try context.session.gate()
                if signals.contains(.beat) { try await write(ServerSentEvent.heartbeat) }
            }
        }
    }
}
