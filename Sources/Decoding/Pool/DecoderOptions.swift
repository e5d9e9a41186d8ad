import Pixels
import Synchronization

/// How a decoder works and what it may cost.
package struct DecoderOptions: Sendable {
    /// Workers that decode at once; default one for each core.
    package var workers = Clock.cores
    /// Warm workers beside those, so that one that dies costs nobody a start.
    package var spares = 1
    /// Answers before spares are kept; a tool that looks at one picture never pays for a second process.
    package var sparesAfter = 16
    /// Seconds after which an idle worker ends.
    package var idleSeconds = 30.0
    /// Seconds of work after which a worker is replaced by a fresh one, so that one that a file has captured cannot falsify what is decoded forever. A
    /// start costs 30 ms, and as much again until its memory is written to.
    package var workSeconds = 5.0
    /// Seconds a worker may take to start.
    package var startSeconds = 20.0
    /// Seconds for one request, plus `secondsPerMegabyte` for the file's size, at most `maximumSeconds`.
    package var requestSeconds = 20.0
    package var secondsPerMegabyte = 0.1
    package var maximumSeconds = 300.0
    /// How many times as long it may take where frames of an animation are asked for.
    package var framesFactor = 3.0
    /// Workers that make films at once, beside the others: nobody waits for a picture because somebody encodes a film.
    package var filmWorkers = 4
    /// Private memory of each of them in bytes: an encoder looks at many frames at once. AV1 of 3840 by 2160 pixels reserves more than 4 GB, and uses half.
    package var filmMemory = 6 << 30
    /// Seconds that one of them may say nothing new, and that a whole film may take.
    package var filmSilence = 60.0
    package var filmSeconds = 12.0 * 3600
    /// The most bytes that a film may have.
    package var filmBytes = 1 << 40
    /// Limits inside the worker.
    package var limits = WorkerLimits()
    /// Bytes of shared memory each worker starts with; only what is written is ever allocated.
    package var sharedBytes = 64 << 20
    /// Shared memory of a worker is kept for its next answers up to this many written bytes.
    package var keptBytes = 256 << 20
    /// Shared memories of one worker at most, those with pictures in them that somebody still looks at included.
    package var segments = 4
    /// Pictures of at least this many bytes keep the memory they were decoded into; smaller ones are copied, which costs less than an exchange.
    package var lentBytes = 1 << 20
    /// Memories of 64 slots each that a worker decodes small stored pictures into, where they stay while somebody looks at them; 0 to 8. Beyond them
    /// pictures are copied.
    package var slabs = 8
    /// Gets one line for what a user should know, such as protections that the system refuses. Called on any thread.
    package var log: (@Sendable (String) -> Void)?
    /// Where it is remembered that such a line was given.
    package var notice = ProtectionNotice.process
    /// Monotonic time in seconds, for the limits of requests.
    package var now: @Sendable () -> Double = { Clock.now }

    package init() {}

    /// Of the workers that make films.
    var forFilms: DecoderOptions {
        var options = self
        (options.workers, options.spares, options.slabs) = (filmWorkers, 0, 0)
        options.limits.memory = filmMemory
        // A frame of 64 megapixels on its way to whoever edits it.
        options.sharedBytes = max(sharedBytes, 256 << 20)
        return options
    }

    /// Seconds for a request about a file of `size` bytes.
    func seconds(for request: WorkRequest, size: Int) -> Double {
        var seconds = requestSeconds + Double(size) / 1_048_576 * secondsPerMegabyte
        if case .render(_, let render) = request, render.frames != nil { seconds *= framesFactor }
        return min(max(maximumSeconds, requestSeconds), seconds)
    }

    /// The most bytes of shared memory that an answer may ask for.
    func mostSharedBytes(for request: WorkRequest) -> Int {
        switch request {
        case .examine(_, let options):
            FactsCoding.limit + Self.jpegLimit(options.previewSide) + Self.jpegLimit(options.thumbnailSide)
        case .render(_, let render):
            limits.pixels.multipliedReportingOverflow(by: 8).overflow ? Int.max : limits.pixels * render.format.bytesPerPixel + (16 << 20)
        case .renderPacked(let files, let render):
            // Several have to fit into what is there.
            files.count > 1 ? 0 : Wire.aligned(files.first?.length ?? 0) + mostSharedBytes(for: .render(name: "", render))
        case .encode(let layout, _):
            Wire.aligned(layout.length ?? 0) + Self.encodedLimit(layout)
        case .transcode: 0
        case .write(_, let metadata, let limit):
            Wire.aligned(metadata) + limit
        case .maskPlaces: PlaceMaskCoding.limit
        }
    }

    /// No JPEG of that size is larger, whatever its quality.
    static func jpegLimit(_ side: Int) -> Int { side > 0 ? min(side, 1 << 15) * min(side, 1 << 15) * 4 + (1 << 20) : 0 }

    static func encodedLimit(_ layout: ImageLayout) -> Int { (layout.length ?? 0) / 8 * 9 + (1 << 20) }
}

/// Says once that workers have fewer protections around them than they should.
package final class ProtectionNotice: Sendable {
    /// One for the whole process: what the system refuses one worker it refuses the others.
    package static let process = ProtectionNotice()

    private let isGiven = Mutex(false)

    package init() {}

    /// - Parameter log: where there is none nothing is remembered either, so that who has one still hears of it.
    func give(_ protections: Protections, _ log: (@Sendable (String) -> Void)?) {
        let missing = protections.missingNames
        guard let log, !missing.isEmpty else { return }
        let isFirst = isGiven.withLock { isGiven in
            defer { isGiven = true }
            return !isGiven
        }
        if isFirst {
            log(
                "This system refuses the decoder some of its locks (\(missing.joined(separator: ", "))), so fewer protections hold a malicious file. "
                    + "A container often forbids them, and a plain user account does not; 'photos doctor' lists those in force.")
        }
    }
}
