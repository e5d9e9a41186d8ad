/// What kinds are called in the user's language. English has the names of the API for them, which conditions and `--json` use, too.
enum KindWords {
    static func word(_ name: String) -> String { ToolLanguage.current.phrase(name) }
}
