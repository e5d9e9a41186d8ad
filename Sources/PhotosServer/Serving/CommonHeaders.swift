import HTTPTypes
import NIOHTTP1

/// What every answer says.
enum CommonHeaders {
    private static let pairs: [(String, String)] = [
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Content-Security-Policy", policy(framedBy: [])),
    ]

    /// What a page may load, and which other sites' pages may show it within them.
    /// - Parameter targets: where its forms may lead.
    static func policy(framedBy origins: [PublicAddress], sending targets: [PublicAddress] = []) -> String {
        let forms = targets.isEmpty ? "'none'" : targets.map(\.origin).joined(separator: " ")
        let frames = origins.isEmpty ? "'none'" : (["'self'"] + origins.map(\.origin)).joined(separator: " ")
        return """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; \
            font-src 'self'; form-action \(forms); base-uri 'none'; frame-ancestors \(frames); manifest-src 'self'
            """
    }

    static let fields: [HTTPField] = pairs.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }

    /// As they stand between a status line and a body.
    static let text = pairs.map { "\($0): \($1)\r\n" }.joined()

    /// Adds those that are not there, for answers that no route gave.
    static func add(to headers: inout HTTPHeaders) {
        for (name, value) in pairs where !headers.contains(name: name) { headers.add(name: name, value: value) }
    }
}
