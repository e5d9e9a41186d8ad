import Glibc
import Metadata
import Pixels

extension Codec {
    /// Upright pixels of a picture with its gain map applied, as bright as the request says: in PQ, with the primaries of Display P3.
    func render(
        _ reader: any PictureReader, brightenedBy map: GainMapPicture, _ facts: MediaFacts, _ request: RenderRequest, turn: OrientationTransform,
        into allocate: (Int) throws(CodecError) -> UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> PixelLayout {
        var ordinary = request
        (ordinary.headroom, ordinary.keepsWideGamut) = (1, true)
        let memory = PixelMemory()
        var layout = try render(reader, facts, ordinary) { count throws(CodecError) in try memory.allocate(count) }
        var isStandard = true
        if let profile = layout.iccProfile {
            isStandard = false
            if !profile.withUnsafeBytes({ ICCProfile.description($0) == "Display P3" }) || !StandardCurve.isCurve(of: profile) {
                try ColorProfile.convertToDisplayP3(memory.bytes, layout, from: profile)
            }
        }
        let size = PixelSize(width: layout.width, height: layout.height)
        let values = try values(of: map, ShownPicture(size: reader.size, turn: turn, request: request, result: size))
        let brightening = Brightening(values, headroom: request.headroom, isStandard: isStandard)
        let source = memory.bytes, deep = layout.format == .rgba16
        layout.format = request.format
        let output = try allocated(layout, allocate)
        func read(_ at: Int) -> UInt16 { deep ? source.loadUnaligned(fromByteOffset: at &* 2, as: UInt16.self) : UInt16(source[at]) &* 257 }
        switch request.format {
        case .rgba16:
            let target = output.assumingMemoryBound(to: UInt16.self)
            brightening.apply(size, read) { target[$0] = $1 }
        case .rgba8:
            let target = output.assumingMemoryBound(to: UInt8.self)
            brightening.apply(size, read) { target[$0] = UInt8(truncatingIfNeeded: (UInt32($1) &* 255 &+ 32767) / 65535) }
        }
        layout.iccProfile = BrightColors(primaries: 12, transfer: 16)?.profile(isHybrid: false)
        withExtendedLifetime(memory) {}
        return layout
    }
}

/// Multiplies the light of a picture by what its gain map says (ISO 21496-1), for a screen of some headroom.
private struct Brightening {
    private let values: GainMapValues
    /// Logarithm of the gain, by channel and value.
    private let gains: [Float]
    private let offsets: [(base: Float, alternate: Float)]
    private let isStandard: Bool
    /// How bright the brightest may be, of white.
    private let most: Float

    init(_ values: GainMapValues, headroom: Double, isStandard: Bool) {
        let parameters = values.parameters, weight = parameters.weight(headroom: headroom)
        let channels = (0..<3).map { parameters.channels.count == 3 ? parameters.channels[$0] : parameters.channels[0] }
        gains = channels.flatMap { channel in
            (0..<256).map { Float(weight * (channel.minimum + (channel.maximum - channel.minimum) * pow(Double($0) / 255, 1 / channel.gamma))) }
        }
        offsets = channels.map { (Float($0.baseOffset), Float($0.alternateOffset)) }
        (self.values, self.isStandard) = (values, isStandard)
        most = Float(headroom > 0 ? min(headroom, ToneCurve.brightest) : ToneCurve.brightest)
    }

    /// - Parameter read: a component of the picture, of 65535.
    func apply(_ size: PixelSize, _ read: (_ at: Int) -> UInt16, _ write: (_ at: Int, _ value: UInt16) -> Void) {
        // Display P3's primaries seen from sRGB's: each row is a colour of the result (CSS Color 4).
        let m: [Float] = isStandard ? [0.822462, 0.177538, 0, 0.033194, 0.966806, 0, 0.017083, 0.072397, 0.910520] : [1, 0, 0, 0, 1, 0, 0, 0, 1]
        let across = Self.places(size.width, values.size.width), down = Self.places(size.height, values.size.height)
        let stride = values.size.width * 4, most = most
        values.withValues { map in
            gains.withUnsafeBufferPointer { gains in
                Self.light.withUnsafeBufferPointer { light in
                    for y in 0..<size.height {
                        let row = down[y], upper = row.low &* stride, lower = row.high &* stride
                        for x in 0..<size.width {
                            let column = across[x], at = (y &* size.width &+ x) &* 4
                            func lit(_ channel: Int) -> Float {
                                func gain(_ place: Int) -> Float { gains[channel &<< 8 | Int(map[place &+ channel])] }
                                let left = column.low &* 4, right = column.high &* 4
                                let top = gain(upper &+ left) + (gain(upper &+ right) - gain(upper &+ left)) * column.part
                                let bottom = gain(lower &+ left) + (gain(lower &+ right) - gain(lower &+ left)) * column.part
                                let value = (light[Int(read(at &+ channel))] + offsets[channel].base) * exp2f(top + (bottom - top) * row.part) - offsets[channel].alternate
                                return max(0, value)
                            }
                            let (r, g, b) = (lit(0), lit(1), lit(2))
                            write(at, Self.perceptual(min(m[0] * r + m[1] * g + m[2] * b, most)))
                            write(at &+ 1, Self.perceptual(min(m[3] * r + m[4] * g + m[5] * b, most)))
                            write(at &+ 2, Self.perceptual(min(m[6] * r + m[7] * g + m[8] * b, most)))
                            write(at &+ 3, read(at &+ 3))
                        }
                    }
                }
            }
        }
    }

    /// Between which two values of the map a pixel lies, on one axis.
    private static func places(_ pixels: Int, _ values: Int) -> [(low: Int, high: Int, part: Float)] {
        (0..<pixels).map { pixel in
            let place = min(max((Double(pixel) + 0.5) * Double(values) / Double(pixels) - 0.5, 0), Double(values - 1)), low = Int(place)
            return (low, min(low + 1, values - 1), Float(place - Double(low)))
        }
    }

    private static let steps = 1 << 14

    /// PQ's value of light relative to white. The table is finer where light is little, as PQ is.
    private static func perceptual(_ light: Float) -> UInt16 {
        let place = (light / Float(ToneCurve.brightest)).squareRoot().squareRoot() * Float(steps), step = min(Int(place), steps)
        return UInt16(curve[step] + (curve[step + 1] - curve[step]) * (place - Float(step)) + 0.5)
    }

    private static let curve: [Float] = (0...steps + 1).map { step in
        let root = min(Double(step) / Double(steps), 1)
        return Float(ToneCurve.perceptual(light: root * root * root * root * 10_000) * 65535)
    }

    /// Linear light of sRGB's values.
    private static let light: [Float] = (0...65535).map { step in
        let value = Double(step) / 65535
        return Float(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
    }
}
