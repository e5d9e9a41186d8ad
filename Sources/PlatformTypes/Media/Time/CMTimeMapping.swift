/// A stretch of one clock, and the stretch of another that it takes. <https://developer.apple.com/documentation/coremedia/cmtimemapping>
public struct CMTimeMapping: Sendable, Equatable, Hashable {
    /// In the file.
    public var source: CMTimeRange
    /// In the presentation; longer than `source` where that is shown slowly.
    public var target: CMTimeRange

    /// Both invalid.
    public init() { (source, target) = (.invalid, .invalid) }
    /// One stretch as another.
    public init(source: CMTimeRange, target: CMTimeRange) { (self.source, self.target) = (source, target) }

    /// Whether both ranges are valid.
    public var isValid: Bool { source.isValid && target.isValid }
}

/// One stretch as another.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping { CMTimeMapping(source: source, target: target) }
