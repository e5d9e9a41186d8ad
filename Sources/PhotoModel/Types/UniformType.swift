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

extension UniformTypes {
    /// The commoner type of an extension stands before the rarer.
    package static let all: [UniformType] = [
        row("public.item", [], [], [], "item"),
        row("public.content", [], [], [], "content"),
        row("public.composite-content", [], [], ["public.content"], "composite content"),
        row(data, [], [MIMEType.data], ["public.item"], "data", imported: true),
        row("public.directory", [], [], ["public.item"], "directory"),
        row("public.folder", [], [], ["public.directory"], "folder"),
        row("com.apple.package", [], [], ["public.directory"], "package"),
        row("public.url", [], [], [data], "URL"),
        row("public.file-url", [], [], ["public.url"], "file URL"),
        row("public.archive", [], [], [data], "archive"),
        row("public.zip-archive", ["zip"], ["application/zip"], ["public.archive"], "ZIP archive"),
        row("public.text", [], [], [data, "public.content"], "text", imported: true),
        row("public.plain-text", ["txt"], ["text/plain"], ["public.text"], "plain text"),
        row("public.utf8-plain-text", [], [], ["public.plain-text"], "Unicode text"),
        row("public.xml", ["xml"], ["application/xml"], ["public.text"], "XML", imported: true),
        row("public.json", ["json"], ["application/json"], ["public.text"], "JSON"),
        row("public.html", ["html", "htm"], ["text/html"], ["public.text"], "HTML"),
        row("public.comma-separated-values-text", ["csv"], ["text/csv"], ["public.plain-text"], "CSV"),
        row("com.apple.property-list", ["plist"], ["application/x-plist"], [data], "property list"),
        row("com.adobe.pdf", ["pdf"], ["application/pdf"], [data, "public.composite-content"], "PDF document"),
        row(image, [], [], [data, "public.content"], "image", imported: true),
        row(jpeg, ["jpeg", "jpg", "jpe"], [MIMEType.jpeg, "image/jpg"], [image], "JPEG image", originals: "jpg", imported: true),
        row(png, ["png"], ["image/png"], [image], "PNG image", imported: true),
        row(gif, ["gif"], ["image/gif"], [image], "GIF image", imported: true),
        row(tiff, ["tiff", "tif"], ["image/tiff"], [image], "TIFF image", imported: true),
        row(bmp, ["bmp"], ["image/bmp"], [image], "BMP image", imported: true),
        row("com.microsoft.ico", ["ico"], ["image/vnd.microsoft.icon"], [image], "Windows icon"),
        row("com.apple.icns", ["icns"], ["image/icns"], [image], "Apple icon"),
        row("public.svg-image", ["svg", "svgz"], ["image/svg+xml"], [image], "SVG image"),
        row(webP, ["webp"], ["image/webp"], [image], "WebP image", imported: true),
        row(heifStandard, [], [], [image], "HEIF image", imported: true),
        row(heif, ["heif", "hif"], ["image/heif"], [heifStandard], "HEIF image", imported: true),
        row(heic, ["heic"], ["image/heic"], [heifStandard], "HEIC image", imported: true),
        row(heics, ["heics"], ["image/heic-sequence"], [heifStandard], "HEIC image sequence", imported: true),
        row(avif, ["avif"], ["image/avif"], [heifStandard], "AVIF image", imported: true),
        row(avis, ["avifs"], ["image/avif-sequence"], [heifStandard], "AVIF image sequence", imported: true),
        row(jpegXL, ["jxl"], ["image/jxl"], [image], "JPEG XL image", imported: true),
        row(jpeg2000, ["jp2", "j2k", "jpf", "jpx"], ["image/jp2"], [image], "JPEG 2000 image", imported: true),
        row("com.ilm.openexr-image", ["exr"], ["image/x-exr"], [image], "OpenEXR image"),
        row(rawImage, ["raw"], [], [image], "camera RAW image", imported: true),
        row("com.adobe.raw-image", ["dng"], ["image/x-adobe-dng"], [rawImage], "DNG image", imported: true),
        row("com.canon.cr2-raw-image", ["cr2"], ["image/x-canon-cr2"], [rawImage], "Canon RAW image", imported: true),
        row("com.canon.cr3-raw-image", ["cr3"], ["image/x-canon-cr3"], [rawImage], "Canon RAW image", imported: true),
        row("com.canon.crw-raw-image", ["crw"], ["image/x-canon-crw"], [rawImage], "Canon RAW image", imported: true),
        row("com.canon.tif-raw-image", ["tif"], [], [rawImage], "Canon RAW image", imported: true),
        row("com.nikon.raw-image", ["nef"], ["image/x-nikon-nef"], [rawImage], "Nikon RAW image", imported: true),
        row("com.nikon.nrw-raw-image", ["nrw"], ["image/x-nikon-nrw"], [rawImage], "Nikon RAW image", imported: true),
        row("com.sony.arw-raw-image", ["arw", "sr2", "srf"], ["image/x-sony-arw"], [rawImage], "Sony RAW image", imported: true),
        row("com.panasonic.rw2-raw-image", ["rw2"], ["image/x-panasonic-rw2"], [rawImage], "Panasonic RAW image", imported: true),
        row("com.leica.rwl-raw-image", ["rwl"], ["image/x-leica-rwl"], [rawImage], "Leica RAW image", imported: true),
        row("com.olympus.or-raw-image", ["orf"], ["image/x-olympus-orf"], [rawImage], "Olympus RAW image", imported: true),
        row("com.fuji.raw-image", ["raf"], ["image/x-fuji-raf"], [rawImage], "Fuji RAW image", imported: true),
        row("com.pentax.raw-image", ["pef"], ["image/x-pentax-pef"], [rawImage], "Pentax RAW image", imported: true),
        row("com.samsung.raw-image", ["srw"], ["image/x-samsung-srw"], [rawImage], "Samsung RAW image", imported: true),
        row("com.hasselblad.3fr-raw-image", ["3fr", "fff"], ["image/x-hasselblad-3fr"], [rawImage], "Hasselblad RAW image", imported: true),
        row("com.epson.raw-image", ["erf"], ["image/x-epson-erf"], [rawImage], "Epson RAW image", imported: true),
        row("com.leafamerica.raw-image", ["mos"], [], [rawImage], "Leaf RAW image", imported: true),
        row("com.phaseone.raw-image", ["iiq"], [], [rawImage], "Phase One RAW image", imported: true),
        row("com.kodak.raw-image", ["dcr", "kdc"], ["image/x-kodak-dcr"], [rawImage], "Kodak RAW image", imported: true),
        row("com.konicaminolta.raw-image", ["mrw"], ["image/x-minolta-mrw"], [rawImage], "Minolta RAW image", imported: true),
        row("com.sigma.x3f-raw-image", ["x3f"], ["image/x-sigma-x3f"], [rawImage], "Sigma RAW image", imported: true),
        row("com.apple.live-photo", [], [], [data, "public.composite-content"], "Live Photo"),
        row(livePhotoBundle, ["pvt"], [], ["com.apple.live-photo", "com.apple.package"], "Live Photo bundle"),
        row(audiovisualContent, [], [], [data, "public.content"], "audiovisual content", imported: true),
        row(movie, [], [], [audiovisualContent], "movie", imported: true),
        row("public.video", [], [], [movie], "video"),
        row(quickTimeMovie, ["mov", "qt"], ["video/quicktime"], [movie], "QuickTime movie", imported: true),
        row("public.mpeg", ["mpg", "mpeg"], ["video/mpeg"], [movie], "MPEG movie"),
        row(mpeg4Movie, ["mp4", "mpg4"], [MIMEType.mp4], [movie], "MPEG-4 movie", imported: true),
        row("com.apple.protected-mpeg-4-video", ["m4v"], ["video/x-m4v"], [movie], "protected MPEG-4 movie"),
        row(appleMPEG4Movie, ["m4v"], ["video/x-m4v"], [movie], "Apple MPEG-4 movie", imported: true),
        row(threeGPP, ["3gp", "3gpp"], ["video/3gpp"], [movie], "3GPP movie", imported: true),
        row(threeGPP2, ["3g2", "3gp2"], ["video/3gpp2"], [movie], "3GPP2 movie", imported: true),
        row("public.avi", ["avi"], ["video/avi"], [movie], "AVI movie", imported: true),
        row(matroska, ["mkv"], ["video/x-matroska"], [movie], "Matroska movie", imported: true),
        row(webM, ["webm"], ["video/webm"], [movie], "WebM movie", imported: true),
        row("public.audio", [], [], [audiovisualContent], "audio", imported: true),
        row("public.mp3", ["mp3"], ["audio/mpeg"], ["public.audio"], "MP3 audio", imported: true),
        row(mpeg4Audio, ["mp4"], ["audio/mp4"], ["public.audio"], "MPEG-4 audio", imported: true),
        row(appleMPEG4Audio, ["m4a"], ["audio/x-m4a"], [mpeg4Audio], "Apple MPEG-4 audio", imported: true),
        row("com.microsoft.waveform-audio", ["wav"], ["audio/vnd.wave"], ["public.audio"], "Waveform audio", imported: true),
        row("public.aiff-audio", ["aiff", "aif"], ["audio/aiff"], ["public.audio"], "AIFF audio"),
        row("com.apple.coreaudio-format", ["caf"], ["audio/x-caf"], ["public.audio"], "Core Audio file", imported: true),
        row("com.apple.photos.apple-adjustment-envelope", ["aae"], ["application/x-plist"], [data], "Photos adjustments", imported: true),
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
