import Foundation
import PhotoModel
import Picking

/// What a program asks a person to choose: which photos, how many, and how it gets them.
package struct PickerRequest: Sendable {
    /// How the program gets the bytes of what was chosen.
    package enum Representation: String, Sendable, CaseIterable {
        /// As the asset is: its own file, or the file of its last edit.
        case current
        /// A picture as JPEG and a video as H.264, unless they are something that everything opens already.
        case compatible
    }

    /// The longest time that a session may last, in seconds: a day.
    package static let longest = 86_400
    static let shortest = 60
    /// Where the request says nothing.
    static let standard = 3_600
    /// As many as one act takes, and a request's body can name.
    package static let most = 20_000
    package static let sizes = 16...65_535

    let filter: PickerFilter?
    let rules: PickerRules
    /// Whether the order in which photos are chosen matters, and is shown.
    let isOrdered: Bool
    let preselected: [UUID]
    let representation: Representation
    /// The longest side of pictures, in pixels; `nil` is all there is.
    let size: Int?
    /// What the page says on top; the program's own words.
    let title: String?
    /// How the page looks.
    let appearance: PickerAppearance
    /// Pages that may show the picker within them, and that are told when it is done.
    let origins: [PublicAddress]
    /// Seconds that the session lasts.
    let lasting: Int
    /// Where a form's browser goes with the answer; `nil` where a program waits for it.
    private(set) var returnAddress: URL?

    /// For whoever needs no checks: `rules` have had theirs.
    package init(
        filter: PickerFilter? = nil, _ rules: PickerRules = .one, isOrdered: Bool = false, preselected: [UUID] = [], size: Int? = nil, title: String? = nil,
        lasting: Int = PickerRequest.longest
    ) {
        (self.filter, self.rules, self.isOrdered, self.preselected) = (filter, rules, isOrdered, preselected)
        (self.size, self.title, self.lasting, representation, appearance, origins) = (size, title, lasting, .current, .standard, [])
    }

    init(_ body: Body) throws(Problem) {
        filter = body.filter
        do { rules = try PickerRules(limit: body.limit ?? 1, minimum: body.minimum ?? 0) } catch { throw Self.wrong(error.code.rawValue, error.message) }
        guard max(rules.limit, rules.minimum) <= Self.most else {
            throw Self.wrong("limit", "At most \(Self.most) photos can be handed over at once. Write 0 for as many as that.")
        }
        isOrdered = body.ordered ?? false
        var (chosen, seen) = ([UUID](), Set<UUID>())
        for text in body.preselected ?? [] {
            guard let uuid = LocalIdentifier.uuid(from: text) else {
                throw Self.wrong("preselected", "“\(text.prefix(60))” is no identifier. They look like 8A6B2C40-93F1-4D0E-8B1C-5F2A7D3E9C10.")
            }
            if seen.insert(uuid).inserted { chosen.append(uuid) }
        }
        guard chosen.count <= Self.most else { throw Self.wrong("preselected", "There are more than \(Self.most). Name fewer.") }
        preselected = chosen
        guard let representation = Representation(rawValue: body.representation ?? "current") else {
            throw Self.wrong("representation", "“\((body.representation ?? "").prefix(40))” is none. Write current or compatible.")
        }
        self.representation = representation
        if let size = body.size, !(Self.sizes ~= size) {
            throw Self.wrong("size", "\(size) is no longest side in pixels. Write \(Self.sizes.lowerBound) to \(Self.sizes.upperBound), or nothing for all there is.")
        }
        size = body.size
        guard body.title?.utf8.count ?? 0 <= 200 else { throw Self.wrong("title", "It has more than 200 bytes. Shorten it.") }
        title = body.title?.trimmingCharacters(in: .whitespacesAndNewlines).nonempty
        appearance = try PickerAppearance(hides: body.hides, purpose: body.purpose)
        guard body.origins?.count ?? 0 <= 16 else { throw Self.wrong("origins", "There are more than 16. Name fewer.") }
        var origins: [PublicAddress] = []
        for text in body.origins ?? [] {
            do { origins.append(try PublicAddress(text)) } catch { throw Self.wrong("origins", error.message) }
        }
        self.origins = origins
        lasting = body.lasting ?? Self.standard
        guard Self.shortest...Self.longest ~= lasting else {
            throw Self.wrong("lasting", "\(lasting) is no number of seconds from \(Self.shortest) to \(Self.longest).")
        }
    }

    /// The same for a form, whose browser brings the answer to an address.
    func returning(to address: URL) -> PickerRequest {
        var request = self
        request.returnAddress = address
        return request
    }

    static func wrong(_ field: String, _ detail: String) -> Problem {
        Problem(.badRequest, "picker", title: "The picker can’t be asked for so", detail: "\(field): \(detail)")
    }

    /// As it is sent.
    struct Body: Decodable {
        var filter: PickerFilter?
        var limit: Int?, minimum: Int?
        var ordered: Bool?
        var preselected: [String]?
        var representation: String?
        var size: Int?
        var title: String?
        var hides: [String]?, purpose: String?
        var origins: [String]?
        var lasting: Int?
    }
}

extension String {
    fileprivate var nonempty: String? { isEmpty ? nil : self }
}
