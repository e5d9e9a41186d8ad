/// The types known here: preferred extension and MIME type first.
enum TypeTable {
    struct Entry: Sendable {
        let extensions: [String], mimeTypes: [String], parents: [String], description: String
    }

    private static let rows: [(identifier: String, entry: Entry)] = [
        row("public.item", [], [], [], "item"),
        row("public.content", [], [], [], "content"),
        row("public.composite-content", [], [], ["public.content"], "composite content"),
        row("public.data", [], ["application/octet-stream"], ["public.item"], "data"),
        row("public.directory", [], [], ["public.item"], "directory"),
        row("public.folder", [], [], ["public.directory"], "folder"),
        row("com.apple.package", [], [], ["public.directory"], "package"),
        row("public.url", [], [], ["public.data"], "URL"),
        row("public.file-url", [], [], ["public.url"], "file URL"),
        row("public.archive", [], [], ["public.data"], "archive"),
        row("public.zip-archive", ["zip"], ["application/zip"], ["public.archive"], "ZIP archive"),
        row("public.text", [], [], ["public.data", "public.content"], "text"),
        row("public.plain-text", ["txt"], ["text/plain"], ["public.text"], "plain text"),
        row("public.utf8-plain-text", [], [], ["public.plain-text"], "Unicode text"),
        row("public.xml", ["xml"], ["application/xml"], ["public.text"], "XML"),
        row("public.json", ["json"], ["application/json"], ["public.text"], "JSON"),
        row("public.html", ["html", "htm"], ["text/html"], ["public.text"], "HTML"),
        row("public.comma-separated-values-text", ["csv"], ["text/csv"], ["public.plain-text"], "CSV"),
        row("com.apple.property-list", ["plist"], ["application/x-plist"], ["public.data"], "property list"),
        row("com.adobe.pdf", ["pdf"], ["application/pdf"], ["public.data", "public.composite-content"], "PDF document"),
        row("public.image", [], [], ["public.data", "public.content"], "image"),
        row("public.jpeg", ["jpeg", "jpg", "jpe"], ["image/jpeg", "image/jpg"], ["public.image"], "JPEG image"),
        row("public.png", ["png"], ["image/png"], ["public.image"], "PNG image"),
        row("com.compuserve.gif", ["gif"], ["image/gif"], ["public.image"], "GIF image"),
        row("public.tiff", ["tiff", "tif"], ["image/tiff"], ["public.image"], "TIFF image"),
        row("com.microsoft.bmp", ["bmp"], ["image/bmp"], ["public.image"], "BMP image"),
        row("com.microsoft.ico", ["ico"], ["image/vnd.microsoft.icon"], ["public.image"], "Windows icon"),
        row("com.apple.icns", ["icns"], ["image/icns"], ["public.image"], "Apple icon"),
        row("public.svg-image", ["svg", "svgz"], ["image/svg+xml"], ["public.image"], "SVG image"),
        row("org.webmproject.webp", ["webp"], ["image/webp"], ["public.image"], "WebP image"),
        row("public.heif-standard", [], [], ["public.image"], "HEIF image"),
        row("public.heif", ["heif", "hif"], ["image/heif"], ["public.heif-standard"], "HEIF image"),
        row("public.heic", ["heic"], ["image/heic"], ["public.heif-standard"], "HEIC image"),
        row("public.heics", ["heics"], ["image/heic-sequence"], ["public.heif-standard"], "HEIC image sequence"),
        row("public.avif", ["avif"], ["image/avif"], ["public.heif-standard"], "AVIF image"),
        row("public.avis", ["avifs"], ["image/avif-sequence"], ["public.heif-standard"], "AVIF image sequence"),
        row("public.jpeg-xl", ["jxl"], ["image/jxl"], ["public.image"], "JPEG XL image"),
        row("public.jpeg-2000", ["jp2", "j2k", "jpf", "jpx"], ["image/jp2"], ["public.image"], "JPEG 2000 image"),
        row("com.ilm.openexr-image", ["exr"], ["image/x-exr"], ["public.image"], "OpenEXR image"),
        row("public.camera-raw-image", ["raw"], [], ["public.image"], "camera RAW image"),
        row("com.adobe.raw-image", ["dng"], ["image/x-adobe-dng"], ["public.camera-raw-image"], "DNG image"),
        row("com.canon.cr2-raw-image", ["cr2"], ["image/x-canon-cr2"], ["public.camera-raw-image"], "Canon RAW image"),
        row("com.canon.cr3-raw-image", ["cr3"], ["image/x-canon-cr3"], ["public.camera-raw-image"], "Canon RAW image"),
        row("com.canon.crw-raw-image", ["crw"], ["image/x-canon-crw"], ["public.camera-raw-image"], "Canon RAW image"),
        row("com.canon.tif-raw-image", [], [], ["public.camera-raw-image"], "Canon RAW image"),
        row("com.nikon.raw-image", ["nef"], ["image/x-nikon-nef"], ["public.camera-raw-image"], "Nikon RAW image"),
        row("com.nikon.nrw-raw-image", ["nrw"], ["image/x-nikon-nrw"], ["public.camera-raw-image"], "Nikon RAW image"),
        row("com.sony.arw-raw-image", ["arw", "sr2", "srf"], ["image/x-sony-arw"], ["public.camera-raw-image"], "Sony RAW image"),
        row("com.panasonic.rw2-raw-image", ["rw2"], ["image/x-panasonic-rw2"], ["public.camera-raw-image"], "Panasonic RAW image"),
        row("com.leica.rwl-raw-image", ["rwl"], ["image/x-leica-rwl"], ["public.camera-raw-image"], "Leica RAW image"),
        row("com.olympus.or-raw-image", ["orf"], ["image/x-olympus-orf"], ["public.camera-raw-image"], "Olympus RAW image"),
        row("com.fuji.raw-image", ["raf"], ["image/x-fuji-raf"], ["public.camera-raw-image"], "Fuji RAW image"),
        row("com.pentax.raw-image", ["pef"], ["image/x-pentax-pef"], ["public.camera-raw-image"], "Pentax RAW image"),
        row("com.samsung.raw-image", ["srw"], ["image/x-samsung-srw"], ["public.camera-raw-image"], "Samsung RAW image"),
        row("com.hasselblad.3fr-raw-image", ["3fr", "fff"], ["image/x-hasselblad-3fr"], ["public.camera-raw-image"], "Hasselblad RAW image"),
        row("com.epson.raw-image", ["erf"], ["image/x-epson-erf"], ["public.camera-raw-image"], "Epson RAW image"),
        row("com.leafamerica.raw-image", ["mos"], [], ["public.camera-raw-image"], "Leaf RAW image"),
        row("com.phaseone.raw-image", ["iiq"], [], ["public.camera-raw-image"], "Phase One RAW image"),
        row("com.kodak.raw-image", ["dcr", "kdc"], ["image/x-kodak-dcr"], ["public.camera-raw-image"], "Kodak RAW image"),
        row("com.konicaminolta.raw-image", ["mrw"], ["image/x-minolta-mrw"], ["public.camera-raw-image"], "Minolta RAW image"),
        row("com.sigma.x3f-raw-image", ["x3f"], ["image/x-sigma-x3f"], ["public.camera-raw-image"], "Sigma RAW image"),
        row("com.apple.live-photo", [], [], ["public.data", "public.composite-content"], "Live Photo"),
        row("public.audiovisual-content", [], [], ["public.data", "public.content"], "audiovisual content"),
        row("public.movie", [], [], ["public.audiovisual-content"], "movie"),
        row("public.video", [], [], ["public.movie"], "video"),
        row("com.apple.quicktime-movie", ["mov", "qt"], ["video/quicktime"], ["public.movie"], "QuickTime movie"),
        row("public.mpeg", ["mpg", "mpeg"], ["video/mpeg"], ["public.movie"], "MPEG movie"),
        row("public.mpeg-4", ["mp4", "mpg4"], ["video/mp4"], ["public.movie"], "MPEG-4 movie"),
        row("com.apple.protected-mpeg-4-video", ["m4v"], ["video/x-m4v"], ["public.movie"], "protected MPEG-4 movie"),
        row("com.apple.m4v-video", ["m4v"], ["video/x-m4v"], ["public.movie"], "Apple MPEG-4 movie"),
        row("public.3gpp", ["3gp", "3gpp"], ["video/3gpp"], ["public.movie"], "3GPP movie"),
        row("public.3gpp2", ["3g2", "3gp2"], ["video/3gpp2"], ["public.movie"], "3GPP2 movie"),
        row("public.avi", ["avi"], ["video/avi"], ["public.movie"], "AVI movie"),
        row("org.matroska.mkv", ["mkv"], ["video/x-matroska"], ["public.movie"], "Matroska movie"),
        row("org.webmproject.webm", ["webm"], ["video/webm"], ["public.movie"], "WebM movie"),
        row("public.audio", [], [], ["public.audiovisual-content"], "audio"),
        row("public.mp3", ["mp3"], ["audio/mpeg"], ["public.audio"], "MP3 audio"),
        row("public.mpeg-4-audio", [], ["audio/mp4"], ["public.audio"], "MPEG-4 audio"),
        row("com.apple.m4a-audio", ["m4a"], ["audio/x-m4a"], ["public.mpeg-4-audio"], "Apple MPEG-4 audio"),
        row("com.microsoft.waveform-audio", ["wav"], ["audio/vnd.wave"], ["public.audio"], "Waveform audio"),
        row("public.aiff-audio", ["aiff", "aif"], ["audio/aiff"], ["public.audio"], "AIFF audio"),
        row("com.apple.coreaudio-format", ["caf"], ["audio/x-caf"], ["public.audio"], "Core Audio file"),
        row("com.apple.photos.apple-adjustment-envelope", ["aae"], [], ["public.data"], "Photos adjustments"),
        row("com.adobe.xmp", ["xmp"], ["application/rdf+xml"], ["public.xml"], "XMP sidecar"),
    ]

    static let entries = Dictionary(uniqueKeysWithValues: rows.map { ($0.identifier, $0.entry) })
    /// Identifiers compare without regard to case; this gives the spelling in use.
    static let canonical = Dictionary(uniqueKeysWithValues: rows.map { ($0.identifier.lowercased(), $0.identifier) })
    /// In the order of the table, so that the commoner type comes first.
    static let byExtension = Dictionary(grouping: rows.flatMap { row in row.entry.extensions.map { ($0, row.identifier) } }, by: \.0).mapValues { $0.map(\.1) }
    static let byMIMEType = Dictionary(rows.flatMap { row in row.entry.mimeTypes.map { ($0, row.identifier) } }, uniquingKeysWith: { first, _ in first })

    static func conforms(_ identifier: String, to ancestor: String) -> Bool {
        if identifier == ancestor { return true }
        if identifier.hasPrefix("dyn.") { return ancestor == "public.data" || ancestor == "public.item" }
        return entries[identifier]?.parents.contains { conforms($0, to: ancestor) } ?? false
    }

    private static func row(
        _ identifier: String, _ extensions: [String], _ mimeTypes: [String], _ parents: [String], _ description: String
    ) -> (identifier: String, entry: Entry) {
        (identifier, Entry(extensions: extensions, mimeTypes: mimeTypes, parents: parents, description: description))
    }
}
