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
    /// - Parameter size: bytes of the input.
    func transcode(_ id: UInt64, _ request: WorkRequest, input: Int32, size: Int, options: DecoderOptions, to sink: some TranscodeSink) throws(WorkerFault) -> FilmEnd {
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
            case .frame(id, let layout, let seconds):
                guard case .transcode(_, let wanted) = request, wanted.handsFramesOut else { throw .lied("a frame that nobody asked for") }
                let frame = try AnswerCheck.frame(layout, at: seconds, mayBeDeep: wanted.keepsDepth, in: shared, limits: options.limits)
                guard let edited = try? sink.frame(frame, at: seconds) else { return .givenUp }
                guard let size = edited.placed(in: shared, as: frame.format) else {
                    return .failed(WorkFailure(CodecError(.tooLarge, "a frame of \(edited.width) × \(edited.height) pixels can't be put into a film; make it smaller")))
                }
                // However long the sink took, the worker did not.
                silentUntil = now() + options.filmSilence
                try send(.frame(id: id, size), [])
            case .needsInput(id, let offset, let count):
                guard case .transcode(_, let wanted) = request, wanted.fillsHoles, count > 0, count <= size, offset <= size - count else {
                    throw .lied("needs \(count) bytes at \(offset)")
                }
                let start = now()
                guard sink.need(offset..<offset + count) else { return .givenUp }
                // However long they took to come, the worker did not; and asking is no progress.
                silentUntil += now() - start
                try send(.proceed(id: id), [])
            case .answer(id, .transcoded): return .finished
            case .failure(id, let failure): return .failed(failure)
            default: throw .lied("answered what was not asked")
            }
        }
    }
}

extension PixelImage {
    /// Puts the rows without gaps at the start of shared memory; `nil` where they are none of this format or don't fit.
    fileprivate func placed(in memory: SharedMemory, as wanted: PixelFormat) -> ImageLayout? {
        let layout = ImageLayout(width: width, height: height, bytesPerRow: width * format.bytesPerPixel, format: format, hasAlpha: false), sides = 2...16_384
        guard format == wanted, sides.contains(width), sides.contains(height), bytesPerRow >= layout.bytesPerRow, layout.rowsLength <= memory.count,
            pixels.count >= (height - 1) * bytesPerRow + layout.bytesPerRow
        else { return nil }
        pixels.withUnsafeBytes { source in
            for y in 0..<height {
                let row = UnsafeRawBufferPointer(rebasing: source[y * bytesPerRow..<y * bytesPerRow + layout.bytesPerRow])
                UnsafeMutableRawBufferPointer(rebasing: memory.bytes[(y * layout.bytesPerRow)...]).copyMemory(from: row)
            }
        }
        return layout
    }
}
