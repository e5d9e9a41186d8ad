import Foundation

/// What an element or a property is called.
struct DAVName: Hashable, Sendable, CustomStringConvertible {
    var namespace: String
    var local: String

    init(_ local: String, in namespace: String = "DAV:") { (self.local, self.namespace) = (local, namespace) }

    var description: String { "{\(namespace)}\(local)" }
}

/// An element of an answer. Its reader is the tests' own, and believes nothing: what a strict client refuses is a failure here.
struct AnswerElement: Sendable {
    /// What `xml:` stands for, and nothing else may.
    static let reserved = "http://www.w3.org/XML/1998/namespace"

    let name: DAVName
    let attributes: [DAVName: String]
    var children: [AnswerElement] = []
    /// All text within it that is in no child.
    var text = ""

    /// The children of a name of DAV's.
    func all(_ local: String) -> [AnswerElement] { children.filter { $0.name == DAVName(local) } }
    /// The only such child.
    func one(_ local: String) -> AnswerElement? {
        let found = all(local)
        return found.count == 1 ? found[0] : nil
    }

    /// What leads from child to child.
    func at(_ locals: String...) -> AnswerElement? { locals.reduce(self) { $0?.one($1) } }

    /// - Throws: an `HTTPConnection.Failure` that says what is wrong with it.
    init(_ document: Data) throws {
        guard let text = String(validating: document, as: UTF8.self) else { throw HTTPConnection.Failure("The answer is no UTF-8") }
        var reader = AnswerReader(text)
        self = try reader.document()
    }

    fileprivate init(_ name: DAVName, _ attributes: [DAVName: String]) { (self.name, self.attributes) = (name, attributes) }
}

private struct AnswerReader {
    private let scalars: [Unicode.Scalar]
    private var at = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func document() throws -> AnswerElement {
        if skip("<?xml ") { _ = try upTo("?>") }
        skipSpace()
        guard next == "<" else { throw failure("no element") }
        let root = try element(["xml": AnswerElement.reserved])
        skipSpace()
        guard at == scalars.count else { throw failure("something behind the last element") }
        return root
    }

    private mutating func element(_ outer: [String: String]) throws -> AnswerElement {
        guard skip("<") else { throw failure("no element") }
        let tag = try name()
        var scope = outer, plain: [(String, String)] = []
        while true {
            let hadSpace = skipSpace()
            if next == "/" || next == ">" { break }
            guard hadSpace else { throw failure("no space before an attribute") }
            let key = try name()
            guard skip("="), let quote = next, quote == "\"" || quote == "'" else { throw failure("\(key) has no value") }
            at += 1
            let value = try text(until: quote)
            at += 1
            guard !key.hasPrefix("xmlns") || (value == AnswerElement.reserved) == (key == "xmlns:xml") else { throw failure("\(key) is bound to \(value)") }
            if key == "xmlns" {
                scope[""] = value
            } else if key.hasPrefix("xmlns:") {
                guard !value.isEmpty else { throw failure("\(key) is bound to nothing") }
                scope[String(key.dropFirst(6))] = value
            } else {
                plain.append((key, value))
            }
        }
        var attributes: [DAVName: String] = [:]
        for (key, value) in plain {
            let name = try resolved(key, scope, isAttribute: true)
            guard attributes.updateValue(value, forKey: name) == nil else { throw failure("\(key) is there twice") }
        }
        var found = AnswerElement(try resolved(tag, scope, isAttribute: false), attributes)
        if skip("/>") { return found }
        guard skip(">") else { throw failure("<\(tag) does not end") }
        while true {
            if skip("</") {
                guard try name() == tag else { throw failure("<\(tag)> ends by another name") }
                skipSpace()
                guard skip(">") else { throw failure("</\(tag) does not end") }
                return found
            }
            if skip("<![CDATA[") {
                found.text += try upTo("]]>")
            } else if skip("<!--") {
                _ = try upTo("-->")
            } else if next == "<" {
                found.children.append(try element(scope))
            } else {
                found.text += try text(until: "<")
            }
        }
    }

    /// Text and references up to a character, which is not taken.
    private mutating func text(until end: Unicode.Scalar) throws -> String {
        // As it is written: what a reference stands for may be anything.
        var text = String.UnicodeScalarView(), written = String.UnicodeScalarView()
        while let scalar = next, scalar != end {
            guard scalar != "<" else { throw failure("< within a value") }
            guard Self.isAllowed(scalar) else { throw failure("the character \(scalar.value), which no XML has") }
            at += 1
            written.append(scalar)
            guard scalar == "&" else {
                text.append(scalar)
                continue
            }
            let name = try upTo(";")
            text.append(try reference(name))
        }
        guard next != nil else { throw failure("the end where \(end) was expected") }
        guard end != "<" || !String(written).contains("]]>") else { throw failure("]]> in a text") }
        return String(text)
    }

    private func reference(_ name: String) throws -> Unicode.Scalar {
        let named: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        if let scalar = named[name] { return scalar }
        let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
        guard let scalar = number.flatMap({ Unicode.Scalar($0) }), Self.isAllowed(scalar) else { throw failure("&\(name); is nothing") }
        return scalar
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 9, 10, 13, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private func resolved(_ name: String, _ scope: [String: String], isAttribute: Bool) throws -> DAVName {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { throw failure("\(name) is no name") }
        guard parts.count == 2 else { return DAVName(name, in: isAttribute ? "" : scope[""] ?? "") }
        guard let namespace = scope[parts[0]] else { throw failure("nothing is bound to \(parts[0]):") }
        return DAVName(parts[1], in: namespace)
    }

    private mutating func name() throws -> String {
        let start = at
        while let scalar = next, Self.begins(scalar) || scalar.properties.numericType != nil || scalar == ":" || scalar == "-" || scalar == "." { at += 1 }
        guard at > start, Self.begins(scalars[start]) else { throw failure("no name") }
        return String(String.UnicodeScalarView(scalars[start..<at]))
    }

    private static func begins(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic || scalar == "_" }

    private var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    private mutating func skip(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard scalars[at...].starts(with: wanted) else { return false }
        at += wanted.count
        return true
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = at
        while let scalar = next, scalar == " " || scalar == "\t" || scalar == "\r" || scalar == "\n" { at += 1 }
        return at > start
    }

    /// What stands before a text, which is taken as well.
    private mutating func upTo(_ end: String) throws -> String {
        let start = at
        while at < scalars.count {
            let last = at
            if skip(end) { return String(String.UnicodeScalarView(scalars[start..<last])) }
            at += 1
        }
        throw failure("the end where \(end) was expected")
    }

    private func failure(_ what: String) -> HTTPConnection.Failure {
        let around = String(String.UnicodeScalarView(scalars[max(0, at - 60)..<min(scalars.count, at + 20)]))
        return HTTPConnection.Failure("The answer is no XML: \(what), behind \(at) characters, in “\(around)”")
    }
}
