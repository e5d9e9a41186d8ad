/// Finds the command that was meant by a word that is none.
enum CommandSuggestion {
    /// What to say of the first word that stands where a command belongs; `nil` where it is a command, or where there is no such word.
    static func failure(for arguments: [String], commands: [String]) -> ToolFailure? {
        guard let word = firstWord(of: arguments), word != "help", !commands.contains(word) else { return nil }
        let meant = commands.map { (name: $0, steps: distance(word.lowercased(), $0)) }.min { $0.steps < $1.steps }
        // Beyond a third of the letters two words are different words and not one of them misspelled.
        let shown = DisplayText.safe(word)
        guard let meant, meant.steps <= max(1, word.count / 3) else {
            return ToolFailure(.usage, "There is no command \"\(shown)\". `photos --help` lists all commands.")
        }
        return ToolFailure(.usage, "There is no command \"\(shown)\". Did you mean `photos \(meant.name)`? `photos --help` lists all commands.")
    }

    /// The first argument that is neither an option of every command nor such an option's value.
    private static func firstWord(of arguments: [String]) -> String? {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            // What else begins with a dash is the parser's to judge, and may have a value that looks like a command.
            switch argument {
            case "--library", "--wait": _ = rest.popFirst()
            case "--json", "--quiet", "-q": continue
            case _ where argument.hasPrefix("--library=") || argument.hasPrefix("--wait="): continue
            case _ where argument.hasPrefix("-"): return nil
            default: return argument
            }
        }
        return nil
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
