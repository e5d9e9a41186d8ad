import Testing
@testable import PhotosTool

struct CommandSuggestionTests {
    private func message(_ arguments: String...) -> String? {
        CommandSuggestion.failure(for: arguments)?.message
    }

    @Test(arguments: [("imprt", "import"), ("improt", "import"), ("asets", "assets"), ("EXPORT", "export"), ("servr", "serve"), ("verfy", "verify")])
    func aMisspelledCommandIsNamed(word: String, meant: String) {
        #expect(message(word) == "There is no command \"\(word)\". Did you mean `photos \(meant)`? `photos --help` lists all commands.")
        #expect(message("--library", "x", "-q", "--wait=3", word)?.contains("`photos \(meant)`") == true)
    }

    @Test func aWordThatIsLikeNoneIsRefusedWithoutAGuess() {
        #expect(message("photograph") == "There is no command \"photograph\". `photos --help` lists all commands.")
        #expect(message("a\u{1B}b")?.contains("\u{1B}") == false)
    }

    @Test func whatTheParserKnowsIsLeftToIt() {
        for command in PhotosCommand.subcommands where command.subcommands.isEmpty { #expect(message(command._commandName, "imprt") == nil) }
        for words in [[], ["--help"], ["help", "import"], ["--generate-completion-script", "bash"], ["--library", "imprt"], ["--unknown", "imprt"]] {
            #expect(CommandSuggestion.failure(for: words) == nil)
        }
    }

    @Test func helpForWhatIsNoCommandIsRefusedToo() {
        #expect(message("help", "imprt")?.contains("`photos import`") == true)
        #expect(message("help", "nonsense") == "There is no command \"nonsense\". `photos --help` lists all commands.")
        #expect(message("help", "import", "nonsense")?.contains("\"import nonsense\"") == true)
        #expect(message("help", "album", "crate")?.contains("`photos album create`") == true)
        #expect(message("album", "crate")?.contains("`photos album create`") == true, "where a command has commands of its own")
        for words in [["help"], ["help", "album", "create"], ["--json", "help", "import"], ["album"], ["album", "create", "crate"]] {
            #expect(CommandSuggestion.failure(for: words) == nil, "\(words)")
        }
    }

    @Test func theVersionIsToldWhateverOptionsOfEveryCommandStandBesideIt() {
        #expect(CommandSuggestion.asksForVersion(["--version"]))
        #expect(CommandSuggestion.asksForVersion(["--library", "x", "--version"]) && CommandSuggestion.asksForVersion(["--version", "--library=x", "-q"]))
        #expect(!CommandSuggestion.asksForVersion(["export", "--version"]) && !CommandSuggestion.asksForVersion(["--library", "--version"]))
    }

    @Test func distancesCountSingleSlips() {
        #expect(CommandSuggestion.distance("", "abc") == 3)
        #expect(CommandSuggestion.distance("abc", "abc") == 0)
        #expect(CommandSuggestion.distance("acb", "abc") == 1)
        #expect(CommandSuggestion.distance("kitten", "sitting") == 3)
    }
}
