import PhotoModel

/// Which resources together make an asset.
package enum ResourceCombination {
    /// Why these make none, for a person; `nil` where they do.
    package static func fault(of kinds: [ResourceType]) -> String? {
        let primaries = kinds.filter(\.isPrimary)
        guard let primary = primaries.first else { return "An asset needs a photo or a video." }
        guard primaries.count == 1 else { return "An asset has one photo, video or sound, and not several." }
        for kind in Set(kinds) where kind != .sidecar && kinds.filter({ $0 == kind }).count > 1 { return "An asset has one \(kind) at most." }
        let stillOnly: Set<ResourceType> = [
            .alternatePhoto, .fullSizePhoto, .adjustmentBasePhoto, .pairedVideo, .fullSizePairedVideo, .adjustmentBasePairedVideo, .photoProxy,
        ]
        if primary != .photo, let wrong = kinds.first(where: stillOnly.contains) { return "A \(wrong) belongs to a photo, and there is none." }
        if primary != .video, let wrong = kinds.first(where: { [.fullSizeVideo, .adjustmentBaseVideo].contains($0) }) {
            return "A \(wrong) belongs to a video, and there is none."
        }
        if kinds.contains(.fullSizePairedVideo) || kinds.contains(.adjustmentBasePairedVideo), !kinds.contains(.pairedVideo) {
            return "A rendered movie of a Live Photo needs the movie it was made from."
        }
        return nil
    }
}

/// Resources that make no asset.
package struct ResourceCombinationError: Error, Sendable, CustomStringConvertible {
    package let message: String
    package var description: String { message }
}
