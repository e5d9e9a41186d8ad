import PhotoModel

extension FileSniffer {
    /// TIFF, and the RAW formats, most of which are TIFFs with a maker's habits.
    ///
    /// RAW must be told from TIFF: a TIFF decoder shows a sensor's mosaic, or the small preview, as if it were the picture.
    static func tiffFamily(_ reader: ByteReader, name: String) -> SniffedType? {
        if let type = rawByMagic(reader, name: name) { return type }
        guard let directory = TIFFDirectory(reader.bytes) else { return nil }
        if directory.hasDNGVersion { return SniffedType("com.adobe.raw-image", .rawImage) }
        guard directory.isMosaic else { return SniffedType(UniformTypes.tiff, .image) }
        return SniffedType(rawType(maker: directory.make, name: name), .rawImage)
    }

    private static func rawByMagic(_ reader: ByteReader, name: String) -> SniffedType? {
        if reader.matches("FUJIFILMCCD-RAW", at: 0) { return SniffedType("com.fuji.raw-image", .rawImage) }
        if reader.matches("HEAPCCDR", at: 6) { return SniffedType("com.canon.crw-raw-image", .rawImage) }
        if reader.matches("FOVb", at: 0) { return SniffedType("com.sigma.x3f-raw-image", .rawImage) }
        if reader.matches([0, 0x4D, 0x52, 0x4D], at: 0) { return SniffedType("com.konicaminolta.raw-image", .rawImage) }
        if reader.matches("IIRO", at: 0) || reader.matches("IIRS", at: 0) || reader.matches("MMOR", at: 0) {
            return SniffedType("com.olympus.or-raw-image", .rawImage)
        }
        if reader.matches([0x49, 0x49, 0x55, 0x00], at: 0) {
            return SniffedType(pathExtension(name) == "rwl" ? "com.leica.rwl-raw-image" : "com.panasonic.rw2-raw-image", .rawImage)
        }
        if reader.matches("II*", at: 0), reader.matches([0x43, 0x52, 0x02], at: 8) { return SniffedType("com.canon.cr2-raw-image", .rawImage) }
        return nil
    }

    private static func rawType(maker: String, name: String) -> String {
        let maker = maker.lowercased()
        let known: [(prefix: String, type: String)] = [
            ("nikon", pathExtension(name) == "nrw" ? "com.nikon.nrw-raw-image" : "com.nikon.raw-image"),
            ("sony", "com.sony.arw-raw-image"), ("canon", "com.canon.tif-raw-image"), ("pentax", "com.pentax.raw-image"),
            ("ricoh", "com.pentax.raw-image"), ("asahi", "com.pentax.raw-image"), ("samsung", "com.samsung.raw-image"),
            ("hasselblad", "com.hasselblad.3fr-raw-image"), ("seiko epson", "com.epson.raw-image"), ("leaf", "com.leafamerica.raw-image"),
            ("phase one", "com.phaseone.raw-image"), ("kodak", "com.kodak.raw-image"), ("eastman kodak", "com.kodak.raw-image"),
            ("mamiya", "com.leafamerica.raw-image"),
        ]
        return known.first { maker.hasPrefix($0.prefix) }?.type ?? UniformTypes.rawImage
    }
}
