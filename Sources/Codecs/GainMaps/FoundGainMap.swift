import CHeif
import Metadata
import PhotoModel
import Pixels

/// Where in a picture's file its gain map lies, and what the map's values mean.
struct FoundGainMap {
    enum Place {
        /// A JPEG of its own, behind the picture.
        case jpeg(Range<Int>)
        case heif(heif_item_id)
    }

    let place: Place
    let kind: GainMapFacts.Kind
    let parameters: GainMapParameters
    /// Of Apple's kind, whose values are not logarithms.
    private let isApple: Bool

    var facts: GainMapFacts { GainMapFacts(kind: kind, headroom: parameters.headroom) }
    /// What becomes of a value before `parameters` are right for it; `nil` where it stays.
    var curve: [UInt8]? { isApple ? AppleGainMap.curve(headroom: parameters.headroom) : nil }

    init(_ place: Place, _ kind: GainMapFacts.Kind, _ parameters: GainMapParameters) {
        (self.place, self.kind, self.parameters, isApple) = (place, kind, parameters, false)
    }

    /// - Parameter note: what the camera says of the picture.
    init?(apple place: Place, _ map: TagList, note: AppleMakerNote?) {
        guard let headroom = AppleGainMap.headroom(map: map, note: note), let parameters = AppleGainMap.parameters(headroom: headroom) else { return nil }
        (self.place, kind, self.parameters, isApple) = (place, .apple, parameters, true)
    }

    /// Looks for the map of a picture. What is no whole and possible one is none: the picture is a picture then.
    static func find(_ bytes: UnsafeRawBufferPointer, uniformType: String, limits: DecodingLimits) -> FoundGainMap? {
        if uniformType == UniformTypes.jpeg { return inJPEG(bytes) }
        guard UniformTypes.conforms(uniformType, to: UniformTypes.heifStandard), HEIFGroups.mayHaveGainMap(bytes) else { return nil }
        return (try? HeifContext(bytes, limits: limits))?.gainMap { note(heif: bytes, limits) }
    }

    // MARK: JPEG

    private static let mostCandidates = 8

    private static func inJPEG(_ bytes: UnsafeRawBufferPointer) -> FoundGainMap? {
        let indexed = MultiPictureList(in: bytes)?.others(in: bytes.count) ?? []
        let candidates = indexed.isEmpty ? listed(bytes) : indexed
        for range in candidates.prefix(mostCandidates) {
            let part = UnsafeRawBufferPointer(rebasing: bytes[range]), reader = ByteReader(part)
            guard reader.matches([0xFF, 0xD8, 0xFF], at: 0) else { continue }
            let segments = JPEGSegments(part)
            if let segment = segments.first(where: { $0.marker == 0xE2 && reader.matches(GainMapParameters.isoName, at: $0.body) }),
                let numbers = reader.slice(segment.body + GainMapParameters.isoName.count, segment.end - segment.body - GainMapParameters.isoName.count),
                let parameters = GainMapParameters(iso: numbers)
            {
                return FoundGainMap(.jpeg(range), .iso, parameters)
            }
            // Pictures without XMP are previews, and reading all their tags would be for nothing.
            guard segments.contains(where: { $0.marker == 0xE1 && reader.matches("http://ns.adobe.com/xap/", at: $0.body) }) else { continue }
            let collector = TagCollector()
            _ = collector.readFile(part)
            if let parameters = GainMapParameters(ultraHDR: collector.tags) { return FoundGainMap(.jpeg(range), .ultraHDR, parameters) }
            if AppleGainMap.isOne(collector.tags) { return FoundGainMap(apple: .jpeg(range), collector.tags, note: note(bytes)) }
        }
        return nil
    }

    /// Google's list of what the file consists of, where there is no index. A part's place is known by the lengths from it on.
    private static func listed(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
        let reader = ByteReader(bytes)
        guard JPEGSegments(bytes).contains(where: { $0.marker == 0xE1 && reader.firstIndex(of: "GainMap", in: $0.body..<$0.end) != nil }) else { return [] }
        let collector = TagCollector()
        _ = collector.readFile(bytes)
        return MotionPhoto.parts(collector.tags, in: bytes.count).filter { $0.meaning == "GainMap" }.map(\.range)
    }

    private static func note(_ bytes: UnsafeRawBufferPointer) -> AppleMakerNote? {
        let collector = TagCollector()
        _ = collector.readFile(bytes)
        return note(collector)
    }

    private static func note(heif bytes: UnsafeRawBufferPointer, _ limits: DecodingLimits) -> AppleMakerNote? {
        let collector = TagCollector()
        _ = collector.readHEIF(bytes, pixelLimit: limits.pixels)
        return note(collector)
    }

    private static func note(_ collector: TagCollector) -> AppleMakerNote? {
        collector.tags.first("Exif.Photo.MakerNote").flatMap { tag in tag.bytes.withUnsafeBytes { AppleMakerNote($0) } }
    }

}
