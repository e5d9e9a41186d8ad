import Descriptions

/// Words of a search that were understood as a kind or a date, told so that a person sees it and can take it away.
struct SearchUnderstanding: Sendable, Hashable {
    enum Meaning: Sendable, Hashable {
        case kind(String)
        case date(DateMeaning)
    }

    var meaning: Meaning
    /// The words, as they were typed.
    var text: String
    /// The search without them.
    var rest: String

    init(_ meaning: Meaning, text: String, rest: String) { (self.meaning, self.text, self.rest) = (meaning, text, rest) }
}

extension JSONWriter {
    mutating func element(_ understanding: SearchUnderstanding) {
        object { json in
            json.field("text", understanding.text)
            json.field("rest", understanding.rest)
            switch understanding.meaning {
            case .kind(let name):
                json.field("type", "kind")
                json.field("kind", name)
            case .date(.yearly(let days)):
                json.field("type", "yearly")
                json.field("month", days.first?.month)
                json.field("day", days.first?.day)
                if days.count > 1 {
                    json.object("or") { json in
                        json.field("month", days[1].month)
                        json.field("day", days[1].day)
                    }
                }
            case .date(.yearlyStretch(let first, let last)):
                json.field("type", "yearly")
                json.field("month", first.month)
                json.field("day", first.day)
                json.object("to") { json in
                    json.field("month", last.month)
                    json.field("day", last.day)
                }
            case .date(.days(let spans)):
                json.field("type", "days")
                json.array("spans") { json in
                    for span in spans {
                        json.object { json in
                            json.field("from", span.first?.text)
                            json.field("to", span.last?.text)
                        }
                    }
                }
            }
        }
    }
}
