import PhotoModel

/// What an edit was made on, which decides what of the edit before stays beside it: the base, from which its program can make the edit again.
package enum EditBase: Sendable, Equatable {
    /// The original.
    case original
    /// What the edit before was made on as well: the new one stands in its place.
    case ofEditBefore
    /// What the edit before showed.
    case rendering

    /// What a file of the edit before becomes; `nil` where it goes.
    func successor(of kind: ResourceType) -> ResourceType? {
        switch (self, kind) {
        case (.ofEditBefore, .adjustmentBasePhoto), (.ofEditBefore, .adjustmentBaseVideo), (.ofEditBefore, .adjustmentBasePairedVideo): kind
        case (.rendering, .fullSizePhoto): .adjustmentBasePhoto
        case (.rendering, .fullSizeVideo): .adjustmentBaseVideo
        case (.rendering, .fullSizePairedVideo): .adjustmentBasePairedVideo
        default: nil
        }
    }
}

extension ResourceRecord {
    /// Whether the edit in force made it, rather than the camera.
    package var isOfEdit: Bool {
        switch type {
        case .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo, .adjustmentBasePhoto, .adjustmentBasePairedVideo, .adjustmentBaseVideo: true
        case .adjustmentData: MediaName(filename).role != .cameraAdjustment
        default: false
        }
    }
}
