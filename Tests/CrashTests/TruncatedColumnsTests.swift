import Foundation
import Glibc
import Synchronization
import Testing

/// `cp` and `rsync --inplace` truncate a file before they write it. Whoever reads it at that moment lives, and answers right.
@Suite(.serialized) struct TruncatedColumnsTests {
    @Test func programsThatReadTheColumnFileLiveWhileItIsTruncatedAndOverwritten() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let library = world.library(0)
        #expect(try Tool.photos(["--library", library.path, "import", world.source.path]).status == 0)
        let query = ["--library", library.path, "assets", "--where", "mediaType == 1 AND duration >= 0", "--json"]
        let scan = ["--library", library.path, "bench", "columns", "--runs", "150", "--sql-runs", "0"]
        #expect(try Tool.photos(scan).status == 0)
        let file = library.appending(path: "database/assets.columns")
        let whole = try Data(contentsOf: file)

        let truncator = Truncator(file.path, whole)
        defer { truncator.stop() }
        for round in 0..<12 {
            let run = try Tool.photos(scan)
            // It ends with 65 where it finds none it may use at its start.
            #expect([0, 65].contains(run.status), "round \(round): a thousand looks at it ended with \(run.status): \(run.errors)")
        }
        for round in 0..<12 {
            let run = try Tool.photos(query)
            #expect(run.status == 0, "round \(round): \(run.errors)")
            #expect(run.output.split(separator: "\n").count == world.pictureCount, "round \(round)")
        }
        truncator.stop()
        #expect(truncator.rounds > 20, "it was truncated \(truncator.rounds) times")
        let run = try Tool.photos(query)
        #expect(run.output.split(separator: "\n").count == world.pictureCount, "afterwards")
    }
}

/// Truncates a file to one length after the other and writes it again, in place, until it is stopped.
private final class Truncator: Sendable {
    private let counter = Atomic<Int>(0), isStopped = Atomic<Bool>(false)
    private let end = DispatchSemaphore(value: 0)

    var rounds: Int { counter.load(ordering: .relaxed) }

    init(_ path: String, _ contents: Data) {
        let thread = Thread { [self] in
            while !isStopped.load(ordering: .relaxed) {
                for size in [0, 4096, 8192, 12_288, 300_000, 3_500_000] where !isStopped.load(ordering: .relaxed) {
                    // Whoever makes the file anew meanwhile has another: the one that is there is opened each time.
                    let descriptor = open(path, O_RDWR | O_CLOEXEC)
                    guard descriptor >= 0 else { continue }
                    ftruncate(descriptor, off_t(size))
                    _ = contents.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
                    close(descriptor)
                    counter.add(1, ordering: .relaxed)
                    // Otherwise it is never whole for long enough to be used.
                    usleep(1000)
                }
            }
            end.signal()
        }
        thread.start()
    }

    func stop() {
        guard isStopped.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
        end.wait()
    }
}
