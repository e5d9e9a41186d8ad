import Foundation
import LibraryEngine
import Query

/// How a library is served.
package struct ServerOptions: Sendable {
    package static let defaultPort = 8420
    /// Those of Debian's package `libmagics++-data`.
    package static let installedOutlines = "/usr/share/magics"

    /// The address to listen on: a name or a literal.
    package var host = "127.0.0.1"
    /// 0 takes any free one.
    package var port = ServerOptions.defaultPort
    /// What programs may send as proof that they are the owner's; `nil` where a key in an address is the only way in.
    package var token: String?
    /// What browsers know the server by where a proxy stands before it.
    package var publicAddress: PublicAddress?
    /// What the server itself proves its name by; `nil` is plain HTTP.
    package var certificate: Certificate.Files?
    /// Sites whose forms may ask for a picker and get its token.
    package var formOrigins: [PublicAddress] = []
    /// The folder of the pages; `nil` for those that came with the program.
    package var pages: URL?
    package var limits = ConnectionLimits()
    package var clients = ClientLimits()
    /// The folder of Natural Earth's outlines, which the map draws; `nil` for a map without land.
    package var outlines: String? = ServerOptions.installedOutlines
    /// The server whose pictures the map draws instead of these; `nil` asks nobody.
    package var mapTiles: MapTiles?
    /// What a search may cost, in units of about a microsecond; see `QueryBudget`.
    package var searchWork = QueryLimits.work

    /// What may be sent here.
    package var incoming = IncomingLimits()
    /// What sessions, keys and pickers end by.
    package var clock = ServerClock.system

    package init() {}
}

/// Where a server listens.
package struct ServerAddress: Sendable {
    package var host: String
    package let port: Int
    let publicAddress: PublicAddress?
    let certificate: Certificate?
    let sessions: SessionStore

    /// Whether browsers of other machines can come by it.
    package var isReachedFromElsewhere: Bool { publicAddress != nil || !HostRule.isLoopback(host) }

    /// The first page, which opens to those who are in.
    package var url: String {
        if let publicAddress { return publicAddress.origin + "/" }
        guard let certificate else { return "http://\(Self.authority(host, port, usual: 80))/" }
        // To this machine alone the address leads whatever the certificate is for.
        return "https://\(Self.authority(HostRule.isLoopback(host) ? host : certificate.name(insteadOf: host), port, usual: 443))/"
    }

    private static func authority(_ host: String, _ port: Int, usual: Int) -> String {
        (host.contains(":") ? "[\(host)]" : host) + (port == usual ? "" : ":\(port)")
    }

    /// A new address of the first page that lets one browser in, once, within ten minutes.
    package func entrance() -> String { "\(url)?key=\(sessions.makeKey().text)" }

    /// The same of a picker's page.
    package func entrance(to picker: Picker) -> String {
        "\(url.dropLast())\(PickerRoutes.page(of: picker.id))?key=\(sessions.makeKey(for: .chooser, picker: picker).text)"
    }
}
