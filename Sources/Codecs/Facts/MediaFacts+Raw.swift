import Metadata

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
    }

    /// DNG states the crop; it belongs to the directory that holds the sensor's data, wherever that is.
    private static func croppedSize(_ tags: TagList) -> (Int, Int)? {
        for group in ["Image", "SubImage1", "SubImage2", "SubImage3", "SubImage4"] {
            guard let size = tags.numbers("Exif.\(group).DefaultCropSize"), size.count == 2 else { continue }
            guard let width = Int(exactly: size[0].rounded()), let height = Int(exactly: size[1].rounded()), (1...1_000_000).contains(width),
                (1...1_000_000).contains(height) else { continue }
            return (width, height)
        }
        return nil
    }
}
