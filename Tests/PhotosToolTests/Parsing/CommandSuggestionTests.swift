import Testing
@testable import PhotosTool

struct CommandSuggestionTests {
    private func message(_ arguments: String...) -> String? {
        CommandSuggestion.failure(for: arguments, commands: PhotosCommand.commandNames)?.message
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
        for name in PhotosCommand.commandNames { #expect(message(name, "imprt") == nil) }
        for words in [[], ["--help"], ["help", "import"], ["--generate-completion-script", "bash"], ["--library", "imprt"], ["--unknown", "imprt"]] {
            #expect(CommandSuggestion.failure(for: words, commands: PhotosCommand.commandNames) == nil)
        }
    }

    @Test func distancesCountSingleSlips() {
        #expect(CommandSuggestion.distance("", "abc") == 3)
        #expect(CommandSuggestion.distance("abc", "abc") == 0)
        #expect(CommandSuggestion.distance("acb", "abc") == 1)
        #expect(CommandSuggestion.distance("kitten", "sitting") == 3)
    }
}
