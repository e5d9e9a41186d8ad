import PhotoModel

extension FileSniffer {
    /// Everything built of ISO base media boxes: HEIF and AVIF, CR3, QuickTime, MPEG-4 and 3GPP.
    static func isoMedia(_ reader: ByteReader, name: String) -> SniffedType? {
        guard reader.matches("ftyp", at: 4) else { return bareQuickTime(reader) }
        guard let size = reader.uint32(0), let major = reader.fourCharacters(8) else { return nil }
        let end = min(size == 0 ? reader.count : size, reader.count, 1024)
        let compatible = stride(from: 16, to: end - 3, by: 4).compactMap { reader.fourCharacters($0) }
        return type(of: major) ?? generic(major: major, compatible: compatible, name: name)
    }

    private static func type(of brand: String) -> SniffedType? {
        switch brand {
        case "heic", "heix", "heim", "heis": SniffedType(UniformTypes.heic, .image)
        case "hevc", "hevx", "hevm", "hevs": SniffedType(UniformTypes.heics, .image)
        case "avif": SniffedType(UniformTypes.avif, .image)
        case "avis": SniffedType(UniformTypes.avis, .image)
        case "crx ": SniffedType("com.canon.cr3-raw-image", .rawImage)
        case "qt  ": SniffedType(UniformTypes.quickTimeMovie, .video)
        case "M4V ", "M4VH", "M4VP": SniffedType(UniformTypes.appleMPEG4Movie, .video)
        case "M4A ", "M4B ", "M4P ": SniffedType(UniformTypes.appleMPEG4Audio, .audio)
        default:
            if brand.hasPrefix("3g2") {
                SniffedType(UniformTypes.threeGPP2, .video)
            } else if brand.hasPrefix("3gp") || brand.hasPrefix("3ge") || brand.hasPrefix("3gs") || brand.hasPrefix("3gr") {
                SniffedType(UniformTypes.threeGPP, .video)
            } else {
                nil
            }
        }
    }

    /// Brands that only promise a structure: the compatible brands say what is in it.
    private static func generic(major: String, compatible: [String], name: String) -> SniffedType? {
        if ["mif1", "mif2", "msf1", "mif3", "miaf"].contains(major) {
            let pictures = compatible.lazy.compactMap { type(of: $0) }.filter { $0.kind == .image }
            return pictures.first ?? SniffedType(UniformTypes.heif, .image)
        }
        let movies: Set<String> = [
            "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42", "mp71", "avc1", "hvc1", "dash", "MSNV", "XAVC",
            "mmp4", "F4V ", "f4v ", "NDSC", "NDSH", "CAEP", "mqt ", "dby1", "cmfc", "av01",
        ]
        if movies.contains(major) || compatible.contains(where: movies.contains) {
            return pathExtension(name) == "m4v" ? SniffedType(UniformTypes.appleMPEG4Movie, .video) : SniffedType(UniformTypes.mpeg4Movie, .video)
        }
        return compatible.lazy.compactMap { type(of: $0) }.first
    }

    /// QuickTime files older than `ftyp` begin with one of a few atoms, of a size that can be.
    private static func bareQuickTime(_ reader: ByteReader) -> SniffedType? {
        guard let size = reader.uint32(0), size == 0 || size == 1 || size >= 8, let kind = reader.fourCharacters(4) else { return nil }
        let opensMovie = kind == "moov" || kind == "mdat"
        let mayPrecedeMovie =
            ["wide", "free", "skip", "pnot"].contains(kind)
            && (reader.fourCharacters(size + 4).map { ["moov", "mdat", "wide", "free", "skip", "ftyp"].contains($0) } ?? false)
        return opensMovie || mayPrecedeMovie ? SniffedType(UniformTypes.quickTimeMovie, .video) : nil
    }
}
