import Foundation

/// A colour, as a value: there is nothing to draw it on. Immutable; may be used from any thread. <https://developer.apple.com/documentation/uikit/uicolor>
open class UIColor: NSObject, NSCopying, @unchecked Sendable {
    // Guarded by being immutable.
    private let color: CGColor

    /// The same colour.
    public init(cgColor: CGColor) { color = cgColor }

    /// In sRGB; each 0 to 1, and what lies outside counts as the nearest.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(cgColor: CGColor(red: Self.fraction(red), green: Self.fraction(green), blue: Self.fraction(blue), alpha: Self.fraction(alpha)))
    }

    /// A grey: 0 is black.
    public convenience init(white: CGFloat, alpha: CGFloat) { self.init(cgColor: CGColor(gray: Self.fraction(white), alpha: Self.fraction(alpha))) }

    /// Hue (a fraction of the circle that begins at red), saturation and brightness; each 0 to 1.
    public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let (saturation, brightness) = (Self.fraction(saturation), Self.fraction(brightness))
        let sector = Self.fraction(hue) * 6
        func component(_ offset: CGFloat) -> CGFloat {
            let distance = (offset + sector).truncatingRemainder(dividingBy: 6)
            return brightness - brightness * saturation * max(0, min(distance, 4 - distance, 1))
        }
        self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
    }

    /// Its components.
    open var cgColor: CGColor { color }

    /// The same colour with another opacity.
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor { UIColor(cgColor: color.copy(alpha: Self.fraction(alpha)) ?? color) }

    /// Red, green, blue and opacity. `nil` leaves one out.
    /// - Returns: always `true`: every colour here has them.
    @discardableResult
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let parts = components
        red?.pointee = parts.red
        green?.pointee = parts.green
        blue?.pointee = parts.blue
        alpha?.pointee = color.alpha
        return true
    }

    /// The grey and its opacity.
    /// - Returns: `false` for what is no grey, and then nothing is written.
    @discardableResult
    open func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
        let parts = components
        guard parts.red == parts.green, parts.green == parts.blue else { return false }
        white?.pointee = parts.red
        alpha?.pointee = color.alpha
        return true
    }

    /// Hue, saturation, brightness and opacity. The hue of a grey is 0.
    /// - Returns: always `true`.
    @discardableResult
    open func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?, brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let (red, green, blue) = components
        let (most, least) = (max(red, green, blue), min(red, green, blue)), range = most - least
        var sector: CGFloat = 0
        if range > 0 {
            sector = most == red ? (green - blue) / range : most == green ? 2 + (blue - red) / range : 4 + (red - green) / range
            if sector < 0 { sector += 6 }
        }
        hue?.pointee = sector / 6
        saturation?.pointee = most > 0 ? range / most : 0
        brightness?.pointee = most
        alpha?.pointee = color.alpha
        return true
    }

    private var components: (red: CGFloat, green: CGFloat, blue: CGFloat) {
        let values = color.components ?? []
        return values.count == 4 ? (values[0], values[1], values[2]) : (values[0], values[0], values[0])
    }

    private static func fraction(_ value: CGFloat) -> CGFloat { value.isNaN ? 0 : min(max(value, 0), 1) }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.color == color }
    open override var hash: Int { color.hashValue }
    /// Itself: colours don't change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// The darkest grey.
    open class var black: UIColor { UIColor(white: 0, alpha: 1) }
    /// A grey of one third.
    open class var darkGray: UIColor { UIColor(white: 1.0 / 3, alpha: 1) }
    /// A grey of two thirds.
    open class var lightGray: UIColor { UIColor(white: 2.0 / 3, alpha: 1) }
    /// The lightest grey.
    open class var white: UIColor { UIColor(white: 1, alpha: 1) }
    /// A grey of one half.
    open class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
    /// Red alone.
    open class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
    /// Green alone.
    open class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
    /// Blue alone.
    open class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
    /// Green and blue.
    open class var cyan: UIColor { UIColor(red: 0, green: 1, blue: 1, alpha: 1) }
    /// Red and green.
    open class var yellow: UIColor { UIColor(red: 1, green: 1, blue: 0, alpha: 1) }
    /// Red and blue.
    open class var magenta: UIColor { UIColor(red: 1, green: 0, blue: 1, alpha: 1) }
    /// Red and half as much green.
    open class var orange: UIColor { UIColor(red: 1, green: 0.5, blue: 0, alpha: 1) }
    /// Half of red and of blue.
    open class var purple: UIColor { UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1) }
    /// 0.6 of red, 0.4 of green, 0.2 of blue.
    open class var brown: UIColor { UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
    /// Nothing to be seen.
    open class var clear: UIColor { UIColor(white: 0, alpha: 0) }
}
