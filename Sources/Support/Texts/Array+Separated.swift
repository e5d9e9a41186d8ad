extension [String] {
    /// What `joined(separator:)` does, for what every process does that fetches. That one is the standard library's for all collections, and asks for each
    /// text through tables that the runtime has to find among the conformances of all images, once in each process.
    package func separated(by separator: String) -> String {
        guard var text = first else { return "" }
        for part in dropFirst() {
            text += separator
            text += part
        }
        return text
    }
}
