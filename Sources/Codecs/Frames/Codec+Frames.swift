import Metadata
import PhotoModel
import Pixels

extension Codec {
    /// Frames of an animation, one below the other. Of a picture that does not move there is one.
    ///
    /// A frame that is damaged ends the animation: those before it are given.
    func renderFrames(
        _ bytes: UnsafeRawBufferPointer, name: String, _ request: RenderRequest, _ range: FrameRange,
        into allocate: (Int) throws(CodecError) -> UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> PixelLayout {
        do {
            let facts = try FactsReader.read(bytes, name: name, limits: limits)
            guard let animation = try animation(bytes, facts) else {
                return try renderStill(bytes, name: name, request, range, into: allocate)
            }
            let source = animation.source
            let turn = request.orientation.map { OrientationTransform(orientation: $0) } ?? source.containerTurn ?? OrientationTransform(orientation: facts.orientation)
            let geometry = try Geometry(request, size: source.size, turn: turn)
            let count = try count(of: range, source, geometry)
            let upright = geometry.turn.apply(geometry.size)
            let one = PixelLayout(width: upright.width, height: upright.height, hasAlpha: false)
            var layout = one
            layout.height *= count
            let output = try allocated(layout, allocate)
            let (delays, damage) = try write(source, range.first..<range.first + count, geometry, to: output, step: one.byteCount)
            (layout.height, layout.hasAlpha, layout.damage) = (one.height * delays.count, source.hasAlpha, damage)
            if damage == nil, !animation.isWhole, range.first + delays.count == source.count {
                layout.damage = "The file ends before its last frame does."
            }
            let endsFile = delays.count < count || range.first + count >= source.count
            layout.frames = FrameTiming(delays: delays, loopCount: animation.loopCount, endsFile: endsFile)
            layout.iccProfile = keepOrConvert(source.profile, request, output, layout)
            return layout
        } catch {
            throw error.naming(name)
        }
    }

    private func renderStill(
        _ bytes: UnsafeRawBufferPointer, name: String, _ request: RenderRequest, _ range: FrameRange,
        into allocate: (Int) throws(CodecError) -> UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> PixelLayout {
        guard range.first == 0 else { throw Self.noFrame(range.first, of: 1) }
        var still = request
        (still.frames, still.format, still.exact) = (nil, .rgba8, true)
        var layout = try render(bytes, name: name, still, into: allocate)
        layout.frames = FrameTiming(delays: [0], loopCount: 1, endsFile: true)
        return layout
    }

    private struct Animation {
        var source: any FrameSource
        var loopCount: Int
        var isWhole = true
    }

    /// `nil` for what does not move, or can't be read moving.
    private func animation(_ bytes: UnsafeRawBufferPointer, _ facts: MediaFacts) throws(CodecError) -> Animation? {
        guard facts.kind == .image, facts.frameCount > 1 else { return nil }
        if UniformTypes.conforms(facts.uniformType, to: UniformTypes.heifStandard) {
            return Animation(source: try TrackFrames(bytes, sequence: facts.frameCount, limits: limits), loopCount: 0)
        }
        guard let timing = AnimationTiming.read(bytes, uniformType: facts.uniformType, frameLimit: limits.frames), timing.delays.count > 1,
            let loader = VipsLoader(uniformType: facts.uniformType)
        else { return nil }
        let reader = try VipsReader(bytes, loader: loader, limits: limits)
        if reader.bright != nil { throw Self.brightAnimation }
        let source: any FrameSource =
            facts.uniformType == UniformTypes.png
            ? try TrackFrames(bytes, png: reader, hasAlpha: facts.hasAlpha, timing, limits: limits) : VipsFrames(bytes, reader, loader, timing)
        return Animation(source: source, loopCount: timing.loopCount, isWhole: timing.isWhole)
    }

    /// libvips has no images that are higher.
    private static let mostRows = 10_000_000

    /// How many of the frames are there and fit in.
    private func count(of range: FrameRange, _ source: any FrameSource, _ geometry: Geometry) throws(CodecError) -> Int {
        guard range.first >= 0, range.first < source.count else { throw Self.noFrame(range.first, of: source.count) }
        let pixels = geometry.size.width * geometry.size.height, whole = source.size.width * source.size.height
        let fitting = min(range.bytes / PixelFormat.rgba8.bytesPerPixel, limits.pixels) / pixels
        let count = min(range.count, source.count - range.first, max(1, fitting), max(1, Self.mostRows / source.size.height))
        guard count > 0 else { throw CodecError(.invalidRequest, "No frames were asked for.") }
        guard range.first + count <= limits.framePixels / whole else {
            let size = "\(source.size.width) × \(source.size.height) pixels"
            throw CodecError(
                .tooLarge, "The animation has \(source.count) frames of \(size), which are too many to be shown. Its first frame can be shown as a picture.")
        }
        return count
    }

    private func write(
        _ source: any FrameSource, _ range: Range<Int>, _ geometry: Geometry, to output: UnsafeMutableRawPointer, step: Int
    ) throws(CodecError) -> (delays: [Int], damage: String?) {
        try source.begin(at: range.lowerBound, count: range.count)
        var delays: [Int] = []
        do {
            while delays.count < range.count {
                guard let frame = try source.next() else {
                    return (try given(delays), "The file ends after \(range.lowerBound + delays.count) of \(source.count) frames.")
                }
                try frame.write(geometry, of: source.size, to: output + delays.count * step)
                delays.append(FrameTiming.shown(frame.milliseconds))
                if let damage = frame.damage { return (delays, damage) }
            }
        } catch let error where error.code == .damaged && !delays.isEmpty {
            return (delays, error.cause ?? error.message)
        }
        return (delays, nil)
    }

    private func given(_ delays: [Int]) throws(CodecError) -> [Int] {
        guard !delays.isEmpty else { throw CodecError(.damaged, "No frame of the animation can be decoded. Try another copy of the file.") }
        return delays
    }

    private static func noFrame(_ number: Int, of count: Int) -> CodecError {
        CodecError(.invalidRequest, "The picture has \(count) frames, of which none is number \(number), counted from 0.")
    }

    static var brightAnimation: CodecError {
        CodecError(.unsupported, "Animations for bright screens can't be shown moving. Their first frame can be shown as a picture.")
    }
}

extension AnimationFrame {
    /// Cuts, resizes and turns, and writes rows of `R G B A` without gaps.
    fileprivate func write(_ geometry: Geometry, of size: PixelSize, to output: UnsafeMutableRawPointer) throws(CodecError) {
        switch picture {
        case .samples(let samples): try VipsImage.samples(of: samples).write(geometry, of: size, to: output)
        case .planes(let planes, let alpha):
            let image = try planes.resampled(geometry.window, to: geometry.size, turn: geometry.turn, chroma: .asAvailable).recodedForJPEG()
            try image.writeRGBA(to: output, bytesPerRow: image.size.width * PixelFormat.rgba8.bytesPerPixel)
            guard var alpha else { return }
            alpha.chroma = nil
            let cover = try alpha.resampled(geometry.window, to: geometry.size, turn: geometry.turn, chroma: .asAvailable).recodedForJPEG().luma
            let pixels = output.assumingMemoryBound(to: UInt8.self), width = image.size.width
            for y in 0..<cover.height {
                let row = cover.row(y)
                for x in 0..<width { pixels[(y * width + x) * 4 + 3] = row[x] }
            }
        }
    }
}
