/// What a library has that somebody may be about to type.
package struct WordSuggestion: Sendable, Hashable {
    /// Where the text stands.
    package enum Source: String, Sendable, CaseIterable { case album, folder, keyword, place, camera, lens, word }

    package var source: Source
    /// As it was written.
    package var text: String

    package init(_ source: Source, _ text: String) { (self.source, self.text) = (source, text) }
}
