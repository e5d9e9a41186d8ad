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
        ("chatter", "line "), ("drip", "room"), ("greedy-room", "asked for 8589934592 bytes of room"), ("one-byte", "ends too early"), ("bytes-then-room", "ends too early"),
        ("shutdown", "sandbox"),
    ])
    func aFaultIsTheFilesProblemOnly(_ command: String, _ cause: String) throws {
        let pool = try FaultyPool.make { $0.room = 1 << 20 }
        let error = try #require(FaultyPool.failure(pool, command))
        #expect(error.code == .workerFailed && error.message.contains("“\(command)”"))
        #expect(error.cause?.contains(cause) == true, "\(error)")
        #expect(error.cause.map { $0.utf8.count < 8 << 10 } == true)
        #expect(try FaultyPool.examine(pool, "thumbnail").get().thumbnail != nil, "the next file is served")
    }

    /// Messages that it may send do not buy it more time.
    @Test(arguments: ["hang", "spin", "slow-drip"]) func aHangEndsWithItsTime(_ command: String) throws {
        let pool = try FaultyPool.make {
            $0.requestSeconds = 0.2
            $0.room = 1 << 20
        }
        let start = Clock.now
        let error = try #require(FaultyPool.failure(pool, command))
        #expect(error.code == .timedOut && error.message.contains("“\(command)”"))
        // The rest is for a machine that has much else to do.
        #expect(Clock.now - start < 60)
        #expect(pool.status.failures == 1, "its time was up: a second worker would only cost as much again")
        #expect(pool.status.workers == 0, "nothing is left of it")
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

    /// A captured worker could falsify whatever it is given next, so there is an end to that.
    @Test func aWorkerIsReplacedOnceItHasWorkedForSomeSeconds() throws {
        let time = TestTime(step: 1)
        let pool = try FaultyPool.make {
            ($0.now, $0.workSeconds) = (time.now, 12)
            $0.requestSeconds = 10_000
        }
        // Each takes at least three steps of the clock.
        var processes: [String] = []
        for _ in 0..<30 { processes.append(try FaultyPool.examine(pool, "process").get().facts.title ?? "") }
        let runs = processes.reduce(into: [(String, Int)]()) { runs, process in
            if runs.last?.0 == process { runs[runs.count - 1].1 += 1 } else { runs.append((process, 1)) }
        }
        #expect(runs.count > 4 && Set(runs.map(\.0)).count == runs.count, "\(runs)")
        #expect(runs.dropLast().allSatisfy { (1...4).contains($0.1) }, "\(runs)")
        #expect(pool.status.failures == 0)
    }

    /// Room is all that it gets: who asks for some at the last moment and then does nothing is out of time all the same.
    @Test func roomThatIsAskedForLateBuysNoTime() throws {
        let time = TestTime(step: 0)
        let pool = try FaultyPool.make {
            $0.now = time.now
            $0.requestSeconds = 2.5
            $0.room = 1 << 20
        }
        _ = try FaultyPool.examine(pool, "thumbnail").get()
        // Asked at 1; the wait for the worker begins at 2, the wait for the answer that never comes at 3, at 4 it is over, and at 5 it is noted how long it was.
        time.restart(step: 1)
        let error = try #require(FaultyPool.failure(pool, "late-room@2"))
        #expect(error.code == .timedOut, "\(error)")
        #expect(time.last <= 5, "it was waited for until \(time.last)")
    }

    /// The first try may have used most of what there is.
    @Test func aSecondTryHasWhatTheFirstLeft() throws {
        let time = TestTime(step: 0)
        let pool = try FaultyPool.make {
            $0.now = time.now
            $0.requestSeconds = 10
        }
        _ = try FaultyPool.examine(pool, "thumbnail").get()
        time.restart(step: 3)
        #expect(FaultyPool.failure(pool, "crash")?.code == .workerFailed)
        #expect(pool.status.failures == 1, "more than half of its time was over")
        time.restart(step: 0)
        #expect(FaultyPool.failure(pool, "crash")?.code == .workerFailed)
        #expect(pool.status.failures == 3)
    }

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

    @Test func idleWorkersEnd() throws {
        let pool = try FaultyPool.make { $0.idleSeconds = 0.05 }
        _ = try FaultyPool.examine(pool, "thumbnail").get()
        let deadline = Date().addingTimeInterval(120)
        while pool.status.workers > 0, Date() < deadline { usleep(1000) }
        #expect(pool.status.workers == 0)
        _ = try FaultyPool.examine(pool, "thumbnail").get()
    }

    @Test func largePixelsGetMoreRoom() throws {
        let pool = try FaultyPool.make {
            $0.room = 1 << 20
            $0.keptRoom = 6 << 20
        }
        let descriptor = FaultyPool.file()
        defer { close(descriptor) }
        for side in [64, 1500, 64, 600, 1500] {
            var request = RenderRequest()
            request.target = PixelSize(width: side, height: side)
            let image = try pool.render(MediaSource(descriptor: descriptor, name: "damage"), request)
            #expect(image.pixels.count == side * side * 4 && image.damage == "the lower half is missing" && image.iccProfile == nil)
            #expect(image.pixels.withUnsafeBytes { bytes in bytes.indices.allSatisfy { bytes[$0] == UInt8(truncatingIfNeeded: $0 &* 7) } })
        }
        let profiled = try pool.render(MediaSource(descriptor: descriptor, name: "profile"), RenderRequest())
        #expect(profiled.iccProfile == [1, 2, 3] && profiled.damage == nil)
    }

    @Test(arguments: ["too-wide", "too-much-room", "deep", "pixels-outside", "pixels-deep", "pixels-row"]) func pixelsThatWereNotAskedForAreRefused(_ command: String) throws {
        let descriptor = FaultyPool.file()
        defer { close(descriptor) }
        var request = RenderRequest()
        request.target = PixelSize(width: 16, height: 16)
        let pool = try FaultyPool.make()
        do throws(CodecError) {
            _ = try pool.render(MediaSource(descriptor: descriptor, name: command), request)
            Issue.record("accepted")
        } catch { #expect(error.code == .workerFailed, "\(error)") }
    }

    @Test func framesComeOutOfTheSharedMemory() throws {
        let pool = try FaultyPool.make { $0.room = 1 << 20 }
        let descriptor = FaultyPool.file()
        defer { close(descriptor) }
        for side in [16, 600, 64] {
            var request = RenderRequest()
            request.target = PixelSize(width: side, height: side)
            request.frames = FrameRange(count: 7)
            let image = try pool.render(MediaSource(descriptor: descriptor, name: "fill 3"), request)
            #expect(image.frames == FrameTiming(delays: [50, 100, 150], loopCount: 2, endsFile: true))
            #expect(image.pixels.count == 3 * side * side * 4 && image.pixels.withUnsafeBytes { $0.allSatisfy { $0 == 3 } })
            #expect(image.frame(2).height == side && image.frame(2).pixels.count == side * side * 4)
        }
        #expect(pool.status.failures == 0)
    }

    @Test(arguments: [
        "frames-unasked", "frames-none", "frames-many", "frames-uneven", "frames-fast", "frames-slow", "frames-large", "deep", "pixels-outside",
    ])
    func framesThatWereNotAskedForAreRefused(_ command: String) throws {
        let descriptor = FaultyPool.file()
        defer { close(descriptor) }
        var request = RenderRequest()
        request.target = PixelSize(width: 16, height: 16)
        request.frames = command == "frames-unasked" ? nil : FrameRange(count: 4)
        let pool = try FaultyPool.make()
        do throws(CodecError) {
            _ = try pool.render(MediaSource(descriptor: descriptor, name: command), request)
            Issue.record("accepted")
        } catch { #expect(error.code == .workerFailed, "\(error)") }
    }

    @Test func framesMayTakeLongerButNotForever() throws {
        var options = DecoderOptions()
        (options.requestSeconds, options.maximumSeconds) = (2, 10)
        var request = RenderRequest()
        #expect(options.seconds(for: .render(name: "", request), size: 0) == 2)
        request.frames = FrameRange(first: .max)
        #expect(options.seconds(for: .render(name: "", request), size: 0) == 6)
        #expect(options.seconds(for: .render(name: "", request), size: 100 << 20) == 10)
    }

    private static func stored(_ command: String, count: Int = 100) -> [UInt8] {
        Array(command.utf8) + [UInt8](repeating: 0, count: max(1, count - command.utf8.count))
    }

    @Test func storedPicturesTravelTogether() throws {
        let pool = try FaultyPool.make { $0.room = 1 << 20 }
        for side in [16, 100, 300] {
            var request = RenderRequest()
            request.target = PixelSize(width: side, height: side)
            let files = [Self.stored("fill 1"), Self.stored("fill 2", count: 70_000), [], Self.stored("fill 3", count: 1)]
            let pictures = try pool.render(packed: files, request)
            for (picture, value) in zip(pictures, [1, 2, nil, 3] as [UInt8?]) {
                // Three of 360,000 bytes are more than there is room for, and what finds none is asked for by itself.
                guard let value, side < 300 || value < 3 else { continue }
                let picture = try #require(picture)
                #expect(picture.width == side && picture.pixels.count == side * side * 4)
                #expect(picture.pixels.withUnsafeBytes { $0.allSatisfy { $0 == value } })
            }
            #expect((pictures[3] == nil) == (side == 300))
            #expect(try pool.render(packed: [files[3]], request)[0]?.pixels.first == 3)
        }
        #expect(try pool.render(packed: [], RenderRequest()).isEmpty)
        #expect(pool.status.failures == 0)
    }

    /// One that is large gets more room, in both directions.
    @Test func aStoredPictureByItselfMayBeLarge() throws {
        let pool = try FaultyPool.make { $0.room = 1 << 20 }
        var request = RenderRequest()
        for (length, side) in [(3 << 20, 16), (100, 900), (3 << 20, 900), (100, 16)] {
            request.target = PixelSize(width: side, height: side)
            let picture = try #require(try pool.render(packed: [Self.stored("fill 9", count: length)], request)[0])
            #expect(picture.pixels.count == side * side * 4)
            #expect(picture.pixels.withUnsafeBytes { $0.allSatisfy { $0 == 9 } })
        }
        #expect(throws: CodecError.self) { try pool.render(packed: [[UInt8](repeating: 0, count: 17 << 20)], request) }
        #expect(throws: CodecError.self) { try pool.render(packed: Array(repeating: [1], count: 65), request) }
        #expect(pool.status.failures == 0)
    }

    @Test func aStoredPictureThatIsNotWholeSpoilsNoOther() throws {
        let pool = try FaultyPool.make()
        let pictures = try pool.render(packed: ["damage", "fill 1", "refuse", "profile", "fill 2"].map { Self.stored($0) }, RenderRequest())
        #expect(pictures.map { $0?.pixels.first } == [nil, 1, nil, nil, 2])
    }

    @Test(arguments: ["crash", "deep", "packed-few", "packed-many", "packed-outside", "packed-profile", "pixels-outside", "garbage"])
    func storedPicturesThatWereNotAskedForAreRefused(_ command: String) throws {
        let pool = try FaultyPool.make()
        do throws(CodecError) {
            _ = try pool.render(packed: [Self.stored("fill 1"), Self.stored(command)], RenderRequest())
            Issue.record("accepted")
        } catch { #expect(error.code == .workerFailed, "\(error)") }
        #expect(try pool.render(packed: [Self.stored("fill 1")], RenderRequest())[0]?.pixels.first == 1)
    }

    @Test func imagesAreEncodedInTheWorker() throws {
        let pool = try FaultyPool.make { $0.room = 1 << 20 }
        for side in [10, 1000, 10] {
            let image = PixelImage(width: side, height: side, bytesPerRow: side * 4, pixels: [UInt8](repeating: 1, count: side * side * 4), hasAlpha: false)
            #expect(try pool.encode(image, as: .jpeg(quality: 80)).width == side)
        }
        let lie = PixelImage(width: 2, height: 2, bytesPerRow: 8, pixels: [UInt8](repeating: 13, count: 16), hasAlpha: false)
        #expect(throws: CodecError.self) { try pool.encode(lie, as: .jpeg(quality: 80)) }
        #expect(throws: CodecError.self) { try pool.encode(lie, as: .jpeg(quality: 0)) }
    }

    /// Every kind of fault in every kind of work; 10,000 with `./test --long`.
    @Test(.timeLimit(.minutes(120))) func thousandsOfFaultsLeaveNothingBehind() throws {
        // Beside a thousand other tests an honest answer takes longer than alone.
        let (rounds, seconds) = ProcessInfo.processInfo.environment["PHOTOS_LONG_TESTS"] == nil ? (80, 3) : (10_000, 1)
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
        #expect(isAlive(worker))
        kill(host.processIdentifier, SIGKILL)
        host.waitUntilExit()
        let deadline = Date().addingTimeInterval(120)
        while isAlive(worker), Date() < deadline { usleep(1000) }
        #expect(!isAlive(worker))
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
