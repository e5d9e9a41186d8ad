/// Writes the XML of answers, in which `D` stands for WebDAV's own namespace.
package struct XMLWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// What stands before everything.
    package mutating func declare() { raw("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n") }

    /// - Parameter isRoot: whether it says what `D` stands for.
    package mutating func begin(_ name: String, isRoot: Bool = false) { raw(isRoot ? "<D:\(name) xmlns:D=\"DAV:\">" : "<D:\(name)>") }
    package mutating func end(_ name: String) { raw("</D:\(name)>") }

    package mutating func element(_ name: String, _ body: (inout XMLWriter) -> Void) {
        begin(name)
        body(&self)
        end(name)
    }

    package mutating func element(_ name: String, _ text: String) {
        raw("<D:\(name)>")
        self.text(text)
        raw("</D:\(name)>")
    }

    package mutating func empty(_ name: String) { raw("<D:\(name)/>") }

    /// An element of whatever namespace without content. Its local name is one that was read, so it can be written.
    package mutating func empty(_ name: XMLName) {
        switch name.namespace {
        case XMLName.davNamespace: empty(name.local)
        case "": raw("<\(name.local) xmlns=\"\"/>")
        // No other prefix may stand for it.
        case XMLName.xmlNamespace: raw("<xml:\(name.local)/>")
        default: raw("<X:\(name.local) xmlns:X=\"\(Self.escaped(name.namespace))\"/>")
        }
    }

    package mutating func text(_ text: String) { raw(Self.escaped(text)) }

    private mutating func raw(_ text: String) { bytes += text.utf8 }

    /// What has been written so far, which is written no more.
    package mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// A text as it stands in an element or an attribute. What XML can't have, such as control characters in names of files, becomes the replacement character.
    package static func escaped(_ text: String) -> String {
        var result = ""
        result.unicodeScalars.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // A reader would make a space or a line feed of them.
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return result
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF }
}
