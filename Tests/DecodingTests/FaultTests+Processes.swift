import Foundation
import Glibc
import Testing

@testable import Decoding

extension FaultTests {
    /// Every kind of fault in every kind of work; 10,000 with `./test --long`.
    @Test(.timeLimit(.minutes(120))) func thousandsOfFaultsLeaveNothingBehind() throws {
        // Beside a thousand other tests an honest answer takes longer than alone.
        let (rounds, seconds) = ProcessInfo.processInfo.environment["PHOTOS_LONG_TESTS"] == nil ? (80, 6) : (10_000, 1)
        let output = try run(["marathon", FaultyPool.program ?? "", "\(rounds)", "2", "\(seconds)"])
        let lines = output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let said = try #require(lines.first { $0.first == "faults" && $0.count == 10 }, "\(output)")
        #expect(said[1] == "\(rounds)" && said[3] == "0" && Int(said[5]).map { $0 < rounds / 10 } == true, "each is answered as it must be, and what follows it: \(output)")
        // That many seconds, in milliseconds; the rest is for a machine that has much else to do.
        #expect(try #require(Int(said[7])) < 80_000, "\(output)")
        let counts = try #require(lines.first { $0.first == "before" }, "\(output)")
        func count(_ name: String) -> [Int] { counts.indices.filter { counts[$0] == name }.compactMap { Int(counts[$0 + 1]) } }
        #expect(count("descriptors").count == 2 && count("descriptors")[0] == count("descriptors")[1], "\(output)")
        #expect(count("memories") == [0, 0] && count("children") == [0, 0] && count("threads") == [1, 1], "\(output)")
        // The allocator may keep a few more pieces; what each fault left would be hundreds, or gigabytes.
        let (mappings, megabytes) = (count("mappings"), count("megabytes"))
        #expect(mappings.count == 2 && mappings[1] <= mappings[0] + 20 && megabytes[1] <= megabytes[0] + 64, "\(output)")
    }

    /// It writes to its standard error faster than anybody reads.
    @Test func aWorkerThatNeverStopsTalkingHoldsNobodyUp() throws {
        let pool = try FaultyPool.make()
        for _ in 0..<5 { #expect(try FaultyPool.examine(pool, "flood").get().facts.pixelWidth == 64) }
        #expect(pool.status.failures == 0)
    }

    /// Four memories go round at most, however many pictures are kept: one that the worker writes into and three with pictures.
    @Test func keptPicturesStayAsTheyAreAndLeaveNothingBehind() throws {
        let output = try run(["pictures", FaultyPool.program ?? "", "60"])
        let words = output.split(whereSeparator: \.isWhitespace)
        try #require(words.count == 11, "\(output)")
        #expect(words[1] == "yes" && words[9] == words[10], "\(output)")
        // A worker that dies takes nothing along that a picture is in, and nothing else stays.
        let numbers = words[3...7].compactMap { Int($0) }
        #expect(numbers[0] == 4 && numbers[1] > 1 && (1..<numbers[1]).contains(numbers[2]) && numbers[3] == 0 && numbers[4] == 0, "\(output)")
    }

    @Test func aWorkerEndsWithItsParent() throws {
        let host = Process()
        host.executableURL = URL(filePath: FaultyPool.program ?? "")
        host.arguments = ["orphan", FaultyPool.program ?? ""]
        let pipe = Pipe()
        host.standardOutput = pipe
        try host.run()
        let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
        let worker = try #require(Int32(line.trimmingCharacters(in: .whitespacesAndNewlines)))
        let handle = try Self.handle(of: worker)
        defer { close(handle) }
        #expect(isAlive(worker))
        kill(host.processIdentifier, SIGKILL)
        host.waitUntilExit()
        let hasEnded = Self.wait(seconds: 120, forEndOf: handle)
        #expect(hasEnded && !isAlive(worker))
    }

    /// A pidfd of a process that is no child of ours. Swift's Glibc module has no name for the call that opens one.
    private static func handle(of process: Int32) throws -> Int32 {
        typealias Call = @convention(c) (Int, Int, Int) -> Int
        let symbol = try #require(dlsym(nil, "syscall"))
        // The number of pidfd_open on every kind of machine.
        let handle = unsafeBitCast(symbol, to: Call.self)(434, Int(process), 0)
        try #require(handle >= 0, "\(String(cString: strerror(errno)))")
        return Int32(handle)
    }

    /// A pidfd can be read once its process has ended, whoever has yet to reap it.
    private static func wait(seconds: Int32, forEndOf handle: Int32) -> Bool {
        var event = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
        while true {
            let count = poll(&event, 1, seconds * 1000)
            if count >= 0 || errno != EINTR { return count > 0 }
        }
    }

    /// Neither gone nor a zombie that somebody else has yet to reap.
    private func isAlive(_ pid: Int32) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8), let end = text.lastIndex(of: ")") else { return false }
        return !text[end...].hasPrefix(") Z") && !text[end...].hasPrefix(") X")
    }

    private func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: FaultyPool.program ?? "")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
