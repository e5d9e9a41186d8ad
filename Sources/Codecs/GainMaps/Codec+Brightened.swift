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
    /// Added to light before it is multiplied, and taken off it afterwards.
    private let base: SIMD3<Float>
    private let alternate: SIMD3<Float>
    private let isStandard: Bool
    /// How bright the brightest may be, of white.
    private let most: Float

    init(_ values: GainMapValues, headroom: Double, isStandard: Bool) {
        let parameters = values.parameters, weight = parameters.weight(headroom: headroom)
        let channels = (0..<3).map { parameters.channels.count == 3 ? parameters.channels[$0] : parameters.channels[0] }
        gains = channels.flatMap { channel in
            (0..<256).map { Float(weight * (channel.minimum + (channel.maximum - channel.minimum) * pow(Double($0) / 255, 1 / channel.gamma))) }
        }
        func colour(_ path: KeyPath<GainMapParameters.Channel, Double>) -> SIMD3<Float> { SIMD3(channels.map { Float($0[keyPath: path]) }) }
        (base, alternate) = (colour(\.baseOffset), colour(\.alternateOffset))
        (self.values, self.isStandard) = (values, isStandard)
        most = Float(headroom > 0 ? min(headroom, ToneCurve.brightest) : ToneCurve.brightest)
    }

    /// - Parameter read: a component of the picture, of 65535.
    func apply(_ size: PixelSize, _ read: (_ at: Int) -> UInt16, _ write: (_ at: Int, _ value: UInt16) -> Void) {
        let across = Self.places(size.width, values.size.width), down = Self.places(size.height, values.size.height)
        let channels = values.isGrey ? 1 : 3, count = values.size.width
        // Logarithms of the gain, between two rows of the map.
        var row = [Float](repeating: 0, count: count * channels)
        row.withUnsafeMutableBufferPointer { row in
            across.withUnsafeBufferPointer { across in
                for y in 0..<size.height {
                    fill(row, channels, down[y])
                    apply(UnsafeBufferPointer(row), channels, across, from: y &* size.width &* 4, read, write)
                }
            }
        }
    }

    private func fill(_ row: UnsafeMutableBufferPointer<Float>, _ channels: Int, _ place: Place) {
        let stride = values.size.width * 4, upper = place.low &* stride, lower = place.high &* stride
        values.withValues { map in
            gains.withUnsafeBufferPointer { gains in
                for x in 0..<values.size.width {
                    for channel in 0..<channels {
                        let at = x &* 4 &+ channel, top = gains[channel &<< 8 | Int(map[upper &+ at])], bottom = gains[channel &<< 8 | Int(map[lower &+ at])]
                        row[x &* channels &+ channel] = top + (bottom - top) * place.part
                    }
                }
            }
        }
    }

    private func apply(
        _ row: UnsafeBufferPointer<Float>, _ channels: Int, _ across: UnsafeBufferPointer<Place>, from start: Int, _ read: (_ at: Int) -> UInt16,
        _ write: (_ at: Int, _ value: UInt16) -> Void
    ) {
        let most = most, base = base, alternate = alternate, m = isStandard ? Self.toDisplayP3 : Self.identity
        Self.light.withUnsafeBufferPointer { light in
            Self.curve.withUnsafeBufferPointer { curve in
                func perceptual(_ light: Float) -> UInt16 {
                    let place = (max(0, min(light, most)) / Float(ToneCurve.brightest)).squareRoot().squareRoot() * Float(Self.steps), step = Int(place)
                    return UInt16(curve[step] + (curve[step &+ 1] - curve[step]) * (place - Float(step)) + 0.5)
                }
                for x in 0..<across.count {
                    let column = across[x], at = start &+ x &* 4
                    func gain(_ channel: Int) -> Float {
                        let left = row[column.low &* channels &+ channel]
                        return exp2f(left + (row[column.high &* channels &+ channel] - left) * column.part)
                    }
                    let first = gain(0), gains = channels == 1 ? SIMD3(repeating: first) : SIMD3(first, gain(1), gain(2))
                    let stored = SIMD3(light[Int(read(at))], light[Int(read(at &+ 1))], light[Int(read(at &+ 2))])
                    let product = (stored + base) * gains - alternate, lit = product.replacing(with: 0, where: product .< 0)
                    let shown = m.0 * lit.x + m.1 * lit.y + m.2 * lit.z
                    write(at, perceptual(shown.x))
                    write(at &+ 1, perceptual(shown.y))
                    write(at &+ 2, perceptual(shown.z))
                    write(at &+ 3, read(at &+ 3))
                }
            }
        }
    }

    /// Between which two values of the map a pixel lies, on one axis.
    private struct Place {
        let low: Int, high: Int
        let part: Float
    }

    private static func places(_ pixels: Int, _ values: Int) -> [Place] {
        (0..<pixels).map { pixel in
            let place = min(max((Double(pixel) + 0.5) * Double(values) / Double(pixels) - 0.5, 0), Double(values - 1)), low = Int(place)
            return Place(low: low, high: min(low + 1, values - 1), part: Float(place - Double(low)))
        }
    }

    /// Display P3's primaries seen from sRGB's: what red, green and blue are there (CSS Color 4).
    private static let toDisplayP3 = (SIMD3<Float>(0.822462, 0.033194, 0.017083), SIMD3<Float>(0.177538, 0.966806, 0.072397), SIMD3<Float>(0, 0, 0.910520))
    private static let identity = (SIMD3<Float>(1, 0, 0), SIMD3<Float>(0, 1, 0), SIMD3<Float>(0, 0, 1))

    private static let steps = 1 << 14

    /// PQ's values by the fourth root of light, so that the table is finer where light is little, as PQ is.
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
