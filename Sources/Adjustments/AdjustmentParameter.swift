/// A number of `PhotoAdjustments` by its name in the format, for whoever lists, reads or shows them all.
public enum AdjustmentParameter: String, Sendable, CaseIterable {
    /// How the picture is turned and tilted: as the property of `PhotoAdjustments` of the same name.
    case straighten, perspectiveVertical, perspectiveHorizontal
    /// What becomes of its light and colours: as the property of `PhotoAdjustments` of the same name.
    case exposure, brilliance, highlights, shadows, contrast, blackPoint, saturation, warmth, tint, sharpness, vignette, filterIntensity

    /// What it may be.
    public var range: ClosedRange<Double> {
        switch self {
        case .straighten: -45...45
        case .exposure: -4...4
        case .sharpness, .filterIntensity: 0...1
        default: -1...1
        }
    }

    /// What changes nothing: 0, and 1 for `filterIntensity`.
    public var neutral: Double { self == .filterIntensity ? 1 : 0 }

    private var path: WritableKeyPath<PhotoAdjustments, Double> {
        switch self {
        case .straighten: \.straighten
        case .perspectiveVertical: \.perspectiveVertical
        case .perspectiveHorizontal: \.perspectiveHorizontal
        case .exposure: \.exposure
        case .brilliance: \.brilliance
        case .highlights: \.highlights
        case .shadows: \.shadows
        case .contrast: \.contrast
        case .blackPoint: \.blackPoint
        case .saturation: \.saturation
        case .warmth: \.warmth
        case .tint: \.tint
        case .sharpness: \.sharpness
        case .vignette: \.vignette
        case .filterIntensity: \.filterIntensity
        }
    }

    fileprivate func get(_ adjustments: PhotoAdjustments) -> Double { adjustments[keyPath: path] }
    fileprivate func set(_ adjustments: inout PhotoAdjustments, _ value: Double) { adjustments[keyPath: path] = value }
}

extension PhotoAdjustments {
    /// The number of this name.
    public subscript(parameter: AdjustmentParameter) -> Double {
        get { parameter.get(self) }
        set { parameter.set(&self, newValue) }
    }
}
