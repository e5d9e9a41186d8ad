import Codecs
import Glibc
import Synchronization

/// Decodes on the calling thread, for where no worker binary can be had. A file that crashes a codec takes the process with it.
package final class InProcessDecoder: MediaDecoder {
    private let limits: WorkerLimits
    private let work: CodecWork
    private let preparation = Mutex<Result<Void, DecodingError>?>(nil)

    package init(limits: WorkerLimits = WorkerLimits()) {
        self.limits = limits
        work = CodecWork(limits)
    }

    package func examine(_ source: MediaSource, _ options: ExamineOptions) throws(DecodingError) -> Examination {
        try RequestCheck.check(options)
        return try read(source) { (bytes) throws(DecodingError) in
            var result = try work.examine(bytes, name: source.name, options: options)
            result.facts = result.facts.bounded()
            return result
        }
    }

    package func render(_ source: MediaSource, _ request: RenderRequest) throws(DecodingError) -> PixelImage {
        try RequestCheck.check(request)
        return try read(source) { (bytes) throws(DecodingError) in try work.render(bytes, name: source.name, request: request) }
    }

    package func encode(_ image: PixelImage, as format: EncodedFormat) throws(DecodingError) -> EncodedImage {
        _ = try RequestCheck.check(image, format)
        try prepare()
        return try work.encode(image, as: format)
    }

    private func read<Value>(
        _ source: MediaSource, _ body: (UnsafeRawBufferPointer) throws(DecodingError) -> Value
    ) throws(DecodingError) -> Value {
        let input = try RequestCheck.input(source)
        defer { if input.isOwned { close(input.descriptor) } }
        try prepare()
        let file = try InputBytes(descriptor: input.descriptor, name: source.name, unmappedLimit: limits.unmappedBytes)
        return try body(file.bytes)
    }

    /// Once; the answer stands for the life of the decoder.
    private func prepare() throws(DecodingError) {
        let result = preparation.withLock { known in
            if let known { return known }
            let result: Result<Void, DecodingError>
            do throws(DecodingError) { result = .success(try Codec.prepare()) } catch { result = .failure(error) }
            known = result
            return result
        }
        try result.get()
    }
}
