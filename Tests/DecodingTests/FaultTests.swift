import Foundation
import Glibc
import Pixels
import Testing

@testable import Decoding

@Suite(.enabled(if: FaultyPool.program != nil, "photo-decoder-faults is not beside the tests"))
struct FaultTests {
    @Test func anHonestWorkerAnswers() throws {
        let pool = try FaultyPool.make()
        let result = try FaultyPool.examine(pool, "thumbnail").get()
        #expect(result.thumbnail?.width == 64 && result.facts.pixelWidth == 64)
        #expect(pool.status.workers == 1)
        pool.close()
        #expect(pool.status.workers == 0)
    }

    @Test(arguments: [
        ("crash", "crashed with signal"), ("abort", "something terrible happened"), ("exit", "status 3"), ("garbage", "header"), ("wrong-id", "not asked"),
        ("wrong-version", "version 200"), ("oversized", "more than a packet"), ("descriptor", "more than a packet"), ("half-answer", "ends too early"),
        ("outside", "facts of"), ("huge-facts", "facts of"), ("bad-json", "unreadable facts"), ("wrong-kind", "another kind"), ("closes", "killed"),
        ("empty-packet", "killed"), ("thumbnail-size", "no JPEG"), ("thumbnail-large", "300 × 48"), ("thumbnail-garbage", "no JPEG"), ("negative-size", "impossible facts"),
        ("chatter", "line "), ("drip", "bytes of memory"), ("greedy-memory", "asked for 8589934592 bytes of memory"),
        ("one-byte", "ends too early"), ("bytes-then-memory", "ends too early"),
        ("shutdown", "sandbox"),
    ])
    func aFaultIsTheFilesProblemOnly(_ command: String, _ cause: String) throws {
        let pool = try FaultyPool.make { $0.sharedBytes = 1 << 20 }
        let error = try #require(FaultyPool.failure(pool, command))
        #expect(error.code == .workerFailed && error.message.contains("“\(command)”"))
        #expect(error.cause?.contains(cause) == true, "\(error)")
        #expect(error.cause.map { $0.utf8.count < 8 << 10 } == true)
        #expect(try FaultyPool.examine(pool, "thumbnail").get().thumbnail != nil, "the next file is served")
    }

    @Test func memoryHasALimit() throws {
        let pool = try FaultyPool.make { $0.limits.memory = 256 << 20 }
        #expect(try #require(FaultyPool.failure(pool, "allocate")).code == .workerFailed)
    }

    @Test func aHonestRefusalIsNotTriedAgain() throws {
        let pool = try FaultyPool.make()
        let first = try FaultyPool.examine(pool, "process").get().facts.title
        let error = try #require(FaultyPool.failure(pool, "decline"))
        #expect(error.code == .unsupported && error.message == "“decline” is no picture")
        #expect(try FaultyPool.examine(pool, "process").get().facts.title == first, "the worker lives on")
        #expect(pool.status.failures == 0)
    }

    /// What a damaged file did to a worker, whether it meant to or not, reaches no other file.
    @Test(arguments: ["refuse", "broken"]) func aWorkerThatMetADamagedFileServesNobodyElse(_ command: String) throws {
        let pool = try FaultyPool.make()
        let first = try FaultyPool.examine(pool, "process").get().facts.title
        let result = FaultyPool.examine(pool, command)
        if command == "refuse" {
            let error = try #require(throws: CodecError.self) { try result.get() }
            #expect(error.code == .damaged && error.message == "“refuse” is broken" && error.cause == "on purpose")
        } else {
            #expect(try result.get().facts.damage == "the lower half is missing")
        }
        #expect(try FaultyPool.examine(pool, "process").get().facts.title != first)
        #expect(pool.status.failures == 0, "it did its duty")
    }

    @Test func aDamagedPictureHasHadItsWorkerToo() throws {
        let pool = try FaultyPool.make()
        let first = try FaultyPool.examine(pool, "process").get().facts.title
        let descriptor = FaultyPool.file()
        defer { close(descriptor) }
        #expect(try pool.render(MediaSource(descriptor: descriptor, name: "damage"), RenderRequest()).damage != nil)
        #expect(try FaultyPool.examine(pool, "process").get().facts.title != first)
    }

    @Test(arguments: [("hangs-at-start", "not ready"), ("dies-at-start", "while starting"), ("no-codecs", "no codecs today"), ("gone", "does not start")])
    func aWorkerThatDoesNotStartIsNamed(_ name: String, _ expected: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appending(path: name).path
        if name != "gone" { try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: FaultyPool.program ?? "") }
        let pool = try FaultyPool.make(program: link) { if name == "hangs-at-start" { $0.startSeconds = 0.2 } }
        let error = try #require(FaultyPool.failure(pool, "thumbnail"))
        #expect(error.code == .workerMissing && error.message.contains(link) && error.description.contains(expected), "\(error)")
    }

    @Test func faultsDoNotDisturbTheNeighbours() throws {
        let pool = try FaultyPool.make {
            $0.workers = 3
            $0.spares = 1
            $0.sparesAfter = 2
        }
        let results = Monitor<[Bool]>([])
        for neighbour in 0..<3 {
            Thread {
                for round in 0..<12 {
                    let command = neighbour == 0 ? ["crash", "garbage", "closes"][round % 3] : "thumbnail"
                    let succeeded = (try? FaultyPool.examine(pool, command).get()) != nil
                    results.change { $0.append(succeeded == (neighbour > 0)) }
                }
            }.start()
        }
        results.wait { $0.count == 36 ? () : nil }
        #expect(results.read { $0.allSatisfy { $0 } })
    }

    @Test func closingEndsWhatIsInProgress() throws {
        let pool = try FaultyPool.make { $0.workers = 2 }
        let codes = Monitor<[CodecError.Code?]>([])
        for _ in 0..<4 {
            Thread {
                let code = FaultyPool.failure(pool, "hang")?.code
                codes.change { $0.append(code) }
            }.start()
        }
        pool.close()
        codes.wait { $0.count == 4 ? () : nil }
        #expect(codes.read { $0.allSatisfy { $0 == .workerMissing } })
        #expect(pool.status.workers == 0)
        #expect(FaultyPool.failure(pool, "thumbnail")?.code == .workerMissing)
    }
}
