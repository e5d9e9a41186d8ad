/// The uniform types that photo libraries and the programs around them meet: extensions, MIME types and what they are kinds of.
package struct UniformType: Sendable {
    package let identifier: String
    /// The preferred one first, as `UTType` prefers it.
    package let extensions: [String]
    /// The preferred one first.
    package let mimeTypes: [String]
    package let parents: [String]
    /// For people, in English.
    package let description: String
    /// What a file of the library's own gets where its own name has no fitting extension.
    package let originalExtension: String?
    /// Whether a library takes in files of it.
    package let isImported: Bool
}

extension UniformType {
    /// The commoner type of an extension stands before the rarer.
    package static let all: [UniformType] = [
        row("public.item", [], [], [], "item"),
        row("public.content", [], [], [], "content"),
        row("public.composite-content", [], [], ["public.content"], "composite content"),
        row("public.data", [], ["application/octet-stream"], ["public.item"], "data", imported: true),
        row("public.directory", [], [], ["public.item"], "directory"),
        row("public.folder", [], [], ["public.directory"], "folder"),
        row("com.apple.package", [], [], ["public.directory"], "package"),
        row("public.url", [], [], ["public.data"], "URL"),
        row("public.file-url", [], [], ["public.url"], "file URL"),
        row("public.archive", [], [], ["public.data"], "archive"),
        row("public.zip-archive", ["zip"], ["application/zip"], ["public.archive"], "ZIP archive"),
        row("public.text", [], [], ["public.data", "public.content"], "text", imported: true),
        row("public.plain-text", ["txt"], ["text/plain"], ["public.text"], "plain text"),
        row("public.utf8-plain-text", [], [], ["public.plain-text"], "Unicode text"),
        row("public.xml", ["xml"], ["application/xml"], ["public.text"], "XML", imported: true),
        row("public.json", ["json"], ["application/json"], ["public.text"], "JSON"),
        row("public.html", ["html", "htm"], ["text/html"], ["public.text"], "HTML"),
        row("public.comma-separated-values-text", ["csv"], ["text/csv"], ["public.plain-text"], "CSV"),
        row("com.apple.property-list", ["plist"], ["application/x-plist"], ["public.data"], "property list"),
        row("com.adobe.pdf", ["pdf"], ["application/pdf"], ["public.data", "public.composite-content"], "PDF document"),
        row("public.image", [], [], ["public.data", "public.content"], "image", imported: true),
        row("public.jpeg", ["jpeg", "jpg", "jpe"], ["image/jpeg", "image/jpg"], ["public.image"], "JPEG image", originals: "jpg", imported: true),
        row("public.png", ["png"], ["image/png"], ["public.image"], "PNG image", imported: true),
        row("com.compuserve.gif", ["gif"], ["image/gif"], ["public.image"], "GIF image", imported: true),
        row("public.tiff", ["tiff", "tif"], ["image/tiff"], ["public.image"], "TIFF image", imported: true),
        row("com.microsoft.bmp", ["bmp"], ["image/bmp"], ["public.image"], "BMP image", imported: true),
        row("com.microsoft.ico", ["ico"], ["image/vnd.microsoft.icon"], ["public.image"], "Windows icon"),
        row("com.apple.icns", ["icns"], ["image/icns"], ["public.image"], "Apple icon"),
        row("public.svg-image", ["svg", "svgz"], ["image/svg+xml"], ["public.image"], "SVG image"),
        row("org.webmproject.webp", ["webp"], ["image/webp"], ["public.image"], "WebP image", imported: true),
        row("public.heif-standard", [], [], ["public.image"], "HEIF image", imported: true),
        row("public.heif", ["heif", "hif"], ["image/heif"], ["public.heif-standard"], "HEIF image", imported: true),
        row("public.heic", ["heic"], ["image/heic"], ["public.heif-standard"], "HEIC image", imported: true),
        row("public.heics", ["heics"], ["image/heic-sequence"], ["public.heif-standard"], "HEIC image sequence", imported: true),
        row("public.avif", ["avif"], ["image/avif"], ["public.heif-standard"], "AVIF image", imported: true),
        row("public.avis", ["avifs"], ["image/avif-sequence"], ["public.heif-standard"], "AVIF image sequence", imported: true),
        row("public.jpeg-xl", ["jxl"], ["image/jxl"], ["public.image"], "JPEG XL image", imported: true),
        row("public.jpeg-2000", ["jp2", "j2k", "jpf", "jpx"], ["image/jp2"], ["public.image"], "JPEG 2000 image", imported: true),
        row("com.ilm.openexr-image", ["exr"], ["image/x-exr"], ["public.image"], "OpenEXR image"),
        row("public.camera-raw-image", ["raw"], [], ["public.image"], "camera RAW image", imported: true),
        row("com.adobe.raw-image", ["dng"], ["image/x-adobe-dng"], ["public.camera-raw-image"], "DNG image", imported: true),
        row("com.canon.cr2-raw-image", ["cr2"], ["image/x-canon-cr2"], ["public.camera-raw-image"], "Canon RAW image", imported: true),
        row("com.canon.cr3-raw-image", ["cr3"], ["image/x-canon-cr3"], ["public.camera-raw-image"], "Canon RAW image", imported: true),
        row("com.canon.crw-raw-image", ["crw"], ["image/x-canon-crw"], ["public.camera-raw-image"], "Canon RAW image", imported: true),
        row("com.canon.tif-raw-image", ["tif"], [], ["public.camera-raw-image"], "Canon RAW image", imported: true),
        row("com.nikon.raw-image", ["nef"], ["image/x-nikon-nef"], ["public.camera-raw-image"], "Nikon RAW image", imported: true),
        row("com.nikon.nrw-raw-image", ["nrw"], ["image/x-nikon-nrw"], ["public.camera-raw-image"], "Nikon RAW image", imported: true),
        row("com.sony.arw-raw-image", ["arw", "sr2", "srf"], ["image/x-sony-arw"], ["public.camera-raw-image"], "Sony RAW image", imported: true),
        row("com.panasonic.rw2-raw-image", ["rw2"], ["image/x-panasonic-rw2"], ["public.camera-raw-image"], "Panasonic RAW image", imported: true),
        row("com.leica.rwl-raw-image", ["rwl"], ["image/x-leica-rwl"], ["public.camera-raw-image"], "Leica RAW image", imported: true),
        row("com.olympus.or-raw-image", ["orf"], ["image/x-olympus-orf"], ["public.camera-raw-image"], "Olympus RAW image", imported: true),
        row("com.fuji.raw-image", ["raf"], ["image/x-fuji-raf"], ["public.camera-raw-image"], "Fuji RAW image", imported: true),
        row("com.pentax.raw-image", ["pef"], ["image/x-pentax-pef"], ["public.camera-raw-image"], "Pentax RAW image", imported: true),
        row("com.samsung.raw-image", ["srw"], ["image/x-samsung-srw"], ["public.camera-raw-image"], "Samsung RAW image", imported: true),
        row("com.hasselblad.3fr-raw-image", ["3fr", "fff"], ["image/x-hasselblad-3fr"], ["public.camera-raw-image"], "Hasselblad RAW image", imported: true),
        row("com.epson.raw-image", ["erf"], ["image/x-epson-erf"], ["public.camera-raw-image"], "Epson RAW image", imported: true),
        row("com.leafamerica.raw-image", ["mos"], [], ["public.camera-raw-image"], "Leaf RAW image", imported: true),
        row("com.phaseone.raw-image", ["iiq"], [], ["public.camera-raw-image"], "Phase One RAW image", imported: true),
        row("com.kodak.raw-image", ["dcr", "kdc"], ["image/x-kodak-dcr"], ["public.camera-raw-image"], "Kodak RAW image", imported: true),
        row("com.konicaminolta.raw-image", ["mrw"], ["image/x-minolta-mrw"], ["public.camera-raw-image"], "Minolta RAW image", imported: true),
        row("com.sigma.x3f-raw-image", ["x3f"], ["image/x-sigma-x3f"], ["public.camera-raw-image"], "Sigma RAW image", imported: true),
        row("com.apple.live-photo", [], [], ["public.data", "public.composite-content"], "Live Photo"),
        row("com.apple.live-photo-bundle", ["pvt"], [], ["com.apple.live-photo", "com.apple.package"], "Live Photo bundle"),
        row("public.audiovisual-content", [], [], ["public.data", "public.content"], "audiovisual content", imported: true),
        row("public.movie", [], [], ["public.audiovisual-content"], "movie", imported: true),
        row("public.video", [], [], ["public.movie"], "video"),
        row("com.apple.quicktime-movie", ["mov", "qt"], ["video/quicktime"], ["public.movie"], "QuickTime movie", imported: true),
        row("public.mpeg", ["mpg", "mpeg"], ["video/mpeg"], ["public.movie"], "MPEG movie"),
        row("public.mpeg-4", ["mp4", "mpg4"], ["video/mp4"], ["public.movie"], "MPEG-4 movie", imported: true),
        row("com.apple.protected-mpeg-4-video", ["m4v"], ["video/x-m4v"], ["public.movie"], "protected MPEG-4 movie"),
        row("com.apple.m4v-video", ["m4v"], ["video/x-m4v"], ["public.movie"], "Apple MPEG-4 movie", imported: true),
        row("public.3gpp", ["3gp", "3gpp"], ["video/3gpp"], ["public.movie"], "3GPP movie", imported: true),
        row("public.3gpp2", ["3g2", "3gp2"], ["video/3gpp2"], ["public.movie"], "3GPP2 movie", imported: true),
        row("public.avi", ["avi"], ["video/avi"], ["public.movie"], "AVI movie", imported: true),
        row("org.matroska.mkv", ["mkv"], ["video/x-matroska"], ["public.movie"], "Matroska movie", imported: true),
        row("org.webmproject.webm", ["webm"], ["video/webm"], ["public.movie"], "WebM movie", imported: true),
        row("public.audio", [], [], ["public.audiovisual-content"], "audio", imported: true),
        row("public.mp3", ["mp3"], ["audio/mpeg"], ["public.audio"], "MP3 audio", imported: true),
        row("public.mpeg-4-audio", ["mp4"], ["audio/mp4"], ["public.audio"], "MPEG-4 audio", imported: true),
        row("com.apple.m4a-audio", ["m4a"], ["audio/x-m4a"], ["public.mpeg-4-audio"], "Apple MPEG-4 audio", imported: true),
        row("com.microsoft.waveform-audio", ["wav"], ["audio/vnd.wave"], ["public.audio"], "Waveform audio", imported: true),
        row("public.aiff-audio", ["aiff", "aif"], ["audio/aiff"], ["public.audio"], "AIFF audio"),
        row("com.apple.coreaudio-format", ["caf"], ["audio/x-caf"], ["public.audio"], "Core Audio file", imported: true),
        row("com.apple.photos.apple-adjustment-envelope", ["aae"], ["application/x-plist"], ["public.data"], "Photos adjustments", imported: true),
        row("com.adobe.xmp", ["xmp"], ["application/rdf+xml"], ["public.xml"], "XMP sidecar", imported: true),
    ]

    private static func row(
        _ identifier: String, _ extensions: [String], _ mimeTypes: [String], _ parents: [String], _ description: String, originals: String? = nil,
        imported: Bool = false
    ) -> UniformType {
        UniformType(
            identifier: identifier, extensions: extensions, mimeTypes: mimeTypes, parents: parents, description: description,
            originalExtension: originals ?? extensions.first, isImported: imported)
    }
}
