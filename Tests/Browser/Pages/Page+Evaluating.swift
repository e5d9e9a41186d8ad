import Foundation

/// What a script threw.
struct ExceptionDetails: Decodable {
    struct Thrown: Decodable { let description: String?, value: JSON? }
    private enum CodingKeys: String, CodingKey { case message = "text", exception, url, lineNumber }
    private let message: String
    private let exception: Thrown?
    private let url: String?
    private let lineNumber: Int?

    var text: String {
        let thrown = exception?.description ?? exception?.value?.text ?? message
        return url.map { "\(thrown) (\($0):\((lineNumber ?? 0) + 1))" } ?? thrown
    }
}

/// The answer of Runtime.evaluate and Runtime.callFunctionOn.
struct Evaluation<Value: Decodable>: Decodable {
    struct Object: Decodable { let objectId: String?, subtype: String?, value: Value? }
    private enum CodingKeys: String, CodingKey { case result, exceptionDetails }
    private let answer: Result<Object, BrowserError>

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Where something was thrown, that is the value, which has another type than the one awaited.
        if let details = try container.decodeIfPresent(ExceptionDetails.self, forKey: .exceptionDetails) {
            answer = .failure(BrowserError(details.text))
        } else {
            answer = .success(try container.decode(Object.self, forKey: .result))
        }
    }

    func checked(_ script: String) throws -> Object {
        try answer.mapError { BrowserError("\($0)\n  in: \(script.prefix(300))") }.get()
    }
}

extension Page {
    /// The value of an expression, which may await: `await api.library()`.
    package func evaluate<T: Decodable>(_ expression: String, as type: T.Type = T.self) async throws -> T {
        try await value(of: "(async () => (\(expression)))()", expression)
    }

    /// Calls a function with arguments: `call("(id) => document.getElementById(id).textContent", "title")`.
    package func call<T: Decodable>(_ function: String, _ arguments: any Encodable..., as type: T.Type = T.self) async throws -> T {
        let list = arguments.map { JSON.literal($0) }.joined(separator: ", ")
        return try await value(of: "(async () => (\(function))(\(list)))()", function)
    }

    /// Runs statements, which may await, for what they do.
    package func run(_ statements: String) async throws {
        let _: Bool = try await value(of: "(async () => { \(statements)\n; return true })()", statements)
    }

    private func value<T: Decodable>(of script: String, _ shown: String) async throws -> T {
        let answer = try await send(
            "Runtime.evaluate", ["expression": .string(script), "awaitPromise": true, "returnByValue": true], as: Evaluation<T>.self)
        if let value = try answer.checked(shown).value { return value }
        // `undefined` has no value: it is nil where an optional is wanted.
        return try JSONDecoder().decode([T].self, from: Data("[null]".utf8))[0]
    }
}
