import LibraryEngine
import Pixels
import Support

/// What kind of file a picture is written as, by its name.
enum PictureFile: String, CaseIterable {
    case jpg, png

    func format(quality: Int) -> EncodedFormat { self == .jpg ? .jpeg(quality: quality) : .png }

    /// `IMG_1.jpg` in `folder` for an asset called `IMG_1.HEIC`, with the next free number where something has the name.
    ///
    /// - Parameter ending: what comes before the extension.
    func path(for filename: String, in folder: String, ending: String = "") -> String {
        FreeName.path(for: filename, in: folder, ending: ending + "." + rawValue, orElse: "picture")
    }

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

/// What a video is written as into a folder.
enum VideoFile: String, CaseIterable {
    case mp4, mov, m4a

    /// The same for a video.
    func path(for filename: String, in folder: String) -> String { FreeName.path(for: filename, in: folder, ending: "." + rawValue, orElse: "video") }
}

enum FreeName {
    /// A name in a folder that nothing has, made of an asset's.
    static func path(for filename: String, in folder: String, ending: String, orElse nameless: String) -> String {
        let name = BytePath(filename).lastComponent.text
        let stem = name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
        var number = 0
        while true {
            let path = BytePath(folder).appending((stem.isEmpty ? nameless : stem) + (number == 0 ? "" : " (\(number))") + ending).text
            if !AtomicFile.exists(path) { return path }
            number += 1
        }
    }
}
