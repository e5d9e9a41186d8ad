import Synchronization
import Testing
@testable import PhotosTool

struct ProgressReporterTests {
    /// A clock and a terminal.
    private final class Screen: Sendable {
        let time = Mutex(0.0)
        let drawn = Mutex<[String?]>([])

        func reporter(width: Int = 80) -> ProgressReporter {
            ProgressReporter(usesUnicode: true, width: { width }, draw: { line in self.drawn.withLock { $0.append(line) } }, now: { self.time.withLock { $0 } })
        }
    }

    @Test func drawsAtMostTenTimesASecond() {
        let screen = Screen(), reporter = screen.reporter()
        for millisecond in 0..<2000 {
            screen.time.withLock { $0 = Double(millisecond) / 1000 }
            reporter.update(found: 2000, done: millisecond, bytesFound: 0, bytesDone: 0, name: "")
        }
        let count = screen.drawn.withLock { $0.count }
        #expect((19...20).contains(count), "\(count) in two seconds")
        reporter.finish()
        #expect(screen.drawn.withLock { $0.last } == .some(nil), "cleared at the end")
    }

    @Test func leavesTheLastColumnFree() {
        let screen = Screen(), reporter = screen.reporter(width: 30)
        reporter.update(found: 12_000, done: 6000, bytesFound: 0, bytesDone: 0, name: "IMG_1.JPG")
        #expect(screen.drawn.withLock { $0.allSatisfy { DisplayText.width($0 ?? "") <= 29 } && $0.count == 1 })
    }

    @Test func saysNothingOfTheTimeLeftWhileTheCountGoesOn() throws {
        let screen = Screen(), reporter = screen.reporter()
        func line(at time: Double, isCountComplete: Bool) throws -> String {
            screen.time.withLock { $0 = time }
            reporter.update(found: 100, done: Int(time), bytesFound: 100, bytesDone: Int64(time), isCountComplete: isCountComplete, name: "")
            let drawn = screen.drawn.withLock { $0.compactMap { $0 } }
            return try #require(drawn.last)
        }
        _ = try line(at: 0, isCountComplete: false)
        #expect(try !line(at: 10, isCountComplete: false).contains("left"))
        #expect(try line(at: 20, isCountComplete: true).contains("1:20 left"))
    }

    @Test func aDownloadMovesTheBarWithinItsAsset() throws {
        let screen = Screen(), progress = AssetProgress(screen.reporter(), total: 4)
        progress.countOne()
        #expect(progress.network("IMG_2.JPG").progress(0.5), "nobody has asked for an end")
        let line = try #require(screen.drawn.withLock { $0.last ?? nil })
        #expect(line.contains(" 37%") && line.contains("1 of 4") && line.contains("IMG_2.JPG"), "\(line)")
    }
}
