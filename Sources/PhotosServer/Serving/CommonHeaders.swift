import HTTPTypes

/// What every answer says.
enum CommonHeaders {
    static let fields: [HTTPField] = [
        HTTPField(name: .xContentTypeOptions, value: "nosniff"),
        HTTPField(name: name("Referrer-Policy"), value: "no-referrer"),
        HTTPField(name: name("Cross-Origin-Resource-Policy"), value: "same-origin"),
        HTTPField(name: .contentSecurityPolicy, value: """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; \
            font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'
            """),
    ]

    private static func name(_ text: String) -> HTTPField.Name { HTTPField.Name(text) ?? .server }
}
