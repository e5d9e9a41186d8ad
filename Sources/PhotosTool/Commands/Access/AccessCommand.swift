import ArgumentParser
import LibraryEngine

struct AccessCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access",
        abstract: say("Says which applications may see what."),
        discussion: say(
            """
            An application is named by what PHOTOS_APP_ID is for it, else by its executable's name. Whoever may write the library's folder owns \
            the library: an application that nothing was decided for sees all of it, and this tool always does.

            EXAMPLES:
              photos access list
              photos access grant org.example.viewer limited --album 'Best of 2023'
              photos access grant org.example.camera add-only
              photos access revoke org.example.viewer
            """),
        subcommands: [List.self, Grant.self, Revoke.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Shows what was decided."),
            discussion: say(
                """
                With --json there is one line each: application, access (full, limited, add-only, denied or restricted), assets (how many it was \
                given, where its access is limited) and date.
                """))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions

        func run() throws {
            try run(global) { tool in
                let applications = try tool.openLibrary().applications()
                guard !tool.wantsJSON else {
                    for application in applications { try tool.console.resultLine(AccessDescription(application).json) }
                    return
                }
                guard !applications.isEmpty else { return tool.console.note("Nothing was decided: every application sees all that may write the library's folder.") }
                for line in AccessDescription.table(applications, width: tool.console.resultWidth) { try tool.console.resultLine(line) }
            }
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say("Forgets what was decided for an application."))
        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Argument(help: said("The application.", valueName: "app"), completion: .applications) var application: String

        func run() throws {
            try run(global) { tool in
                guard try tool.openLibrary().revokeAccess(of: application, author: tool.author) else {
                    throw ToolFailure(.badInput, "Nothing was decided for \(DisplayText.safe(application)). `photos access list` shows what was.")
                }
                try tool.reportChange("Forgot what was decided for \(DisplayText.safe(application)).")
            }
        }
    }
}
