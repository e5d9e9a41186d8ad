import CMedia
import Pixels
import Support

extension FilmStatements {
    /// The texts that QuickTime has for these things, by the place of each in `cmedia_transcoder_options.said`; an empty one takes out what is there.
    var texts: [Int: String] {
        var texts: [Int: String] = [:]
        texts[cmedia_transcoder_title] = title
        texts[cmedia_transcoder_caption] = caption
        texts[cmedia_transcoder_keywords] = keywords?.joined(separator: ",")
        texts[cmedia_transcoder_rating] = rating.map { $0 == 0 ? "" : String($0) }
        if replacesPlace { texts[cmedia_transcoder_place] = place?.iso6709 ?? "" }
        switch date {
        case .asItIs: break
        case .none: (texts[cmedia_transcoder_date], texts[cmedia_transcoder_moment]) = ("", "")
        case .taken(let localSeconds, let offset):
            guard let words = DateWords(localSeconds: localSeconds.rounded(.down), offset: offset) else { break }
            texts[cmedia_transcoder_date] = words.day("-") + "T" + words.time + (words.offset?.filter { $0 != ":" } ?? "")
            // The container's own time is UTC, which a clock without a zone does not tell.
            let moment = offset.flatMap { DateWords(localSeconds: (localSeconds - Double($0)).rounded(.down), offset: nil) }
            texts[cmedia_transcoder_moment] = moment.map { $0.day("-") + "T" + $0.time + ".000000Z" } ?? ""
        }
        return texts
    }
}

extension WrittenMetadata.Place {
    /// `+34.05330-118.24230+010.000/`
    fileprivate var iso6709: String {
        let height = altitude.flatMap { $0.magnitude < 1_000_000 ? Self.signed($0, whole: 3, part: 3) : nil }
        return Self.signed(latitude, whole: 2, part: 5) + Self.signed(longitude, whole: 3, part: 5) + (height ?? "") + "/"
    }

    private static func signed(_ number: Double, whole: Int, part: Int) -> String {
        let scale = (0..<part).reduce(1) { product, _ in product * 10 }, units = Int((number.magnitude * Double(scale)).rounded())
        return (number < 0 ? "-" : "+") + (units / scale).padded(to: whole) + "." + (units % scale).padded(to: part)
    }
}
