import ArgumentParser
import LibraryEngine
import PhotosServer

/// Where a gallery is served, and to whom. The same for every command that serves one.
struct ServingOptions: ParsableArguments {
    @Option(help: said("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(parsing: .unconditional, help: said("The port to listen on; 0 takes any free one.", valueName: "port"))
    var port = ServerOptions.defaultPort

    @Option(
        help: said(
            "A file of certificates (PEM, the server's own first) to serve https:// with; it is read again when it changes. Takes --key.", valueName: "file"),
        completion: .file())
    var certificate: String?

    @Option(help: said("The file of the certificate's key (PEM, without a passphrase), which not everybody may read.", valueName: "file"), completion: .file())
    var key: String?

    @Option(
        name: .customLong("public-url"),
        help: said(
            "The address that browsers use where a proxy with TLS stands before the gallery, such as https://photos.example.org.", valueName: "url"))
    var publicURL: String?

    @Option(
        help: said(
            "A file with a token that programs may send as proof (Authorization: Bearer); nobody else may read it. PHOTOS_TOKEN may hold the token instead.",
            valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @Option(
        name: .customLong("form-origin"),
        help: said("A site whose forms may ask for a picker and get what is chosen, such as https://blog.example.org; may be given several times.", valueName: "origin"))
    var formOrigins: [String] = []

    @Option(
        name: .customLong("upload-limit"),
        help: said("How much may be on its way into the library at a time, such as 20GB (default: what the disk has space for).", valueName: "size"))
    var uploadLimit: ByteCountArgument?

    @Option(
        name: .customLong("map-tiles"),
        help: said(
            "A server whose tiles the map draws instead of its own outlines, such as https://host/{z}/{x}/{y}.png; it learns where the map is looked at. Takes --map-credit.",
            valueName: "url"))
    var mapTiles: String?

    @Option(
        name: .customLong("map-credit"),
        help: said("Whose these tiles are, which the map tells, such as '© OpenStreetMap contributors'.", valueName: "text"))
    var mapCredit: String?

    /// Understood so that it can be told why it is not taken.
    @Option(help: .hidden)
    var token: String?

    func validate() throws {
        guard (0...65_535).contains(port) else { throw wrongUsage("--port must be from 0 to 65535.") }
        guard (certificate == nil) == (key == nil) else { throw wrongUsage("--certificate and --key go together: name both files.") }
        if let publicURL {
            do throws(ServerError) { _ = try PublicAddress(publicURL) } catch { throw wrongUsage("--public-url: \(EngineText.translated(error.message))") }
        }
        for origin in formOrigins {
            do throws(ServerError) { _ = try PublicAddress(origin) } catch { throw wrongUsage("--form-origin: \(EngineText.translated(error.message))") }
        }
        guard (mapTiles == nil) == (mapCredit == nil) else { throw wrongUsage("--map-tiles and --map-credit go together: name a server, and whose its tiles are.") }
        if let mapTiles, let mapCredit {
            let tiles: MapTiles
            do throws(ServerError) { tiles = try MapTiles(mapTiles, credit: mapCredit) } catch { throw wrongUsage("--map-tiles: \(EngineText.translated(error.message))") }
            let isSecure = certificate != nil || publicURL?.lowercased().hasPrefix("https:") == true
            guard tiles.isLoaded(byPagesThatAreSecure: isSecure) else {
                throw wrongUsage("--map-tiles: Browsers load no tiles from http:// into a gallery of https://. Name an address of https://.")
            }
        }
        if token != nil {
            throw wrongUsage(
                "A token among the arguments shows to everybody who lists processes. Put it into a file and name that with --token-file, or into PHOTOS_TOKEN.")
        }
    }

    func serverOptions() throws -> ServerOptions {
        var options = ServerOptions()
        (options.host, options.port) = (host, port)
        options.publicAddress = try publicURL.map { try PublicAddress($0) }
        options.formOrigins = try formOrigins.map { try PublicAddress($0) }
        if let certificate, let key { options.certificate = Certificate.Files(chain: certificate, key: key) }
        options.incoming.bytes = uploadLimit?.bytes
        // Elsewhere than in Debian, the shapefiles that Natural Earth publishes may lie in any folder.
        if let folder = Environment.variable("PHOTOS_OUTLINES") { options.outlines = folder.isEmpty ? nil : folder }
        if let mapTiles, let mapCredit { options.mapTiles = try MapTiles(mapTiles, credit: mapCredit) }
        options.token = try OwnerToken.read(file: tokenFile)
        return options
    }
}
