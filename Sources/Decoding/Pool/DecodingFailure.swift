import Glibc
import Pixels

/// Why an attempt gave no value, for the caller's error.
struct DecodingFailure: Error {
    let error: CodecError
    let deservesAnotherTry: Bool

    /// The worker did its duty and says that the file or the request is at fault.
    init(answer: CodecError) {
        (error, deservesAnotherTry) = (answer, false)
    }

    /// The worker itself failed.
    init(_ fault: WorkerFault, end: ProcessExit?, messages: String, job: DecoderJob, path: String) {
        let said = messages.isEmpty ? nil : messages
        // Mapped bytes beyond the end of a file that became shorter raise SIGBUS, and so does a disk that fails.
        if job.inputChanged || end == .signal(SIGBUS) && job.input != nil {
            let message = "“\(job.name)” changed while it was read, or its disk fails; try again once it is complete"
            (error, deservesAnotherTry) = (CodecError(.unreadable, message, cause: Self.join(end?.description, said)), false)
            return
        }
        switch fault {
        case .notStarted(let why):
            let message = "the decoder at \(path) does not start: \(why); reinstall it, or name another with \(DecoderLocator.variable)"
            error = CodecError(.workerMissing, message, cause: Self.join(end?.description, said))
        case .unprotected(let missing):
            let message =
                "nothing is decoded, since this system lets the decoder at \(path) do without \(missing.joined(separator: " and ")); "
                + "allow seccomp filters where it runs, in the kernel or the container's profile, and try again"
            error = CodecError(.workerMissing, message, cause: said)
            deservesAnotherTry = false
            return
        case .crashed:
            let message = "“\(job.name)” makes the decoder fail; it is probably damaged: open it in another program and save it anew"
            error = CodecError(.workerFailed, message, cause: Self.join(end?.description ?? "the decoder vanished", said))
        case .timedOut(let seconds):
            let message = "“\(job.name)” takes longer than \(Int(seconds.rounded())) seconds to decode; it is probably damaged or far too large"
            error = CodecError(.timedOut, message, cause: said)
            // It had all the time that there is for the request.
            deservesAnotherTry = false
            return
        case .lied(let what):
            let message = "“\(job.name)” makes the decoder give impossible answers; it is probably damaged: open it in another program and save it anew"
            error = CodecError(.workerFailed, message, cause: Self.join("the decoder gave \(what)", said))
        }
        deservesAnotherTry = true
    }

    private static func join(_ parts: String?...) -> String? {
        let present = parts.compactMap { $0 }
        return present.isEmpty ? nil : present.joined(separator: ": ")
    }
}

/// How a process ended.
enum ProcessExit: Equatable, CustomStringConvertible {
    case exit(Int32)
    case signal(Int32)

    var description: String {
        switch self {
        case .exit(let status): "the decoder ended with status \(status)"
        case .signal(SIGSYS): "the decoder tried what its sandbox forbids"
        case .signal(SIGBUS): "the file became shorter while it was read, or its disk failed"
        case .signal(SIGKILL): "the decoder was killed, perhaps because memory ran out"
        case .signal(let number): "the decoder crashed with signal \(number) (\(String(cString: strsignal(number))))"
        }
    }
}

/// What a worker did wrong; the worker is ended, the request may be tried once more.
enum WorkerFault: Error, Equatable {
    /// Did not say hello: it crashed while starting, or took too long.
    case notStarted(String)
    /// Lacks protections without which it may not work; their names.
    case unprotected([String])
    /// The channel ended before the answer.
    case crashed
    /// No answer in time; how long it had, in seconds.
    case timedOut(Double)
    /// An answer that cannot be true.
    case lied(String)
}
