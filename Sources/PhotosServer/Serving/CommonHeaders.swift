import HTTPTypes
import NIOHTTP1

/// What every answer says.
enum CommonHeaders {
    static let fields = [
        HTTPField(name: .named("X-Content-Type-Options"), value: "nosniff"),
        HTTPField(name: .named("Referrer-Policy"), value: "no-referrer"),
        HTTPField(name: .named("Cross-Origin-Resource-Policy"), value: "same-origin"),
        HTTPField(name: .named("Content-Security-Policy"), value: policy(framedBy: [])),
    ]

    /// What a page may load, and which other sites' pages may show it within them.
    /// - Parameters:
    ///   - targets: where its forms may lead.
    ///   - pictures: the server of the map's tiles, whose pictures it may load as well.
    static func policy(framedBy origins: [PublicAddress], sending targets: [PublicAddress] = [], picturesOf pictures: PublicAddress? = nil) -> String {
        let forms = targets.isEmpty ? "'none'" : targets.map(\.origin).joined(separator: " ")
        let frames = origins.isEmpty ? "'none'" : (["'self'"] + origins.map(\.origin)).joined(separator: " ")
        let images = "'self' blob: data:" + (pictures.map { " " + $0.origin } ?? "")
        return """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src \(images); media-src 'self' blob:; connect-src 'self'; \
            font-src 'self'; form-action \(forms); base-uri 'none'; frame-ancestors \(frames); manifest-src 'self'
            """
    }

    /// As they stand between a status line and a body.
    static let text = fields.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()

    /// Adds those that are not there, for answers that no route gave.
    static func add(to headers: inout HTTPHeaders) {
        for field in fields where !headers.contains(name: field.name.rawName) { headers.add(name: field.name.rawName, value: field.value) }
    }
}
