import Metadata
import PhotoModel
import Pixels

extension MediaFacts {
    /// JPEG, PNG, GIF, WebP, BMP, TIFF, JPEG XL and JPEG 2000.
    mutating func readImage(_ file: FactsSource) throws(CodecError) {
        let header = ImageHeader.read(file.bytes, uniformType: uniformType, frameLimit: file.limits.frames)
        if header == nil, uniformType != UniformTypes.tiff { throw file.damaged("its header is broken or cut off") }

        let collector = TagCollector()
        var failure: String?
        if uniformType == UniformTypes.jpegXL || uniformType == UniformTypes.gif {
            // The metadata library knows no more of these than their size.
            readBlocks(of: header, file, into: collector)
        } else {
            let result = collector.readFile(file.bytes)
            failure = result.failure
            (pixelWidth, pixelHeight) = (result.width, result.height)
            // Where the file as a whole puts the library off, its metadata blocks may still be sound.
            if failure != nil, collector.tags.isEmpty { readBlocks(of: header, file, into: collector) }
        }
        interpret(collector.tags, decoderTurns: uniformType == UniformTypes.jpegXL)
        findMovie(collector.tags, file)
        colorProfile = collector.colorProfile
        findGainMap(file)
        if let header {
            apply(header)
            embeddedThumbnail = thumbnailRange(collector.tags, in: header.exifBlock, file.bytes)
        } else {
            applyTIFF(collector.tags)
            guard pixelWidth > 0, pixelHeight > 0 else { throw file.damaged("its header is broken or cut off", cause: failure) }
        }
    }

    private func readBlocks(of header: ImageHeader?, _ file: FactsSource, into collector: TagCollector) {
        if let block = header?.exifBlock { collector.readExifBlock(UnsafeRawBufferPointer(rebasing: file.bytes[block])) }
        if let packet = header?.xmpPacket { collector.readXMPPacket(UnsafeRawBufferPointer(rebasing: file.bytes[packet])) }
    }

    private mutating func apply(_ header: ImageHeader) {
        let isTurned = header.decoderOrientation >= 5
        (pixelWidth, pixelHeight) = isTurned ? (header.height, header.width) : (header.width, header.height)
        bitsPerComponent = header.bitsPerComponent
        hasAlpha = header.hasAlpha
        frameCount = header.frameCount
        if header.frameCount > 1 || header.isAnimated { subtypes.insert(.photoAnimation) }
    }

    private mutating func applyTIFF(_ tags: TagList) {
        bitsPerComponent = tags.integer("Exif.Image.BitsPerSample")
        // 1 and 2 are transparency with and without premultiplication.
        hasAlpha = tags.numbers("Exif.Image.ExtraSamples").map { $0.contains(1) || $0.contains(2) } ?? false
    }

    /// A picture with a gain map is what PhotoKit calls HDR.
    mutating func findGainMap(_ file: FactsSource) {
        gainMap = FoundGainMap.find(file.bytes, uniformType: uniformType, limits: file.limits)?.facts
        if gainMap != nil { subtypes.insert(.photoHDR) }
    }

    /// EXIF's small JPEG, where it really lies within the file.
    private func thumbnailRange(_ tags: TagList, in block: Range<Int>?, _ bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        guard let block, let offset = tags.integer("Exif.Thumbnail.JPEGInterchangeFormat"), let length = tags.integer("Exif.Thumbnail.JPEGInterchangeFormatLength"),
            offset > 0, length > 4, offset <= block.count, length <= block.count - offset
        else { return nil }
        let start = block.lowerBound + offset
        return ByteReader(bytes).matches([0xFF, 0xD8, 0xFF], at: start) ? start..<start + length : nil
    }
}

extension MediaFacts {
    /// Looks for the movie of a motion photo, where that is asked for. What doesn't open as a whole movie is none: the picture is a picture then.
    mutating func findMovie(_ tags: TagList, _ file: FactsSource) {
        guard file.findsMovies else { return }
        for range in MotionPhoto.candidates(file.bytes, tags) {
            let part = UnsafeRawBufferPointer(rebasing: file.bytes[range])
            guard let movie = try? FactsReader.read(part, name: file.name, limits: file.limits), movie.kind == .video, movie.damage == nil else { continue }
            embeddedMovie = EmbeddedMovie(range: range, uniformType: movie.uniformType, location: movie.location)
            return
        }
    }
}
