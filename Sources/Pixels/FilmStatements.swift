/// What a film is to say of itself where the film that it is made of says otherwise. What is not set stays as that one has it.
package struct FilmStatements: Sendable, Equatable, Codable {
    package var date = WrittenMetadata.Date.asItIs
    /// Whether `place` counts, which may be none.
    package var replacesPlace = false
    package var place: WrittenMetadata.Place?
    /// An empty text, no keywords and a rating of 0 take out what is there.
    package var title: String?
    package var caption: String?
    package var keywords: [String]?
    package var rating: Int?

    package init() {}

    package var isEmpty: Bool { self == FilmStatements() }
}
