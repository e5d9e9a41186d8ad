import Query

/// Reads `--where` and `--sort`, and shows where a mistake is.
enum FormatText {
    static func predicate(_ format: String) throws -> Query.Predicate {
        do throws(QueryError) {
            return try Query.Predicate(format: format)
        } catch {
            throw failure(error, in: format)
        }
    }

    static func sortKey(_ text: String) throws -> SortKey {
        do throws(QueryError) {
            return try SortKey(parsing: text)
        } catch {
            guard let known = EngineText.translation(of: error.message) else { throw ToolFailure(.usage, Sentence(verbatim: "--sort: \(error.message).")) }
            throw ToolFailure(.usage, "--sort: \(known).")
        }
    }

    /// The message, the format, and a caret under the place.
    static func failure(_ error: QueryError, in format: String) -> ToolFailure {
        // Without a place it may as well be about a sort key, and says so itself.
        let known = year(error, format)?.text ?? EngineText.translation(of: error.message)
        var text = (error.position == nil ? "" : "--where: ") + (known ?? error.message)
        // A sentence that stays English has an English stop.
        if let last = text.last, !".?。？".contains(last) { text += known == nil ? "." : say(".") }
        // The library's words for what is wrong with a pattern are English, and nobody's but programmers'.
        if let cause = error.cause, known == nil { text += " (\(cause))" }
        guard let position = error.position else { return ToolFailure(.usage, Sentence(verbatim: text)) }
        // What stands before the caret is made safe piece by piece: an escape is wider than what it stands for.
        let before = DisplayText.width(DisplayText.safe(String(format.prefix(position))))
        return ToolFailure(.usage, Sentence(verbatim: text + "\n  " + DisplayText.safe(format) + "\n  " + String(repeating: " ", count: before) + "^"))
    }

    /// Where a date is compared with a number that is most likely a year: what to write for that.
    private static func year(_ error: QueryError, _ format: String) -> Sentence? {
        // The engine names this way out where the other side is a number.
        guard error.code == .typeMismatch, error.message.contains("CAST("),
            let year = (try? Query.Predicate(format: format)).flatMap({ KeySpace.assets.yearsForDates(in: $0).first })
        else { return nil }
        return "\(year.written) compares a date with a number. For the year write \(year.meant)."
    }

    /// Runs a fetch, where keys are resolved and values are checked against them, and shows a mistake in its place.
    static func showingPlace<T>(in format: String?, _ fetch: () throws -> T) throws -> T {
        do {
            return try fetch()
        } catch let error as QueryError {
            throw failure(error, in: format ?? "")
        }
    }
}
