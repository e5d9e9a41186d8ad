import Foundation

/// A colour: its components in a colour space, and how opaque it is. Immutable. <https://developer.apple.com/documentation/coregraphics/cgcolor>
public final class CGColor: Hashable, Sendable {
    /// Red, green and blue, or the one grey, and last the opacity; each 0 to 1.
    private let values: [CGFloat]

    private init(_ values: [CGFloat]) { self.values = values }

    /// In sRGB.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { self.init([red, green, blue, alpha]) }
    /// In sRGB.
    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { self.init([red, green, blue, alpha]) }
    /// A grey: 0 is black.
    public convenience init(gray: CGFloat, alpha: CGFloat) { self.init([gray, alpha]) }

    /// The components, and last the opacity.
    public var components: [CGFloat]? { values }
    /// How many they are, the opacity with them: 4, or 2 of a grey.
    public var numberOfComponents: Int { values.count }
    /// Opacity, 0 to 1.
    public var alpha: CGFloat { values.last ?? 0 }
    /// The same colour with another opacity.
    public func copy(alpha: CGFloat) -> CGColor? { CGColor(values.dropLast() + [alpha]) }

    /// The darkest grey.
    public static let black = CGColor(gray: 0, alpha: 1)
    /// The lightest grey.
    public static let white = CGColor(gray: 1, alpha: 1)
    /// Nothing to be seen.
    public static let clear = CGColor(gray: 0, alpha: 0)

    /// Whether both have the same components in spaces of the same kind: a grey never equals a colour of three components.
    public static func == (a: CGColor, b: CGColor) -> Bool { a.values == b.values }
    public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
