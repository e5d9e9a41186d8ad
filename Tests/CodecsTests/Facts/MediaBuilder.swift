/// Builds the heads of media files; nothing in them can be decoded, everything can be read.
enum MediaBuilder {
    static func jpeg(exif: [UInt8]? = nil, xmp: String? = nil, iptc: [(dataset: Int, bytes: [UInt8])] = []) -> [UInt8] {
        var file = ByteBuilder()
        file.add([0xFF, 0xD8])
        func segment(_ marker: UInt8, _ body: [UInt8]) { file.add([0xFF, marker] + ByteBuilder.number(body.count + 2, bytes: 2) + body) }
        if let exif { segment(0xE1, Array("Exif\0\0".utf8) + exif) }
        if let xmp { segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)) }
        if !iptc.isEmpty {
            var records = ByteBuilder()
            for (dataset, value) in iptc {
                records.add([0x1C, 2, UInt8(dataset)])
                records.add(value.count, bytes: 2)
                records.add(value)
            }
            var resource = ByteBuilder()
            resource.add("Photoshop 3.0\08BIM")
            resource.add([4, 4, 0, 0])
            resource.add(records.bytes.count, bytes: 4)
            resource.add(records.bytes)
            if records.bytes.count % 2 == 1 { resource.add([0]) }
            segment(0xED, resource.bytes)
        }
        segment(0xC0, [8, 0x01, 0xE0, 0x02, 0x80, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
        file.add([0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0, 0xFF, 0xD9])
        return file.bytes
    }

    static func xmp(_ properties: String) -> String {
        """
        <?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'>
        <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/'
         xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmlns:exif='http://ns.adobe.com/exif/1.0/' xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/'>
        \(properties)</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end='w'?>
        """
    }

    /// What stands where a picture's data would, at the end of `heif`.
    static let heifData: [UInt8] = [0xDE, 0xAD, 0xBE, 0xEF]

    /// A HEIF whose primary picture is stored `width` by `height` and turned by the container in quarter turns counterclockwise.
    static func heif(width: Int, height: Int, quarterTurns: Int, exif: [UInt8], xmp: String? = nil, xmpDescribes described: Int = 1) -> [UInt8] {
        typealias B = ByteBuilder
        let item = B.number(0, bytes: 4) + exif, packet = Array((xmp ?? "").utf8), count = xmp == nil ? 2 : 3
        func meta(exifAt offset: Int) -> [UInt8] {
            let handler = B.fullBox("hdlr", B.zeros(4), Array("pict".utf8), B.zeros(13))
            let primary = B.fullBox("pitm", B.number(1, bytes: 2))
            let picture = B.fullBox("infe", version: 2, B.number(1, bytes: 2), B.zeros(2), Array("hvc1\0".utf8))
            let metadata = B.fullBox("infe", version: 2, B.number(2, bytes: 2), B.zeros(2), Array("Exif\0".utf8))
            let words = B.fullBox("infe", version: 2, B.number(3, bytes: 2), B.zeros(2), Array("mime\0application/rdf+xml\0".utf8))
            let items = B.fullBox("iinf", B.number(count, bytes: 2), picture, metadata, xmp == nil ? [] : words)
            func describes(_ id: Int, _ other: Int) -> [UInt8] { B.box("cdsc", B.number(id, bytes: 2), B.number(1, bytes: 2), B.number(other, bytes: 2)) }
            let reference = B.fullBox("iref", describes(2, 1), xmp == nil ? [] : describes(3, described))
            func place(_ id: Int, _ offset: Int, _ length: Int) -> [UInt8] {
                var entry = ByteBuilder()
                for (value, size) in [(id, 2), (0, 2), (1, 2), (offset, 4), (length, 4)] { entry.add(value, bytes: size) }
                return entry.bytes
            }
            let picturePlace = place(1, offset + item.count + packet.count, heifData.count)
            let wordsPlace = xmp == nil ? [] : place(3, offset + item.count, packet.count)
            let places = B.fullBox("iloc", [0x44, 0x00], B.number(count, bytes: 2), picturePlace, place(2, offset, item.count), wordsPlace)
            let extent = B.fullBox("ispe", B.number(width, bytes: 4), B.number(height, bytes: 4))
            let coding: [UInt8] = [1, 1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 0x5D, 0xF0, 0, 0xFC, 0xFD, 0xF8, 0xF8, 0, 0, 0x0F, 0]
            let container = B.box("ipco", B.box("hvcC", coding), extent, B.box("irot", [UInt8(quarterTurns)]))
            let association = B.fullBox("ipma", B.number(1, bytes: 4), B.number(1, bytes: 2), [3, 0x81, 0x02, 0x83])
            return B.fullBox("meta", handler, primary, places, items, reference, B.box("iprp", container, association))
        }
        let type = B.box("ftyp", Array("heic".utf8), B.zeros(4), Array("mif1heic".utf8))
        let head = type + meta(exifAt: 0)
        return type + meta(exifAt: head.count + 8) + B.box("mdat", item + packet + heifData)
    }

    /// A movie of one video track, 60 frames in 2 seconds, with movie metadata; turned by its matrix if asked.
    static func movie(turned: Bool, metadata: [(String, String)], timedKey: String? = nil) -> [UInt8] {
        typealias B = ByteBuilder
        let creation = B.number(3_700_000_000, bytes: 4) + B.number(3_700_000_000, bytes: 4)
        let plain = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000].flatMap { B.number($0, bytes: 4) }
        let quarter = [0, 0x10000, 0, -0x10000, 0, 0, 480 << 16, 0, 0x4000_0000].flatMap { B.number($0, bytes: 4) }
        let header = B.fullBox(
            "mvhd", creation, B.number(600, bytes: 4), B.number(1200, bytes: 4), B.number(0x10000, bytes: 4), B.number(0x0100, bytes: 2),
            B.zeros(10), plain, B.zeros(24), B.number(3, bytes: 4))
        func track(_ id: Int, handler: String, media: [UInt8], description: [UInt8], matrix: [UInt8]) -> [UInt8] {
            let trackHeader = B.fullBox(
                "tkhd", flags: 7, creation, B.number(id, bytes: 4), B.zeros(4), B.number(1200, bytes: 4), B.zeros(16), matrix,
                B.number(640 << 16, bytes: 4), B.number(480 << 16, bytes: 4))
            let mediaHeader = B.fullBox("mdhd", creation, B.number(600, bytes: 4), B.number(1200, bytes: 4), B.number(0x55C4, bytes: 2), B.zeros(2))
            let handlerBox = B.fullBox("hdlr", Array("mhlr".utf8), Array(handler.utf8), B.zeros(13))
            let table = B.box(
                "stbl", B.fullBox("stsd", B.number(1, bytes: 4), description),
                B.fullBox("stts", B.number(1, bytes: 4), B.number(60, bytes: 4), B.number(20, bytes: 4)),
                B.fullBox("stsc", B.number(1, bytes: 4), B.number(1, bytes: 4), B.number(60, bytes: 4), B.number(1, bytes: 4)),
                B.fullBox("stsz", B.number(1, bytes: 4), B.number(60, bytes: 4)), B.fullBox("stco", B.number(1, bytes: 4), B.number(36, bytes: 4)))
            let information = B.box("minf", media, B.box("dinf", B.fullBox("dref", B.number(1, bytes: 4), B.fullBox("url ", flags: 1))), table)
            return B.box("trak", trackHeader, B.box("mdia", mediaHeader, handlerBox, information))
        }
        let description = B.box(
            "avc1", B.zeros(6), B.number(1, bytes: 2), B.zeros(16), B.number(640, bytes: 2), B.number(480, bytes: 2),
            B.number(0x48_0000, bytes: 4), B.number(0x48_0000, bytes: 4), B.zeros(4), B.number(1, bytes: 2), B.zeros(32), B.number(24, bytes: 2), [0xFF, 0xFF])
        var tracks = track(1, handler: "vide", media: B.fullBox("vmhd", flags: 1, B.zeros(8)), description: description, matrix: turned ? quarter : plain)
        if let timedKey {
            let key = B.box("keyd", Array("mdta\(timedKey)".utf8))
            let keys = B.box("keys", B.number(key.count + 8, bytes: 4), B.number(1, bytes: 4), key)
            let timed = B.box("mebx", B.zeros(6), B.number(1, bytes: 2), keys)
            tracks += track(2, handler: "meta", media: B.box("gmhd"), description: timed, matrix: plain)
        }
        let names = metadata.flatMap { B.box("mdta", Array($0.0.utf8)) }
        let values = metadata.enumerated().flatMap { index, entry in
            let data = B.box("data", B.number(1, bytes: 4), B.zeros(4), Array(entry.1.utf8))
            return B.number(data.count + 8, bytes: 4) + B.number(index + 1, bytes: 4) + data
        }
        let meta = B.box(
            "meta", B.fullBox("hdlr", B.zeros(4), Array("mdta".utf8), B.zeros(12)),
            B.fullBox("keys", B.number(metadata.count, bytes: 4), names), B.box("ilst", values))
        return B.box("ftyp", Array("qt  ".utf8), B.zeros(4), Array("qt  ".utf8)) + B.box("mdat", B.zeros(4096)) + B.box("moov", header, tracks, meta)
    }
}
