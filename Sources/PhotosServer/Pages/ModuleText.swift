import Foundation

/// A module's text, cut where it imports and exports. Its bytes are gone through once: regular expressions over all modules would take most of the time in which
/// `photos serve` starts.
struct ModuleText {
    enum Piece {
        case text(String)
        /// `import * as name from "address";`, with the rest of its line.
        case wholeImport(name: String, address: String)
        /// `import { names } from "address";`, with the rest of its line.
        case namedImport(names: String, address: String)
        /// `import("address")`.
        case laterImport(address: String)
        /// `export async function name`. `let` is no kind: who imports it would see its first value only.
        case export(kind: String, name: String)
    }

    private(set) var pieces: [Piece] = []
    /// The first line that imports or exports in another form.
    private(set) var unknownLine: String?

    init(_ source: String) {
        var rest = Cursor(bytes: Array(source.utf8)), text = 0
        func add(_ piece: Piece, from start: Int, to end: Int) {
            if start > text { pieces.append(.text(rest.string(text..<start))) }
            pieces.append(piece)
            text = end
        }
        while !rest.isAtEnd {
            var statement = rest
            if rest.begins(with: "import") || rest.begins(with: "export") {
                if let piece = statement.takeImport() ?? statement.takeExport() {
                    add(piece, from: rest.at, to: statement.at)
                    rest = statement
                    // An import takes its whole line.
                    if rest.isAtStartOfLine { continue }
                } else if statement.takeLaterImport() == nil, !statement.isInsideName(at: rest.at + 6) {
                    unknownLine = unknownLine ?? rest.string(rest.at..<rest.endOfLine)
                }
            }
            let end = rest.endOfLine
            while let call = rest.index(of: "(", before: end) {
                rest.at = call + 1
                var later = Cursor(bytes: rest.bytes, at: call - 6)
                guard later.at >= text, !later.isInsideName(at: later.at - 1), let piece = later.takeLaterImport() else { continue }
                add(piece, from: call - 6, to: later.at)
                rest.at = later.at
            }
            rest.at = min(end + 1, rest.bytes.count)
        }
        if text < rest.bytes.count { pieces.append(.text(rest.string(text..<rest.bytes.count))) }
    }

    /// What it imports at once.
    var addresses: [String] {
        pieces.compactMap { piece in
            switch piece {
            case .wholeImport(_, let address), .namedImport(_, let address): address
            default: nil
            }
        }
    }

    /// What it imports later.
    var laterAddresses: [String] { pieces.compactMap { if case .laterImport(let address) = $0 { address } else { nil } } }
}

/// A place in a module's bytes. What is not taken leaves it where it was.
private struct Cursor {
    let bytes: [UInt8]
    var at = 0

    var isAtEnd: Bool { at >= bytes.count }
    var isAtStartOfLine: Bool { at == 0 || bytes[at - 1] == UInt8(ascii: "\n") }
    var endOfLine: Int { index(of: "\n", before: bytes.count) ?? bytes.count }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func index(of character: Unicode.Scalar, before end: Int) -> Int? {
        guard at < end else { return nil }
        return bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let hit = memchr(base + at, Int32(character.value), end - at) else { return nil }
            return UnsafeRawPointer(hit) - base
        }
    }

    func begins(with word: StaticString) -> Bool {
        guard at >= 0, bytes.count - at >= word.utf8CodeUnitCount else { return false }
        return bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            return memcmp(base + at, word.utf8Start, word.utf8CodeUnitCount) == 0
        }
    }

    func isInsideName(at index: Int) -> Bool {
        guard bytes.indices.contains(index) else { return false }
        return switch bytes[index] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"): true
        default: false
        }
    }

    mutating func take(_ word: StaticString) -> Bool {
        guard begins(with: word) else { return false }
        at += word.utf8CodeUnitCount
        return true
    }

    mutating func takeName() -> String? {
        let start = at
        while isInsideName(at: at) { at += 1 }
        return at > start ? string(start..<at) : nil
    }

    /// What stands before a character, which is taken too.
    mutating func take(upTo character: Unicode.Scalar) -> String? {
        guard let end = index(of: character, before: bytes.count) else { return nil }
        defer { at = end + 1 }
        return string(at..<end)
    }

    mutating func takeImport() -> ModuleText.Piece? {
        var trial = self
        guard trial.take("import "), let piece = trial.takeNamesAndAddress() else { return nil }
        self = trial
        return piece
    }

    private mutating func takeNamesAndAddress() -> ModuleText.Piece? {
        if take("* as ") {
            guard let name = takeName(), let address = takeAddress() else { return nil }
            return .wholeImport(name: name, address: address)
        }
        guard take("{"), let names = take(upTo: "}"), let address = takeAddress() else { return nil }
        return .namedImport(names: names, address: address)
    }

    private mutating func takeAddress() -> String? {
        guard take(" from \""), let address = take(upTo: "\""), take(";") else { return nil }
        at = min(endOfLine + 1, bytes.count)
        return address
    }

    mutating func takeLaterImport() -> ModuleText.Piece? {
        var trial = self
        guard trial.take("import(\""), let address = trial.take(upTo: "\""), trial.take(")") else { return nil }
        self = trial
        return .laterImport(address: address)
    }

    mutating func takeExport() -> ModuleText.Piece? {
        var trial = self
        guard trial.take("export ") else { return nil }
        let start = trial.at
        _ = trial.take("async ")
        guard trial.take("class") || trial.take("function") || trial.take("const") else { return nil }
        _ = trial.take("*")
        let kind = trial.string(start..<trial.at)
        guard trial.take(" "), let name = trial.takeName() else { return nil }
        self = trial
        return .export(kind: kind, name: name)
    }
}
