import Codecs
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
