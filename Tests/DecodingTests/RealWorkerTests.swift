import Foundation
import Glibc
import Metadata
import Pixels
import Testing

@testable import Decoding

/// The real decoder behind its protections gives what the same code gives without them.
@Suite(.enabled(if: FaultyPool.realProgram != nil, "photo-decoder is not beside the tests"))
struct RealWorkerTests {
    static let pool = try? FaultyPool.make(program: FaultyPool.realProgram) { options in
        options.workers = 2
        options.requestSeconds = 60
    }
    static let plain = PlainCodec()

    static let picture: PixelImage = {
        let (width, height) = (640, 480)
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { pixels += [UInt8(x * 255 / width), UInt8(y * 255 / height), UInt8((x / 40 + y / 40) % 2 * 200), 255] }
        }
        return PixelImage(width: width, height: height, bytesPerRow: width * 4, pixels: pixels, hasAlpha: false)
    }()

    @Test(arguments: [EncodedFormat.jpeg(quality: 90), .png]) func whatItWritesItReads(_ format: EncodedFormat) throws {
        let pool = try #require(Self.pool)
        let file = try pool.encode(Self.picture, as: format)
        #expect(file.width == 640 && file.height == 480)
        #expect(try file.bytes == Self.plain.encode(Self.picture, as: format).bytes)
        let descriptor = FaultyPool.file(file.bytes)
        defer { close(descriptor) }
        let source = MediaSource(descriptor: descriptor, name: "picture")
        let examination = try pool.examine(source, ExamineOptions())
        #expect(examination.facts.pixelWidth == 640 && examination.thumbnail?.width == 256 && examination.preview?.width == 640)
        try Self.compare(source, pool)
        var request = RenderRequest()
        request.target = PixelSize(width: 100, height: 100)
        let small = try pool.render(source, request)
        #expect(small.width == 100 && small.height == 75)
        #expect(try small.pixels == Self.plain.render(source, request).pixels)
    }

    @Test func workersThatWereEndedSinceMemoryIsScarceAreReplaced() throws {
        let pool = try FaultyPool.make(program: FaultyPool.realProgram) { $0.workers = 1 }
        for _ in 0..<3 {
            #expect(try pool.encode(Self.picture, as: .png).width == 640)
            pool.giveMemoryBack()
        }
        #expect(pool.status.failures == 0)
        pool.close()
    }

    /// Written by Scripts/reference/moving.py.
    @Test(arguments: ["moving-disposal.gif", "moving-disposal.png", "moving-clear.webp", "moving.avif", "moving.heics"])
    func framesComeAsTheyDoWithoutLocks(_ name: String) throws {
        let pool = try #require(Self.pool)
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../CodecsTests/Pixels/Reference").standardized.appending(path: name)
        let descriptor = FaultyPool.file([UInt8](try Data(contentsOf: file)))
        defer { close(descriptor) }
        let source = MediaSource(descriptor: descriptor, name: name)
        var request = RenderRequest()
        for (range, side) in [(FrameRange(), nil), (FrameRange(first: 1, count: 2), 40), (FrameRange(bytes: 1), nil)] as [(FrameRange, Int?)] {
            (request.frames, request.target) = (range, side.map { PixelSize(width: $0, height: $0) })
            let image = try pool.render(source, request), plain = try Self.plain.render(source, request)
            #expect(image.frames == plain.frames && image.pixels == plain.pixels && image.hasAlpha == plain.hasAlpha && image.damage == nil)
            #expect(try #require(image.frames).delays.count == (range.bytes == 1 ? 1 : side == nil ? name.contains("disposal") ? 5 : 4 : 2))
        }
        #expect(pool.status.failures == 0)
    }

    @Test func storedPicturesGiveWhatTheirFilesGive() throws {
        let pool = try #require(Self.pool)
        let files = try [EncodedFormat.jpeg(quality: 90), .jpeg(quality: 30), .png].map { try pool.encode(Self.picture, as: $0).bytes }
        for side in [nil, 256, 100] as [Int?] {
            var request = RenderRequest()
            request.orientation = 1
            request.target = side.map { PixelSize(width: $0, height: $0) }
            // Torn and broken ones in between.
            let torn = Array(files[0].prefix(files[0].count / 2))
            let packed = [files[0], torn, files[1], [], [7], files[2], Array(files[0].prefix(100))]
            let pictures = try pool.render(packed: packed, request), plain = try Self.plain.render(packed: packed, request)
            #expect(pictures.map { $0 == nil } == [false, true, false, true, true, false, true])
            for (index, file) in packed.enumerated() where pictures[index] != nil {
                let descriptor = FaultyPool.file(file)
                defer { close(descriptor) }
                let whole = try pool.render(MediaSource(descriptor: descriptor, name: "stored"), request)
                let isSame = pictures[index]?.pixels == whole.pixels && plain[index]?.pixels == whole.pixels
                #expect(isSame && pictures[index]?.width == whole.width && pictures[index]?.bytesPerRow == whole.bytesPerRow)
            }
        }
    }

    /// 16 bits a component go both ways, in as much memory as they take.
    @Test func deepPicturesComeBackAsTheyWere() throws {
        let pool = try FaultyPool.make(program: FaultyPool.realProgram) { $0.sharedBytes = 1 << 20 }
        let (width, height) = (640, 480)
        let pixels = PixelBuffer(count: width * height * 8) { bytes in
            let components = bytes.bindMemory(to: UInt16.self)
            for at in 0..<width * height * 4 { components[at] = at % 4 == 3 ? .max - UInt16(at / 1000) : UInt16(truncatingIfNeeded: at &* 31) }
        }
        let image = PixelImage(width: width, height: height, bytesPerRow: width * 8, format: .rgba16, pixels: pixels, hasAlpha: true)
        let descriptor = FaultyPool.file(try pool.encode(image, as: .png).bytes)
        defer { close(descriptor) }
        let source = MediaSource(descriptor: descriptor, name: "deep")
        var request = RenderRequest()
        request.format = .rgba16
        let back = try pool.render(source, request)
        let isSame = back.pixels == image.pixels
        #expect(back.format == .rgba16 && back.hasAlpha && isSame)
        request.target = PixelSize(width: 100, height: 100)
        let (worker, process) = (try pool.render(source, request), try Self.plain.render(source, request))
        #expect(worker.format == .rgba16 && (worker.width, worker.height) == (100, 75) && worker.pixels == process.pixels)
        request.format = .rgba8
        #expect(try pool.render(source, request).format == .rgba8)
        #expect(pool.status.failures == 0)
    }

    @Test func damagedContentIsTheFilesFault() throws {
        let pool = try #require(Self.pool)
        let file = try pool.encode(Self.picture, as: .jpeg(quality: 90)).bytes
        for bytes in [[], [0], Array(file.prefix(100)), Array(file.prefix(file.count / 2)), [UInt8](repeating: 0xFF, count: 5000), Array("<svg/>".utf8)] {
            let descriptor = FaultyPool.file(bytes)
            defer { close(descriptor) }
            try Self.compare(MediaSource(descriptor: descriptor, name: "broken.jpg"), pool)
        }
    }

    /// Each size is resampled by code that is compiled for it, in memory that must not run out.
    @Test func manySizesFitIntoOneWorker() throws {
        let pool = try FaultyPool.make(program: FaultyPool.realProgram)
        let descriptor = FaultyPool.file(try pool.encode(Self.picture, as: .png).bytes)
        defer { close(descriptor) }
        var request = RenderRequest()
        for side in stride(from: 20, to: 620, by: 3) {
            request.target = PixelSize(width: side, height: side)
            #expect(try pool.render(MediaSource(descriptor: descriptor, name: "picture"), request).width == side)
        }
        #expect(pool.status.failures == 0)
    }

    @Test func itClosesEveryLockThatTheFaultyOneCloses() throws {
        let pool = try #require(Self.pool)
        _ = try pool.encode(Self.picture, as: .png)
        #expect(pool.status.protections == SandboxTests.protections)
    }

    /// The folders with a file of every kind; the others repeat them, and a debug build takes its time.
    static let samples: [String] = {
        guard let root = ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"] else { return [] }
        return ["cameras", "iphone"].flatMap { folder in
            (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)"))?.sorted().map { "\(root)/\(folder)/\($0)" } ?? []
        }
    }()

    @Test(.enabled(if: !samples.isEmpty, "PHOTOS_SAMPLES is not set"), arguments: samples)
    func everySampleIsReadAlike(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        try Self.compare(MediaSource(descriptor: descriptor, name: path), try #require(Self.pool))
    }

    /// The same facts and pictures, or the same refusal.
    private static func compare(_ source: MediaSource, _ pool: DecoderPool) throws {
        func outcome(_ decoder: any MediaDecoder) -> Result<Examination, CodecError> {
            do throws(CodecError) { return .success(try decoder.examine(source, ExamineOptions())) } catch { return .failure(error) }
        }
        switch (outcome(pool), outcome(plain)) {
        case (.success(let worker), .success(let process)):
            #expect(worker.facts == process.facts, "\(source.name)")
            // Compared outside the expectation, which would print every byte.
            let haveSameThumbnail = worker.thumbnail?.bytes == process.thumbnail?.bytes
            let haveSamePreview = worker.preview?.bytes == process.preview?.bytes
            #expect(haveSameThumbnail && haveSamePreview, "\(source.name)")
        case (.failure(let worker), .failure(let process)):
            #expect(worker.code == process.code && worker.message == process.message, "\(source.name): \(worker) — \(process)")
        case (let worker, let process): Issue.record("\(source.name): \(worker) — \(process)")
        }
    }
}
