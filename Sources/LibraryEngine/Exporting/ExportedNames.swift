import Foundation
import PhotoModel

/// The names under which the files of one asset go out.
package enum ExportedNames {
    /// The names that the files came with, but for a part that was joined with its picture by hand: it takes the picture's stem, since names are what other programs,
    /// and imports, go by. `IMG_1000.MOV` for the `MOV_1.MOV` of `IMG_1000.jpg`. It keeps its own where another file of the asset has that name.
    /// - Parameters:
    ///   - files: those that go out.
    ///   - resources: all of the asset's: a picture that stays behind names its parts too.
    package static func names(of files: [ResourceRecord], in resources: [ResourceRecord]) -> [String] {
        var names = files.map(\.filename)
        for (index, file) in files.enumerated() {
            guard let picture = file.type.picture, let whole = resources.first(picture), let name = name(of: file.filename, beside: whole.filename) else { continue }
            if !names.contains(where: { $0.lowercased() == name.lowercased() }) { names[index] = name }
        }
        return names
    }

    /// A file system takes 255 bytes.
    private static let longest = 255

    /// `nil` where the stems are the same but for case, and where no such name is possible.
    private static func name(of part: String, beside picture: String) -> String? {
        let (own, stem) = (part as NSString, (picture as NSString).deletingPathExtension)
        guard own.deletingPathExtension.lowercased() != stem.lowercased(), !own.pathExtension.isEmpty, !stem.isEmpty else { return nil }
        let name = "\(stem).\(own.pathExtension)"
        return name.utf8.count > longest ? nil : name
    }
}

extension ResourceType {
    /// What it is a part of; `nil` for what is called by its own name.
    fileprivate var picture: ResourceType? {
        switch self {
        case .pairedVideo, .alternatePhoto: .photo
        case .fullSizePairedVideo: .fullSizePhoto
        case .adjustmentBasePairedVideo: .adjustmentBasePhoto
        default: nil
        }
    }
}
