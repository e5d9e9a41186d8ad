import Codecs
import Glibc
import Testing

@testable import Decoding

/// Behind the locks, the same code as in the real worker tries what a captured decoder would.
@Suite(.enabled(if: FaultyPool.program != nil, "photo-decoder-faults is not beside the tests"))
struct SandboxTests {
    static let protections: Protections = {
        guard let pool = try? FaultyPool.make(), (try? FaultyPool.examine(pool, "thumbnail").get()) != nil else { return [] }
        return pool.status.protections ?? []
    }()

    @Test func thisMachineCanDoItAll() {
        let missing = Protections.all.filter { !Self.protections.contains($0.protection) }.map(\.name)
        withKnownIssue("this kernel does not offer: \(missing.joined(separator: ", "))", isIntermittent: true) {
            #expect(missing.isEmpty)
        } when: {
            !missing.isEmpty && !missing.contains("system call filter")
        }
    }

    @Test(
        .enabled(if: protections.contains(.systemCallFilter), "this kernel has no seccomp filters"),
        arguments: ["probe-socket", "probe-execute", "probe-fork", "probe-signal", "probe-raise-limit"])
    func forbiddenCallsEndTheWorker(_ probe: String) throws {
        let error = try #require(FaultyPool.failure(FaultyPool.make(), probe))
        #expect(error.code == .workerFailed && error.cause?.contains("sandbox") == true, "\(error)")
    }

    @Test(
        .enabled(if: protections.contains(.systemCallFilter), "this kernel has no seccomp filters"),
        arguments: ["probe-open", "probe-stat", "probe-write", "probe-executable-memory", "probe-shared-memory"])
    func filesAndCodeAreOutOfReach(_ probe: String) throws {
        #expect(try FaultyPool.examine(FaultyPool.make(), probe).get().facts.title?.hasPrefix("refused") == true)
    }

    static let deadly = [
        "ptrace", "kill-parent", "tgkill-parent", "rt_sigqueueinfo", "process_vm_readv", "process_vm_writev", "pidfd_open", "pidfd_getfd", "kcmp", "execveat",
        "clone-process", "io_uring_setup", "bpf", "perf_event_open", "userfaultfd", "add_key", "keyctl", "seccomp", "memfd_secret", "open_by_handle_at",
        "pkey_mprotect", "dup", "inotify_init1", "epoll_create1", "socket", "socketpair", "connect", "accept4", "sendto", "socket-vsock", "socket-netlink",
        "unshare", "setns", "mount", "chroot", "personality", "prlimit64", "prctl-seccomp", "prctl-dumpable", "shmget", "fcntl-pipe-size", "fcntl-dupfd",
    ]

    @Test(.enabled(if: protections.contains(.systemCallFilter), "this kernel has no seccomp filters"), arguments: deadly)
    func whatReachesForProcessesAndTheKernelEndsTheWorker(_ call: String) throws {
        let error = try #require(FaultyPool.failure(FaultyPool.make(), "probe-call-\(call)"), "\(call) did nothing to it")
        #expect(error.code == .workerFailed && error.cause?.contains("sandbox") == true, "\(error)")
    }

    @Test(
        .enabled(if: protections.contains(.systemCallFilter), "this kernel has no seccomp filters"),
        arguments: ["probe-call-memfd_create", "probe-call-clone3", "probe-own-descriptor", "probe-channel-path", "probe-write-input"])
    func whatIsOpenStaysAsItIs(_ probe: String) throws {
        #expect(try FaultyPool.examine(FaultyPool.make(), probe).get().facts.title?.hasPrefix("refused") == true)
    }

    /// The channel can carry descriptors, and the parent takes none.
    @Test func descriptorsThatAWorkerSendsAreNotTaken() throws {
        let pool = try FaultyPool.make()
        let error = try #require(FaultyPool.failure(pool, "probe-send-descriptor"))
        #expect(error.code == .workerFailed && error.cause?.contains("more than a packet") == true, "\(error)")
    }

    /// A picture of a format that a large library decodes, so that its threads and memory are there.
    static let picture: [UInt8] = (try? InProcessDecoder().encode(
        PixelImage(width: 640, height: 480, bytesPerRow: 2560, pixels: [UInt8](repeating: 90, count: 640 * 480 * 4), hasAlpha: false), as: .jpeg(quality: 80)))?.bytes ?? []

    @Test(
        .enabled(if: protections.contains(.systemCallFilter), "this kernel has no seccomp filters"),
        arguments: ["open", "stat", "write", "executable-memory", "shared-memory", "own-descriptor", "call-memfd_create"])
    func filesAreOutOfReachOfLaterThreads(_ probe: String) throws {
        let descriptor = FaultyPool.file(Self.picture)
        defer { close(descriptor) }
        #expect(try FaultyPool.examine(FaultyPool.make(), "probe-decoded-\(probe)", descriptor).get().facts.title?.hasPrefix("refused") == true)
    }

    @Test(
        .enabled(if: protections.contains(.systemCallFilter), "this kernel has no seccomp filters"),
        arguments: ["socket", "execute", "fork", "signal", "raise-limit", "call-ptrace", "call-execveat", "call-io_uring_setup", "call-bpf", "call-process_vm_readv"])
    func forbiddenCallsOfLaterThreadsEndTheWorker(_ probe: String) throws {
        let descriptor = FaultyPool.file(Self.picture)
        defer { close(descriptor) }
        let result = FaultyPool.examine(try FaultyPool.make(), "probe-decoded-\(probe)", descriptor)
        guard case .failure(let error) = result else {
            Issue.record("\(probe): \(result)")
            return
        }
        #expect(error.code == .workerFailed && error.cause?.contains("sandbox") == true, "\(error)")
    }

    @Test(.enabled(if: protections.contains(.resourceLimits), "resource limits could not be set"))
    func moreThanTheMemoryLimitIsRefused() throws {
        #expect(try FaultyPool.examine(FaultyPool.make(), "probe-allocate").get().facts.title == "refused")
    }

    @Test func threadsStillWork() throws {
        #expect(try FaultyPool.examine(FaultyPool.make(), "probe-thread").get().facts.title == "done")
    }

    @Test func nothingIsInheritedButTheChannel() throws {
        let pool = try FaultyPool.make()
        // 4 is the file; of shared memory only the mapping is left.
        #expect(try FaultyPool.examine(pool, "probe-descriptors").get().facts.title == "0 1 2 3 4")
        let names = try FaultyPool.examine(pool, "probe-environment").get().facts.title ?? ""
        #expect(names == "LANG MALLOC_ARENA_MAX PATH SWIFT_BACKTRACE VIPS_CONCURRENCY")
    }
}
