import Foundation

/// What a server answered.
struct HTTPReply: Sendable {
    var status: Int
    var headers: [(name: String, value: String)]
    var body: Data

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The first value of a header.
    subscript(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Name and value of the cookie that it sets.
    var cookie: String? { self["Set-Cookie"]?.split(separator: ";").first.map(String.init) }

    /// The body as JSON.
    func object() throws -> [String: Any] {
        guard let object = try JSONSerialization.jsonObject(with: body) as? [String: Any] else { throw HTTPConnection.Failure("The body is no JSON object: \(text.prefix(200))") }
        return object
    }

    func decoded<T: Decodable>(_ type: T.Type = T.self) throws -> T { try JSONDecoder().decode(type, from: body) }

    /// The last part of a problem's type; `nil` for what is no problem document.
    var problem: String? {
        guard self["Content-Type"] == "application/problem+json", let type = try? object()["type"] as? String else { return nil }
        return type.split(separator: "/").last.map(String.init)
    }
}
