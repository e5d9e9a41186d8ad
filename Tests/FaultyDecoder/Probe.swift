import CLinux
import Decoding
import Glibc

/// Tries what the protections forbid and says how that went, where it lives to say it.
enum Probe: String, CaseIterable {
    case open = "probe-open", lookUp = "probe-stat", socket = "probe-socket", execute = "probe-execute", fork = "probe-fork", signal = "probe-signal"
    case allocate = "probe-allocate", executable = "probe-executable-memory", shared = "probe-shared-memory", thread = "probe-thread"
    case ownDescriptor = "probe-own-descriptor", channel = "probe-channel-path", output = "probe-write-input", send = "probe-send-descriptor"
    case write = "probe-write", descriptors = "probe-descriptors", environment = "probe-environment", raise = "probe-raise-limit"

    func run() -> String {
        switch self {
        case .open: return result(Glibc.open("/etc/passwd", O_RDONLY))
        // What is open already, by a path that opens it once more: for writing, or as another socket.
        case .ownDescriptor: return result(Glibc.open("/proc/self/fd/4", O_RDWR))
        case .channel: return result(Glibc.open("/proc/self/fd/3", O_RDONLY))
        // The file that came with the request can only be read.
        case .output: return result(Int32(Glibc.write(4, "x", 1)))
        case .send: return result(clinux_channel_send(Wire.workerChannel, [0], 1, [4, 0, 1], 3, 1))
        case .lookUp:
            var facts = stat()
            return result(stat("/etc/passwd", &facts))
        case .socket: return result(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        case .execute:
            var none: [UnsafeMutablePointer<CChar>?] = [nil]
            return result(execve("/bin/true", &none, &none))
        case .fork:
            var pid: pid_t = 0
            var none: [UnsafeMutablePointer<CChar>?] = [nil]
            return result(posix_spawn(&pid, "/bin/true", nil, nil, &none, &none) == 0 ? 0 : -1)
        case .signal: return result(kill(getppid(), 0))
        case .allocate:
            guard let memory = malloc(8 << 30) else { return "refused" }
            // The optimizer leaves out memory that nobody is given.
            _ = Glibc.write(-1, memory, 0)
            return "done"
        case .executable: return mapped(PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS)
        case .shared: return mapped(PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS)
        case .thread:
            var thread = pthread_t()
            let made = pthread_create(&thread, nil, { _ in nil }, nil)
            if made == 0 { pthread_join(thread, nil) }
            return made == 0 ? "done" : "refused \(made)"
        case .write: return result(Glibc.open("/tmp/photo-decoder-was-here", O_WRONLY | O_CREAT, 0o600))
        case .descriptors: return (0..<64).filter { fcntl($0, F_GETFD) >= 0 }.map { "\($0)" }.joined(separator: " ")
        case .environment:
            var names: [String] = []
            var entry = environ
            while let text = entry.pointee {
                names.append(String(String(cString: text).prefix { $0 != "=" }))
                entry += 1
            }
            return names.sorted().joined(separator: " ")
        case .raise:
            var limit = rlimit(rlim_cur: 1 << 40, rlim_max: 1 << 40)
            return result(setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit))
        }
    }

    private func mapped(_ protection: Int32, _ flags: Int32) -> String {
        let memory = mmap(nil, 4096, protection, flags, -1, 0)
        return memory == MAP_FAILED ? "refused \(errno)" : "done"
    }

    private func result(_ value: Int32) -> String { value < 0 ? "refused \(errno)" : "done" }
}
