import Decoding
import Foundation
import Metadata
import Pixels
import Synchronization

/// A decoder that fails, waits or lies on command, and otherwise has workers decode.
public final class FaultInjectingDecoder: Sendable {
    /// What the decoder does instead of decoding.
    public enum Fault: Sendable {
        /// As a worker that crashed twice.
        case crash
        /// As a worker that did not answer in time.
        case timeOut
        /// As a file whose content can't be decoded.
        case damage
        /// Waits until `release` before it decodes.
        case hold
        /// The same for originals, or those of one name: what is stored of them is decoded.
        case holdOriginals(named: String? = nil)
        /// Decodes, and takes places out of no file.
        case keepPlaces
    }

    private struct State {
        /// `nil` for those that all decoders of the process share.
        var decoder: (any MediaDecoder)?
        var fault: Fault?
        /// Counts what was commanded.
        var command = 0
        var renders = 0
        var examinations = 0
        var held = 0
    }

    // Guarded by `condition`, which is locked around every use.
    private nonisolated(unsafe) var state = State()
    private let condition = NSCondition()

    init() {}

    /// Workers of the program at `path` decode from now on, two at a time, with so many seconds for each attempt.
    public func useWorkers(at path: String, seconds: Double) throws {
        var options = DecoderOptions()
        (options.workers, options.requestSeconds) = (2, seconds)
        // So that a worker that allocates without end leaves memory to other tests.
        options.limits.memory = 512 << 20
        let pool = try DecoderPool(path: path, options: options)
        condition.withLock { state.decoder = pool }
    }

    /// Found as an application finds them, and started when a test first wants a picture.
    static let workers = Result { () throws(CodecError) in
        var options = DecoderOptions()
        // On a machine that has much else to do, a worker is not given up soon.
        options.requestSeconds = 120
        return try DecoderLocator().makeDecoder(options: options)
    }

    private func decoder() throws(CodecError) -> any MediaDecoder {
        if let chosen = condition.withLock({ state.decoder }) { return chosen }
        return try Self.workers.get()
    }

    /// What every call does from now on; `nil` decodes.
    public var fault: Fault? {
        get { condition.withLock { state.fault } }
        set {
            condition.withLock {
                state.fault = newValue
                state.command += 1
                condition.broadcast()
            }
        }
    }

    /// Pictures rendered since the start, failed ones included.
    public var renders: Int { condition.withLock { state.renders } }
    /// Files examined since the start, failed ones included.
    public var examinations: Int { condition.withLock { state.examinations } }

    /// Ends a `hold`.
    public func release() { fault = nil }

    /// Blocks until so many calls are held.
    public func waitUntilHolding(_ count: Int = 1) {
        condition.withLock { while state.held < count { condition.wait() } }
    }

    private func meet(_ source: MediaSource, _ count: (inout State) -> Void) throws(CodecError) {
        let (name, isStored) = (source.name, Self.isStored(source.descriptor))
        let fault = condition.withLock { () -> Fault? in
            count(&state)
            while Self.holds(state.fault, name, isStored) {
                state.held += 1
                condition.broadcast()
                let command = state.command
                while state.command == command { condition.wait() }
                state.held -= 1
            }
            return state.fault
        }
        switch fault {
        case .crash: throw CodecError(.workerFailed, "The decoder crashed on \(name)")
        case .timeOut: throw CodecError(.timedOut, "The decoder took too long for \(name)")
        case .damage: throw CodecError(.damaged, "\(name) is damaged")
        case .hold, .holdOriginals, .keepPlaces, nil: return
        }
    }

    private static func holds(_ fault: Fault?, _ name: String, _ isStored: Bool) -> Bool {
        switch fault {
        case .hold: true
        case .holdOriginals(let named): !isStored && (named ?? name) == name
        case .crash, .timeOut, .damage, .keepPlaces, nil: false
        }
    }

    /// Whether it is a thumbnail, which comes in a file without name, or a preview.
    private static func isStored(_ descriptor: Int32) -> Bool {
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) ?? ""
        return path.hasPrefix("/memfd:") || path.contains(".photolibrary/derivatives/")
    }
}

extension FaultInjectingDecoder: MediaDecoder {
    package func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination {
        try meet(source) { $0.examinations += 1 }
        return try decoder().examine(source, options)
    }

    package func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage {
        try meet(source) { $0.renders += 1 }
        return try decoder().render(source, request)
    }

    package func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage {
        try decoder().encode(image, as: format)
    }

    package func transcode(_ source: MediaSource, _ request: TranscodeRequest, to sink: some TranscodeSink) throws(CodecError) {
        try decoder().transcode(source, request, to: sink)
    }

    package func write(_ metadata: WrittenMetadata, into source: MediaSource) throws(CodecError) -> [UInt8] {
        try meet(source) { _ in }
        return try decoder().write(metadata, into: source)
    }

    package func placeMask(of source: MediaSource) throws(CodecError) -> PlaceMask {
        try meet(source) { _ in }
        if case .keepPlaces = fault { throw CodecError(.unsupported, "Places stay in \(source.name)") }
        return try decoder().placeMask(of: source)
    }
}
