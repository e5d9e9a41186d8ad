import ArgumentParser
import Testing
@testable import PhotosTool

struct HelpTests {
    @Test func theRootsHelp() throws { try Golden.expect(PhotosCommand.helpMessage(columns: 100), matches: "help.txt") }

    @Test(arguments: [
        "init", "import", "export", "assets", "albums", "show", "image", "changes", "serve", "demo",
        "edit", "favorite", "hide", "album", "delete", "restore", "purge", "access", "trust", "verify", "backup", "recover", "doctor", "bench",
    ])
    func aCommandsHelp(_ name: String) throws {
        let command = try #require(PhotosCommand.configuration.subcommandTypes.first { $0.configuration.commandName == name })
        let text = PhotosCommand.helpMessage(for: command, columns: 100)
        #expect(text.contains("EXAMPLES:"), "help shows how it is done")
        try Golden.expect(text, matches: "help-\(name).txt")
    }

    @Test func theWelcomeShowsWhatANewcomerWants() throws {
        try Golden.expect(Welcome.text(library: "/home/ada/Pictures/Photos.photolibrary"), matches: "welcome.txt")
    }
}

extension CommandConfiguration {
    /// Also those in groups.
    var subcommandTypes: [any ParsableCommand.Type] { subcommands + groupedSubcommands.flatMap(\.subcommands) }
}
