/// A movie's metadata by keys (`meta` of the handler `mdta`), to be written again with other values.
struct KeyedMetadata {
    /// With the name space, `mdta`.
    private var keys: [[UInt8]] = []
    /// Whole items, each with the number of its key, counted from 1.
    private var items: [(key: Int, bytes: [UInt8])] = []
    /// What else is there, handler included.
    private var others: [UInt8] = []
    /// Whether it is as QuickTime has it, without a version.
    var isQuickTime: Bool

    /// None yet.
    init(isQuickTime: Bool) {
        self.isQuickTime = isQuickTime
        others = Box.box("hdlr", Box.number(0, 8) + Array("mdta".utf8) + Box.number(0, 12) + [0])
    }

    /// - Returns: `nil` for metadata of another kind, and for what is not in order.
    init?(_ bytes: UnsafeRawBufferPointer, in body: Range<Int>) {
        let reader = ByteReader(bytes)
        // QuickTime's begins with its boxes, MPEG-4's with a version, and some programs write either into any file.
        isQuickTime = reader.matches("hdlr", at: body.lowerBound + 4)
        let start = body.lowerBound + (isQuickTime ? 0 : 4)
        guard start <= body.upperBound, let handler = BoxWalker(bytes, in: start..<body.upperBound).first("hdlr"), reader.matches("mdta", at: handler.body.lowerBound + 8) else {
            return nil
        }
        var boxes = BoxWalker(bytes, in: start..<body.upperBound), offset = start
        while let box = boxes.next() {
            switch box.kind {
            case "keys":
                guard let count = reader.uint32(box.body.lowerBound + 4), count <= 1024 else { return nil }
                var at = box.body.lowerBound + 8
                for _ in 0..<count {
                    guard let size = reader.uint32(at), size >= 8, at + size <= box.body.upperBound, let key = reader.slice(at + 4, size - 4) else { return nil }
                    keys.append(Array(key))
                    at += size
                }
            case "ilst":
                var at = box.body.lowerBound
                while at < box.body.upperBound {
                    guard let size = reader.uint32(at), let key = reader.uint32(at + 4), size >= 8, at + size <= box.body.upperBound, let item = reader.slice(at, size) else {
                        return nil
                    }
                    items.append((key, Array(item)))
                    at += size
                }
            default: others += bytes[offset..<box.body.upperBound]
            }
            offset = box.body.upperBound
        }
    }

    func says(_ key: String, _ text: String) -> Bool {
        guard let number = number(of: key) else { return false }
        let values = items.filter { $0.key == number }
        return values.count == 1 && values[0].bytes == Self.item(number, text)
    }

    mutating func set(_ key: String, _ text: String) {
        if number(of: key) == nil { keys.append(Array(("mdta" + key).utf8)) }
        guard let number = number(of: key) else { return }
        items.removeAll { $0.key == number }
        items.append((number, Self.item(number, text)))
    }

    var bytes: [UInt8] {
        let names = keys.flatMap { Box.number($0.count + 4, 4) + $0 }
        return Box.box(
            "meta", (isQuickTime ? [] : Box.number(0, 4)) + others + Box.box("keys", Box.number(0, 4) + Box.number(keys.count, 4) + names) + Box.box("ilst", items.flatMap(\.bytes))
        )
    }

    private func number(of key: String) -> Int? { keys.firstIndex(of: Array(("mdta" + key).utf8)).map { $0 + 1 } }

    /// A text in UTF-8.
    private static func item(_ number: Int, _ text: String) -> [UInt8] {
        let data = Box.box("data", Box.number(1, 4) + Box.number(0, 4) + Array(text.utf8))
        return Box.number(data.count + 8, 4) + Box.number(number, 4) + data
    }
}
