import PhotoModel

/// In JSON a kind is its name, and what is joined an object of one member: `{"all": ["images", {"not": "screenshots"}]}`, `{"playbackStyle": "video"}`.
/// Where a filter may stand, the text form may stand as well: `"all(images,not(screenshots))"`.
extension PickerFilter: Codable {
    private enum Key: String, CodingKey, CaseIterable {
        case any, all, not, playbackStyle
    }

    /// A member of any name, so that one that is none is named in the error.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// - Throws: `PickingError.filter`, naming what is wrong and what can be written; what the decoder throws of no JSON.
    package init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = try PickerFilter(parsing: text)
        } else {
            guard let members = try? decoder.container(keyedBy: Name.self) else {
                throw PickingError(.filter, "a filter is a text, such as \"images\", or an object with any, all, not or playbackStyle")
            }
            let names = members.allKeys.map(\.stringValue)
            guard names.count == 1, let name = names.first else {
                throw PickingError(.filter, "a filter's object has one member, any, all, not or playbackStyle, and not \(names.count)")
            }
            guard let key = Key(rawValue: name) else {
                throw PickingError(.filter, "\"\(name.prefix(40))\" is no member of a filter; the members are \(Key.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            // Each level of a filter is two of the path: the member, and the index in its list.
            try Self.check(depth: decoder.codingPath.filter { $0.intValue == nil }.count, parts: 0)
            let container = try decoder.container(keyedBy: Key.self)
            switch key {
            case .any, .all:
                guard let parts = try Self.parts(container, key) else { throw PickingError(.filter, "\(name) takes a list of filters") }
                self = key == .any ? .any(parts) : .all(parts)
            case .not: self = .not(try container.decode(PickerFilter.self, forKey: .not))
            case .playbackStyle:
                guard let style = try? container.decode(String.self, forKey: .playbackStyle) else { throw PickingError(.filter, "playbackStyle takes a text") }
                self = .playbackStyle(try Self.style(named: style))
            }
        }
        try Self.check(depth: 0, parts: partCount)
    }

    private static func parts(_ container: KeyedDecodingContainer<Key>, _ key: Key) throws -> [PickerFilter]? {
        guard var list = try? container.nestedUnkeyedContainer(forKey: key) else { return nil }
        var parts: [PickerFilter] = []
        while !list.isAtEnd {
            try check(depth: 0, parts: parts.count + 1)
            parts.append(try list.decode(PickerFilter.self))
        }
        return parts
    }

    private var partCount: Int {
        switch self {
        case .kind, .playbackStyle: 1
        case .any(let parts), .all(let parts): parts.reduce(1) { $0 + $1.partCount }
        case .not(let part): 1 + part.partCount
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .kind(let kind):
            var container = encoder.singleValueContainer()
            try container.encode(kind.rawValue)
        case .playbackStyle(let style): try Self.encode(style.name, .playbackStyle, to: encoder)
        case .any(let parts): try Self.encode(parts, .any, to: encoder)
        case .all(let parts): try Self.encode(parts, .all, to: encoder)
        case .not(let part): try Self.encode(part, .not, to: encoder)
        }
    }

    private static func encode(_ value: some Encodable, _ key: Key, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(value, forKey: key)
    }
}
