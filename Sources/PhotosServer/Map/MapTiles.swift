/// A server that the owner names, whose square pictures of the world the map draws instead of outlines. It learns which parts of the world are looked at, which is
/// why nobody else's is asked.
package struct MapTiles: Sendable, Equatable {
    /// The address of a picture, with `{z}`, `{x}` and `{y}` for its zoom, column and row (Web Mercator, rows from the north).
    package let template: String
    /// Whose the pictures are, as the map tells it.
    package let credit: String
    /// Where a page may load pictures from.
    let server: PublicAddress

    /// - Throws: `ServerError` that says what is wrong with them.
    package init(_ template: String, credit: String) throws(ServerError) {
        func wrong(_ why: String) -> ServerError {
            ServerError(.mapTiles, "“\(template.prefix(200))” is no address of map tiles: \(why). It is like https://tiles.example.org/{z}/{x}/{y}.png.")
        }
        let lower = template.lowercased()
        guard let scheme = ["https://", "http://"].first(where: { lower.hasPrefix($0) }) else { throw wrong("it has to begin with https:// or http://") }
        guard template.utf8.count <= Self.longest, template.utf8.allSatisfy(Self.isWritten) else {
            throw wrong("it can have \(Self.longest) letters, digits and signs of an address at most; write others as %20")
        }
        let rest = template.dropFirst(scheme.utf8.count), end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
        // The rules that a browser gets for a page can't name an IPv6 address.
        guard !rest[..<end].contains("["), let server = try? PublicAddress(scheme + rest[..<end]) else {
            throw wrong("its server has to be one host name, or an IPv4 address, with a port where it has another one")
        }
        let places = rest[end...].matches(of: /\{[^{}]*\}/).map { String($0.0) }
        if let other = places.first(where: { !Self.places.contains($0) }) { throw wrong("it has \(other), and only {z}, {x} and {y} are filled in") }
        let braces = rest[end...].utf8.count(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") })
        guard places.sorted() == Self.places, braces == 2 * Self.places.count else { throw wrong("{z}, {x} and {y} have to stand behind its server, each once") }
        let credit = credit.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !credit.isEmpty, credit.count <= Self.longestCredit, !credit.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw ServerError(.mapTiles, "The map shows whose its tiles are. Say it in 1 to \(Self.longestCredit) characters, such as “© OpenStreetMap contributors”.")
        }
        (self.template, self.credit, self.server) = (template, credit, server)
    }

    private static let places = ["{x}", "{y}", "{z}"]
    private static let longest = 1000, longestCredit = 200

    /// What of ASCII stands in an address as it is, but for the part behind `#`, which no server gets.
    private static func isWritten(_ byte: UInt8) -> Bool { 0x21...0x7E ~= byte && !"\"#<>\\^`|".utf8.contains(byte) }

    /// Whether a page of this address may load them: browsers load nothing over plain HTTP into what came by TLS.
    package func isLoaded(byPagesThatAreSecure isSecure: Bool) -> Bool { server.isSecure || !isSecure }
}
