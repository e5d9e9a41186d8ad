import ArgumentParser
import Testing
@testable import PhotosTool

struct HelpTests {
    @Test func theRootsHelp() throws { try Golden.expect(PhotosCommand.helpMessage(columns: 100), matches: "help.txt") }

    @Test(arguments: [
<<<<<<< HEAD
        "init", "import", "export", "assets", "albums", "show", "image", "changes",
        "edit", "favorite", "hide", "album", "delete", "restore", "purge", "verify", "doctor", "bench",
=======
        "init", "import", "export", "assets", "albums", "show", "image", "edit", "favorite", "hide", "album", "delete", "restore", "purge", "access", "verify", "doctor", "bench",
>>>>>>> 99b63b4 (photos access says which applications may see what; history and cloud identifiers keep to a selection)
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
