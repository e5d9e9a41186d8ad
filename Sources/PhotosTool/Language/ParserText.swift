import ArgumentParser
import Glibc

/// What the argument parser says by itself, which is English and broken into lines without regard to commands and wide characters: in the language of the
/// tool's user, and as wide as the terminal.
enum ParserText {
    /// More columns than any line has: then the parser breaks none.
    static let unbroken = 100_000

    /// Says what the parser has to say and ends the process as it would.
    static func finish(with error: any Error) -> Never {
        let status = PhotosCommand.exitCode(for: error)
        // A script that looks for a mistake finds it on one line.
        let columns = status.isSuccess ? Console.resultColumns ?? 80 : Console.messageColumns ?? unbroken
        let text = shown(PhotosCommand.fullMessage(for: error, columns: unbroken), columns: columns)
        if !text.isEmpty { _ = writeAll(Array((text + "\n").utf8), to: status.isSuccess ? STDOUT_FILENO : STDERR_FILENO) }
        exit(status.rawValue)
    }

    /// What a person gets to see. Scripts for shells, and what these ask for, stay as they are.
    static func shown(_ text: String, columns: Int, in language: ToolLanguage = .current) -> String {
        guard ["OVERVIEW: ", "Error: ", "USAGE: "].contains(where: text.hasPrefix) else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { translated(String($0), in: language) }
        return lines.flatMap { HelpLine($0, labels: starts(in: language)).broken(at: columns) }.joined(separator: "\n")
    }

    /// What begins a line of help, or stands behind an option.
    private static func fixed(in language: ToolLanguage) -> [(english: String, text: String)] {
        func say(_ sentence: Sentence) -> String { sentence.text(in: language) }
        return [
            ("OVERVIEW: ", say("OVERVIEW: ")), ("USAGE: ", say("USAGE: ")), ("ARGUMENTS:", say("ARGUMENTS:")), ("OPTIONS:", say("OPTIONS:")),
            ("SUBCOMMANDS:", say("SUBCOMMANDS:")), ("Usage: ", say("Usage: ")), ("Help:  ", say("Help:  ")),
            ("Show help information.", say("Show help information.")), (" (default: ", say(" (default: ")), ("; default: ", say("; default: ")), (" (values: ", say(" (values: ")),
        ]
    }

    /// Behind these, what does not fit goes on below what does.
    private static func starts(in language: ToolLanguage) -> [String] {
        fixed(in: language).map(\.text).filter { ["USAGE: ", "Usage: ", "Help:  "].map { Sentence(stringLiteral: $0).text(in: language) }.contains($0) }
    }

    /// What is wrong with arguments, and where to read on.
    static let faults = Phrasebook(phrases: [
        "Unknown option '{1}'. Did you mean '{2}'?", "Unknown option '{1}'", "Missing expected argument '{1}'", "Missing value for '{1}'",
        "Unexpected argument '{1}'", "{1} unexpected arguments: '{2}'", "Missing one of: '{1}'",
        "The value '{1}' is invalid for '{2}'. Please provide one of {3}.", "The value '{1}' is invalid for '{2}': {3}", "The value '{1}' is invalid for '{2}'",
        "The option '{1}' does not take any value, but '{2}' was specified.", "Value to be set with flag '{1}' had already been set with flag '{2}'",
        "See '{1}' for more information.", "See '{1}' for detailed help.", "'{1}' and '{2}'", "'{1}' or '{2}'",
    ])

    private static func translated(_ line: String, in language: ToolLanguage) -> String {
        var line = line
        // The groups of commands have titles of their own.
        if let title = line.wholeMatch(of: /(\S.*) SUBCOMMANDS:/)?.1 { line = title + ":" }
        // What is wrong begins as it does when the tool itself says it.
        for (lead, ours) in [("Error: ", "photos: "), ("  ", "  ")] where line.hasPrefix(lead) {
            line = ours + faults.translated(String(line.dropFirst(lead.count)), in: language)
        }
        guard language.isTranslated else { return line }
        for (english, text) in fixed(in: language)
        where english.first.map({ " ;S".contains($0) }) == true && !english.hasPrefix("SUB") ? line.contains(english) : line.hasPrefix(english) {
            line = line.replacing(english, with: text, maxReplacements: 1)
            // A wide bracket ends with a wide one.
            if text.hasPrefix("（"), line.hasSuffix(")") { line = line.dropLast() + "）" }
        }
        // A wide title has a wide colon.
        if line.hasSuffix(":"), !line.hasPrefix(" "), line.dropLast().last.map(DisplayText.width) == 2 { line = line.dropLast() + "：" }
        return line
    }
}
