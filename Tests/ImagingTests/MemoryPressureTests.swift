import Decoding
import Foundation
import Glibc
import Pixels
import Synchronization
import Testing
@testable import Imaging

/// What is let go when memory is scarce, and what tells of it.
@Suite(.timeLimit(.minutes(20))) struct MemoryPressureTests {
    /// Pressure whenever a test says so.
    private final class Pressure: PressureEvents {
        private let pressure = DispatchSemaphore(value: 0)
        func wait() -> Bool {
            pressure.wait()
            return true
        }
        func rise() { pressure.signal() }
    }

    /// Counts how often something happened, to be waited for.
    private final class Count: Sendable {
        private let count = Mutex(0)
        private let pressure = DispatchSemaphore(value: 0)
        func add() {
            count.withLock { $0 += 1 }
            pressure.signal()
        }
        var value: Int { count.withLock { $0 } }
        func waitForAnother() { pressure.wait() }
    }

    // MARK: What is let go

    @Test func finishedPicturesAndIdleDecodersAreLetGoAndRequestsGoOn() throws {
        let scratch = try Scratch(), original = scratch.url.appendingPathComponent("a.jpg")
        try Data("4000x3000".utf8).write(to: original)
        let pressure = Pressure(), returned = Count()
        let decoder = PressedDecoder { returned.add() }
        let store = DerivativeStore(folder: scratch.url.appendingPathComponent("derivatives"))
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 1, watch: MemoryWatch(pressure))
        let path = original.path
        var request = ImageRequest(
            assetID: 1, uuid: UUID(), revision: 1, source: ImageSourceFile(name: "a.jpg", uniformType: "public.jpeg") { open(path, O_RDONLY | O_CLOEXEC) },
            pixelSize: PixelSize(width: 4000, height: 3000))
        request.target = PixelSize(width: 2000, height: 2000)
        /// Whether it came out of memory.
        func ask() -> Bool {
            let before = decoder.fake.renders.count, done = DispatchSemaphore(value: 0), finished = Mutex(false)
            pipeline.request(request) { event in
                guard event.isTerminal else { return }
                if case .finished = event { finished.withLock { $0 = true } }
                done.signal()
            }
            done.wait()
            #expect(finished.withLock { $0 })
            return decoder.fake.renders.count == before
        }
        #expect(!ask() && ask())
        pressure.rise()
        returned.waitForAnother()
        #expect(!ask(), "it was let go")
        #expect(ask(), "and is kept again")
        #expect(returned.value == 1)
    }

    @Test func whoStoppedListeningIsNotTold() {
        let pressure = Pressure(), watch = MemoryWatch(pressure), early = Count(), late = Count()
        var first: MemoryWatch.Listener? = watch.listen { early.add() }
        let second = watch.listen { late.add() }
        pressure.rise()
        early.waitForAnother()
        late.waitForAnother()
        withExtendedLifetime(first) { first = nil }
        pressure.rise()
        late.waitForAnother()
        #expect(early.value == 1 && late.value == 2)
        withExtendedLifetime(second) {}
    }

    // MARK: What tells of it

    @Test func aContainersOwnAccountComesFirst() {
        #expect(PressureSource.paths("0::/\n") == ["/sys/fs/cgroup/memory.pressure", "/proc/pressure/memory"])
        #expect(PressureSource.paths("9:name=systemd:/\n0::/user.slice/app\n").first == "/sys/fs/cgroup/user.slice/app/memory.pressure")
        #expect(PressureSource.paths("0::/../../etc\n").count == 2 && PressureSource.paths("").count == 2)
    }

    @Test func theBestThatIsToBeHadIsTakenAndNamed() {
        func choose(_ triggers: Set<String>, _ readable: Set<String>) -> PressureSource {
            PressureSource.choose(["/own", "/machine"], canTrigger: { triggers.contains($0) }, average: { readable.contains($0) ? 0 : nil })
        }
        #expect(choose(["/own", "/machine"], ["/own", "/machine"]) == .trigger(path: "/own"))
        #expect(choose(["/machine"], ["/own", "/machine"]) == .trigger(path: "/machine"))
        #expect(choose([], ["/own", "/machine"]) == .averages(path: "/own"))
        #expect(choose(["/machine"], []).description == "nothing tells of pressure: /machine can't be read; the kernel keeps no account, or the container hides it")
        #expect(PressureSource.trigger(path: "/own").description == "the kernel tells of pressure, /own")
        #expect(PressureSource.averages(path: "/own").description == "pressure is looked up every 5 seconds, /own")
    }

    @Test func averagesAreRead() throws {
        #expect(PressureSource.average(in: "some avg10=12.34 avg60=1.00 avg300=0.00 total=7\n") == 12.34)
        for line in ["", "full avg10=1.00", "some", "some avg10=", "some avg60=1"] { #expect(PressureSource.average(in: line) == nil, "\(line)") }
        let scratch = try Scratch(), file = scratch.url.appendingPathComponent("memory")
        #expect(PressureSource.average(at: file.path) == nil)
        try Data("some avg10=99.00 avg60=0.00\nfull avg10=0.00\n".utf8).write(to: file)
        #expect(PressureSource.average(at: file.path) == 99)
    }

    @Test func highAveragesArePressureAndAFileThatIsGoneEndsThem() throws {
        let scratch = try Scratch(), file = scratch.url.appendingPathComponent("memory"), path = file.path
        try Data("some avg10=50.00 avg60=0.00\n".utf8).write(to: file)
        let events = KernelPressure(seconds: 0) { .averages(path: path) }
        #expect(events.wait())
        try FileManager.default.removeItem(at: file)
        #expect(!events.wait())
    }

    @Test func whereNothingTellsNobodyWaits() { #expect(!KernelPressure { .none(reason: "a test") }.wait()) }

    /// On this machine, whatever it has.
    @Test func theKernelsOwnEventsCanBeWaitedForAndStopped() async {
        let source = PressureSource.find()
        if let average = PressureSource.average(at: "/proc/pressure/memory") { #expect(average >= 0 && source != .none(reason: "")) }
        let events = KernelPressure { source }
        let waiting = Task.detached { while events.wait() {} }
        events.stop()
        await waiting.value
        #expect(!events.wait())
    }
}

/// A fake decoder that tells when it is asked for memory.
private final class PressedDecoder: MediaDecoder {
    let fake = FakeDecoder()
    private let asked: @Sendable () -> Void

    init(_ asked: @escaping @Sendable () -> Void) { self.asked = asked }

    func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination { try fake.examine(source, options) }
    func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage { try fake.render(source, request) }
    func render(packed files: [[UInt8]], _ request: RenderRequest) throws(CodecError) -> [PixelImage?] { try fake.render(packed: files, request) }
    func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage { try fake.encode(image, as: format) }
    func giveMemoryBack() { asked() }
}
