/// The types that have a name of their own in Swift.
extension UTType {
    /// `public.item`: whatever a file system or a program keeps under a name; the base of `data` and `directory`.
    public static var item: UTType { UTType(recorded: "public.item") }
    /// `public.content`: whatever holds content that a person looks at, reads or hears.
    public static var content: UTType { UTType(recorded: "public.content") }
    /// `public.composite-content`: content of several parts, such as a document.
    public static var compositeContent: UTType { UTType(recorded: "public.composite-content") }
    /// `public.data`: bytes in a row, such as a file.
    public static var data: UTType { UTType(recorded: "public.data") }
    /// `public.directory`: a folder, also one that is shown as a file.
    public static var directory: UTType { UTType(recorded: "public.directory") }
    /// `public.folder`: a folder that people open.
    public static var folder: UTType { UTType(recorded: "public.folder") }
    /// `com.apple.package`: a folder that is shown as one file.
    public static var `package`: UTType { UTType(recorded: "com.apple.package") }
    /// `public.url`: a URL.
    public static var url: UTType { UTType(recorded: "public.url") }
    /// `public.file-url`: a URL of a file.
    public static var fileURL: UTType { UTType(recorded: "public.file-url") }
    /// `public.archive`: several files in one.
    public static var archive: UTType { UTType(recorded: "public.archive") }
    /// `public.zip-archive`: a ZIP archive, `.zip`.
    public static var zip: UTType { UTType(recorded: "public.zip-archive") }
    /// `public.text`: any text.
    public static var text: UTType { UTType(recorded: "public.text") }
    /// `public.plain-text`: text without formatting, `.txt`.
    public static var plainText: UTType { UTType(recorded: "public.plain-text") }
    /// `public.utf8-plain-text`: text in UTF-8, without formatting.
    public static var utf8PlainText: UTType { UTType(recorded: "public.utf8-plain-text") }
    /// `public.xml`: XML, `.xml`.
    public static var xml: UTType { UTType(recorded: "public.xml") }
    /// `public.json`: JSON, `.json`.
    public static var json: UTType { UTType(recorded: "public.json") }
    /// `public.html`: HTML, `.html`, `.htm`.
    public static var html: UTType { UTType(recorded: "public.html") }
    /// `public.comma-separated-values-text`: comma-separated values, `.csv`.
    public static var commaSeparatedText: UTType { UTType(recorded: "public.comma-separated-values-text") }
    /// `com.apple.property-list`: a property list, `.plist`.
    public static var propertyList: UTType { UTType(recorded: "com.apple.property-list") }
    /// `com.adobe.pdf`: a PDF document, `.pdf`.
    public static var pdf: UTType { UTType(recorded: "com.adobe.pdf") }
    /// `public.image`: a still picture of any format.
    public static var image: UTType { UTType(recorded: "public.image") }
    /// `public.jpeg`: a JPEG picture, `.jpeg`, `.jpg`, `.jpe`.
    public static var jpeg: UTType { UTType(recorded: "public.jpeg") }
    /// `public.png`: a PNG picture, `.png`.
    public static var png: UTType { UTType(recorded: "public.png") }
    /// `com.compuserve.gif`: a GIF picture, `.gif`.
    public static var gif: UTType { UTType(recorded: "com.compuserve.gif") }
    /// `public.tiff`: a TIFF picture, `.tiff`, `.tif`.
    public static var tiff: UTType { UTType(recorded: "public.tiff") }
    /// `com.microsoft.bmp`: a BMP picture, `.bmp`.
    public static var bmp: UTType { UTType(recorded: "com.microsoft.bmp") }
    /// `com.microsoft.ico`: a Windows icon, `.ico`.
    public static var ico: UTType { UTType(recorded: "com.microsoft.ico") }
    /// `com.apple.icns`: an icon of Apple's, `.icns`.
    public static var icns: UTType { UTType(recorded: "com.apple.icns") }
    /// `public.svg-image`: an SVG drawing, `.svg`, `.svgz`.
    public static var svg: UTType { UTType(recorded: "public.svg-image") }
    /// `org.webmproject.webp`: a WebP picture, `.webp`.
    public static var webP: UTType { UTType(recorded: "org.webmproject.webp") }
    /// `public.heif`: a picture in a HEIF container, `.heif`, `.hif`.
    public static var heif: UTType { UTType(recorded: "public.heif") }
    /// `public.heic`: an HEVC picture in a HEIF container, `.heic`.
    public static var heic: UTType { UTType(recorded: "public.heic") }
    /// `public.heics`: several HEVC pictures in one file, `.heics`.
    public static var heics: UTType { UTType(recorded: "public.heics") }
    /// `public.jpeg-xl`: a JPEG XL picture, `.jxl`.
    public static var jpegxl: UTType { UTType(recorded: "public.jpeg-xl") }
    /// `com.ilm.openexr-image`: an OpenEXR picture, `.exr`.
    public static var exr: UTType { UTType(recorded: "com.ilm.openexr-image") }
    /// `public.camera-raw-image`: what a camera's sensor saw, in any maker's format, `.raw`.
    public static var rawImage: UTType { UTType(recorded: "public.camera-raw-image") }
    /// `com.adobe.raw-image`: a raw picture in Adobe's Digital Negative format, `.dng`.
    public static var dng: UTType { UTType(recorded: "com.adobe.raw-image") }
    /// `com.apple.live-photo`: a still and the movie around it.
    public static var livePhoto: UTType { UTType(recorded: "com.apple.live-photo") }
    /// `public.audiovisual-content`: pictures that move, sound, or both.
    public static var audiovisualContent: UTType { UTType(recorded: "public.audiovisual-content") }
    /// `public.movie`: pictures that move, with or without sound, of any format.
    public static var movie: UTType { UTType(recorded: "public.movie") }
    /// `public.video`: pictures that move, without sound.
    public static var video: UTType { UTType(recorded: "public.video") }
    /// `com.apple.quicktime-movie`: a QuickTime movie, `.mov`, `.qt`.
    public static var quickTimeMovie: UTType { UTType(recorded: "com.apple.quicktime-movie") }
    /// `public.mpeg`: an MPEG movie, `.mpg`, `.mpeg`.
    public static var mpeg: UTType { UTType(recorded: "public.mpeg") }
    /// `public.mpeg-4`: an MPEG-4 movie, `.mp4`, `.mpg4`.
    public static var mpeg4Movie: UTType { UTType(recorded: "public.mpeg-4") }
    /// `com.apple.protected-mpeg-4-video`: a protected MPEG-4 movie, `.m4v`.
    public static var appleProtectedMPEG4Video: UTType { UTType(recorded: "com.apple.protected-mpeg-4-video") }
    /// `public.avi`: an AVI movie, `.avi`.
    public static var avi: UTType { UTType(recorded: "public.avi") }
    /// `public.audio`: sound of any format.
    public static var audio: UTType { UTType(recorded: "public.audio") }
    /// `public.mp3`: MPEG layer 3 sound, `.mp3`.
    public static var mp3: UTType { UTType(recorded: "public.mp3") }
    /// `public.mpeg-4-audio`: MPEG-4 sound, `.m4a` among others.
    public static var mpeg4Audio: UTType { UTType(recorded: "public.mpeg-4-audio") }
    /// `com.microsoft.waveform-audio`: WAVE sound, `.wav`.
    public static var wav: UTType { UTType(recorded: "com.microsoft.waveform-audio") }
    /// `public.aiff-audio`: AIFF sound, `.aiff`, `.aif`.
    public static var aiff: UTType { UTType(recorded: "public.aiff-audio") }
}
