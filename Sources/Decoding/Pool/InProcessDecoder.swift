import Codecs
import Glibc

/// Decodes on the calling thread, where a file that crashes or captures a codec has the process with all that it may do.
///
/// For tests and benchmarks, which give it bytes of their own: nothing chooses it by itself.
package final class InProcessDecoder: MediaDecoder {
    private let limits: WorkerLimits
    private let codec: Codec

    package init(limits: WorkerLimits = WorkerLimits()) {
        self.limits = limits
        codec = Codec(limits: limits.codec)
    }

    package func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination {
        try RequestCheck.check(options)
        return try read(source) { (bytes) throws(CodecError) in
            var result = try codec.examine(bytes, name: source.name, options)
            result.facts = result.facts.bounded()
            return result
        }
    }

    package func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage {
        try RequestCheck.check(request)
        return try read(source) { (bytes) throws(CodecError) in try codec.render(bytes, name: source.name, request) }
    }

    package func render(packed files: [[UInt8]], _ request: RenderRequest) throws(CodecError) -> [PixelImage?] {
        try RequestCheck.check(request)
        _ = try RequestCheck.check(packed: files)
        return files.map { file in
            let image = try? file.withUnsafeBufferPointer { (bytes) throws(CodecError) in
                try codec.render(UnsafeRawBufferPointer(bytes), name: "a stored picture", request)
            }
            return image.flatMap { $0.damage == nil && $0.iccProfile == nil ? $0 : nil }
        }
    }

    package func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage {
        _ = try RequestCheck.check(image, format)
        return try codec.encode(image, as: format)
    }

    private func read<Value>(
        _ source: MediaSource, _ body: (UnsafeRawBufferPointer) throws(CodecError) -> Value
    ) throws(CodecError) -> Value {
        let input = try RequestCheck.input(source)
        defer { if input.isOwned { close(input.descriptor) } }
        let file = try InputBytes(descriptor: input.descriptor, name: source.name, unmappedLimit: limits.unmappedBytes)
        return try body(file.bytes)
    }
}
