import Foundation

// Core Graphics' comparisons from before these types had `==`.
extension CGPoint {
    /// Whether both are the same point.
    public func equalTo(_ point: CGPoint) -> Bool { self == point }
}

extension CGSize {
    /// Whether both are the same size.
    public func equalTo(_ size: CGSize) -> Bool { self == size }
}

extension CGRect {
    /// Whether both are the same rectangle, however they are written.
    public func equalTo(_ rect: CGRect) -> Bool { self == rect }
}
