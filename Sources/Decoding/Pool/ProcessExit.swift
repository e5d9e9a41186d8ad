import Glibc

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
