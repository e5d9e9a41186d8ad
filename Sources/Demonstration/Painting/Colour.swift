/// Light as a screen shows it: sRGB coded, 0 to 1.
struct Colour: Sendable, Equatable {
    var red: Float, green: Float, blue: Float

    init(_ red: Float, _ green: Float, _ blue: Float) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// `0xRRGGBB`
    init(_ code: UInt32) {
        self.init(Float(code >> 16 & 0xFF) / 255, Float(code >> 8 & 0xFF) / 255, Float(code & 0xFF) / 255)
    }

    static let white = Colour(1, 1, 1)
    static let black = Colour(0, 0, 0)

    func mixed(with other: Colour, _ part: Float) -> Colour {
        Colour(red + (other.red - red) * part, green + (other.green - green) * part, blue + (other.blue - blue) * part)
    }

    func scaled(_ factor: Float) -> Colour { Colour(min(red * factor, 1), min(green * factor, 1), min(blue * factor, 1)) }

    var luminance: Float { 0.3 * red + 0.59 * green + 0.11 * blue }

    /// More (above 1) or less (below 1) colour at the same lightness.
    func saturated(_ factor: Float) -> Colour {
        let grey = luminance
        func channel(_ value: Float) -> Float { min(max(grey + (value - grey) * factor, 0), 1) }
        return Colour(channel(red), channel(green), channel(blue))
    }

    /// Hue 0 to 1 around the wheel.
    static func hue(_ hue: Float, _ saturation: Float, _ value: Float) -> Colour {
        func channel(_ offset: Float) -> Float {
            let place = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
            return value - value * saturation * max(0, min(place, 4 - place, 1))
        }
        return Colour(channel(5), channel(3), channel(1))
    }
}

/// Colours along a line from 0 to 1.
struct Gradient: Sendable {
    private let stops: [(place: Float, colour: Colour)]

    init(_ stops: [(Float, Colour)]) { self.stops = stops.map { (place: $0.0, colour: $0.1) } }
    init(_ colours: [Colour]) { self.init(colours.enumerated().map { (Float($0.offset) / Float(max(colours.count - 1, 1)), $0.element) }) }

    func colour(at place: Float) -> Colour {
        guard let first = stops.first, let last = stops.last else { return .black }
        if place <= first.place { return first.colour }
        for (a, b) in zip(stops, stops.dropFirst()) where place <= b.place {
            let part = (place - a.place) / max(b.place - a.place, 1e-6)
            return a.colour.mixed(with: b.colour, part * part * (3 - 2 * part) * 0.5 + part * 0.5)
        }
        return last.colour
    }
}
