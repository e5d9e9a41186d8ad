/// Cuts a format into tokens. Works on bytes: everything the grammar knows is ASCII, and every byte above belongs to a
/// name or a text.
struct Lexer {
    private let bytes: [UInt8]
    /// For each byte, and the end, how many characters begin before it; empty where they are as many as the bytes.
    private let characterCounts: [Int]
    private var at = 0
    private(set) var tokens: [Token] = []

    init(_ format: String) throws(QueryError) {
        bytes = Array(format.utf8)
        guard bytes.count <= QueryLimits.formatLength else {
            throw QueryError(
                .tooComplex,
                "the format is \(bytes.count) bytes long, \(QueryLimits.formatLength) are allowed;"
                    + " pass long lists as an argument of IN %@")
        }
        characterCounts = Self.characterCounts(of: format, bytes)
        repeat {
            try scan()
        } while tokens.last?.kind != .end
    }

    /// Counted once: every key knows its position, and a megabyte has a hundred thousand keys.
    private static func characterCounts(of format: String, _ bytes: [UInt8]) -> [Int] {
        // A carriage return and a line feed are one character.
        if bytes.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) { return [] }
        var counts: [Int] = []
        counts.reserveCapacity(bytes.count + 1)
        for (number, character) in format.enumerated() {
            counts.append(number)
            for _ in 1..<character.utf8.count { counts.append(number + 1) }
        }
        counts.append(format.count)
        return counts
    }

    /// Characters before a byte, as an error's position counts them.
    func characters(before byte: Int) -> Int {
        let byte = min(max(byte, 0), bytes.count)
        return characterCounts.isEmpty ? byte : characterCounts[byte]
    }

    private var current: UInt8? { at < bytes.count ? bytes[at] : nil }

    private func peek(_ distance: Int = 1) -> UInt8? { at + distance < bytes.count ? bytes[at + distance] : nil }

    private func failure(_ message: String, at byte: Int, _ code: QueryError.Code = .syntax) -> QueryError {
        QueryError(code, message, at: characters(before: byte))
    }

    private mutating func add(_ kind: Token.Kind, from start: Int) {
        tokens.append(Token(kind: kind, start: start))
    }

    private mutating func scan() throws(QueryError) {
        while let byte = current, byte == 0x20 || (0x09...0x0D).contains(byte) { at += 1 }
        let start = at
        guard let byte = current else { return add(.end, from: start) }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            add(.string(try scanText(quote: byte)), from: start)
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            add(try scanNumber(), from: start)
        case UInt8(ascii: ".") where Self.isDigit(peek()):
            add(try scanNumber(), from: start)
        case UInt8(ascii: "%"):
            add(try scanPlaceholder(), from: start)
        case UInt8(ascii: "$"):
            at += 1
            add(.variable(scanName()), from: start)
        case UInt8(ascii: "#"):
            at += 1
            guard Self.isNameStart(current) else { throw failure("\"#\" must be followed by a key", at: start) }
            add(.escapedWord(scanName()), from: start)
        case UInt8(ascii: "@"):
            at += 1
            guard Self.isNameStart(current) else { throw failure("\"@\" must be followed by count", at: start) }
            add(.escapedWord("@" + scanName()), from: start)
        case _ where Self.isNameStart(byte):
            add(.word(scanName()), from: start)
        default:
            add(try scanSymbol(), from: start)
        }
    }

    private static func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }

    private static func isNameStart(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte >= 0x80
    }

    private mutating func scanName() -> String {
        let start = at
        while Self.isNameStart(current) || Self.isDigit(current) { at += 1 }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private static let longSymbols = ["==", "!=", "<>", "<=", "=<", ">=", "=>", "<<", ">>", "**", "&&", "||", ":="]
        .map { Array($0.utf8) }

    private mutating func scanSymbol() throws(QueryError) -> Token.Kind {
        let byte = bytes[at]
        if let next = peek(), let found = Self.longSymbols.first(where: { $0[0] == byte && $0[1] == next }) {
            at += 2
            return .symbol(String(decoding: found, as: UTF8.self))
        }
        guard "=<>!&|^~+-*/(){}[],.:".utf8.contains(byte) else {
            // Bytes above ASCII start names, so this is one character.
            throw failure("\(String(reflecting: Character(UnicodeScalar(byte)))) does not belong into a format", at: at)
        }
        at += 1
        return .symbol(String(UnicodeScalar(byte)))
    }
}

// MARK: - Texts

extension Lexer {
    private mutating func scanText(quote: UInt8) throws(QueryError) -> String {
        let start = at
        at += 1
        var content: [UInt8] = []
        while let byte = current {
            at += 1
            if byte == quote { return String(decoding: content, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") {
                content.append(contentsOf: try scanEscape())
            } else if byte == 0 {
                throw failure("a text cannot contain the character NUL", at: at - 1)
            } else {
                content.append(byte)
            }
        }
        throw failure("the text has no closing \(quote == UInt8(ascii: "'") ? "'" : "\"")", at: start)
    }

    private mutating func scanEscape() throws(QueryError) -> [UInt8] {
        let start = at - 1
        guard let letter = current else { throw failure("the text ends behind a backslash", at: start) }
        at += 1
        switch letter {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "v"): return [0x0B]
        case UInt8(ascii: "a"): return [0x07]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "x"): return try scanScalar(digits: 2, from: start)
        case UInt8(ascii: "u"): return try scanScalar(digits: 4, from: start)
        case UInt8(ascii: "U"): return try scanScalar(digits: 8, from: start)
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            // Apple drops the backslash, so that '\d+' silently looks for the letter d.
            let text = String(UnicodeScalar(letter))
            throw failure("unknown escape \\\(text); for a backslash in a text or pattern write \\\\\(text)", at: start)
        default:
            return [letter]
        }
    }

    private mutating func scanScalar(digits: Int, from start: Int) throws(QueryError) -> [UInt8] {
        let text = String(decoding: bytes[at..<min(at + digits, bytes.count)], as: UTF8.self)
        guard text.utf8.count == digits, text.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let number = UInt32(text, radix: 16), number != 0, let scalar = UnicodeScalar(number)
        else { throw failure("the escape needs \(digits) hexadecimal digits that name a character", at: start) }
        at += digits
        return Array(String(scalar).utf8)
    }
}

// MARK: - Numbers and placeholders

extension Lexer {
    private mutating func scanNumber() throws(QueryError) -> Token.Kind {
        let start = at
        if current == UInt8(ascii: "0"), let letter = peek(), let base = Self.base(of: letter) {
            at += 2
            // A name takes letters and digits alike, so a wrong digit is part of what the error quotes.
            let digits = scanName()
            guard let number = UInt64(digits, radix: base) else {
                throw failure("\"0\(UnicodeScalar(letter))\(digits.prefix(60))\" is no number of base \(base) with up to 64 bits", at: start)
            }
            return Int64(exactly: number).map { .int($0) } ?? .largeInt(number)
        }
        var isFloat = false
        while Self.isDigit(current) { at += 1 }
        if current == UInt8(ascii: "."), Self.isDigit(peek()) || !Self.isNameStart(peek()) {
            isFloat = true
            at += 1
            while Self.isDigit(current) { at += 1 }
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            let sign = peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-")
            if Self.isDigit(peek(sign ? 2 : 1)) {
                isFloat = true
                at += sign ? 2 : 1
                while Self.isDigit(current) { at += 1 }
            }
        }
        let end = at
        if Self.isNameStart(current) {
            throw failure("\"\(String(decoding: bytes[start..<end], as: UTF8.self).prefix(60))\(scanName().prefix(60))\" is neither a number nor a key", at: start)
        }
        let digits = String(decoding: bytes[start..<end], as: UTF8.self)
        if !isFloat, let number = UInt64(digits) {
            return Int64(exactly: number).map { .int($0) } ?? .largeInt(number)
        }
        guard let number = Double(digits.hasPrefix(".") ? "0" + digits : digits.hasSuffix(".") ? digits + "0" : digits),
            number.isFinite
        else { throw failure("the number \(digits.prefix(60)) is too large", at: start) }
        return .double(number)
    }

    private static func base(of letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: "x"), UInt8(ascii: "X"): 16
        case UInt8(ascii: "o"), UInt8(ascii: "O"): 8
        case UInt8(ascii: "b"), UInt8(ascii: "B"): 2
        default: nil
        }
    }

    /// `%` with printf's size letters and one conversion letter. The argument carries its own type, so sizes don't matter.
    private mutating func scanPlaceholder() throws(QueryError) -> Token.Kind {
        let start = at
        at += 1
        // %% is the remainder here; it has no meaning at Apple.
        if current == UInt8(ascii: "%") {
            at += 1
            return .symbol("%%")
        }
        while let byte = current, "hlqLzjt".utf8.contains(byte) { at += 1 }
        guard let letter = current else { throw failure("the placeholder is not complete", at: start) }
        at += 1
        switch letter {
        case UInt8(ascii: "@"): return .placeholder(.object)
        case UInt8(ascii: "K"): return .placeholder(.keyPath)
        case _ where "dDiuUxXoO".utf8.contains(letter): return .placeholder(.integer)
        case _ where "fFeEgGaA".utf8.contains(letter): return .placeholder(.floating)
        case _ where "cC".utf8.contains(letter): return .placeholder(.character)
        case _ where "sS".utf8.contains(letter): return .placeholder(.text)
        default:
            throw failure(
                "unknown placeholder; known are %@ (value), %K (key), %d %i %u %ld %lu %lld %llu %x (whole number),"
                    + " %f %g %e (number), %c, %s", at: start)
        }
    }
}
