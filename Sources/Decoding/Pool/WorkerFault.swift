/// What a worker did wrong; the worker is ended, the request may be tried once more.
enum WorkerFault: Error, Equatable {
    /// Did not say hello: it crashed while starting, or took too long.
    case notStarted(String)
    /// Could not close the locks without which it may not work; their names.
    case unprotected([String])
    /// The channel ended before the answer.
    case crashed
    /// No answer in time; how long it had, in seconds.
    case timedOut(Double)
    /// An answer that cannot be true.
    case lied(String)
}
