import Foundation
import PhotoModel
import Picking

/// What a program asks of a picker that is open: other rules, another filter, and what its page shall do.
struct PickerUpdate: Sendable {
    /// What a page does once.
    enum Command: Sendable {
        /// These are no longer chosen.
        case deselect([UUID])
        /// This is now behind that, or in front of all.
        case move(UUID, after: UUID?)
        case search(String)

        /// Identifiers in it.
        var named: Int {
            switch self {
            case .deselect(let uuids): uuids.count
            case .move: 2
            case .search: 0
            }
        }
    }

    /// A command, with the number of the update that it came with.
    struct Numbered: Sendable {
        let number: Int
        let command: Command
    }

    private static let longestSearch = 2_000

    private let body: Body
    let commands: [Command]

    init(_ body: Body) throws(Problem) {
        self.body = body
        var commands: [Command] = []
        if let texts = body.deselect {
            guard texts.count <= PickerRequest.most else { throw PickerRequest.wrong("deselect", "There are more than \(PickerRequest.most). Name fewer.") }
            var uuids: [UUID] = []
            for text in texts { uuids.append(try Self.uuid(text, "deselect")) }
            if !uuids.isEmpty { commands.append(.deselect(uuids)) }
        }
        if let move = body.move {
            var after: UUID?
            if let text = move.after { after = try Self.uuid(text, "move") }
            commands.append(.move(try Self.uuid(move.asset, "move"), after: after))
        }
        if let text = body.search {
            guard text.count <= Self.longestSearch else { throw PickerRequest.wrong("search", "It has more than \(Self.longestSearch) characters. Shorten it.") }
            commands.append(.search(text))
        }
        self.commands = commands
    }

    private static func uuid(_ text: String, _ field: String) throws(Problem) -> UUID {
        guard let uuid = LocalIdentifier.uuid(from: text) else {
            throw PickerRequest.wrong(field, "“\(text.prefix(60))” is no identifier. They look like 8A6B2C40-93F1-4D0E-8B1C-5F2A7D3E9C10.")
        }
        return uuid
    }

    /// The rules from now on. A limit alone takes a minimum above it down with it, as Apple's picker would.
    func rules(instead rules: PickerRules) throws(Problem) -> PickerRules {
        let changed: PickerRules
        do throws(PickingError) {
            if let minimum = body.minimum {
                changed = try PickerRules(limit: body.limit ?? rules.limit, minimum: minimum)
            } else if let limit = body.limit {
                changed = try PickerRules(limit: limit).with(minimum: rules.minimum)
            } else {
                return rules
            }
        } catch { throw PickerRequest.wrong(error.code.rawValue, error.message) }
        guard max(changed.limit, changed.minimum) <= PickerRequest.most else {
            throw PickerRequest.wrong("limit", "At most \(PickerRequest.most) photos can be handed over at once. Write 0 for as many as that.")
        }
        return changed
    }

    func filter(instead filter: PickerFilter?) -> PickerFilter? {
        if case .some(let changed) = body.filter { changed } else { filter }
    }

    /// As it is sent: what is absent stays as it is.
    struct Body: Decodable {
        struct Move: Decodable {
            var asset: String, after: String?
        }

        /// `nil` within is everything.
        var filter: PickerFilter??
        var limit: Int?, minimum: Int?
        var deselect: [String]?
        var move: Move?
        var search: String?

        private enum CodingKeys: String, CodingKey { case filter, limit, minimum, deselect, move, search }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            filter = fields.contains(.filter) ? .some(try fields.decodeIfPresent(PickerFilter.self, forKey: .filter)) : nil
            (limit, minimum) = (try fields.decodeIfPresent(Int.self, forKey: .limit), try fields.decodeIfPresent(Int.self, forKey: .minimum))
            deselect = try fields.decodeIfPresent([String].self, forKey: .deselect)
            (move, search) = (try fields.decodeIfPresent(Move.self, forKey: .move), try fields.decodeIfPresent(String.self, forKey: .search))
        }
    }
}
