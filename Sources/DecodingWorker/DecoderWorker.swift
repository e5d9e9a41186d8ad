import CLinux
import Codecs
import Decoding
import Glibc
import Pixels

/// The whole life of a worker process: start, protect itself, warm up, answer until the parent is gone.
///
/// Single-threaded by design; a codec may use threads of its own. Whatever goes wrong with the parent or the protocol ends the process: it has
/// nothing to save, and the parent makes a new one.
package struct DecoderWorker {
    /// How the process ends; `exit` takes the raw value.
    package enum End: Int32 {
        /// The parent closed the channel.
        case finished = 0
        /// Not started by a `DecoderPool`.
        case usage = 64
        /// The parent broke the protocol or the channel.
        case protocolBroken = 76
        /// A library that every decode needs did not start.
        case codecsUnavailable = 69
        /// The system refuses a protection without which there is no work.
        case unprotected = 77
    }

    /// - Parameters:
    ///   - prepare: starts and warms the codecs, between the two halves of the protections.
    ///   - work: makes what decodes, once the protections are in force.
    package static func run(
        prepare: () throws(CodecError) -> Void, work: (WorkerLimits) -> some DecodingWork
    ) -> End {
        clinux_ignore_terminal_signals()
        clinux_keep_freed_memory(128 << 20)
        var type: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(Wire.workerChannel, SOL_SOCKET, SO_TYPE, &type, &length) == 0, type == Int32(SOCK_SEQPACKET.rawValue) else {
            say("photo-decoder is started by programs that use OpenPhotoKit; it does nothing on its own")
            return .usage
        }
        let channel = Channel(adopting: Wire.workerChannel)
        do {
            guard let packet = try channel.receive(descriptors: 1) else { return .finished }
            guard let memory = packet.descriptors.first, case .start(let limits, let sharedBytes) = try ParentMessage(decoding: packet.bytes) else {
                return .protocolBroken
            }
            let shared = try SharedMemory(adopting: memory, count: sharedBytes)
            var protections = WorkerProtections()
            do throws(CodecError) { try prepare() } catch {
                say("the codecs do not start: \(error)")
                return .codecsUnavailable
            }
            protections.finish(memory: limits.memory)
            // Before the hello, so that the parent finds the reason when it hears that there is one.
            if !protections.isSufficient { say("the system refused \(protections.refusals.joined(separator: ", "))") }
            try channel.send(WorkerMessage.hello(protections.protections).encoded(), waits: true)
            guard protections.isSufficient else { return .unprotected }
            var session = WorkerSession(channel: channel, shared: shared, limits: limits, work: work(limits))
            return try session.serve()
        } catch {
            say("\(error)")
            return .protocolBroken
        }
    }

    /// The parent keeps the end of what is said here for its error messages.
    static func say(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}

extension DecoderWorker {
    /// The whole of `photo-decoder`: the status to exit with.
    package static func run() -> Int32 {
        let prepare = { () throws(CodecError) in
            for name in try Codec().prepare() { say("no decoder for \(name)") }
            compileVectorCode()
        }
        return run(prepare: prepare, work: { Codec(limits: $0.decoding) }).rawValue
    }

    /// libvips compiles its resampling while it runs, and its compiler ends the process where it gets no executable memory. So it gets that
    /// memory, once and for all, before the filter refuses it.
    private static func compileVectorCode() {
        let side = 96
        let pixels = (0..<side * side * 4).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let image = PixelImage(width: side, height: side, bytesPerRow: side * 4, pixels: pixels, hasAlpha: true)
        var request = RenderRequest()
        request.target = PixelSize(width: 29, height: 29)
        do {
            let file = try Codec().encode(image, as: .png).bytes
            _ = try file.withUnsafeBytes { try Codec().render($0, name: "warm-up", request) }
        } catch { say("no decoder for PNG: \(error)") }
    }
}
