import PhotoModel
import Query

extension PickerFilter: CustomStringConvertible {
    /// The text that `init(parsing:)` reads back: `all(images,not(screenshots))`.
    package var description: String {
        switch self {
        case .kind(let kind): kind.rawValue
        case .playbackStyle(let style): "playbackStyle(\(style))"
        case .any(let parts): "any(\(Self.list(parts)))"
        case .all(let parts): "all(\(Self.list(parts)))"
        case .not(let part): "not(\(part))"
        }
    }

    private static func list(_ parts: [PickerFilter]) -> String { parts.map(\.description).joined(separator: ",") }

    /// Reads the text form: a kind such as `images`, `playbackStyle(STYLE)`, or `any(…)`, `all(…)` and `not(…)` around others.
    /// Case and spaces do not count.
    /// - Throws: `.filter`, naming what is wrong, where, and what can be written.
    package init(parsing text: String) throws(PickingError) {
        guard text.utf8.count <= PickerFilterLimits.length else {
            throw PickingError(.filter, "the filter is longer than \(PickerFilterLimits.length) bytes")
        }
        var parser = PickerFilterParser(text)
        self = try parser.filter(depth: 0)
        try parser.end()
    }
}

/// Goes once through the text of a filter.
private struct PickerFilterParser {
    private let characters: [Character]
    private var index = 0
    private var parts = 0

    init(_ text: String) { characters = Array(text) }

    mutating func filter(depth: Int) throws(PickingError) -> PickerFilter {
        parts += 1
        try PickerFilter.check(depth: depth, parts: parts)
        let start = index, name = word()
        guard !name.isEmpty else { throw unexpected("a kind or any, all or not") }
        switch name.lowercased() {
        case "any": return .any(try list(after: name, depth: depth))
        case "all": return .all(try list(after: name, depth: depth))
        case "not":
            let parts = try list(after: name, depth: depth)
            guard parts.count == 1 else { throw PickingError(.filter, "not(…) takes one filter and has \(parts.count); write not(any(…)) for several") }
            return .not(parts[0])
        case "playbackstyle":
            try expect("(", after: name)
            let style = word()
            try expect(")", after: style)
            return .playbackStyle(try PickerFilter.style(named: style))
        default:
            if let kind = PickerFilter.kind(named: name) { return .kind(kind) }
            throw PickerFilter.unknown(name, at: start)
        }
    }

    /// What stands in parentheses, with commas between.
    private mutating func list(after name: String, depth: Int) throws(PickingError) -> [PickerFilter] {
        try expect("(", after: name)
        if take(")") { return [] }
        var filters: [PickerFilter] = []
        repeat { filters.append(try filter(depth: depth + 1)) } while take(",")
        try expect(")", after: filters.last?.description ?? name)
        return filters
    }

    mutating func end() throws(PickingError) {
        skipSpaces()
        guard index < characters.count else { return }
        let hint = characters[index] == "," ? "; write any(…, …) to join filters" : ""
        throw PickingError(.filter, "\"\(characters[index])\" at character \(index + 1) stands behind the filter's end\(hint)")
    }

    private mutating func word() -> String {
        skipSpaces()
        let start = index
        while index < characters.count, characters[index].isLetter || characters[index].isNumber { index += 1 }
        return String(characters[start..<index])
    }

    private mutating func take(_ character: Character) -> Bool {
        skipSpaces()
        guard index < characters.count, characters[index] == character else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ character: Character, after name: String) throws(PickingError) {
        guard take(character) else { throw unexpected("\"\(character)\" behind \"\(name.prefix(40))\"") }
    }

    private mutating func skipSpaces() {
        while index < characters.count, characters[index].isWhitespace { index += 1 }
    }

    private func unexpected(_ wanted: String) -> PickingError {
        let found = index < characters.count ? "\"\(characters[index])\" at character \(index + 1)" : "the end"
        return PickingError(.filter, "the filter should have \(wanted), and has \(found)")
    }
}

extension PickerFilter {
    static func check(depth: Int, parts: Int) throws(PickingError) {
        guard depth <= PickerFilterLimits.depth else { throw PickingError(.filter, "the filter is nested more than \(PickerFilterLimits.depth) levels deep") }
        guard parts <= PickerFilterLimits.parts else { throw PickingError(.filter, "the filter has more than \(PickerFilterLimits.parts) parts") }
    }

    static func kind(named name: String) -> PickerKind? {
        let name = name.lowercased()
        return PickerKind.allCases.first { $0.rawValue.lowercased() == name }
    }

    static func style(named name: String) throws(PickingError) -> PlaybackStyle {
        if let style = PlaybackStyle.table.first(where: { $0.value.lowercased() == name.lowercased() })?.key { return style }
        throw PickingError(
            .filter,
            "\"\(name.prefix(40))\" is no playback style\(suggestion(name, PlaybackStyle.table.map(\.value))). Playback styles: \(PlaybackStyle.table.map(\.value).joined(separator: ", "))"
        )
    }

    static func unknown(_ name: String, at index: Int? = nil) -> PickingError {
        let kinds = PickerKind.allCases.map(\.rawValue), position = index.map { " at character \($0 + 1)" } ?? ""
        return PickingError(
            .filter,
            "\"\(name.prefix(40))\"\(position) is no kind of asset\(suggestion(name, kinds + ["any", "all", "not", "playbackStyle"])). "
                + "Kinds: \(kinds.joined(separator: ", ")); playbackStyle(STYLE); any(…), all(…) and not(…) join them")
    }

    private static func suggestion(_ name: String, _ known: [String]) -> String {
        Spelling.nearest(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
    }
}
