import Glibc
import Pixels

extension DecoderPool {
    package func transcode(_ source: MediaSource, _ request: TranscodeRequest, to sink: some TranscodeSink) throws(CodecError) {
        try RequestCheck.check(request)
        let input = try RequestCheck.input(source)
        defer { if input.isOwned { Glibc.close(input.descriptor) } }
        let job = DecoderJob(request: .transcode(name: source.name, request), name: source.name, input: input.descriptor, size: input.size)
        let core = try films()
        // What a worker that failed has sent is in the sink: the film is not begun a second time.
        let result = Result { () throws(CodecError) in try attempt(job, core, sink) }
        guard case .failure(let error) = result else { return }
        throw core.isClosed ? PoolCore.closed : error
    }

    private func attempt(_ job: DecoderJob, _ core: PoolCore, _ sink: some TranscodeSink) throws(CodecError) {
        let (slot, process) = try core.acquire()
        var release = PoolMachine.Release.dead
        defer { core.release(slot, process, release) }
        let end: WorkerProcess.FilmEnd
        do throws(WorkerFault) {
            try process.awaitHello(seconds: core.options.startSeconds)
            let start = process.now()
            end = try process.transcode(nextID(), job.request, input: job.input ?? -1, size: job.size, options: core.options, to: sink)
            _ = process.collectMessages()
            process.workedSeconds += process.now() - start
        } catch {
            let failure = DecodingFailure(error, end: process.end(), messages: process.collectMessages(), job: job, path: core.path)
            if case .unprotected = error { core.refuseWork(failure.error) }
            throw failure.error
        }
        switch end {
        case .finished:
            release = process.workedSeconds >= core.options.workSeconds ? .spent : .reusable
        case .failed(let failure):
            release = .spent
            throw failure.error
        case .givenUp:
            release = .spent
            throw CodecError(.cancelled, "“\(job.name)” was not encoded to its end, since that was cancelled")
        }
    }
}
