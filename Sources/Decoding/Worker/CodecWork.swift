import Codecs

/// The work of a real worker.
struct CodecWork: DecodingWork {
    let codec: Codec

    init(_ limits: WorkerLimits) { codec = Codec(limits: limits.codec) }

    func examine(_ bytes: UnsafeRawBufferPointer, name: String, options: ExamineOptions) throws(DecodingError) -> Examination {
        try codec.examine(bytes: bytes, name: name, options: options)
    }

    func render(_ bytes: UnsafeRawBufferPointer, name: String, request: RenderRequest) throws(DecodingError) -> PixelImage {
        try codec.render(bytes: bytes, name: name, request: request)
    }

    func encode(_ image: PixelImage, as format: EncodedFormat) throws(DecodingError) -> EncodedImage {
        try codec.encode(image, as: format)
    }
}

extension DecoderWorker {
    /// The whole of `photo-decoder`: the status to exit with.
    package static func run() -> Int32 {
        let prepare = { () throws(DecodingError) in try Codec.prepare() }
        return run(prepare: prepare, work: { CodecWork($0) }).rawValue
    }
}
