import Metadata
import Originals
import PhotoModel
import Support

/// Which resources together make an asset.
package enum ResourceCombination {
    /// Why these make none, for a person; `nil` where they do.
    package static func fault(of kinds: [ResourceType]) -> String? {
        let primaries = kinds.filter(\.isPrimary)
        guard let primary = primaries.first else { return "An asset needs a photo or a video." }
        guard primaries.count == 1 else { return "An asset has one photo, video or sound, and not several." }
        for kind in Set(kinds) where kind != .sidecar && kind != .adjustmentData && kinds.filter({ $0 == kind }).count > 1 {
            return "An asset has one \(kind) at most."
        }
        if kinds.filter({ $0 == .adjustmentData }).count > 2 { return "An asset has at most two files of adjustmentData: the edit's, and the camera's own." }
        let stillOnly: Set<ResourceType> = [
            .alternatePhoto, .fullSizePhoto, .adjustmentBasePhoto, .pairedVideo, .fullSizePairedVideo, .adjustmentBasePairedVideo, .photoProxy,
        ]
        if primary != .photo, let wrong = kinds.first(where: stillOnly.contains) { return "A \(wrong) belongs to a photo, and there is none." }
        if primary != .video, let wrong = kinds.first(where: { [.fullSizeVideo, .adjustmentBaseVideo].contains($0) }) {
            return "A \(wrong) belongs to a video, and there is none."
        }
        if primary == .audio, kinds.contains(.adjustmentData) { return "A sound can't be edited, so it has no adjustment data." }
        if kinds.contains(.fullSizePairedVideo) || kinds.contains(.adjustmentBasePairedVideo), !kinds.contains(.pairedVideo) {
            return "A rendered movie of a Live Photo needs the movie it was made from."
        }
        return nil
    }

    /// Why these adjustment files can't be one asset's, for a person; `nil` where they can. The camera's own is known by its name, such as `IMG_O1.aae`.
    package static func fault(ofAdjustmentFiles names: [String]) -> String? {
        let ofCamera = names.filter { MediaName($0).role == .cameraAdjustment }
        guard ofCamera.count > 1 || names.count - ofCamera.count > 1 else { return nil }
        return "An asset has one adjustmentData at most, and beside it the camera's own, whose file is called as in IMG_O1.aae. Give them the names that they had."
    }

    /// Why these are no edited version of an asset made of `primary`, for a person; `nil` where they are.
    package static func fault(ofRendition kinds: [ResourceType], of primary: ResourceType) -> String? {
        let rendering: ResourceType = primary == .video ? .fullSizeVideo : .fullSizePhoto
        guard primary != .audio else { return "A sound can't be edited." }
        guard kinds.contains(rendering) else { return "An edit needs a rendering: a \(rendering)." }
        guard kinds.contains(.adjustmentData) else { return "An edit needs the adjustment data that it was made by." }
        let fitting: Set<ResourceType> =
            primary == .video
            ? [.fullSizeVideo, .adjustmentData, .adjustmentBaseVideo] : [.fullSizePhoto, .adjustmentData, .adjustmentBasePhoto, .fullSizePairedVideo, .adjustmentBasePairedVideo]
        if let wrong = kinds.first(where: { !fitting.contains($0) }) { return "A \(wrong) is no part of an edit of a \(primary)." }
        for kind in Set(kinds) where kinds.filter({ $0 == kind }).count > 1 { return "An edit has one \(kind) at most." }
        return nil
    }
}

extension ResourceType {
    /// Whether a file with this content can be such a resource.
    func fits(_ content: MediaKind) -> Bool {
        switch self.content {
        case .image: content == .image || content == .rawImage
        case .video: content == .video
        case .audio: content == .audio
        case .data: true
        }
    }

    /// Why it does not, for a person.
    func fault(of content: MediaKind, _ name: BytePath) -> String {
        "\(name.display) holds \(content.rawValue) content and can't be the asset's \(self)."
    }
}

/// Resources that make no asset.
package struct ResourceCombinationError: CodedError {
    package enum Code: Sendable {
        /// They don't belong together, or are not what they are said to be.
        case unfitting
        case tooLarge
    }

    package let code: Code
    package let message: String

    init(_ code: Code = .unfitting, message: String) { (self.code, self.message) = (code, message) }
}
