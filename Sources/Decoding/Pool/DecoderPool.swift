import Glibc
import Metadata
import Pixels
import Synchronization

/// Decodes in worker processes that are trusted with nothing.
///
/// Calls block their thread, any number at once; at most `DecoderOptions.workers` are served at the same time, in the order of the calls. A worker that
/// crashes or lies is replaced and the request tried once more in what is left of its time; then the file gets the blame and nobody else notices. Workers
/// start when they are needed and end when they idle, have worked for some seconds, or have met a damaged file: what one file does to a worker reaches few
/// others.
package final class DecoderPool: MediaDecoder {
    private let core: PoolCore
    /// Makes films; begun when the first one is asked for.
    private let filmCore = Mutex<PoolCore?>(nil)
    private let nextRequest = Atomic<UInt64>(1)

    /// - Parameter path: the worker's executable. Nothing is started before the first call.
    package init(path: String, options: DecoderOptions = DecoderOptions()) throws(CodecError) {
        core = try Self.begun(path, options)
    }

    deinit { close() }

    private static func begun(_ path: String, _ options: DecoderOptions) throws(CodecError) -> PoolCore {
        let core = PoolCore(path: path, options: options)
        do throws(SystemError) { try core.start() } catch {
            throw CodecError(.workerMissing, "no thread could be started for the decoder; close other programs and try again", cause: "\(error)")
        }
        return core
    }

    func films() throws(CodecError) -> PoolCore {
        guard !core.isClosed else { throw PoolCore.closed }
        return try filmCore.withLock { films throws(CodecError) in
            if let films { return films }
            let new = try Self.begun(core.path, core.options.forFilms)
            films = new
            return new
        }
    }

    func nextID() -> UInt64 { nextRequest.wrappingAdd(1, ordering: .relaxed).oldValue }

    /// Ends all workers and waits for their end; calls in progress fail with `workerMissing`, and so do later ones.
    package func close() {
        core.close()
        filmCore.withLock { $0 }?.close()
    }

    /// Ends the workers that idle, with the memory that they share with this process; the next calls start others.
    package func giveMemoryBack() {
        core.retireIdle()
        filmCore.withLock { $0 }?.retireIdle()
    }

    package var status: DecoderStatus { core.status }

    /// Waits until there are as many workers as wanted, but for so many seconds at most; for tests.
    /// - Returns: whether there are.
    func wait(seconds: Double, forWorkers wanted: Int) -> Bool { core.wait(seconds: seconds, forWorkers: wanted) }

    package func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination {
        try RequestCheck.check(options)
        return try read(source, .examine(name: source.name, options)) { (answer, process) throws(WorkerFault) in
            let examination = try AnswerCheck.examination(answer, of: options, in: process.shared)
            if examination.facts.damage != nil { process.metDamage = true }
            return examination
        }
    }

    package func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage {
        try RequestCheck.check(request)
        let options = core.options
        return try read(source, .render(name: source.name, request)) { (answer, process) throws(WorkerFault) in
            let image = try process.picture(try AnswerCheck.pixels(answer, of: request, limits: options.limits, shared: process.shared.count), options: options)
            try AnswerCheck.trailers(of: image)
            if image.damage != nil { process.metDamage = true }
            return image
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
                answer, of: request, files: files.count, slots: process.taken.count, from: Wire.aligned(total), limits: limits, shared: process.shared.count)
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

    package func write(_ metadata: WrittenMetadata, into source: MediaSource) throws(CodecError) -> [UInt8] {
        let json = try WrittenMetadataCoding.encode(metadata)
        let input = try RequestCheck.input(source)
        defer { if input.isOwned { Glibc.close(input.descriptor) } }
        let former = try RequestCheck.contents(of: input.descriptor, input.size, named: source.name), limit = former.count + Self.writtenBytes
        let request = WorkRequest.write(name: source.name, metadata: json.count, limit: limit)
        let job = DecoderJob(request: request, name: source.name, input: input.descriptor, size: input.size, files: [json])
        return try perform(job) { (answer, process) throws(WorkerFault) in
            try AnswerCheck.written(answer, of: former, limit: limit, at: Wire.aligned(json.count), in: process.shared)
        }
    }

    package func placeMask(of source: MediaSource) throws(CodecError) -> PlaceMask {
        let input = try RequestCheck.input(source)
        defer { if input.isOwned { Glibc.close(input.descriptor) } }
        let job = DecoderJob(request: .maskPlaces(name: source.name), name: source.name, input: input.descriptor, size: input.size)
        return try perform(job) { (answer, process) throws(WorkerFault) in try AnswerCheck.placeMask(answer, count: input.size, in: process.shared) }
    }

    /// What metadata may add to a file at most, in bytes.
    private static let writtenBytes = 4 << 20

    private func read<Value>(
        _ source: MediaSource, _ request: WorkRequest, _ check: (WorkAnswer, WorkerProcess) throws(WorkerFault) -> Value
    ) throws(CodecError) -> Value {
        let input = try RequestCheck.input(source)
        defer { if input.isOwned { Glibc.close(input.descriptor) } }
        return try perform(DecoderJob(request: request, name: source.name, input: input.descriptor, size: input.size), check)
    }

    /// Runs the job in a worker, and in a fresh one if the first is at fault and has left it the time.
    private func perform<Value>(
        _ job: DecoderJob, _ check: (WorkAnswer, WorkerProcess) throws(WorkerFault) -> Value
    ) throws(CodecError) -> Value {
        let id = nextID()
        let limit = core.options.seconds(for: job.request, size: job.size)
        var spent = 0.0
        var result = try attempt(id, job, limit, &spent, check)
        // A file that takes most of its time to fail costs it once.
        if case .failure(let failure) = result, failure.deservesAnotherTry, spent < limit / 2, !core.isClosed {
            result = try attempt(id, job, limit - spent, &spent, check)
        }
        switch result {
        case .success(let value): return value
        case .failure(let failure): throw core.isClosed ? PoolCore.closed : failure.error
        }
    }

    /// - Parameters:
    ///   - seconds: what the request may take.
    ///   - spent: gets what it took.
    private func attempt<Value>(
        _ id: UInt64, _ job: DecoderJob, _ seconds: Double, _ spent: inout Double, _ check: (WorkAnswer, WorkerProcess) throws(WorkerFault) -> Value
    ) throws(CodecError) -> Result<Value, DecodingFailure> {
        let (slot, process) = try core.acquire()
        var end = PoolMachine.Release.dead
        defer { core.release(slot, process, end) }
        var begun: Double?
        do throws(WorkerFault) {
            try process.awaitHello(seconds: core.options.startSeconds)
            let start = process.now()
            begun = start
            let reply = try job.run(id, process, core.options, seconds: seconds)
            let result: Result<Value, DecodingFailure>
            switch reply {
            case .answer(let answer): result = .success(try check(answer, process))
            case .failure(let failure):
                result = .failure(DecodingFailure(answer: failure.error))
                if failure.code == .damaged { process.metDamage = true }
            }
            try process.shrink(options: core.options)
            _ = process.collectMessages()
            process.workedSeconds += process.now() - start
            end = process.metDamage || process.workedSeconds >= core.options.workSeconds ? .spent : .reusable
            return result
        } catch {
            if let begun { spent += process.now() - begun }
            let processEnd = process.end()
            let failure = DecodingFailure(error, end: processEnd, messages: process.collectMessages(), job: job, path: core.path)
            if case .unprotected = error { core.refuseWork(failure.error) }
            return .failure(failure)
        }
    }
}
