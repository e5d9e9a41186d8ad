import ArgumentParser
import Descriptions
import LibraryEngine
import PhotoModel
import Pixels
import Support

/// What the library knows about an asset, as a file beside its copy.
enum Sidecar {
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case xmp, json

        /// - Parameters:
        ///   - taken: what of its date may be said as a fact.
        ///   - parts: the files beside it that belong to it.
        /// - Returns: the path written. What has the name already is not replaced: it is somebody's own, such as the sidecar that came in with the asset.
        func write(_ asset: AssetDescription, taken: WrittenMetadata.Date, parts: Parts = Parts(), beside file: String) throws(ToolFailure) -> String {
            var path = "\(file).\(rawValue)", number = 0
            while AtomicFile.exists(path) {
                number += 1
                path = "\(file) (\(number)).\(rawValue)"
            }
            try AtomicFile.write(Array(text(asset, taken: taken, parts: parts).utf8), to: path, overwrites: false)
            return path
        }

        func text(_ asset: AssetDescription, taken: WrittenMetadata.Date, parts: Parts = Parts()) -> String {
            switch self {
            case .json:
                var json = JSONWriter()
                json.object { json in
                    asset.writeFields(to: &json)
                    json.field("isBurstPick", asset.record.isBurstPick)
                    json.field("pairedVideo", parts.pairedVideo)
                    json.field("alternatePhoto", parts.alternatePhoto)
                    json.field("playback", asset.record.isLivePhoto ? asset.record.playbackWord : nil)
                }
                json.newline()
                return json.text
            case .xmp: return Sidecar.xmp(asset.record, taken: taken, choice: asset.originalChoice, parts: parts)
            }
        }
    }

    /// The names of the copies that belong to the one that a sidecar stands beside.
    struct Parts {
        /// The movie of a Live Photo.
        var pairedVideo: String?
        /// The RAW beside another picture.
        var alternatePhoto: String?

        init() {}

        /// - Parameter report: of an export of one asset.
        init(_ report: ExportReport) {
            func name(_ kind: ResourceType) -> String? {
                report.parts.first { $0.kind == kind && $0.path != report.files.first }.map { BytePath($0.path).lastComponent.text }
            }
            // The rendered movie belongs to the rendered photo: the original of a motion photo has its movie in its own file, which no name says.
            let isRendering = report.parts.contains { $0.kind == .fullSizePhoto && $0.path == report.files.first }
            (pairedVideo, alternatePhoto) = (name(.pairedVideo) ?? (isRendering ? name(.fullSizePairedVideo) : nil), name(.alternatePhoto))
        }
    }

    /// The properties that other programs read: Dublin Core, XMP, Photoshop, EXIF.
    ///
    /// - Parameters:
    ///   - taken: what of its date may be said as a fact; a guess is left out, and a clock without a zone stays one.
    ///   - choice: which of a RAW and JPEG pair is the original. For this, the parts, how it plays and the burst no other program has words.
    static func xmp(_ record: AssetRecord, taken: WrittenMetadata.Date, choice: OriginalChoice? = nil, parts: Parts = Parts()) -> String {
        var lines: [String] = []
        func simple(_ name: String, _ value: String?) {
            if let value { lines.append("   <\(name)>\(escaped(value))</\(name)>") }
        }
        func list(_ name: String, _ kind: String, _ values: [String], attribute: String = "") {
            guard !values.isEmpty else { return }
            lines.append("   <\(name)><rdf:\(kind)>" + values.map { "<rdf:li\(attribute)>\(escaped($0))</rdf:li>" }.joined() + "</rdf:\(kind)></\(name)>")
        }
        list("dc:title", "Alt", record.title.map { [$0] } ?? [], attribute: " xml:lang=\"x-default\"")
        list("dc:description", "Alt", record.caption.map { [$0] } ?? [], attribute: " xml:lang=\"x-default\"")
        list("dc:subject", "Bag", record.keywords)
        simple("xmp:Rating", record.rating == 0 ? nil : String(record.rating))
        simple("photoshop:DateCreated", date(taken))
        simple("exif:GPSLatitude", record.location.map { degrees($0.latitude, "N", "S") })
        simple("exif:GPSLongitude", record.location.map { degrees($0.longitude, "E", "W") })
        func own(_ name: String, _ value: String?) {
            if let value { lines.append("   <opl:\(name) xmlns:opl=\"http://openphotokit.org/library/1.0/\">\(escaped(value))</opl:\(name)>") }
        }
        own("OriginalResourceChoice", choice?.name)
        own("PairedVideo", parts.pairedVideo)
        own("AlternatePhoto", parts.alternatePhoto)
        own("Playback", record.isLivePhoto && record.playbackWord != LivePlayback.live.rawValue ? record.playbackWord : nil)
        own("BurstIdentifier", record.burstIdentifier)
        own("IsBurstPick", record.isBurstPick ? "True" : nil)
        own("RepresentsBurst", record.burstIdentifier != nil && record.representsBurst ? "True" : nil)
        return """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about=""
                xmlns:dc="http://purl.org/dc/elements/1.1/"
                xmlns:xmp="http://ns.adobe.com/xap/1.0/"
                xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
                xmlns:exif="http://ns.adobe.com/exif/1.0/">

            """ + lines.map { $0 + "\n" }.joined() + """
                  </rdf:Description>
                 </rdf:RDF>
                </x:xmpmeta>
                <?xpacket end="w"?>

                """
    }

    /// The camera's clock, with its offset where somebody stated one.
    private static func date(_ taken: WrittenMetadata.Date) -> String? {
        guard case .taken(let localSeconds, let offset) = taken else { return nil }
        return Timestamp.utc(localSeconds - Timestamp.secondsFrom1970To2001).dropLast() + (offset.map(Timestamp.offset) ?? "")
    }

    /// `47,36.000000N`: whole degrees and decimal minutes, as XMP writes coordinates.
    private static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
        // Rounded as a whole first: 59.9999999 minutes are the next degree.
        let millionths = (value.magnitude * 60 * 1_000_000).rounded()
        let whole = (millionths / 60_000_000).rounded(.down)
        let minutes = (millionths - whole * 60_000_000) / 1_000_000
        return "\(Quantity.decimal(whole, 0)),\(Quantity.decimal(minutes, 6))\(value < 0 ? negative : positive)"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // XML 1.0 has no way to write the other control characters.
            case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}": break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
