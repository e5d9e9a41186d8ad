/// Title, caption, keywords and kind of a shot as an XMP packet; `nil` where there is nothing to say.
enum XMPPacket {
    static func of(_ shot: Shot) -> String? {
        var parts: [String] = []
        if let title = shot.title {
            parts.append("<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">\(escaped(title))</rdf:li></rdf:Alt></dc:title>")
        }
        if let caption = shot.caption {
            parts.append("<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">\(escaped(caption))</rdf:li></rdf:Alt></dc:description>")
        }
        if !shot.keywords.isEmpty {
            parts.append("<dc:subject><rdf:Bag>" + shot.keywords.map { "<rdf:li>\(escaped($0))</rdf:li>" }.joined() + "</rdf:Bag></dc:subject>")
        }
        if shot.kind == .panorama {
            parts.append("<GPano:ProjectionType>cylindrical</GPano:ProjectionType><GPano:UsePanoramaViewer>True</GPano:UsePanoramaViewer>")
        }
        if shot.kind == .screenshot {
            let date = shot.date.iso + WallClock.offset(shot.offset)
            parts.append("<exif:UserComment><rdf:Alt><rdf:li xml:lang=\"x-default\">Screenshot</rdf:li></rdf:Alt></exif:UserComment>")
            parts.append("<photoshop:DateCreated>\(date)</photoshop:DateCreated>")
        }
        guard !parts.isEmpty else { return nil }
        return """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">\
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/" \
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/">\
            \(parts.joined())</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
