import ArgumentParser
import Descriptions
import LibraryEngine

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: say("Makes an empty library."),
        discussion: say(
            """
            A library is a folder, by custom with a name that ends in .photolibrary. It must not exist yet, or be empty.

            EXAMPLES:
              photos init
              photos init ~/Family.photolibrary
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: said("The library to make, instead of the one that --library names.", valueName: "path"), completion: .directory)
    var path: String?

    func validate() throws {
        if path != nil, global.library != nil { throw wrongUsage("Name the library once, either behind init or with --library.") }
    }

    func run() throws {
        var global = global
        if let path { global.library = path }
        try run(global) { tool in
            let library = try PhotoLibrary.create(at: tool.libraryURL(), environment: tool.environment)
            if tool.wantsJSON {
                var json = JSONWriter()
                json.object { json in
                    json.field("library", library.url.path)
                    json.field("uuid", library.uuid.uuidString)
                }
                try tool.console.resultLine(json.text)
            } else {
                // One that was named has to be named again, or another library is filled.
                let option = global.library.map { " --library \(DisplayText.inShell($0))" } ?? ""
                try tool.console.resultLine(say("Made \(DisplayText.safe(library.url.path)). `photos import\(option) FOLDER` puts photos in."))
            }
        }
    }
}
