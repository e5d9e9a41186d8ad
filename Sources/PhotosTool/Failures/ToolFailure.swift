/// Why a command could not do what was asked, in words for a person and as an exit status.
struct ToolFailure: Error, Equatable {
    /// What the shell gets to see; stable.
    enum Status: Int32, Equatable {
        case done = 0
        /// Done, but some items failed; each was named.
        case someFailed = 1
        case usage = 64
        case badInput = 65
        case cannotOpen = 66
        case unavailable = 69
        case internalError = 70
        case cannotWrite = 73
        case locked = 75
        case interrupted = 130
    }

    let status: Status
    /// What, which file, what to do next. Empty where everything has been said already.
    let message: String

    init(_ status: Status, _ message: Sentence) {
        self.status = status
        self.message = message.text
    }

    /// Items failed and were named one by one.
    static let someFailed = ToolFailure(.someFailed, "")
    /// The reader of the output went away.
    static let readerGone = ToolFailure(.done, "")
    /// Stopped by the user, who has been told.
    static let interrupted = ToolFailure(.interrupted, "")
}
