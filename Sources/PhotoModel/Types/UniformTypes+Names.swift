/// The types that code has a rule for, by name. A type that no rule names has its row in the table, and no name.
extension UniformTypes {
    package static let data = "public.data"
    package static let image = "public.image"
    package static let movie = "public.movie"
    package static let audiovisualContent = "public.audiovisual-content"

    package static let jpeg = "public.jpeg"
    package static let png = "public.png"
    package static let gif = "com.compuserve.gif"
    package static let tiff = "public.tiff"
    package static let bmp = "com.microsoft.bmp"
    package static let webP = "org.webmproject.webp"
    package static let jpegXL = "public.jpeg-xl"
    package static let jpeg2000 = "public.jpeg-2000"
    package static let heifStandard = "public.heif-standard"
    package static let heif = "public.heif"
    package static let heic = "public.heic"
    package static let heics = "public.heics"
    package static let avif = "public.avif"
    package static let avis = "public.avis"
    package static let rawImage = "public.camera-raw-image"

    package static let quickTimeMovie = "com.apple.quicktime-movie"
    package static let mpeg4Movie = "public.mpeg-4"
    package static let appleMPEG4Movie = "com.apple.m4v-video"
    package static let threeGPP = "public.3gpp"
    package static let threeGPP2 = "public.3gpp2"
    package static let matroska = "org.matroska.mkv"
    package static let webM = "org.webmproject.webm"
    package static let mpeg4Audio = "public.mpeg-4-audio"
    package static let appleMPEG4Audio = "com.apple.m4a-audio"
    package static let livePhotoBundle = "com.apple.live-photo-bundle"
}

/// MIME types of bytes that are made here; those of files come from the table.
package enum MIMEType {
    package static let data = "application/octet-stream"
    package static let jpeg = "image/jpeg"
    package static let mp4 = "video/mp4"
}
