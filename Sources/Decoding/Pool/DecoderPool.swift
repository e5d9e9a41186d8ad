import Codecs
import Glibc
import Synchronization

/// Decodes in worker processes that are trusted with nothing.
///
/// Calls block their thread, any number at once; at most `DecoderOptions.workers` are served at the same time, in the order of the calls. A worker that
/// crashes, hangs or lies is replaced and the request tried once more; then the file gets the blame and nobody else notices. Workers start when they
/// are needed and end when they idle.
package final class DecoderPool: MediaDecoder {
    private let core: PoolCore
    private let nextRequest = Atomic<UInt64>(1)

    /// - Parameter path: the worker's executable. Nothing is started before the first call.
    package init(path: String, options: DecoderOptions = DecoderOptions()) throws(CodecError) {
        core = PoolCore(path: path, options: options)
        do throws(SystemError) { try core.start() } catch {
            throw CodecError(.workerMissing, "no thread could be started for the decoder; close other programs and try again", cause: "\(error)")
        }
    }

    deinit { core.close() }

    /// Ends all workers and waits for their end; calls in progress fail with `workerMissing`, and so do later ones.
    package func close() { core.close() }

    /// Ends the workers that idle, with the memory that they share with this process; the next calls start others.
    package func giveMemoryBack() { core.retireIdle() }

    package var status: DecoderStatus { core.status }

    package func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination {
        try RequestCheck.check(options)
        return try read(source, .examine(name: source.name, options)) { (answer, process) throws(WorkerFault) in
            try AnswerCheck.examination(answer, of: options, in: process.shared)
        }
    }

    package func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage {
        try RequestCheck.check(request)
        let options = core.options
        return try read(source, .render(name: source.name, request)) { (answer, process) throws(WorkerFault) in
            try process.picture(try AnswerCheck.pixels(answer, of: request, limits: options.limits, room: process.shared.count), options: options)
        }
    }

    package func render(packed files: [[UInt8]], _ request: RenderRequest) throws(CodecError) -> [PixelImage?] {
        try RequestCheck.check(request)
        let total = try RequestCheck.check(packed: files)
        guard !files.isEmpty else { return [] }
        let limits = core.options.limits
        let job = DecoderJob(request: .renderPacked(files.map { PackedFile(length: $0.count) }, request), name: "a stored picture", input: nil, size: total, files: files)
        return try perform(job) { (answer, process) throws(WorkerFault) in
            let said = try AnswerCheck.packed(
                answer, of: request, files: files.count, places: process.places.count, from: Wire.aligned(total), limits: limits, room: process.shared.count)
            process.ring.noteWritten(said.end)
            return try process.pictures(said.pictures)
        }
    }

    package func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage {
        let layout = try RequestCheck.check(image, format)
        let start = Wire.aligned(layout.length ?? 0)
        let job = DecoderJob(request: .encode(layout, format), name: "the image", input: nil, size: layout.length ?? 0, image: image)
        return try perform(job) { (answer, process) throws(WorkerFault) in
            try AnswerCheck.encoded(answer, of: layout, as: format, at: start, in: process.shared)
        }
    }

    private func read<Value>(
        _ source: MediaSource, _ request: WorkRequest, _ check: (WorkAnswer, WorkerProcess) throws(WorkerFault) -> Value
    ) throws(CodecError) -> Value {
        let input = try RequestCheck.input(source)
        defer { if input.isOwned { Glibc.close(input.descriptor) } }
        return try perform(DecoderJob(request: request, name: source.name, input: input.descriptor, size: input.size), check)
    }

    /// Runs the job in a worker, and in a fresh one if the first is at fault.
    private func perform<Value>(
        _ job: DecoderJob, _ check: (WorkAnswer, WorkerProcess) throws(WorkerFault) -> Value
    ) throws(CodecError) -> Value {
        let id = nextRequest.wrappingAdd(1, ordering: .relaxed).oldValue
        var result = try attempt(id, job, check)
        if case .failure(let blame) = result, blame.deservesAnotherTry, !core.isClosed { result = try attempt(id, job, check) }
        switch result {
        case .success(let value): return value
        case .failure(let blame): throw core.isClosed ? PoolCore.closed : blame.error
        }
    }

    private func attempt<Value>(
        _ id: UInt64, _ job: DecoderJob, _ check: (WorkAnswer, WorkerProcess) throws(WorkerFault) -> Value
    ) throws(CodecError) -> Result<Value, Blame> {
        let (slot, process) = try core.acquire()
        var isReusable = false
        defer { core.release(slot, process, isReusable: isReusable) }
        do throws(WorkerFault) {
            try process.awaitHello(seconds: core.options.startSeconds)
            let reply = try job.run(id, process, core.options)
            let result: Result<Value, Blame>
            switch reply {
            case .answer(let answer): result = .success(try check(answer, process))
            case .failure(let failure): result = .failure(Blame(answer: failure.error))
            }
            try process.shrink(options: core.options)
            _ = process.collectMessages()
            isReusable = true
            return result
        } catch {
            let end = process.end()
            return .failure(Blame(error, end: end, messages: process.collectMessages(), job: job, path: core.path))
        }
    }
}
