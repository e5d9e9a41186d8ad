import ArgumentParser
import LibraryEngine
import Photos
import PhotosServer

struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Shows the library in a browser: the gallery, and the HTTP API under it.",
        discussion: """
            Only this machine is served unless --host says otherwise; others then need the token that the printed address \
            carries. Ctrl-C stops.

            EXAMPLES:
              photos serve --open
              photos serve --port 0 --json
              photos serve --host 0.0.0.0
            """)

    @OptionGroup(title: "For every command") var global: GlobalOptions

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("The port to listen on; 0 takes any free one.", valueName: "port"))
    var port = ServerOptions.defaultPort

    @Flag(help: "Open the gallery in the desktop's browser.")
    var open = false

    @Option(help: ArgumentHelp("What a client has to know; made where --host needs one and none is given.", valueName: "token"))
    var token: String?

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be from 0 to 65535.") }
        if let token {
            guard token.utf8.count >= 16, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"&#%+\"\\;,".utf8.contains($0) }) else {
                throw ValidationError("--token must have at least 16 letters, digits or other characters that an address may hold.")
            }
        }
    }

    func run() throws {
        try run(global) { tool in
            let library = try tool.openLibrary()
            defer { library.close() }
            var options = ServerOptions()
            (options.host, options.port) = (host, port)
            options.token = token ?? (options.needsToken ? AccessToken.make() : nil)
            try Serving.run(library, options, opensBrowser: open, tool)
        }
    }
}
