import Codecs

/// What kind of file a picture is written as, by its name.
enum PictureFile {
    /// - Throws: `.usage` for an extension that nothing can be written for.
    static func format(for path: String, quality: Int) throws(ToolFailure) -> EncodedFormat {
        let name = path.split(separator: "/").last ?? ""
        let fileExtension = name.contains(".") ? name.split(separator: ".").last?.lowercased() ?? "" : ""
        switch fileExtension {
        case "jpg", "jpeg": return .jpeg(quality: quality)
        case "png": return .png
        default:
            throw ToolFailure(.usage, "\(DisplayText.safe(path)) does not say what to write. Give it the extension .jpg or .png.")
        }
    }
}
