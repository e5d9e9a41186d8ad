import Descriptions
import Foundation
import Hummingbird

/// The description of everything that is served, as OpenAPI 3.1: made of the table of routes.
enum OpenAPIDocument {
    static let route = Route(
        "/api/openapi.json", "description", "This document.", needs: .nothing, answers: [.json(.anyObject, "OpenAPI 3.1."), .notModified]
    ) { request, _, _ in Response.json(bytes, for: request) }

    static var text: String { String(decoding: bytes, as: UTF8.self) }

    private static let bytes: [UInt8] = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { [UInt8]($0) } ?? []
    }()

    private static var value: JSONValue {
        var paths: [String: [String: JSONValue]] = [:], parameters: [String: JSONValue] = [:]
        for route in RouteTable.routes where route.isDescribed { paths[route.path, default: [:]][route.method.rawValue.lowercased()] = route.operation }
        for parameter in Route.Parameter.shared { parameters[parameter.key] = parameter.json }
        return .object([
            "openapi": "3.1.0", "info": info, "paths": .object(paths.mapValues { .object($0) }),
            "components": .object([
                "parameters": .object(parameters), "responses": responses, "schemas": .object(Schema.all.mapValues(\.json)), "securitySchemes": securitySchemes,
            ]),
            "security": [["bearer": []], ["cookie": []]],
        ])
    }

    private static let info: JSONValue = [
        "title": "OpenPhotoKit gallery", "version": .string(ProductVersion.text),
        "description": """
        One photo library over HTTP. Every error is a problem document (RFC 9457). Images have addresses that never change their content; lists are read in \
        ranges, and followed by server-sent events that name what changed by index.
        """,
    ]

    private static let responses: JSONValue = [
        "Problem": [
            "description": "Why there is no answer, in words for a person.",
            "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
        ],
        "NotModified": ["description": "The client has it already."],
    ]

    private static let securitySchemes: JSONValue = [
        "bearer": ["type": "http", "scheme": "bearer", "description": "The token of PHOTOS_TOKEN or --token-file."],
        "cookie": [
            "type": "apiKey", "in": "cookie", "name": "photos-8420",
            "description": """
            A session: set by opening the printed address, or /?token=TOKEN, once; named after the port, and good as long as the server runs.
            """,
        ],
    ]
}

extension Route {
    /// As the document has it.
    fileprivate var operation: JSONValue {
        var fields: [String: JSONValue] = ["operationId": .string(name), "summary": .string(summary)]
        if let description { fields["description"] = .string(description) }
        // The address is the proof.
        if need.isOfLinks { fields["security"] = .array([]) }
        if !parameters.isEmpty { fields["parameters"] = .array(parameters.map(\.reference)) }
        if let body { fields["requestBody"] = ["required": true, "content": .object([bodyType: ["schema": body.json]])] }
        // Whatever else goes wrong is a problem document, too.
        var responses = ["default": Route.Answer.problemReference]
        for answer in answers { responses["\(answer.status)"] = answer.json }
        fields["responses"] = .object(responses)
        return .object(fields)
    }
}

extension Route.Parameter {
    fileprivate var reference: JSONValue { isShared ? ["$ref": "#/components/parameters/\(key)"] : json }
}

extension Route.Answer {
    fileprivate static let problemReference: JSONValue = ["$ref": "#/components/responses/Problem"]

    fileprivate var json: JSONValue {
        switch content {
        case .problem: return Self.problemReference
        case .notModified: return ["$ref": "#/components/responses/NotModified"]
        case .undescribed: return ["description": .string(description)]
        case .of(let type, let schema):
            let media: [String: JSONValue] = if let schema { ["schema": schema.json] } else { [:] }
            return ["description": .string(description), "content": .object([type: .object(media)])]
        }
    }
}
