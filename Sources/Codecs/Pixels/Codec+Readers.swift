import CTurboJPEG
import Metadata
import PhotoModel
import Pixels

extension Codec {
    /// The reader for this content. `bytes` must outlive it.
    func reader(_ bytes: UnsafeRawBufferPointer, facts: MediaFacts, time: Double) throws(CodecError) -> any PictureReader {
        switch facts.kind {
        case .rawImage: return try RawReader(bytes, limits: limits)
        case .video: return try MovieReader(bytes, time: time, limits: limits)
        case .image: break
        case .audio, .adjustment, .sidecar:
            throw CodecError(.unsupported, "Content of type \(facts.uniformType) has no picture.")
        }
        if facts.uniformType == UniformTypes.jpeg, let reader = try JPEGReader(bytes, limits: limits) { return reader }
        if UniformTypes.conforms(facts.uniformType, to: UniformTypes.heifStandard) { return try HeifReader(bytes, limits: limits) }
        if facts.uniformType == UniformTypes.bmp { return try MovieReader(bitmap: bytes, limits: limits) }
        guard let loader = VipsLoader(uniformType: facts.uniformType) else {
            throw CodecError(.unsupported, "Pictures of type \(facts.uniformType) cannot be shown.")
        }
        return try VipsReader(bytes, loader: loader, limits: limits)
    }
}

extension TJPF {
    static var rgba: TJPF { TJPF_RGBA }
    static var rgb: TJPF { TJPF_RGB }
}

extension TJSAMP {
    static var grey: TJSAMP { TJSAMP_GRAY }
    static var halved: TJSAMP { TJSAMP_420 }
    static var full: TJSAMP { TJSAMP_444 }
}
