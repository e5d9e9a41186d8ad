import Pixels

extension WorkerProcess {
    /// How the making of a film ended.
    enum FilmEnd {
        case finished
        case failed(WorkFailure)
        /// The sink gave up; the worker still works, and is to be ended.
        case givenUp
    }

    /// How often a sink is asked whether it still wants the film, in milliseconds, where the worker says nothing.
    private static var patience: Int { 50 }

    /// Sends a request for a film and hands its parts to `sink` as they come. What is in the shared memory is copied and not looked at.
    func transcode(_ id: UInt64, _ request: WorkRequest, input: Int32, options: DecoderOptions, to sink: some TranscodeSink) throws(WorkerFault) -> FilmEnd {
        try send(.request(id: id, request), [input])
        let last = now() + options.filmSeconds
        var silentUntil = now() + options.filmSilence, latest = -1.0
        while true {
            while !channel.wait(milliseconds: Self.patience) {
                guard sink.goesOn(done: max(latest, 0)) else { return .givenUp }
                guard now() < min(silentUntil, last) else { throw .timedOut(now() < last ? options.filmSilence : options.filmSeconds) }
            }
            switch try next(until: min(silentUntil, last), allowed: options.filmSilence) {
            case .part(id, let offset, let count, let done):
                guard (0...1).contains(done), done >= latest, count <= shared.count, offset <= options.filmBytes - count else {
                    throw .lied("a part of \(count) bytes at \(offset)")
                }
                if count > 0 || done > latest { silentUntil = now() + options.filmSilence }
                latest = done
                if count > 0, !sink.write(UnsafeRawBufferPointer(rebasing: shared.bytes[..<count]), at: offset) { return .givenUp }
                guard sink.goesOn(done: done) else { return .givenUp }
                try send(.proceed(id: id), [])
            case .answer(id, .transcoded): return .finished
            case .failure(id, let failure): return .failed(failure)
            default: throw .lied("answered what was not asked")
            }
        }
    }
}
