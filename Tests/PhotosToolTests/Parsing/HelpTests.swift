import ArgumentParser
import Foundation
import PhotosServer
import Testing
@testable import PhotosTool

struct HelpTests {
    /// As a person reads it.
    private static func help(_ command: any ParsableCommand.Type = PhotosCommand.self, columns: Int = 100, in language: ToolLanguage = .english) -> String {
        ParserText.shown(PhotosCommand.helpMessage(for: command, columns: ParserText.unbroken), columns: columns, in: language)
    }

    @Test func theRootsHelp() throws { try Golden.expect(Self.help(), matches: "help.txt") }

    @Test(arguments: [
        "init", "import", "watch", "export", "encode", "assets", "albums", "show", "image", "changes", "serve", "share", "demo",
        "edit", "undo", "trim", "favorite", "hide", "burst", "pair", "unpair", "duplicates", "album", "delete", "restore", "purge", "cloud", "access", "trust", "verify", "backup",
        "recover",
        "doctor",
        "bench",
    ])
    func aCommandsHelp(_ name: String) throws {
        let command = try #require(PhotosCommand.subcommands.first { $0._commandName == name })
        let text = Self.help(command)
        #expect(text.contains("EXAMPLES:"), "help shows how it is done")
        try Golden.expect(text, matches: "help-\(name).txt")
    }

    private static let languages = ["en", "de", "zh-Hans", "zh-Hant"].map { ToolLanguage(Localization.installed(for: [$0])) }

    @Test func helpFitsTheTerminalAndNoExampleIsBroken() throws {
        let commands = PhotosCommand.subcommands.flatMap { [$0] + $0.subcommands } + [PhotosCommand.self]
        let longest = { (text: String) in text.split(separator: "\n").filter { !$0.hasPrefix("  photos ") }.map { DisplayText.width(String($0)) }.max() ?? 0 }
        for command in commands {
            for language in Self.languages {
                let whole = Self.help(command, columns: 10_000, in: language).split(separator: "\n").map(String.init)
                for columns in [60, 80, 100] {
                    let text = Self.help(command, columns: columns, in: language), lines = Set(text.split(separator: "\n").map(String.init))
                    #expect(longest(text) <= columns, "\(command) \(language.tag) \(columns)")
                    for example in whole where example.hasPrefix("  photos ") { #expect(lines.contains(example), "\(example)") }
                    // Nothing is lost, and nothing put in, but for breaks and indentation.
                    #expect(text.filter { !$0.isWhitespace } == whole.joined().filter { !$0.isWhitespace })
                }
            }
        }
    }

    @Test func aWordIsNeverBrokenAndAWideTextIsBrokenBetweenCharacters() {
        let lines = HelpLine("文件系统支持时克隆文件，否则拷贝为JPEG格式。", labels: []).broken(at: 24)
        #expect(lines == ["文件系统支持时克隆文件，", "否则拷贝为JPEG格式。"])
        #expect(HelpLine("  --size <n>              文件系统支持时克隆文件", labels: []).broken(at: 42) == ["  --size <n>              文件系统支持时克", "                          隆文件"])
        #expect(HelpLine("Run `photos restore` to get it back again.", labels: []).broken(at: 20) == ["Run `photos restore`", "to get it back", "again."])
        #expect(HelpLine("USAGE: photos x [--library <path>] <id> ...", labels: ["USAGE: "]).broken(at: 34) == ["USAGE: photos x [--library <path>]", "       <id> ..."])
        #expect(HelpLine("Shorter ones, where duration < 1 holds for them.", labels: []).broken(at: 24) == ["Shorter ones, where", "duration < 1 holds for", "them."])
        #expect(HelpLine("  photos export --where 'favorite == YES' --to x", labels: []).broken(at: 24).count == 1)
    }

    @Test func theHelpNamesEveryExitStatus() throws {
        let text = Self.help(columns: 10_000), document = try String(contentsOf: ToolLanguageTests.root.appending(path: "Docs/CommandLine.md"), encoding: .utf8)
        for status in [ToolFailure.Status.done, .someFailed, .usage, .badInput, .cannotOpen, .unavailable, .internalError, .cannotWrite, .locked, .interrupted] {
            #expect(text.contains(try Regex("[ :]\\b\(status.rawValue) [a-z]")), "\(status)")
            #expect(document.contains("| \(status.rawValue) |"))
        }
    }

    @Test func theWelcomeShowsWhatANewcomerWants() throws {
        try Golden.expect(Welcome.text(library: "/home/ada/Pictures/Photos.photolibrary"), matches: "welcome.txt")
    }
}
