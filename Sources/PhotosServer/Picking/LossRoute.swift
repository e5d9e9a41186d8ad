import Foundation
import Hummingbird
import LibraryEngine
import PhotoModel

/// What a picker's page asks after each change of the library, for all that is chosen there at once.
enum LossRoute {
    private struct Asked: Decodable {
        var assets: [String]
    }

    private struct Answer: Encodable {
        var gone: [String]
    }

    static let routes: [Route] = [
        Route(
            "/api/picker/sessions/{session}/choice/gone", by: .post, "goneOfChoice", "Which of the photos that are chosen were deleted or hidden.",
            description: "Those that the picker’s filter leaves out by now are not gone: what is chosen stays so.", needs: .choosing, parameters: [.picker],
            body: .named("ChosenAssets"), answers: [.json(.named("GoneAssets"), "Those that are not to be had, at present."), .problem(.conflict), .problem(.unsupportedMediaType)]
        ) { request, parameters, context in
            let picker = try ChoiceRoutes.picker(parameters.get("session"), context)
            // Of one that was answered its page learns no more.
            guard picker.current.phase.isAwaited else { throw ChoiceRoutes.over }
            let uuids = try identities(of: try await ActRoutes.decode(Asked.self, request).assets)
            let gone = try await context.read { try ChoiceRoutes.items(uuids, nil, $0).gone }
            return try Response(json: Answer(gone: gone.map(\.uuidString)))
        }
    ]

    private static func identities(of texts: [String]) throws(Problem) -> [UUID] {
        guard texts.count <= PickerRequest.most else { throw PickerRequest.wrong("assets", "There are more than \(PickerRequest.most). Name fewer.") }
        var uuids: [UUID] = []
        for text in texts {
            guard let uuid = LocalIdentifier.uuid(from: text) else {
                throw PickerRequest.wrong("assets", "“\(text.prefix(60))” is no identifier. They look like 8A6B2C40-93F1-4D0E-8B1C-5F2A7D3E9C10.")
            }
            uuids.append(uuid)
        }
        return uuids
    }
}
