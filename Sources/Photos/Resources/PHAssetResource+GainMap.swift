import Foundation
import LibraryEngine

/// A gain map beside a picture: by it a screen that can shows each part brighter than white on an ordinary one. An addition to PhotoKit.
public struct PHGainMap: Sendable, Hashable {
    /// Who says what the map's values mean.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Apple's own, since iOS 14.
        case apple
        /// Ultra HDR, in the words of Adobe and Google.
        case ultraHDR
        /// ISO 21496-1, which newer Ultra HDR files also are.
        case iso
    }

    /// Who says what the map's values mean.
    public let kind: Kind
    /// How bright the brightest is that it asks for, as a multiple of an ordinary screen's white; more than 1.
    public let headroom: CGFloat
}

extension PHAssetResource {
    /// `nil` where the file can't be read, or has none.
    func readGainMap() -> PHGainMap? {
        guard let found = facts?.gainMap, let kind = PHGainMap.Kind(rawValue: found.kind.rawValue) else { return nil }
        return PHGainMap(kind: kind, headroom: found.headroom)
    }
}
