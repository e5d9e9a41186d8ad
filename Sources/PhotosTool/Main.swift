import ArgumentParser
import Glibc
import LibraryEngine
import Support

@main
enum Main {
    static func main() {
        Interruption.install()
        do {
            let arguments = arguments
            // The parser's own --version would be one of every command, where `export` and `image` have another of that name.
            if CommandSuggestion.asksForVersion(arguments) { return print("photos \(ToolVersion.text)") }
            if let failure = CommandSuggestion.failure(for: arguments) { throw failure }
            var command = try PhotosCommand.parseAsRoot(arguments)
            try command.run()
        } catch {
            finish(with: error)
        }
    }

    /// The arguments as text that can be turned back into their exact bytes: a file's name may be no proper UTF-8, and
    /// `CommandLine.arguments` would replace what is not.
    private static var arguments: [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { pointer in
                BytePath(bytes: UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))).text
            }
        }
    }

    private static func finish(with error: any Error) -> Never {
        guard let failure = FailureMapping.failure(for: error) else {
            // Help, versions, completion scripts and wrong usage: the parser knows how to say it, and exits with 0 or 64.
            ParserText.finish(with: error)
        }
        if !failure.message.isEmpty { Console(isQuiet: false).problem(Sentence(verbatim: failure.message)) }
        exit(failure.status.rawValue)
    }
}
