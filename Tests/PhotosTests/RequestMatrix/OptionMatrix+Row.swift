import Photos
import Testing

/// What is at hand.
extension OptionMatrix {
    /// Where the file is that shows the version asked for.
    enum Original: Sendable { case there, missing, damaged, inCloud }

    /// What is at hand of the version that a cell asks for.
    struct Situation: Sendable {
        var picture: Size
        /// A thumbnail and a preview of this version are stored.
        var hasDerivatives = true
        var original = Original.there
        /// The finished picture is in memory.
        var isRemembered = false
    }

    /// A row of the table: where an asset's files and derivatives are.
    enum Availability: String, Sendable, CaseIterable {
        case stored, bare, remembered, missing, missingBare, damaged, damagedBare
        case cloud, cloudBare, cloudAllowed, cloudBareAllowed

        /// Thumbnail and preview of the current version are stored.
        var hasDerivatives: Bool {
            switch self {
            case .bare, .missingBare, .damagedBare, .cloudBare, .cloudBareAllowed: false
            default: true
            }
        }

        /// Where the file is that shows the version asked for.
        var original: Original {
            switch self {
            case .stored, .bare, .remembered: .there
            case .missing, .missingBare: .missing
            case .damaged, .damagedBare: .damaged
            case .cloud, .cloudBare, .cloudAllowed, .cloudBareAllowed: .inCloud
            }
        }

        var allowsNetwork: Bool {
            self == .cloudAllowed || self == .cloudBareAllowed
        }
    }

    /// The cells of one version in one world.
    struct Row: Sendable, CustomTestStringConvertible {
        var availability: Availability
        var isEdited: Bool
        var version: PHImageRequestOptionsVersion
        /// The original is a JPEG with a RAW file beside it.
        var hasRaw = false

        static let all: [Row] =
            Availability.allCases.flatMap { availability in
                [false, true].flatMap { isEdited in versions.map { Row(availability: availability, isEdited: isEdited, version: $0) } }
            } + pairs

        /// Pairs of RAW and JPEG, edited too where that is another file.
        private static let pairs: [Row] = [Availability.stored, .bare, .missing, .damaged, .cloud, .cloudAllowed].flatMap { availability in
            versions.map { Row(availability: availability, isEdited: false, version: $0, hasRaw: true) }
                + [Row(availability: availability, isEdited: true, version: .original, hasRaw: true)]
        }

        var testDescription: String { "\(availability.rawValue), \(isEdited ? "edited" : "unedited")\(hasRaw ? " RAW and JPEG" : ""), \(version)" }

        /// The RAW file is shown, which no derivative does.
        var showsRaw: Bool { hasRaw && version == .original }

        func situation(of pictures: Pictures) -> Situation {
            let showsEdit = isEdited && version == .current
            // Derivatives show the current version, and no other.
            return Situation(
                picture: showsEdit ? pictures.rendering : showsRaw ? pictures.raw : pictures.original,
                hasDerivatives: availability.hasDerivatives && (!isEdited || version == .current) && !showsRaw, original: availability.original,
                isRemembered: availability == .remembered)
        }
    }
}
