/// The percent-encoding of addresses (RFC 3986).
package enum PercentEncoding {
    /// Everything is encoded but letters, digits and `-._~`, in capital letters, as signatures of S3 want it.
    /// - Parameter kept: what stays as it is beside these, in ASCII: the slashes of a path.
    package static func encode(_ text: String, keeping kept: String = "") -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) || kept.utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += "%\(byte.hexadecimal.uppercased())".utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// The bytes that a text stands for, which may be no UTF-8. `nil` where behind a `%` are no two digits.
    /// - Parameter isForm: whether a plus is a blank, as in the fields of forms and in the lists of S3.
    package static func bytes(of text: some Collection<UInt8>, isForm: Bool = false) -> [UInt8]? {
        var bytes: [UInt8] = [], rest = text.makeIterator()
        bytes.reserveCapacity(text.count)
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(UInt8.init(hexadecimalDigit:)), let low = rest.next().flatMap(UInt8.init(hexadecimalDigit:)) else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return bytes
    }

    /// The text that a field of a form stands for; `nil` also where it is no UTF-8.
    package static func decode(form text: some Collection<UInt8>) -> String? {
        bytes(of: text, isForm: true).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
