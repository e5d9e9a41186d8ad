import Foundation
import Glibc
import Pixels
import Testing

@testable import Decoding

extension FaultTests {
    @Test func aWorkerThatFailsOnceIsReplacedUnseen() throws {
        let ends = FaultyPool.pipe()
        _ = write(ends[1], [1, 2, 3], 3)
        close(ends[1])
        defer { close(ends[0]) }
        let pool = try FaultyPool.make()
        // The first worker takes the bytes with it, the second finds none.
        #expect(try FaultyPool.examine(pool, "once", ends[0]).get().facts.pixelWidth == 64)
    }

    @Test func aPipeIsReadToItsEnd() throws {
        let ends = FaultyPool.pipe()
        _ = write(ends[1], [UInt8](repeating: 7, count: 5000), 5000)
        close(ends[1])
        defer { close(ends[0]) }
        #expect(try FaultyPool.examine(FaultyPool.make(), "count", ends[0]).get().facts.title == "5000")
    }

    @Test func anEndlessPipeIsTooLarge() throws {
        let ends = FaultyPool.pipe()
        let (reader, writer) = (ends[0], ends[1])
        signal(SIGPIPE, SIG_IGN)
        let feeder = Thread {
            let zeros = [UInt8](repeating: 0, count: 1 << 16)
            while write(writer, zeros, zeros.count) > 0 {}
            close(writer)
        }
        feeder.start()
        let result = try FaultyPool.examine(FaultyPool.make { $0.limits.unmappedBytes = 4 << 20 }, "count", reader)
        close(reader)
        guard case .failure(let error) = result else {
            Issue.record("an endless file was examined")
            return
        }
        #expect(error.code == .tooLarge)
    }

    @Test func aFileThatShrinksWhileItIsReadIsNamedSo() throws {
        let pool = try FaultyPool.make()
        let descriptor = FaultyPool.file([UInt8](repeating: 0, count: 1 << 16))
        defer { close(descriptor) }
        let isOver = Monitor(false)
        let shrinker = Thread {
            while !isOver.read({ $0 }) {
                ftruncate(descriptor, 0)
                ftruncate(descriptor, 1 << 16)
            }
            isOver.change { $0 = false }
        }
        shrinker.start()
        // A worker that maps the file while it is empty just answers.
        var result = FaultyPool.examine(pool, "watch-last-byte", descriptor)
        while case .success = result { result = FaultyPool.examine(pool, "watch-last-byte", descriptor) }
        isOver.change { $0 = true }
        isOver.wait { $0 ? nil : () }
        guard case .failure(let error) = result else { return }
        #expect(error.code == .unreadable && error.message.contains("changed while it was read"), "\(error)")
    }
}
