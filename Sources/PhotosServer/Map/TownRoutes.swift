import Descriptions
import HTTPTypes
import Hummingbird
import LibraryEngine

/// Towns by name, for whoever says where photos were taken.
enum TownRoutes {
    /// The most towns in one answer.
    static let most = 10
    /// The longest question, in characters.
    static let longest = 100

    static let routes: [Route] = [
        Route(
            "/api/towns", "towns", "Towns, and parts of them, by the beginning of a name or of a word in it.",
            description: "They are looked for in English, German and Chinese, whatever the case and the marks, in the gazetteer of this machine.", needs: .viewing,
            parameters: [
                .query("q", "What the name begins with.", isRequired: true, .string.atMost(characters: longest)),
                .header("Accept-Language", "In which language they are named: English, German or Chinese.", .string),
            ],
            answers: [.json(.named("FoundTowns"), "The best first: whole names, then beginnings, and of these those with most people."), .notModified]
        ) { request, _, context in
            guard let text = try QueryParameters(request.uri.query)["q"], text.unicodeScalars.count <= longest else {
                throw Problem(parameter: "q", "Say with what the name of a town begins, in \(longest) characters at most.")
            }
            let language = context.pages.titleLanguage(for: request.headers[.acceptLanguage])
            let towns = try await context.work.run(.answer) { context.library.towns(called: text, most: most, language: language) }
            var json = JSONWriter()
            json.object { json in
                json.array("towns") { json in
                    for town in towns {
                        json.object { json in
                            json.strings("names", town.names)
                            json.field("latitude", town.latitude)
                            json.field("longitude", town.longitude)
                        }
                    }
                }
            }
            var response = Response.json(json.bytes, for: request)
            response.headers[.vary] = "Accept-Language"
            return response
        }
    ]
}
