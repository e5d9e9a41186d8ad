import WebDAV

/// What clients of the network folder say: XML, or the conditions of an `If` header. The first byte says which.
enum DAVEntry {
    static func run(_ bytes: UnsafeRawBufferPointer, _ claims: inout Claims) {
        var choices = Choices(bytes)
        let isXML = choices.byte() & 1 == 0, rest = Array(choices.rest)
        if isXML { xml(rest, &claims) } else { conditions(String(decoding: rest, as: UTF8.self), &claims) }
    }

    // MARK: XML

    private static func xml(_ bytes: [UInt8], _ claims: inout Claims) {
        do throws(XMLError) {
            let root = try XMLReader.read(bytes)
            // Of other encodings a letter may have twice the bytes in UTF-8.
            var count = 0, length = 0
            check(root, depth: 1, &count, &length, &claims)
            claims.claim(count <= 4_096 && length <= 2 * bytes.count, "\(count) elements and \(length) bytes of text out of \(bytes.count)")
        } catch { claims.claim(!error.isMissing && !error.message.isEmpty, "\(error)") }
        if let wish = try? PropfindWish(bytes), case .properties(let names) = wish { claims.claim(names.count <= 64 && Set(names).count == names.count, "\(names)") }
        if let update = try? PropertyUpdate(bytes) { claims.claim(!update.changes.isEmpty, "nothing is changed") }
        if let lock = try? LockWish(bytes) { claims.claim(lock.owner.count <= 1_000, "an owner of \(lock.owner.count) letters") }
    }

    /// What was read can be written, and is read as the same again.
    private static func check(_ element: XMLElement, depth: Int, _ count: inout Int, _ length: inout Int, _ claims: inout Claims) {
        (count, length) = (count + 1, length + element.text.utf8.count)
        claims.claim(depth <= 32 && !element.name.local.isEmpty, "\(element.name) at a depth of \(depth)")
        var writer = XMLWriter()
        writer.declare()
        writer.begin("multistatus", isRoot: true)
        writer.empty(element.name)
        writer.element("href", element.text)
        writer.end("multistatus")
        let written = writer.take()
        if let again = try? XMLReader.read(written), again.children.count == 2 {
            claims.claim(again.children[0].name == element.name, "\(element.name) comes back as \(again.children[0].name)")
            claims.claim(Array(again.children[1].text.utf8) == Array(element.text.utf8), "“\(element.text)” comes back as “\(again.children[1].text)”")
        } else {
            claims.claim(false, "what is written can't be read: \(String(decoding: written, as: UTF8.self))")
        }
        for child in element.children { check(child, depth: depth + 1, &count, &length, &claims) }
    }

    // MARK: Conditions

    private static func conditions(_ text: String, _ claims: inout Claims) {
        guard let header = IfHeader(text) else { return }
        claims.claim(!header.lists.isEmpty && header.lists.allSatisfy { !$0.conditions.isEmpty }, "“\(text)” has a list of nothing")
        let written = header.lists.map { list in
            let conditions = list.conditions.map { condition in
                let state =
                    switch condition.state {
                    case .token(let token): "<\(token)>"
                    case .tag(let tag): "[\(tag)]"
                    }
                return (condition.isNegated ? "Not " : "") + state
            }
            return (list.resource.map { "<\($0)> " } ?? "") + "(\(conditions.joined(separator: " ")))"
        }.joined(separator: " ")
        // Written anew a resource stands before each of its lists, which may make it longer than a header may be.
        if let again = IfHeader(written) {
            claims.claim(again == header, "“\(text)” comes back as “\(written)”")
        } else {
            claims.claim(written.utf8.count > 8 << 10, "“\(written)” is none")
        }
        claims.claim(header.tokens.allSatisfy { text.contains($0) || $0.isEmpty }, "tokens from nowhere: \(header.tokens)")
        // Where there are neither tags nor locks, only what is denied holds.
        let holds = header.holds(tag: { _ in nil }, hasLock: { _, _ in false })
        claims.claim(holds == header.lists.contains { $0.conditions.allSatisfy(\.isNegated) }, "“\(text)” holds: \(holds)")
    }
}
