/// Appends numbers of either byte order; what every builder here is made of.
struct Bytes {
    var bytes: [UInt8] = []
    var isLittleEndian = false

    mutating func add(_ text: String) { bytes += Array(text.utf8) }
    mutating func add(_ raw: [UInt8]) { bytes += raw }
    mutating func add8(_ value: Int) { bytes.append(UInt8(truncatingIfNeeded: value)) }
    mutating func add16(_ value: Int) { addNumber(value, 2) }
    mutating func add32(_ value: Int) { addNumber(value, 4) }
    mutating func add64(_ value: Int) { addNumber(value, 8) }

    private mutating func addNumber(_ value: Int, _ count: Int) {
        for index in 0..<count {
            let shift = 8 * (isLittleEndian ? index : count - 1 - index)
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// An ISO base media box.
    static func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
        var box = Bytes()
        box.add32(body.count + 8)
        box.add(kind)
        return box.bytes + body
    }

    static func boxes(_ kind: String, _ children: [UInt8]...) -> [UInt8] { box(kind, children.flatMap { $0 }) }
}
