import ArgumentParser
import Glibc

/// What the argument parser says by itself, which is English, in the language of the tool's user.
enum ParserText {
    /// Says what the parser has to say and ends the process as it would.
    static func finish(with error: any Error) -> Never {
        guard ToolLanguage.current.isTranslated else { PhotosCommand.exit(withError: error) }
        let status = PhotosCommand.exitCode(for: error)
        let text = PhotosCommand.fullMessage(for: error)
        let isScript = text.hasPrefix("#")
        if !text.isEmpty { _ = writeAll(Array(((isScript ? text : translated(text)) + "\n").utf8), to: status.isSuccess ? STDOUT_FILENO : STDERR_FILENO) }
        exit(status.rawValue)
    }

    /// What begins a line of help, or stands behind an option.
    private static var fixed: [(english: String, text: String)] {
        [
            ("OVERVIEW: ", say("OVERVIEW: ")), ("USAGE: ", say("USAGE: ")), ("ARGUMENTS:", say("ARGUMENTS:")), ("OPTIONS:", say("OPTIONS:")),
            ("SUBCOMMANDS:", say("SUBCOMMANDS:")), ("Error: ", say("Error: ")), ("Usage: ", say("Usage: ")),
            ("Show help information.", say("Show help information.")), ("(default: ", say("(default: ")), ("(values: ", say("(values: ")),
            ("See 'photos help <subcommand>' for detailed help.", say("See 'photos help <subcommand>' for detailed help.")),
        ]
    }

    /// What is wrong with arguments and where to read on, by its beginning and what follows the part in quotation marks.
    private static var faults: [(start: String, end: String, sentence: (String) -> Sentence)] {
        [
            ("Unknown option '", "'", { "Unknown option '\($0)'" }), ("Missing expected argument '", "'", { "Missing expected argument '\($0)'" }),
            ("Missing value for '", "'", { "Missing value for '\($0)'" }), ("Unexpected argument '", "'", { "Unexpected argument '\($0)'" }),
            ("At least one instance of '", "' must be provided.", { "'\($0)' must be given at least once." }),
            ("See '", "' for more information.", { "See '\($0)' for more information." }),
        ]
    }

    static func translated(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var line = String(line)
            for (start, end, sentence) in faults {
                let lead = line.hasPrefix("Error: ") ? "Error: " : "  "
                guard line.hasPrefix(lead + start), line.hasSuffix(end), line.count >= lead.count + start.count + end.count else { continue }
                line = lead + sentence(String(line.dropFirst(lead.count + start.count).dropLast(end.count))).text
            }
            for (english, text) in fixed where english.hasPrefix("(") || english.hasPrefix("S") ? line.contains(english) : line.hasPrefix(english) {
                line = line.replacing(english, with: text, maxReplacements: 1)
            }
            return line
        }.joined(separator: "\n")
    }
}
