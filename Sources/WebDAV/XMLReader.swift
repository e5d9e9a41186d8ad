import CExpat

/// Why a text is not taken, for a person.
package struct XMLError: Error, Sendable, Equatable {
    /// Whether there is nothing to read with; else it is the text's fault.
    package let isMissing: Bool
    package let message: String

    package init(_ message: String, isMissing: Bool = false) { (self.message, self.isMissing) = (message, isMissing) }
}

/// Reads the XML of requests, by the system's libexpat. Neither document types nor entities of a text's own are taken.
package enum XMLReader {
    package static func read(_ bytes: [UInt8]) throws(XMLError) -> XMLElement {
        var builder = XMLBuilder(), message = [CChar](repeating: 0, count: 128)
        let result = withUnsafeMutablePointer(to: &builder) { builder in
            var handlers = cexpat_handlers(
                begin: { context, name in
                    guard let builder = context?.assumingMemoryBound(to: XMLBuilder.self), let name else { return 1 }
                    return builder.pointee.begin(XMLName(expat: String(cString: name))) ? 0 : 1
                },
                text: { context, bytes, count in
                    guard let builder = context?.assumingMemoryBound(to: XMLBuilder.self), let bytes else { return 1 }
                    builder.pointee.add(String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self))
                    return 0
                },
                end: { context in
                    context?.assumingMemoryBound(to: XMLBuilder.self).pointee.end()
                    return 0
                },
                context: builder)
            return bytes.withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bytes in cexpat_read(bytes.baseAddress, bytes.count, &handlers, &message) }
            }
        }
        switch result {
        case CEXPAT_READ:
            guard let root = builder.root else { throw XMLError("There is no element in it.") }
            return root
        case CEXPAT_STOPPED:
            throw XMLError(
                "It has more than \(XMLBuilder.most) elements, more than \(XMLBuilder.deepest) within each other, or names and their namespaces of more than "
                    + "\(XMLBuilder.longestNames >> 10) KiB.")
        case CEXPAT_TYPED: throw XMLError("It has a document type, which is not taken here.")
        case CEXPAT_MALFORMED:
            let end = message.firstIndex(of: 0) ?? message.endIndex
            throw XMLError("It is no well-formed XML: \(String(decoding: message[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)).")
        default: throw XMLError("XML can't be read: libexpat is not there, or has no memory. Install Debian's package libexpat1.", isMissing: true)
        }
    }
}

extension XMLName {
    /// As the shim gives it: a namespace can have a line feed in it, and a local name can't.
    fileprivate init(expat text: String) {
        guard let end = text.utf8.lastIndex(of: UInt8(ascii: "\n")) else {
            self.init(text, in: "")
            return
        }
        self.init(String(text[text.utf8.index(after: end)...]), in: String(text[..<end]))
    }
}
