/// The uniform types the library meets: their extensions, MIME types and what they are kinds of.
package enum UniformTypes {
    private struct Entry: Sendable {
        let identifier: String
        /// The preferred one first.
        let extensions: [String]
        let mimeType: String?
        let parents: [String]

        init(_ identifier: String, _ extensions: [String], _ mimeType: String?, _ parents: String...) {
            (self.identifier, self.extensions, self.mimeType, self.parents) = (identifier, extensions, mimeType, parents)
        }
    }

    private static let entries: [Entry] = [
        Entry("public.jpeg", ["jpg", "jpeg", "jpe"], "image/jpeg", "public.image"),
        Entry("public.png", ["png"], "image/png", "public.image"),
        Entry("public.heic", ["heic"], "image/heic", "public.heif-standard"),
        Entry("public.heics", ["heics"], "image/heic-sequence", "public.heif-standard"),
        Entry("public.heif", ["heif", "hif"], "image/heif", "public.heif-standard"),
        Entry("public.heif-standard", [], nil, "public.image"),
        Entry("public.avif", ["avif"], "image/avif", "public.heif-standard"),
        Entry("public.avis", ["avifs"], "image/avif-sequence", "public.heif-standard"),
        Entry("org.webmproject.webp", ["webp"], "image/webp", "public.image"),
        Entry("com.compuserve.gif", ["gif"], "image/gif", "public.image"),
        Entry("public.tiff", ["tiff", "tif"], "image/tiff", "public.image"),
        Entry("public.jpeg-xl", ["jxl"], "image/jxl", "public.image"),
        Entry("public.jpeg-2000", ["jp2", "j2k", "jpf", "jpx"], "image/jp2", "public.image"),
        Entry("com.microsoft.bmp", ["bmp"], "image/bmp", "public.image"),
        Entry("com.adobe.raw-image", ["dng"], "image/x-adobe-dng", "public.camera-raw-image"),
        Entry("com.canon.cr2-raw-image", ["cr2"], "image/x-canon-cr2", "public.camera-raw-image"),
        Entry("com.canon.cr3-raw-image", ["cr3"], "image/x-canon-cr3", "public.camera-raw-image"),
        Entry("com.canon.crw-raw-image", ["crw"], "image/x-canon-crw", "public.camera-raw-image"),
        Entry("com.canon.tif-raw-image", ["tif"], nil, "public.camera-raw-image"),
        Entry("com.nikon.raw-image", ["nef"], "image/x-nikon-nef", "public.camera-raw-image"),
        Entry("com.nikon.nrw-raw-image", ["nrw"], "image/x-nikon-nrw", "public.camera-raw-image"),
        Entry("com.sony.arw-raw-image", ["arw", "sr2", "srf"], "image/x-sony-arw", "public.camera-raw-image"),
        Entry("com.panasonic.rw2-raw-image", ["rw2"], "image/x-panasonic-rw2", "public.camera-raw-image"),
        Entry("com.leica.rwl-raw-image", ["rwl"], "image/x-leica-rwl", "public.camera-raw-image"),
        Entry("com.olympus.or-raw-image", ["orf"], "image/x-olympus-orf", "public.camera-raw-image"),
        Entry("com.fuji.raw-image", ["raf"], "image/x-fuji-raf", "public.camera-raw-image"),
        Entry("com.pentax.raw-image", ["pef"], "image/x-pentax-pef", "public.camera-raw-image"),
        Entry("com.samsung.raw-image", ["srw"], "image/x-samsung-srw", "public.camera-raw-image"),
        Entry("com.hasselblad.3fr-raw-image", ["3fr", "fff"], "image/x-hasselblad-3fr", "public.camera-raw-image"),
        Entry("com.epson.raw-image", ["erf"], "image/x-epson-erf", "public.camera-raw-image"),
        Entry("com.leafamerica.raw-image", ["mos"], nil, "public.camera-raw-image"),
        Entry("com.phaseone.raw-image", ["iiq"], nil, "public.camera-raw-image"),
        Entry("com.kodak.raw-image", ["dcr", "kdc"], "image/x-kodak-dcr", "public.camera-raw-image"),
        Entry("com.konicaminolta.raw-image", ["mrw"], "image/x-minolta-mrw", "public.camera-raw-image"),
        Entry("com.sigma.x3f-raw-image", ["x3f"], "image/x-sigma-x3f", "public.camera-raw-image"),
        Entry("public.camera-raw-image", ["raw"], nil, "public.image"),
        Entry("com.apple.quicktime-movie", ["mov", "qt"], "video/quicktime", "public.movie"),
        Entry("public.mpeg-4", ["mp4", "mpg4"], "video/mp4", "public.movie"),
        Entry("com.apple.m4v-video", ["m4v"], "video/x-m4v", "public.movie"),
        Entry("public.3gpp", ["3gp", "3gpp"], "video/3gpp", "public.movie"),
        Entry("public.3gpp2", ["3g2", "3gp2"], "video/3gpp2", "public.movie"),
        Entry("public.avi", ["avi"], "video/avi", "public.movie"),
        Entry("org.matroska.mkv", ["mkv"], "video/x-matroska", "public.movie"),
        Entry("org.webmproject.webm", ["webm"], "video/webm", "public.movie"),
        Entry("com.apple.m4a-audio", ["m4a"], "audio/x-m4a", "public.mpeg-4-audio"),
        Entry("public.mpeg-4-audio", ["mp4"], "audio/mp4", "public.audio"),
        Entry("public.mp3", ["mp3"], "audio/mpeg", "public.audio"),
        Entry("com.microsoft.waveform-audio", ["wav"], "audio/vnd.wave", "public.audio"),
        Entry("com.apple.coreaudio-format", ["caf"], "audio/x-caf", "public.audio"),
        Entry("com.apple.photos.apple-adjustment-envelope", ["aae"], "application/x-plist", "public.data"),
        Entry("com.adobe.xmp", ["xmp"], "application/rdf+xml", "public.xml"),
        Entry("public.image", [], nil, "public.data"),
        Entry("public.movie", [], nil, "public.audiovisual-content"),
        Entry("public.audio", [], nil, "public.audiovisual-content"),
        Entry("public.audiovisual-content", [], nil, "public.data"),
        Entry("public.xml", ["xml"], "application/xml", "public.text"),
        Entry("public.text", [], nil, "public.data"),
        Entry("public.data", [], "application/octet-stream"),
    ]

    private static let byIdentifier = Dictionary(uniqueKeysWithValues: entries.map { ($0.identifier, $0) })

    private static let byExtension = Dictionary(
        entries.flatMap { entry in entry.extensions.map { ($0, entry.identifier) } }, uniquingKeysWith: { first, _ in first })

    private static let byMIMEType = Dictionary(
        entries.compactMap { entry in entry.mimeType.map { ($0, entry.identifier) } }, uniquingKeysWith: { first, _ in first })

    /// Without a dot; `nil` for abstract and unknown types.
    package static func preferredExtension(of identifier: String) -> String? { byIdentifier[identifier]?.extensions.first }

    /// `nil` for abstract and unknown types.
    package static func mimeType(of identifier: String) -> String? { byIdentifier[identifier]?.mimeType }

    /// The type that files with this extension usually have; the case does not matter.
    package static func identifier(forExtension pathExtension: String) -> String? { byExtension[pathExtension.lowercased()] }

    package static func identifier(forMIMEType mimeType: String) -> String? { byMIMEType[mimeType.lowercased()] }

    /// Whether `identifier` is `ancestor` or a kind of it.
    package static func conforms(_ identifier: String, to ancestor: String) -> Bool {
        if identifier == ancestor { return true }
        return byIdentifier[identifier]?.parents.contains { conforms($0, to: ancestor) } ?? false
    }
}
