import ArgumentParser
import Descriptions
import LibraryEngine

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: say("Makes an empty library."),
        discussion: say("""
            A library is a folder whose name ends in .photolibrary. It must not exist yet, or be empty.

            EXAMPLES:
              photos init
              photos --library ~/Family.photolibrary init
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    func run() throws {
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
