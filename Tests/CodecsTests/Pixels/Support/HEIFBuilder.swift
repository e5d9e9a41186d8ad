/// Joins HEIF files of `Reference` into such as phones write.
enum HEIFBuilder {
    /// A picture of tiles with a thumbnail, whose data comes first.
    static func file(_ grid: [UInt8], thumbnail: [UInt8]) -> [UInt8] {
        let large = Parts(grid), small = Parts(thumbnail), id = large.items.count + 1
        let link = FileBuilder.big(id, 2) + FileBuilder.big(1, 2) + FileBuilder.big(1, 2)
        // Bit 7 says that a property has to be understood.
        let properties = small.associations[3...].map { ($0 & 0x80) | ($0 & 0x7F) + UInt8(large.propertyCount) }
        let associations = large.associations + FileBuilder.big(id, 2) + [UInt8(properties.count)] + properties
        var entry = small.entries
        entry.replaceSubrange(12..<14, with: FileBuilder.big(id, 2))
        let items = [(id, small.items[0])] + large.items.enumerated().map { ($0.offset + 1, $0.element) }
        func head(_ start: Int) -> [UInt8] {
            var at = start, places: [UInt8] = []
            for (id, data) in items {
                places += FileBuilder.big(id, 2) + FileBuilder.big(0, 2) + FileBuilder.big(1, 2) + FileBuilder.big(at, 4) + FileBuilder.big(data.count, 4)
                at += data.count
            }
            let meta =
                full("hdlr", Array("\0\0\0\0pict".utf8) + FileBuilder.big(0, 13)) + full("pitm", FileBuilder.big(1, 2))
                + full("iloc", [0x44, 0] + FileBuilder.big(items.count, 2) + places) + full("iinf", FileBuilder.big(items.count, 2) + large.entries + entry)
                + full("iref", large.links + box("thmb", link))
                + box("iprp", box("ipco", large.properties + small.properties) + full("ipma", FileBuilder.big(items.count, 4) + associations))
            let data = items.reduce(0) { $0 + $1.1.count }
            return box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + full("meta", meta) + FileBuilder.big(data + 8, 4) + Array("mdat".utf8)
        }
        return head(head(0).count) + items.flatMap(\.1)
    }

    /// How a file says what the picture beside its own is.
    enum GainMap {
        /// Apple's auxiliary picture, with a packet of XMP.
        case apple(xmp: String)
        /// ISO's picture that is made of both, with these numbers.
        case iso([UInt8])
    }

    /// A picture of one item with a gain map, of which `map` is the whole file.
    static func file(_ picture: [UInt8], map: [UInt8], _ kind: GainMap) -> [UInt8] {
        let large = Parts(picture), small = Parts(map), id = large.items.count + 1
        var associated = small.associations[3...].map { ($0 & 0x80) | ($0 & 0x7F) + UInt8(large.propertyCount) }
        var properties = large.properties + small.properties
        func entry(_ type: String, _ rest: String = "") -> [UInt8] {
            box("infe", [2, 0, 0, 0] + FileBuilder.big(id + 1, 2) + FileBuilder.big(0, 2) + Array("\(type)\0\(rest)".utf8))
        }
        func link(_ type: String, _ from: Int, _ to: [Int]) -> [UInt8] {
            box(type, FileBuilder.big(from, 2) + FileBuilder.big(to.count, 2) + to.flatMap { FileBuilder.big($0, 2) })
        }
        let described: [UInt8], last: [UInt8], links: [UInt8]
        switch kind {
        case .apple(let xmp):
            properties += full("auxC", Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8))
            associated.append(UInt8(large.propertyCount + small.propertyCount + 1))
            (described, last, links) = (Array(xmp.utf8), entry("mime", "application/rdf+xml\0"), link("auxl", id, [1]) + link("cdsc", id + 1, [id]))
        case .iso(let numbers): (described, last, links) = ([0] + numbers, entry("tmap"), link("dimg", id + 1, [1, id]))
        }
        let associations = large.associations + FileBuilder.big(id, 2) + [UInt8(associated.count)] + associated
        var mapEntry = small.entries
        mapEntry.replaceSubrange(12..<14, with: FileBuilder.big(id, 2))
        let items = large.items.enumerated().map { ($0.offset + 1, $0.element) } + [(id, small.items[0]), (id + 1, described)]
        func head(_ start: Int) -> [UInt8] {
            var at = start, places: [UInt8] = []
            for (id, data) in items {
                places += FileBuilder.big(id, 2) + FileBuilder.big(0, 2) + FileBuilder.big(1, 2) + FileBuilder.big(at, 4) + FileBuilder.big(data.count, 4)
                at += data.count
            }
            let meta =
                full("hdlr", Array("\0\0\0\0pict".utf8) + FileBuilder.big(0, 13)) + full("pitm", FileBuilder.big(1, 2))
                + full("iloc", [0x44, 0] + FileBuilder.big(items.count, 2) + places)
                + full("iinf", FileBuilder.big(items.count, 2) + large.entries + mapEntry + last) + full("iref", large.links + links)
                + box("iprp", box("ipco", properties) + full("ipma", FileBuilder.big(large.items.count + 1, 4) + associations))
            let data = items.reduce(0) { $0 + $1.1.count }
            return box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + full("meta", meta) + FileBuilder.big(data + 8, 4) + Array("mdat".utf8)
        }
        return head(head(0).count) + items.flatMap(\.1)
    }

    private static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] { FileBuilder.big(payload.count + 8, 4) + Array(type.utf8) + payload }
    private static func full(_ type: String, _ payload: [UInt8]) -> [UInt8] { box(type, [0, 0, 0, 0] + payload) }

    /// A file of x265's or aom's: items numbered from 1, each of one piece, and tables of version 0.
    private struct Parts {
        var items: [[UInt8]] = []
        var entries: [UInt8] = [], links: [UInt8] = [], properties: [UInt8] = [], associations: [UInt8] = []
        var propertyCount = 0

        init(_ file: [UInt8]) {
            func number(_ at: Int, _ count: Int) -> Int { file[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
            func walk(_ range: Range<Int>) {
                var at = range.lowerBound
                while at + 8 <= range.upperBound {
                    let body = at + 8..<at + number(at, 4)
                    switch String(decoding: file[at + 4..<at + 8], as: UTF8.self) {
                    case "meta": walk(body.lowerBound + 4..<body.upperBound)
                    case "iprp": walk(body)
                    case "iloc":
                        items = (0..<number(body.lowerBound + 6, 2)).map { item in
                            let entry = body.lowerBound + 8 + 14 * item, start = number(entry + 6, 4)
                            return Array(file[start..<start + number(entry + 10, 4)])
                        }
                    case "iinf": entries = Array(file[(body.lowerBound + 6)..<body.upperBound])
                    case "iref": links = Array(file[(body.lowerBound + 4)..<body.upperBound])
                    case "ipco":
                        properties = Array(file[body])
                        var property = body.lowerBound
                        while property < body.upperBound {
                            property += number(property, 4)
                            propertyCount += 1
                        }
                    case "ipma": associations = Array(file[(body.lowerBound + 8)..<body.upperBound])
                    default: break
                    }
                    at = body.upperBound
                }
            }
            walk(0..<file.count)
        }
    }
}
