import ArgumentParser

struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: say("Shows the library in a browser: the gallery, and the HTTP API under it."),
        discussion: say(
            """
            Nobody gets in without proof, from this machine neither. The printed address has it: it lets one browser in, once, within ten \
            minutes. On a terminal, Enter prints another. Programs may follow that address too, or send a token of your own choice. Only this \
            machine can connect unless --host says otherwise. Ctrl-C stops.

            EXAMPLES:
              photos serve --open
              photos serve --port 0 --json
              photos serve --host 0.0.0.0
              photos serve --token-file ~/.config/photos-token
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @OptionGroup var serving: ServingOptions

    @Flag(help: said("Open the gallery in the desktop's browser."))
    var open = false

    func run() throws {
        try run(global) { tool in
            let options = try serving.serverOptions()
            let library = try tool.openLibraryToServe()
            defer { library.close() }
            try Serving.run(library, options, opensBrowser: open, tool)
        }
    }
}
