import Codecs
import Foundation
import Glibc
import Pixels
import Testing

@testable import Decoding

/// Behind the protections, the same code as in the real worker tries what a captured decoder would.
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
    static let picture: [UInt8] =
        (try? Codec().encode(
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

    private static func refusing<T>(_ name: String, _ body: (String) throws -> T) throws -> T {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appending(path: name).path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: FaultyPool.program ?? "")
        return try body(link)
    }

    /// It used to work on with what it had.
    @Test(
        .enabled(if: protections.contains(.systemCallFilter) && FaultyPool.realProgram != nil, "this kernel has no seccomp filters"),
        arguments: [("without-filters", "system call filter"), ("without-promise", "no new privileges")])
    func withoutItsLastLocksTheDecoderDoesNoWork(_ name: String, _ lock: String) throws {
        try Self.refusing(name) { program in
            let pool = try FaultyPool.make(program: program)
            let descriptor = FaultyPool.file(Self.picture)
            defer { close(descriptor) }
            for _ in 0..<2 {
                let error = try #require(throws: CodecError.self) { try FaultyPool.examine(pool, "picture.jpg", descriptor).get() }
                #expect(error.code == .workerMissing && error.message.contains(lock) && error.message.contains(program), "\(error)")
                #expect(error.cause?.contains("the system refused") == true && error.cause?.contains(lock) == true, "\(error)")
            }
            #expect(throws: CodecError.self) { try pool.encode(RealWorkerTests.picture, as: .png) }
            #expect(pool.status.failures == 1 && pool.status.workers == 0, "one has asked the system, and none asks again")
        }
    }

    /// Of itself: a parent that sent it work all the same would get none.
    @Test(.enabled(if: protections.contains(.systemCallFilter) && FaultyPool.realProgram != nil, "this kernel has no seccomp filters"))
    func withoutItsLastLocksTheDecoderEnds() throws {
        try Self.refusing("without-filters") { program in
            let process = try WorkerProcess(path: program, options: DecoderOptions())
            #expect(throws: WorkerFault.unprotected(["system call filter"])) { try process.awaitHello(seconds: 120) }
            #expect(process.channel.wait(milliseconds: 120_000), "it waits for work")
            #expect(try process.channel.receive() == nil)
        }
    }

    @Test(.enabled(if: protections.contains(.userNamespace) && FaultyPool.realProgram != nil, "this system has no user namespaces"))
    func fewerLocksThanThereShouldBeAreToldOnce() throws {
        try Self.refusing("without-namespaces") { program in
            let lines = Monitor<[String]>([]), notice = ProtectionNotice()
            let descriptor = FaultyPool.file(Self.picture)
            defer { close(descriptor) }
            // The first has nobody to tell.
            for isHeard in [false, true, true] {
                let pool = try FaultyPool.make(program: program) {
                    $0.notice = notice
                    if isHeard { $0.log = { line in lines.change { $0.append(line) } } }
                }
                for _ in 0..<2 { #expect(try FaultyPool.examine(pool, "picture.jpg", descriptor).get().facts.pixelWidth == 640) }
                #expect(pool.status.protections?.isSuperset(of: .required) == true)
            }
            let told = lines.read { $0 }
            #expect(told.count == 1 && told.allSatisfy { $0.contains("user namespace") && $0.contains("no network") }, "\(told)")
        }
    }

    @Test func whereAllLocksAreClosedThereIsNothingToTell() throws {
        let lines = Monitor<[String]>([])
        ProtectionNotice().give(Protections(Protections.all.map(\.protection))) { line in lines.change { $0.append(line) } }
        #expect(lines.read { $0.isEmpty })
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
