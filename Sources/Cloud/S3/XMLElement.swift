/// The XML that S3 servers answer with: elements and text. Attributes, comments and declarations are passed over.
struct XMLElement: Equatable {
    let name: String
    private(set) var text = ""
    private(set) var children: [XMLElement] = []

    /// The text of the first child of this name.
    subscript(name: String) -> String? { children.first { $0.name == name }?.text }

    func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    private init(name: String) { self.name = name }

    /// `nil` where it is no XML of this kind, or is nested deeper than any answer is.
    init?(_ bytes: [UInt8]) {
        var open: [XMLElement] = [], root: XMLElement?, rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            if !open.isEmpty {
                guard let text = Self.unescaped(rest[..<start]) else { return nil }
                open[open.count - 1].text += text
            }
            guard let end = rest[start...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
            let tag = rest[(start + 1)..<end]
            rest = rest[(end + 1)...]
            switch tag.first {
            case UInt8(ascii: "?"), UInt8(ascii: "!"): continue
            case UInt8(ascii: "/"):
                guard let closed = open.popLast(), Array(closed.name.utf8) == Array(tag.dropFirst().filter { $0 > 0x20 }) else { return nil }
                if open.isEmpty { root = closed } else { open[open.count - 1].children.append(closed) }
            default:
                guard root == nil, open.count < 16, let name = String(validating: tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }, as: UTF8.self), !name.isEmpty else {
                    return nil
                }
                let element = XMLElement(name: name)
                if tag.last != UInt8(ascii: "/") {
                    open.append(element)
                } else if open.isEmpty {
                    root = element
                } else {
                    open[open.count - 1].children.append(element)
                }
            }
        }
        guard let root, open.isEmpty else { return nil }
        self = root
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(validating: bytes, as: UTF8.self) }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var result = "", rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            guard let end = rest[start...].firstIndex(of: ";"), let character = character(of: rest[rest.index(after: start)..<end]) else { return nil }
            result.unicodeScalars.append(character)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func character(of entity: Substring) -> Unicode.Scalar? {
        switch entity {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        default:
            if entity.hasPrefix("#x") {
                UInt32(entity.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
            } else if entity.hasPrefix("#") {
                UInt32(entity.dropFirst()).flatMap(Unicode.Scalar.init)
            } else {
                nil
            }
        }
    }
}
