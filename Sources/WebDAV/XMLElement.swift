/// What an element is called: in WebDAV the namespace counts, and never the prefix that stands for it.
package struct XMLName: Hashable, Sendable {
    /// Empty for none.
    package let namespace: String
    package let local: String

    package init(_ local: String, in namespace: String) { (self.local, self.namespace) = (local, namespace) }

    package static let davNamespace = "DAV:"
    /// Of XML itself.
    static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"
    package static func dav(_ local: String) -> XMLName { XMLName(local, in: davNamespace) }

    /// Bytes.
    var length: Int { namespace.utf8.count + local.utf8.count }
}

/// An element as it was sent, without its attributes, which mean nothing in WebDAV.
package struct XMLElement: Equatable, Sendable {
    package let name: XMLName
    package fileprivate(set) var children: [XMLElement] = []
    /// All text right in it.
    package fileprivate(set) var text = ""

    package init(_ name: XMLName) { self.name = name }

    package func first(_ name: XMLName) -> XMLElement? { children.first { $0.name == name } }

    /// The text without space around it.
    package var trimmed: String {
        let isSpace = { (character: Character) in character == " " || character == "\t" || character.isNewline }
        guard let start = text.firstIndex(where: { !isSpace($0) }), let end = text.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(text[start...end])
    }
}

/// Makes an element of what a reader comes by. What stands deep or is very much is given up.
struct XMLBuilder {
    static let deepest = 32
    static let most = 4_096
    /// Bytes of all names: a namespace is sent once, and stands in each of them.
    static let longestNames = 128 << 10

    private(set) var root: XMLElement?
    /// Those that have not ended, the outermost first.
    private var open: [XMLElement] = []
    private var count = 0
    private var length = 0

    /// - Returns: false where it is too deep, or there are too many.
    mutating func begin(_ name: XMLName) -> Bool {
        count += 1
        length += name.length
        guard open.count < Self.deepest, count <= Self.most, length <= Self.longestNames else { return false }
        open.append(XMLElement(name))
        return true
    }

    mutating func add(_ text: String) {
        if !open.isEmpty { open[open.count - 1].text += text }
    }

    mutating func end() {
        guard let ended = open.popLast() else { return }
        if open.isEmpty { root = ended } else { open[open.count - 1].children.append(ended) }
    }
}
