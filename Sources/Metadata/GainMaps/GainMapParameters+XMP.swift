import PhotoModel

extension GainMapParameters {
    /// The numbers as Ultra HDR has them in the map's XMP; `nil` where they are not there or impossible.
    package init?(ultraHDR tags: TagList) {
        guard tags.text("Xmp.hdrgm.Version") != nil, tags.text("Xmp.hdrgm.BaseRenditionIsHDR")?.lowercased() != "true" else { return nil }
        /// One number, or one for each colour.
        func numbers(_ name: String, _ usual: Double?) -> [Double]? {
            let words = tags.texts("Xmp.hdrgm." + name).flatMap { $0.split(separator: ",") }.map { $0.filter { !$0.isWhitespace } }
            guard !words.isEmpty else { return usual.map { [$0] } }
            let numbers = words.compactMap { Double($0) }
            return numbers.count == words.count && (words.count == 1 || words.count == 3) ? numbers : nil
        }
        guard let minima = numbers("GainMapMin", 0), let maxima = numbers("GainMapMax", nil), let gammas = numbers("Gamma", 1),
            let baseOffsets = numbers("OffsetSDR", 1.0 / 64), let alternateOffsets = numbers("OffsetHDR", 1.0 / 64),
            let least = numbers("HDRCapacityMin", 0), let most = numbers("HDRCapacityMax", nil)
        else { return nil }
        let lists = [minima, maxima, gammas, baseOffsets, alternateOffsets]
        let channels = (0..<(lists.contains { $0.count == 3 } ? 3 : 1)).map { channel in
            let numbers = lists.map { $0.count == 3 ? $0[channel] : $0[0] }
            return Channel(minimum: numbers[0], maximum: numbers[1], gamma: numbers[2], baseOffset: numbers[3], alternateOffset: numbers[4])
        }
        self.init(channels: channels, baseHeadroom: least[0], alternateHeadroom: most[0])
    }

    /// An XMP packet that says them.
    package var xmp: String {
        func text(_ name: String, _ path: KeyPath<Channel, Double>) -> (attribute: String, element: String) {
            let values = channels.map { "\($0[keyPath: path])" }
            guard channels.count == 3, Set(values).count > 1 else { return (" hdrgm:\(name)=\"\(values[0])\"", "") }
            return ("", "<hdrgm:\(name)><rdf:Seq>" + values.map { "<rdf:li>\($0)</rdf:li>" }.joined() + "</rdf:Seq></hdrgm:\(name)>")
        }
        let all = [
            text("GainMapMin", \.minimum), text("GainMapMax", \.maximum), text("Gamma", \.gamma), text("OffsetSDR", \.baseOffset), text("OffsetHDR", \.alternateOffset),
        ]
        let capacities = " hdrgm:HDRCapacityMin=\"\(baseHeadroom)\" hdrgm:HDRCapacityMax=\"\(alternateHeadroom)\" hdrgm:BaseRenditionIsHDR=\"False\""
        return Self.packet(Self.namespace + " hdrgm:Version=\"1.0\"" + all.map(\.attribute).joined() + capacities, all.map(\.element).joined())
    }

    /// The packet of the picture that the map belongs to, which lists both: the map has so many bytes.
    package static func xmp(ofPictureWithMap length: Int) -> String {
        let names = namespace + " xmlns:Container=\"http://ns.google.com/photos/1.0/container/\" xmlns:Item=\"http://ns.google.com/photos/1.0/container/item/\""
        func item(_ meaning: String, _ length: String) -> String {
            "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Semantic=\"\(meaning)\" Item:Mime=\"\(MIMEType.jpeg)\"\(length)/></rdf:li>"
        }
        let items = item("Primary", "") + item("GainMap", " Item:Length=\"\(length)\"")
        return packet(names + " hdrgm:Version=\"1.0\"", "<Container:Directory><rdf:Seq>" + items + "</rdf:Seq></Container:Directory>")
    }

    private static let namespace = " xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\""

    private static func packet(_ attributes: String, _ content: String) -> String {
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\"\(attributes)>"
            + "\(content)</rdf:Description></rdf:RDF></x:xmpmeta>"
    }
}
