import Pixels

extension Codec {
    /// Upright pixels of a picture for bright screens, as bright as the request says.
    func render(
        bright reader: any PictureReader, _ colors: BrightColors, _ geometry: Geometry, _ request: RenderRequest,
        into allocate: (Int) throws(CodecError) -> UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> PixelLayout {
        let pixels = try reader.deepPixels(geometry)
        var layout = PixelLayout(
            width: pixels.size.width, height: pixels.size.height, format: request.format, hasAlpha: pixels.hasAlpha, damage: pixels.damage)
        let output = try allocated(layout, allocate)
        switch request.format {
        case .rgba16:
            let target = output.assumingMemoryBound(to: UInt16.self)
            target.update(from: pixels.samples, count: pixels.count * 4)
            layout.iccProfile = pixels.tone(colors, request) { target[$0] = $1 }
        case .rgba8:
            let target = output.assumingMemoryBound(to: UInt8.self)
            func eight(_ value: UInt16) -> UInt8 { UInt8(truncatingIfNeeded: (UInt32(value) &* 255 &+ 32767) / 65535) }
            for at in 0..<pixels.count * 4 { target[at] = eight(pixels.samples[at]) }
            layout.iccProfile = pixels.tone(colors, request) { target[$0] = eight($1) }
        }
        return layout
    }

    /// The picture for ordinary screens as planes for a JPEG, laid on white, the profile of its primaries, and a gain map as it stands behind such a JPEG.
    func planes(
        bright reader: any PictureReader, _ colors: BrightColors, _ geometry: Geometry
    ) throws(CodecError) -> (image: PlanarImage, profile: ColorProfile?, map: [UInt8]?, damage: String?) {
        let pixels = try reader.deepPixels(geometry)
        var request = RenderRequest()
        request.keepsWideGamut = true
        let plane = try Plane(width: pixels.size.width * 4, height: pixels.size.height)
        let width = pixels.size.width * 4
        let profile = pixels.tone(colors, request) { at, value in
            let alpha = UInt32(pixels.samples[at | 3]), white = (65535 - alpha) * 65535
            let shown = alpha == 65535 ? UInt32(value) : UInt32((UInt64(value) * UInt64(alpha) + UInt64(white)) / 65535)
            plane.row(at / width)[at % width] = UInt8(truncatingIfNeeded: (shown &* 255 &+ 32767) / 65535)
        }
        let image = try PlanarImage(pixels: plane.samples, size: pixels.size, bytesPerRow: plane.stride, layout: .rgba, subsampling: .halved)
        // As phones have it, in a quarter of the picture's resolution.
        let side = max(pixels.size.width, pixels.size.height, 4) / 4
        let isWhole = !pixels.hasAlpha && pixels.damage == nil
        let map = isWhole ? try? pixels.gainMap(colors).map { try encoded($0, shown(pixels.size), longestSide: side) } : nil
        return (image, profile.flatMap { ColorProfile($0) }, map, pixels.damage)
    }

    /// All of an upright picture of this size.
    private func shown(_ size: PixelSize) -> ShownPicture { ShownPicture(size: size, turn: .none, request: RenderRequest(), result: size) }
}

extension DeepPixels {
    /// Gives what the colours become to `write`, unless they stay as they are, and the profile that goes with them.
    fileprivate func tone(_ colors: BrightColors, _ request: RenderRequest, _ write: (_ at: Int, _ value: UInt16) -> Void) -> [UInt8]? {
        if request.headroom < 1 { return colors.profile(isHybrid: colors.curve == .hybrid) }
        let mapping = ToneMapping(colors, headroom: request.headroom)
        if request.headroom > 1 {
            mapping.toPerceptual(samples, count: count, write)
            return colors.profile(isHybrid: false)
        }
        mapping.toStandard(samples, count: count, keepsPrimaries: request.keepsWideGamut, write)
        let profile = ColorProfile.primaries(colors.primaries)
        return request.keepsWideGamut && !profile.isEmpty ? profile : nil
    }
}
