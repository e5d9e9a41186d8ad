/// Small well-formed heads of files, as bytes.
enum Samples {
    static func jpeg(width: Int = 640, height: Int = 480, exif: [UInt8]? = nil) -> [UInt8] {
        var file = Bytes()
        file.add([0xFF, 0xD8])
        if let exif {
            file.add([0xFF, 0xE1])
            file.add16(exif.count + 8)
            file.add("Exif\0\0")
            file.add(exif)
        }
        file.add([0xFF, 0xC0])
        file.add16(17)
        file.add8(8)
        file.add16(height)
        file.add16(width)
        file.add([3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
        file.add([0xFF, 0xDA, 0, 2, 0xFF, 0xD9])
        return file.bytes
    }

    static func png(width: Int = 640, height: Int = 480, colorType: Int = 2, frames: Int? = nil, transparent: Bool = false) -> [UInt8] {
        var file = Bytes()
        file.add([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
            var chunk = Bytes()
            chunk.add32(body.count)
            chunk.add(kind)
            chunk.add(body)
            chunk.add32(0)
            return chunk.bytes
        }
        var header = Bytes()
        header.add32(width)
        header.add32(height)
        header.add([8, UInt8(colorType), 0, 0, 0])
        file.add(chunk("IHDR", header.bytes))
        if transparent { file.add(chunk("tRNS", [0])) }
        if let frames {
            var control = Bytes()
            control.add32(frames)
            control.add32(0)
            file.add(chunk("acTL", control.bytes))
        }
        file.add(chunk("IDAT", [1, 2, 3]))
        return file.bytes + chunk("IEND", [])
    }

    static func gif(frames: Int, transparent: Bool = false, xmp: String? = nil) -> [UInt8] {
        var file = Bytes(isLittleEndian: true)
        file.add("GIF89a")
        file.add16(20)
        file.add16(10)
        file.add([0x80, 0, 0, 0, 0, 0, 255, 255, 255])
        if let xmp {
            file.add([0x21, 0xFF, 11])
            file.add("XMP DataXMP" + xmp)
            file.add([1] + (0...255).reversed().map { UInt8($0) } + [0])
        }
        for _ in 0..<frames {
            file.add([0x21, 0xF9, 4, transparent ? 1 : 0, 0, 0, 0, 0])
            file.add([0x2C, 0, 0, 0, 0, 20, 0, 10, 0, 0, 2, 2, 0x4C, 0x01, 0])
        }
        file.add8(0x3B)
        return file.bytes
    }

    static func webP(_ chunks: [(String, [UInt8])]) -> [UInt8] {
        var file = Bytes(isLittleEndian: true)
        file.add("RIFF")
        file.add32(0)
        file.add("WEBP")
        for (kind, body) in chunks {
            file.add(kind)
            file.add32(body.count)
            file.add(body)
            if body.count % 2 == 1 { file.add8(0) }
        }
        return file.bytes
    }

    static func fileType(_ major: String, _ compatible: String...) -> [UInt8] {
        Bytes.box("ftyp", Array(major.utf8) + [0, 0, 0, 0] + compatible.flatMap { Array($0.utf8) })
    }

    /// A movie with one track that has metadata of its own and a timed key, as a Live Photo's has.
    static func movie(
        trackMetadata: [(String, String)] = [("com.apple.photos.captureMode", "Time-lapse")],
        timedKeys: [String] = ["com.apple.quicktime.still-image-time"], spatial: Bool = false
    ) -> [UInt8] {
        var keys = Bytes()
        keys.add32(0)
        keys.add32(trackMetadata.count)
        var list: [UInt8] = []
        for (index, entry) in trackMetadata.enumerated() {
            keys.add32(entry.0.utf8.count + 8)
            keys.add("mdta" + entry.0)
            var item = Bytes()
            let data = Bytes.box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(entry.1.utf8))
            item.add32(data.count + 8)
            item.add32(index + 1)
            item.add(data)
            list += item.bytes
        }
        let handler = Bytes.box("hdlr", [UInt8](repeating: 0, count: 25))
        let meta = Bytes.boxes("meta", handler, Bytes.box("keys", keys.bytes), Bytes.box("ilst", list))
        var declared: [UInt8] = []
        for (index, key) in timedKeys.enumerated() {
            var local = Bytes()
            let declaration = Bytes.box("keyd", Array(("mdta" + key).utf8))
            local.add32(declaration.count + 8)
            local.add32(index + 1)
            local.add(declaration)
            declared += local.bytes
        }
        let timed = Bytes.box("mebx", [UInt8](repeating: 0, count: 8) + Bytes.box("keys", declared))
        let video = Bytes.box("hvc1", [UInt8](repeating: 0, count: 78) + (spatial ? Bytes.box("vexu", [1]) : []))
        let descriptions = Bytes.box("stsd", [0, 0, 0, 0, 0, 0, 0, 2] + timed + video)
        let media = Bytes.boxes("mdia", Bytes.boxes("minf", Bytes.boxes("stbl", descriptions)))
        return fileType("qt  ") + Bytes.boxes("moov", Bytes.boxes("trak", media, meta))
    }

    static func appleNote(littleEndian: Bool = false, _ entries: [(Int, DirectoryBuilder.Value)]) -> [UInt8] {
        let directory = DirectoryBuilder(isLittleEndian: littleEndian, entries: entries.map { (tag: $0.0, value: $0.1) })
        return Array("Apple iOS".utf8) + [0, 0, 1] + Array((littleEndian ? "II" : "MM").utf8) + directory.build(at: 14)
    }

    static func adjustment(identifier: String = "com.apple.photo") -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
            <key>adjustmentBaseVersion</key><integer>0</integer>
            <key>adjustmentData</key><data>AAEC</data>
            <key>adjustmentFormatIdentifier</key><string>\(identifier)</string>
            <key>adjustmentFormatVersion</key><string>1.4</string>
            <key>adjustmentTimestamp</key><date>2024-06-01T22:19:30Z</date>
            </dict></plist>
            """.utf8)
    }

    /// A binary property list of one key and its value.
    static func binaryAdjustment() -> [UInt8] {
        var list = Bytes()
        list.add("bplist00")
        list.add([0xD1, 1, 2])
        list.add([0x5F, 0x10, 26])
        list.add("adjustmentFormatIdentifier")
        list.add([0x5F, 0x10, 15])
        list.add("com.apple.photo")
        let table = list.bytes.count
        list.add([8, 11, 40])
        list.add([0, 0, 0, 0, 0, 0, 1, 1])
        for number in [3, 0, table] { list.add64(number) }
        return list.bytes
    }
}
