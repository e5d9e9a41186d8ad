import CTurboJPEG
import Pixels

/// One TurboJPEG instance, destroyed with its owner, and its errors as ours. Never used for a second file: it remembers tables and colours of the first,
/// which a torn file would be read with.
final class TurboHandle {
    enum Direction { case decompress, compress }

    let raw: tjhandle

    init(_ direction: Direction) throws(CodecError) {
        guard let raw = direction == .decompress ? tjInitDecompress() : tjInitCompress() else {
            throw CodecError(.tooLarge, "There is not enough memory to start a JPEG codec.", cause: String(cString: tjGetErrorStr()))
        }
        self.raw = raw
    }

    deinit { tjDestroy(raw) }

    var message: String { String(cString: tjGetErrorStr2(raw)) }

    /// `nil` for success, the message where the result is there but something was wrong with the input; throws where there is no result.
    func outcome(_ result: CInt, _ doing: String) throws(CodecError) -> String? {
        guard result != 0 else { return nil }
        if tjGetErrorCode(raw) == CInt(TJERR_WARNING.rawValue) { return message }
        throw CodecError(.damaged, "\(doing) failed. The file is probably damaged; try another copy of it.", cause: message)
    }
}

extension PlanarImage {
    /// TurboJPEG's name for the chroma resolution; `nil` for combinations it has none for.
    var subsampling: TJSAMP? {
        guard chroma != nil else { return TJSAMP_GRAY }
        switch chromaStep {
        case (1, 1): return TJSAMP_444
        case (2, 1): return TJSAMP_422
        case (2, 2): return TJSAMP_420
        case (1, 2): return TJSAMP_440
        case (4, 1): return TJSAMP_411
        default: return nil
        }
    }

    static func step(of subsampling: TJSAMP) -> (x: Int, y: Int) {
        switch subsampling {
        case TJSAMP_422: (2, 1)
        case TJSAMP_420: (2, 2)
        case TJSAMP_440: (1, 2)
        case TJSAMP_411: (4, 1)
        default: (1, 1)
        }
    }

    /// Empty planes for a picture of this size.
    init(size: PixelSize, subsampling: TJSAMP) throws(CodecError) {
        luma = try Plane(width: size.width, height: size.height)
        guard subsampling != TJSAMP_GRAY else { return }
        chromaStep = Self.step(of: subsampling)
        let chromaSize = Self.chromaSize(size, step: chromaStep)
        chroma = (try Plane(width: chromaSize.width, height: chromaSize.height), try Plane(width: chromaSize.width, height: chromaSize.height))
    }

    /// The planes as TurboJPEG takes them, from row `top` on, which must be a multiple of the chroma step.
    func withPlanes<Result>(
        from top: Int = 0, _ body: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<CInt>) -> Result
    ) -> Result {
        var planes: [UnsafeMutablePointer<UInt8>?] = [luma.row(top), chroma?.blue.row(top / chromaStep.y), chroma?.red.row(top / chromaStep.y)]
        var strides = [CInt(luma.stride), CInt(chroma?.blue.stride ?? 0), CInt(chroma?.red.stride ?? 0)]
        return withExtendedLifetime((luma, chroma?.blue, chroma?.red)) {
            planes.withUnsafeMutableBufferPointer { planes in
                strides.withUnsafeMutableBufferPointer { strides in
                    // Both arrays have three elements, so there is a base address.
                    body(planes.baseAddress!, strides.baseAddress!)
                }
            }
        }
    }
}
