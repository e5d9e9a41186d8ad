import Glibc

/// System calls that a captured decoder would like to make, by their numbers, since the library that has names for them may ask for something else.
enum ForbiddenCall: String, CaseIterable {
    // Other processes.
    case ptrace, killParent = "kill-parent", tgkillParent = "tgkill-parent", queueSignal = "rt_sigqueueinfo", readMemory = "process_vm_readv"
    case writeMemory = "process_vm_writev", openProcess = "pidfd_open", takeDescriptor = "pidfd_getfd", compare = "kcmp"
    // Programs and processes of its own.
    case executeAt = "execveat", fork = "clone-process", newFork = "clone3"
    // The kernel's own machines.
    case ring = "io_uring_setup", program = "bpf", events = "perf_event_open", faults = "userfaultfd", key = "add_key", keys = "keyctl"
    case filter = "seccomp"
    // Files and code in memory, files by another way.
    case memoryFile = "memfd_create", secretMemory = "memfd_secret", byHandle = "open_by_handle_at", protect = "pkey_mprotect", duplicate = "dup"
    case watch = "inotify_init1", poll = "epoll_create1"
    // Sockets.
    case socket, pair = "socketpair", connect, listen = "accept4", send = "sendto", vsock = "socket-vsock", netlink = "socket-netlink"
    // Its own protections.
    case unshare, setns, mount, chroot, personality, limits = "prlimit64", speculation = "prctl-seccomp", dumpable = "prctl-dumpable"
    case shared = "shmget"
    case pipeSize = "fcntl-pipe-size", copyDescriptor = "fcntl-dupfd"

    /// What the kernel says, where the process lives to say it.
    func make() -> String {
        let (number, arguments) = call
        guard number > 0, let symbol = dlsym(nil, "syscall") else { return "unknown" }
        typealias Call = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int
        let result = unsafeBitCast(symbol, to: Call.self)(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5])
        return result < 0 ? "refused \(errno)" : "done"
    }

    private var call: (number: Int, arguments: [Int]) {
        let parent = Int(getppid())
        let (number, given): (Int, [Int]) =
            switch self {
            case .ptrace: (Self.either(101, 117), [16, parent])
            case .killParent: (Self.either(62, 129), [parent, 0])
            case .tgkillParent: (Self.either(234, 131), [parent, parent, 0])
            case .queueSignal: (Self.either(129, 138), [parent, 10])
            case .readMemory: (Self.either(310, 270), [parent])
            case .writeMemory: (Self.either(311, 271), [parent])
            case .openProcess: (434, [parent])
            case .takeDescriptor: (438, [3, 0])
            case .compare: (Self.either(312, 272), [parent, parent])
            case .executeAt: (Self.either(322, 281), [4, 0, 0, 0, 0x1000])
            case .fork: (Self.either(56, 220), [17])
            case .newFork: (435, [])
            case .ring: (425, [8])
            case .program: (Self.either(321, 280), [5])
            case .events: (Self.either(298, 241), [])
            case .faults: (Self.either(323, 282), [])
            case .key: (Self.either(248, 217), [])
            case .keys: (Self.either(250, 219), [])
            case .filter: (Self.either(317, 277), [2])
            case .memoryFile: (Self.either(319, 279), [])
            case .secretMemory: (447, [])
            case .byHandle: (Self.either(304, 265), [4])
            case .protect: (Self.either(329, 288), [0, 4096, 7, -1])
            case .duplicate: (Self.either(32, 23), [3])
            case .watch: (Self.either(294, 26), [])
            case .poll: (Self.either(291, 20), [])
            case .socket: (Self.either(41, 198), [2, 1, 0])
            case .pair: (Self.either(53, 199), [1, 1, 0])
            case .connect: (Self.either(42, 203), [3])
            case .listen: (Self.either(288, 242), [3])
            case .send: (Self.either(44, 206), [3])
            case .vsock: (Self.either(41, 198), [40, 1, 0])
            case .netlink: (Self.either(41, 198), [16, 3, 0])
            case .unshare: (Self.either(272, 97), [0x1000_0000])
            case .setns: (Self.either(308, 268), [4, 0])
            case .mount: (Self.either(165, 40), [])
            case .chroot: (Self.either(161, 51), [])
            case .personality: (Self.either(135, 92), [0x40_0000])
            case .limits: (Self.either(302, 261), [])
            case .speculation: (Self.either(157, 167), [22, 0])
            case .dumpable: (Self.either(157, 167), [4, 1])
            case .shared: (Self.either(29, 194), [0, 4096, 0o1777])
            case .pipeSize: (Self.either(72, 25), [2, 1031, 1 << 20])
            case .copyDescriptor: (Self.either(72, 25), [3, 0, 10])
            }
        return (number, given + [Int](repeating: 0, count: 6 - given.count))
    }

    /// The number on Intel's and on ARM's machines.
    private static func either(_ intel: Int, _ arm: Int) -> Int {
        #if arch(x86_64)
            intel
        #elseif arch(arm64)
            arm
        #else
            0
        #endif
    }
}
