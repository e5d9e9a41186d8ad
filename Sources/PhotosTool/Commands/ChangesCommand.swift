import ArgumentParser
import Descriptions
import LibraryEngine

struct ChangesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes",
        abstract: say("Tells what happened to the library, oldest first."),
        discussion: say(
            """
            One line for each change that was made as a whole, by whichever program. Changes are kept for 90 days. A token is a place in this \
            history: keep the last one, and ask later what happened since. Where that is not known any more, the exit status is 65, and everything \
            has to be looked at anew.

            With --json there is one line each: token (the place behind the change), date, author, and assets, albums and folders with the \
            identifiers of what was inserted, updated (also what was hidden, or moved to Recently Deleted and back) and deleted (for good).

            EXAMPLES:
              photos changes
              photos changes --token
              photos changes --since AQsCAwQFBgdICYoLDA0ODxAAAAAAAAAABUHGyDGvAAAA --json
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Option(help: said("Only what happened after this token.", valueName: "token"), transform: HistoryToken.init(argument:))
    var since: HistoryToken?

    @Flag(name: .customLong("token"), help: said("Print the token of this moment, and no changes."))
    var wantsToken = false

    func validate() throws {
        if wantsToken, since != nil { throw wrongUsage("--token tells where the history stands now; it does not go with --since.") }
    }

    func run() throws {
        try run(global) { tool in
            let library = try tool.openLibrary()
            if wantsToken { return try printToken(library, tool) }
            let span = try library.read { reader in
                if let since { try library.checkHistory(since: since, reader) }
                return (start: try since?.position ?? reader.oldestPosition, end: try reader.historyPosition)
            }
            var last = span.start, json = JSONWriter()
            while true {
                // A page at a time: however long the history is, it needs the memory of its largest change.
                let page = try library.read { reader in
                    try reader.history(after: last, through: span.end).map { try ChangeDescription($0, of: library, reader) }
                }
                guard let newest = page.last else { break }
                last = newest.token.position
                for change in page {
                    guard tool.wantsJSON else {
                        try tool.console.resultLine(change.line)
                        continue
                    }
                    change.write(to: &json)
                    json.newline()
                    try tool.console.result(json.bytes)
                    json.removeAll()
                }
            }
            if last == span.start { tool.console.note("Nothing changed.") }
        }
    }

    private func printToken(_ library: PhotoLibrary, _ tool: ToolContext) throws {
        let token = try library.read { try library.historyToken($0) }.text
        guard tool.wantsJSON else { return try tool.console.resultLine(token) }
        var json = JSONWriter()
        json.object { $0.field("token", token) }
        try tool.console.resultLine(json.text)
    }
}

extension HistoryToken {
    fileprivate init(argument text: String) throws {
        guard let token = HistoryToken(text: text) else {
            throw wrongUsage("\"\(DisplayText.safe(text))\" is no token. `photos changes --token` and --json print them.")
        }
        self = token
    }
}
