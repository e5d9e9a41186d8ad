import Metadata
import Pixels

extension MediaFacts {
    /// RAW: the size of the picture that is meant to be seen, not of the sensor with its covered border.
    mutating func readRaw(_ file: FactsSource) throws(CodecError) {
        let collector = TagCollector()
        let result = collector.readFile(file.bytes)
        guard result.failure == nil || !collector.tags.isEmpty else { throw file.damaged("its header is broken or cut off", cause: result.failure) }
        (pixelWidth, pixelHeight) = (result.width, result.height)
        interpret(collector.tags)
        if let size = Self.croppedSize(collector.tags) { (pixelWidth, pixelHeight) = size }
        colorProfile = collector.colorProfile
        let missing = max(Self.missingBytes(collector.tags, in: file.bytes.count), QuickTimeTracks(file.bytes).missingBytes)
        if missing > 0 { damage = Self.cutOff(missing) }
    }

    static func cutOff(_ missing: Int) -> String { "it is cut off: \(missing) bytes are missing at its end" }

    private static let directories = ["Image", "SubImage1", "SubImage2", "SubImage3", "SubImage4"]

    /// How far the pictures of a TIFF file lie behind its end. DNG prescribes what it says of them; others are trusted to know where theirs begin, not how
    /// long they are.
    private static func missingBytes(_ tags: TagList, in count: Int) -> Int {
        // There may be thousands.
        func all(_ key: String) -> [Double] { tags.text(key)?.split(separator: " ").compactMap { Double($0) } ?? [] }
        let isDNG = tags.first("Exif.Image.DNGVersion") != nil
        var end = 0.0
        for group in directories {
            for part in ["Strip", "Tile"] {
                let starts = all("Exif.\(group).\(part)Offsets"), lengths = isDNG ? all("Exif.\(group).\(part)ByteCounts") : []
                for (place, start) in starts.enumerated() { end = max(end, start + (lengths.indices.contains(place) ? lengths[place] : 1)) }
            }
        }
        return max(0, (Int(exactly: end.rounded()) ?? 0) - count)
    }

    /// DNG states the crop; it belongs to the directory that holds the sensor's data, wherever that is.
    private static func croppedSize(_ tags: TagList) -> (Int, Int)? {
        for group in directories {
            guard let size = tags.numbers("Exif.\(group).DefaultCropSize"), size.count == 2 else { continue }
            guard let width = Int(exactly: size[0].rounded()), let height = Int(exactly: size[1].rounded()), (1...1_000_000).contains(width),
                (1...1_000_000).contains(height)
            else { continue }
            return (width, height)
        }
        return nil
    }
}
