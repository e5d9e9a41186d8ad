/// What the page of a picker leaves out, and what it says that it is for.
package struct PickerAppearance: Sendable {
    /// What a person may not find there.
    package enum Part: String, Sendable, CaseIterable {
        /// The search box. What the program searches for is shown all the same.
        case search
        /// The way to albums.
        case albums
        /// What is chosen, in its order; how many are stays.
        case tray
        /// The question how large pictures are handed over.
        case size
    }

    package enum Purpose: String, Sendable, CaseIterable {
        /// The program gets what is chosen.
        case picking
        /// What is chosen is what the program may see from then on.
        case access
    }

    let hides: [Part]
    let purpose: Purpose

    /// All there is.
    static let standard = PickerAppearance(hides: [], purpose: .picking)

    private init(hides: [Part], purpose: Purpose) { (self.hides, self.purpose) = (hides, purpose) }

    /// As a request has it.
    /// - Throws: a `Problem` that names what can be written.
    init(hides names: [String]?, purpose name: String?) throws(Problem) {
        var hides: [Part] = []
        for name in names ?? [] {
            guard let part = Part(rawValue: name) else {
                throw PickerRequest.wrong("hides", "“\(name.prefix(40))” is none. Write \(Part.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            if !hides.contains(part) { hides.append(part) }
        }
        guard let purpose = Purpose(rawValue: name ?? Purpose.picking.rawValue) else {
            throw PickerRequest.wrong("purpose", "“\((name ?? "").prefix(40))” is none. Write picking or access.")
        }
        self.init(hides: hides, purpose: purpose)
    }
}
