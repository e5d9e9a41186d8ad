import ArgumentParser

/// Finds the command that was meant by a word that is none.
enum CommandSuggestion {
    /// What to say of the first word that stands where a command belongs and is none; `nil` where there is no such word.
    static func failure(for arguments: [String], root: any ParsableCommand.Type = PhotosCommand.self) -> ToolFailure? {
        var words = words(of: arguments)[...], command = root
        guard let first = words.first else { return nil }
        // The parser explains the last command that it knows and overlooks what follows.
        let isHelp = first == "help"
        if isHelp { words = words.dropFirst() }
        var path: [String] = []
        while let word = words.popFirst(), isHelp || path.isEmpty || !command.subcommands.isEmpty {
            guard let next = command.subcommands.first(where: { $0._commandName == word }) else {
                return failure(of: word, behind: path, commands: command.subcommands.map { $0._commandName })
            }
            command = next
            path.append(word)
        }
        return nil
    }

    private static func failure(of word: String, behind path: [String], commands: [String]) -> ToolFailure {
        let command = path.map { $0 + " " }.joined()
        let meant = commands.map { (name: $0, steps: distance(word.lowercased(), $0)) }.min { $0.steps < $1.steps }
        // Beyond a third of the letters two words are different words and not one of them misspelled.
        let shown = command + DisplayText.safe(word)
        guard let meant, meant.steps <= max(1, word.count / 3) else {
            return ToolFailure(.usage, "There is no command \"\(shown)\". `photos --help` lists all commands.")
        }
        let better = command + meant.name
        return ToolFailure(.usage, "There is no command \"\(shown)\". Did you mean `photos \(better)`? `photos --help` lists all commands.")
    }

    /// Whether the version is all that is asked for.
    static func asksForVersion(_ arguments: [String]) -> Bool { withoutGlobalOptions(arguments) == ["--version"] }

    /// The arguments up to the first option that is not one of every command: what begins with a dash is the parser's to judge, and may have a value
    /// that looks like a command.
    private static func words(of arguments: [String]) -> [String] { Array(withoutGlobalOptions(arguments).prefix { !$0.hasPrefix("-") }) }

    private static func withoutGlobalOptions(_ arguments: [String]) -> [String] {
        var rest = arguments[...], others: [String] = []
        while let argument = rest.popFirst() {
            switch argument {
            case "--library", "--wait": _ = rest.popFirst()
            case "--json", "--quiet", "-q": continue
            case _ where argument.hasPrefix("--library=") || argument.hasPrefix("--wait="): continue
            default: others.append(argument)
            }
        }
        return others
    }

    /// How many letters have to be put in, left out, exchanged or swapped with their neighbour to make one word of the other.
    static func distance(_ first: String, _ second: String) -> Int {
        let (a, b) = (Array(first), Array(second))
        var rows = [Array(0...b.count)]
        for i in 1..<(a.count + 1) {
            var row = [i]
            for j in 1..<(b.count + 1) {
                var steps = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { steps = min(steps, rows[i - 2][j - 2] + 1) }
                row.append(steps)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
