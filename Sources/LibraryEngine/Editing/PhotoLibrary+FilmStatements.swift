import Metadata
import PhotoModel
import Pixels

extension PhotoLibrary {
    /// What a film that is made of a video's file is to say otherwise than the file does, since the library knows better.
    ///
    /// - Parameter facts: of the file.
    package func filmStatements(of asset: AssetRecord, _ resources: [ResourceRecord], unlike facts: MediaFacts) -> FilmStatements {
        FilmStatements(writtenMetadata(asset, resources), unlike: facts)
    }
}

extension TranscodeRequest {
    /// Has the film say what the library knows where its file says otherwise. What it is not to say at all, place and words, it says in neither way.
    ///
    /// - Parameter facts: of the file.
    package mutating func state(_ known: WrittenMetadata, unlike facts: MediaFacts) {
        statements = FilmStatements(known, unlike: facts)
        if !keepsPlace { (statements.replacesPlace, statements.place) = (false, nil) }
        if !keepsWords { (statements.title, statements.caption, statements.keywords) = (nil, nil, nil) }
    }
}

extension FilmStatements {
    fileprivate init(_ known: WrittenMetadata, unlike facts: MediaFacts) {
        self.init()
        if known.title != facts.title { title = known.title ?? "" }
        if known.caption != facts.caption { caption = known.caption ?? "" }
        if known.keywords != facts.keywords { keywords = known.keywords }
        if known.rating != facts.rating ?? 0 { rating = known.rating }
        if !WrittenMetadata.Place.isSame(known.place, facts.location) { (replacesPlace, place) = (true, known.place) }
        switch known.date {
        case .asItIs: break
        case .none: if facts.captureDate != nil { date = .none }
        case .taken(let localSeconds, let offset):
            let isSame = facts.captureDate.map { abs($0.localSeconds - localSeconds) < 1 && $0.utcOffset == offset } ?? false
            if !isSame { date = known.date }
        }
    }
}
