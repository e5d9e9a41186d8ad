import Foundation

/// Reads the outermost dictionary of a binary property list, and what lies in it as deep as somebody asks.
///
/// A trailer of 32 bytes says where a table of offsets lies; an object is named by its index in that table.
enum BinaryPropertyList {
    /// `nil` where the list does not hold a dictionary or any number in it can't be.
    /// - Parameter depth: of containers within the outermost dictionary that are read too; 0 leaves all of them out.
    static func topLevel(_ bytes: UnsafeRawBufferPointer, depth: Int = 0) -> [String: PropertyListValue]? {
        let reader = ByteReader(bytes)
        let trailer = bytes.count - 32
        guard trailer >= 8, let offsetSize = reader.uint8(trailer + 6), let referenceSize = reader.uint8(trailer + 7), let count = reader.uint64(trailer + 8),
            let top = reader.uint64(trailer + 16), let table = reader.uint64(trailer + 24), (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            table < trailer, count <= bytes.count
        else { return nil }
        let list = List(reader: reader, count: count, table: table, offsetSize: offsetSize, referenceSize: referenceSize)
        guard let start = list.offset(of: top), let head = list.head(at: start), head.kind == 0xD else { return nil }
        var left = mostValues
        return list.dictionary(head, depth: depth, &left)
    }

    /// All values of a list together: containers may name one object often, and so grow without end.
    private static let mostValues = 4096

    private struct List {
        let reader: ByteReader
        let count: Int
        let table: Int
        let offsetSize: Int
        let referenceSize: Int

        func offset(of object: Int) -> Int? {
            guard object < count, object >= 0 else { return nil }
            return number(table + object * offsetSize, offsetSize)
        }

        func reference(_ offset: Int) -> Int? { number(offset, referenceSize) }

        /// An object's kind, how many things it has and where they begin.
        func head(at offset: Int) -> (kind: Int, count: Int, body: Int)? {
            guard let marker = reader.uint8(offset) else { return nil }
            guard marker & 0xF == 0xF, marker >> 4 >= 4 else { return (marker >> 4, marker & 0xF, offset + 1) }
            // Fifteen and more are counted by an integer object.
            guard let size = reader.uint8(offset + 1), size >> 4 == 1, size & 0xF <= 3, let count = number(offset + 2, 1 << (size & 0xF)),
                count <= reader.count
            else { return nil }
            return (marker >> 4, count, offset + 2 + (1 << (size & 0xF)))
        }

        func dictionary(_ head: (kind: Int, count: Int, body: Int), depth: Int, _ left: inout Int) -> [String: PropertyListValue]? {
            guard head.count <= left else { return nil }
            left -= head.count
            var values: [String: PropertyListValue] = [:]
            for index in 0..<head.count {
                guard let key = reference(head.body + index * referenceSize), case .text(let name)? = value(key, depth: 0, &left),
                    let object = reference(head.body + (head.count + index) * referenceSize)
                else { return nil }
                values[name] = value(object, depth: depth, &left)
            }
            return values
        }

        private func list(_ head: (kind: Int, count: Int, body: Int), depth: Int, _ left: inout Int) -> [PropertyListValue]? {
            guard head.count <= left else { return nil }
            left -= head.count
            var values: [PropertyListValue] = []
            for index in 0..<head.count {
                guard let object = reference(head.body + index * referenceSize), let value = value(object, depth: depth, &left) else { return nil }
                values.append(value)
            }
            return values
        }

        private func value(_ object: Int, depth: Int, _ left: inout Int) -> PropertyListValue? {
            guard let start = offset(of: object), let head = head(at: start) else { return nil }
            switch head.kind {
            case 0xA where depth > 0: return list(head, depth: depth - 1, &left).map { .list($0) }
            case 0xD where depth > 0: return dictionary(head, depth: depth - 1, &left).map { .dictionary($0) }
            case 0x2 where head.count == 2: return reader.uint32(head.body).map { .number(Double(Float(bitPattern: UInt32($0)))) }
            case 0x2 where head.count == 3:
                guard let high = reader.uint32(head.body), let low = reader.uint32(head.body + 4) else { return nil }
                return .number(Double(bitPattern: UInt64(high) << 32 | UInt64(low)))
            case 0x1: return head.count <= 3 ? number(head.body, 1 << head.count).map { .number(Double($0)) } : nil
            case 0x3:
                guard let high = reader.uint32(head.body), let low = reader.uint32(head.body + 4) else { return nil }
                let seconds = Double(bitPattern: UInt64(high) << 32 | UInt64(low))
                // Counted from 2001.
                return abs(seconds) < 1e12 ? .date(seconds + 978_307_200) : nil
            case 0x4: return reader.slice(head.body, head.count).map { .data(Data($0)) }
            case 0x5: return reader.slice(head.body, head.count).map { .text(TextDecoding.text($0)) }
            case 0x6:
                guard reader.has(head.count * 2, at: head.body) else { return nil }
                let units = (0..<head.count).compactMap { reader.uint16(head.body + $0 * 2) }.map { UInt16($0) }
                return .text(String(decoding: units, as: UTF16.self))
            default: return nil
            }
        }

        private func number(_ offset: Int, _ size: Int) -> Int? {
            guard let bytes = reader.slice(offset, size), size < 8 || bytes[0] < 0x80 else { return nil }
            return bytes.reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
