import CVips

/// What a PNG's chunks say of its colours beside an embedded profile, which libvips gives: it leaves the others to its caller.
struct PNGColors {
    /// A profile that says the same as the chunks; empty where they say sRGB, `nil` where an embedded profile or nobody has the word.
    private(set) var profile: [UInt8]?
    /// Where the code points say that the picture is for bright screens.
    private(set) var bright: BrightColors?

    /// By the specification's order: coding-independent code points, embedded profile, sRGB, and last the curve and the primaries.
    init(_ bytes: UnsafeRawBufferPointer) {
        var codes: (primaries: Int, transfer: Int)?, hasProfile = false, isStandard = false, gamma: Int?, primaries: [Int]?
        var at = 8
        while at + 12 <= bytes.count {
            let length = Self.number(bytes, at), name = Self.number(bytes, at + 4)
            guard length <= bytes.count - at - 12, name != Self.name("IDAT") else { break }
            let data = at + 8
            switch (name, length) {
            case (Self.name("cICP"), 4): codes = (Int(bytes[data]), Int(bytes[data + 1]))
            case (Self.name("iCCP"), _): hasProfile = true
            case (Self.name("sRGB"), 1): isStandard = true
            case (Self.name("gAMA"), 4): gamma = Self.number(bytes, data)
            case (Self.name("cHRM"), 32): primaries = (0..<8).map { Self.number(bytes, data + 4 * $0) }
            default: break
            }
            at += 12 + length
        }
        if let codes {
            profile = ColorProfile.primaries(codes.primaries)
            bright = BrightColors(primaries: codes.primaries, transfer: codes.transfer)
        } else if !hasProfile, isStandard {
            profile = []
        } else if !hasProfile, gamma != nil || primaries != nil {
            profile = Self.made(gamma: gamma, primaries: primaries)
        }
    }

    /// Encoders write a gamma of 1 / 2.2 for sRGB, since the chunk can say no more, and so it is read.
    private static let standardGamma = 45000...46000
    private static let standardPrimaries = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]

    private static func made(gamma: Int?, primaries: [Int]?) -> [UInt8]? {
        let gamma = gamma.flatMap { standardGamma.contains($0) || !(10_000...1_000_000).contains($0) ? nil : $0 }
        let xy = primaries.flatMap { isPlausible($0) ? $0 : nil } ?? standardPrimaries
        if gamma == nil, zip(xy, standardPrimaries).allSatisfy({ abs($0 - $1) < 200 }) { return [] }
        func point(_ at: Int) -> cmsCIExyY { cmsCIExyY(x: Double(xy[at]) / 100_000, y: Double(xy[at + 1]) / 100_000, Y: 1) }
        return ColorProfile.make(red: point(2), green: point(4), blue: point(6), white: point(0), power: gamma.map { 100_000 / Double($0) })
    }

    /// Points of the diagram, which are no straight line.
    private static func isPlausible(_ xy: [Int]) -> Bool {
        let points = stride(from: 0, to: 8, by: 2).map { (xy[$0], xy[$0 + 1]) }
        guard points.allSatisfy({ $0.0 <= 100_000 && $0.1 > 0 && $0.0 + $0.1 <= 100_000 }), xy[0] > 0 else { return false }
        let area = (xy[4] - xy[2]) * (xy[7] - xy[3]) - (xy[6] - xy[2]) * (xy[5] - xy[3])
        return abs(area) > 10_000_000
    }

    private static func name(_ text: StaticString) -> Int { text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | Int($1) } } }
    private static func number(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[at + $1]) } }
}
