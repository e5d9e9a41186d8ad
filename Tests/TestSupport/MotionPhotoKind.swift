/// The kinds of motion photos that phones write, each made of a picture and a movie as its format is published.
package enum MotionPhotoKind: String, CaseIterable, Sendable {
    /// `MVIMG_….jpg`: the movie's length is counted from the end.
    case pixel2
    /// `PXL_….MP.jpg`: the file lists its parts.
    case pixel7
    /// The same with a gain map between picture and movie.
    case pixel9
    /// `PXL_….MP.heic`: a box of its own.
    case pixelHEIC
    /// A trailer that says where in the file the movie is.
    case galaxyS9
    /// A HEIC with the movie's box, and the trailer in another, which says where in the file the movie is.
    case galaxyS22
    /// The same with the trailer's box in the movie's.
    case galaxyS23
    /// Google's older way, in names of its own.
    case xiaomi12

    /// Whether the picture is to be a HEIC, and not a JPEG.
    package var isHEIF: Bool { self == .pixelHEIC || self == .galaxyS22 || self == .galaxyS23 }

    /// What such a phone calls it.
    package var name: String {
        switch self {
        case .pixel2: "MVIMG_20180612_101500.jpg"
        case .pixel7: "PXL_20230806_101500123.MP.jpg"
        case .pixel9: "PXL_20241001_101500123.MP.jpg"
        case .pixelHEIC: "PXL_20250101_101500123.MP.heic"
        case .galaxyS9: "20180901_101500.jpg"
        case .galaxyS22: "20230901_101500.heic"
        case .galaxyS23: "20240901_101500.heic"
        case .xiaomi12: "MVIMG_20230401_101500.jpg"
        }
    }

    /// The whole file.
    package func file(picture: [UInt8], movie: [UInt8]) -> [UInt8] {
        switch self {
        case .pixel2: return Self.tagged(picture, Self.counted("GCamera", movie.count)) + movie
        case .xiaomi12: return Self.tagged(picture, Self.counted("Camera", movie.count)) + movie
        case .pixel7: return Self.tagged(picture, Self.listed([("Primary", 0), ("MotionPhoto", movie.count)])) + movie
        case .pixel9:
            return Self.tagged(picture, Self.listed([("Primary", 0), ("GainMap", picture.count), ("MotionPhoto", movie.count)])) + picture + movie
        case .pixelHEIC: return picture + Self.box("mpvd", movie)
        case .galaxyS9: return picture + Self.trailer([(0x0A01, "Image_UTC_Data", Array("1536480000000".utf8)), (0x0A30, "MotionPhoto_Data", movie)])
        case .galaxyS22: return picture + Self.box("mpvd", movie) + Self.naming(movie, at: picture.count + 8)
        case .galaxyS23: return picture + Self.box("mpvd", movie + Self.naming(movie, at: picture.count + 8))
        }
    }

    /// The picture of such a phone: the JPEG, or the HEIC with words of its own, which name the movie.
    /// - Parameter heic: one that says nothing.
    package func picture(jpeg: [UInt8], heic: [UInt8], movie: [UInt8]) -> [UInt8] {
        guard isHEIF else { return jpeg }
        let words = Self.packet(Self.listed([("Primary", 0), ("MotionPhoto", movie.count)]))
        return WordedHEIC.file(heic, tiff: [UInt8]("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0], packet: words)
    }

    // MARK: Parts

    /// Google's older words.
    package static func counted(_ prefix: String, _ length: Int) -> String {
        "xmlns:\(prefix)='http://ns.google.com/photos/1.0/camera/' \(prefix):MicroVideo='1' \(prefix):MicroVideoVersion='1' \(prefix):MicroVideoOffset='\(length)'/>"
    }

    /// Google's list of the parts, by what they mean and how long they are.
    package static func listed(_ parts: [(meaning: String, length: Int)], isMotionPhoto: Bool = true) -> String {
        let items = parts.map { part in
            """
            <rdf:li rdf:parseType='Resource'><Container:Item Item:Mime='\(part.meaning == "MotionPhoto" ? "video/mp4" : "image/jpeg")' \
            Item:Semantic='\(part.meaning)' Item:Length='\(part.length)' Item:Padding='0'/></rdf:li>
            """
        }
        return """
            xmlns:GCamera='http://ns.google.com/photos/1.0/camera/' xmlns:Container='http://ns.google.com/photos/1.0/container/' \
            xmlns:Item='http://ns.google.com/photos/1.0/container/item/' GCamera:MotionPhoto='\(isMotionPhoto ? 1 : 0)' GCamera:MotionPhotoVersion='1' \
            GCamera:MotionPhotoPresentationTimestampUs='500000'><Container:Directory><rdf:Seq>\(items.joined())</rdf:Seq></Container:Directory></rdf:Description>
            """
    }

    /// Samsung's trailer of a HEIC.
    private static func naming(_ movie: [UInt8], at offset: Int) -> [UInt8] {
        let numbers = [offset, movie.count].flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        return box("sefd", trailer([(0x0A30, "MotionPhoto_Data", Array("mpv2".utf8) + numbers)]))
    }

    /// An XMP packet with these attributes, and what follows them.
    package static func packet(_ description: String) -> String {
        """
        <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\
        <rdf:Description rdf:about='' \(description)</rdf:RDF></x:xmpmeta>
        """
    }

    /// A JPEG with these attributes, and what follows them, in its XMP.
    package static func tagged(_ jpeg: [UInt8], _ description: String) -> [UInt8] {
        let packet = "http://ns.adobe.com/xap/1.0/\0" + Self.packet(description)
        let length = packet.utf8.count + 2
        return Array(jpeg[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + Array(packet.utf8) + Array(jpeg[2...])
    }

    package static func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
        let size = body.count + 8
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(kind.utf8) + body
    }

    /// Samsung's blocks, their list and its end.
    package static func trailer(_ blocks: [(type: Int, name: String, content: [UInt8])]) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var bytes: [UInt8] = [], places: [(offset: Int, size: Int)] = []
        for block in blocks {
            let content = number(0, 2) + number(block.type, 2) + number(block.name.utf8.count, 4) + Array(block.name.utf8) + block.content
            places.append((bytes.count, content.count))
            bytes += content
        }
        var list = Array("SEFH".utf8) + number(106, 4) + number(blocks.count, 4)
        for (block, place) in zip(blocks, places) { list += number(0, 2) + number(block.type, 2) + number(bytes.count - place.offset, 4) + number(place.size, 4) }
        return bytes + list + number(list.count, 4) + Array("SEFT".utf8)
    }
}
