import Decoding
import Foundation
import Glibc
import Pixels
import Synchronization

/// Answers by the file's content, which is `WIDTHxHEIGHT` in plain text, and counts what it was asked. Can be told to wait.
final class FakeDecoder: MediaDecoder {
    struct State {
        var renders: [String] = []
        var examines = 0
        /// Stored pictures that went together.
        var trips: [Int] = []
        var threads: Set<UInt> = []
    }

    let state = Mutex(State())
    /// Renders block here until the gate opens.
    let gate: Gate?

    init(gate: Gate? = nil) { self.gate = gate }

    var renders: [String] { state.withLock { $0.renders } }
    var examines: Int { state.withLock { $0.examines } }
    var trips: [Int] { state.withLock { $0.trips } }
    var threads: Set<UInt> { state.withLock { $0.threads } }

    func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination {
        state.withLock { $0.examines += 1 }
        let size = try Self.size(source)
        func derivative(_ side: Int) -> EncodedImage? {
            guard side > 0 else { return nil }
            let box = PixelSize(width: side, height: side)
            let scale = min(1, Double(box.width) / Double(max(size.width, size.height)))
            let (width, height) = (Int((Double(size.width) * scale).rounded()), Int((Double(size.height) * scale).rounded()))
            return EncodedImage(bytes: Array("\(width)x\(height)".utf8), width: width, height: height)
        }
        return Examination(facts: .init(kind: .image, uniformType: "public.jpeg"), preview: derivative(options.previewSide), thumbnail: derivative(options.thumbnailSide))
    }

    func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage {
        let size = try Self.size(source)
        state.withLock {
            $0.renders.append("\(size.width)x\(size.height)")
            $0.threads.insert(UInt(pthread_self()))
        }
        gate?.pass()
        return PixelImage(width: size.width, height: size.height, bytesPerRow: size.width * 4, pixels: [UInt8](repeating: 7, count: size.width * size.height * 4), hasAlpha: false)
    }

    func render(packed files: [[UInt8]], _ request: RenderRequest) throws(CodecError) -> [PixelImage?] {
        state.withLock { $0.trips.append(files.count) }
        return try files.map { file throws(CodecError) in
            if file == Array("crash".utf8) { throw CodecError(.workerFailed, "the worker ended") }
            return file.withUnsafeBytes { MediaSource.lend($0, named: "stored") { try? render($0, request) } } ?? nil
        }
    }

    func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage {
        EncodedImage(bytes: Array("\(image.width)x\(image.height)".utf8), width: image.width, height: image.height)
    }

    private static func size(_ source: MediaSource) throws(CodecError) -> PixelSize {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = pread(source.descriptor, &bytes, 64, 0)
        let numbers = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "x").compactMap { Int($0) }
        guard numbers.count == 2 else { throw CodecError(.damaged, "\(source.name) is damaged") }
        return PixelSize(width: numbers[0], height: numbers[1])
    }
}

/// A door that opens once.
final class Gate: @unchecked Sendable {
    // `condition` guards both.
    private let condition = NSCondition()
    private var isOpen = false
    private var arrived = 0

    func pass() {
        condition.withLock {
            arrived += 1
            condition.broadcast()
            while !isOpen { condition.wait() }
        }
    }

    func open() {
        condition.withLock {
            isOpen = true
            condition.broadcast()
        }
    }

    func waitForArrivals(_ count: Int) {
        condition.withLock { while arrived < count { condition.wait() } }
    }
}

/// A folder that goes away with the test.
final class Scratch: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("imaging-\(UUID().uuidString)")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }
}
