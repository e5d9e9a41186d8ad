import Pixels

/// A picture as luma and, unless it is grey, two chroma planes of the same or a lower resolution.
struct PlanarImage {
    var luma: Plane
    var chroma: (blue: Plane, red: Plane)?
    /// Luma samples to one chroma sample on each axis.
    var chromaStep = (x: 1, y: 1)
    /// How the samples stand for colours; JPEG's own way unless a video or HEIF says otherwise.
    var coding = ColorCoding.jpeg

    var size: PixelSize { PixelSize(width: luma.width, height: luma.height) }

    /// Size of a chroma plane beside a luma plane of this size.
    static func chromaSize(_ size: PixelSize, step: (x: Int, y: Int)) -> PixelSize {
        PixelSize(width: (size.width + step.x - 1) / step.x, height: (size.height + step.y - 1) / step.y)
    }

    /// Repeats the last luma column and row where a chroma sample covers more than there is: the encoder reads whole blocks, and what
    /// lies beyond an odd edge would be memory that other pictures were in.
    func completeChromaBlocks() {
        let columns = (size.width + chromaStep.x - 1) / chromaStep.x * chromaStep.x
        let rows = (size.height + chromaStep.y - 1) / chromaStep.y * chromaStep.y
        if columns > size.width {
            for y in 0..<size.height {
                let row = luma.row(y)
                for x in size.width..<columns { row[x] = row[size.width - 1] }
            }
        }
        for y in size.height..<rows { luma.row(y).update(from: luma.row(size.height - 1), count: columns) }
    }

    enum Chroma {
        /// Half the resolution on both axes, as previews are stored.
        case halved
        /// Halved where the source has no more to give, else full.
        case asAvailable
    }

    /// The part of the picture in `window`, resampled to `size` (both before turning) and turned.
    func resampled(_ window: Window, to size: PixelSize, turn: OrientationTransform, chroma wanted: Chroma) throws(CodecError) -> PlanarImage {
        let scaledLuma = try PlaneScaler.scale(
            luma, x: .init(origin: window.x, length: window.width, count: size.width, coverage: Double(size.width)),
            y: .init(origin: window.y, length: window.height, count: size.height, coverage: Double(size.height)), turn: turn)
        guard let (blue, red) = chroma else { return PlanarImage(luma: scaledLuma, coding: coding) }
        let (inX, inY) = (Double(chromaStep.x), Double(chromaStep.y))
        let full = wanted == .asAvailable && window.width / inX >= 0.75 * Double(size.width) && window.height / inY >= 0.75 * Double(size.height)
        let step = full ? (x: 1, y: 1) : (x: 2, y: 2)
        let chromaSize = Self.chromaSize(size, step: step)
        func scaled(_ plane: Plane) throws(CodecError) -> Plane {
            try PlaneScaler.scale(
                plane, x: .init(origin: window.x / inX, length: window.width / inX, count: chromaSize.width, coverage: Double(size.width) / Double(step.x)),
                y: .init(origin: window.y / inY, length: window.height / inY, count: chromaSize.height, coverage: Double(size.height) / Double(step.y)),
                turn: turn)
        }
        return PlanarImage(luma: scaledLuma, chroma: (try scaled(blue), try scaled(red)), chromaStep: step, coding: coding)
    }
}

/// A rectangle in samples, with fractions.
struct Window: Equatable {
    var x: Double, y: Double, width: Double, height: Double
}
