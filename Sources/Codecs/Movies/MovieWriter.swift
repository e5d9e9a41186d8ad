import CMedia
import Pixels

/// Writes a film of pictures: H.264 in MP4 or QuickTime, without sound. The same pictures give the same bytes.
package final class MovieWriter {
    package enum Container: Sendable { case mp4, quickTime }

    /// What the container says, by QuickTime's keys, such as `com.apple.quicktime.creationdate`; `creation_time` is the container's own date.
    package typealias Metadata = [(key: String, value: String)]

    private let size: PixelSize
    private let raw: OpaquePointer?

    /// - Parameters:
    ///   - size: pixels; both sides even.
    ///   - rate: frames a second.
    package init(_ container: Container, size: PixelSize, rate: Int, metadata: Metadata = []) throws(CodecError) {
        guard size.width > 0, size.height > 0, size.width % 2 == 0, size.height % 2 == 0, size.width <= 8192, size.height <= 8192,
            (1...240).contains(rate)
        else {
            throw CodecError(
                .invalidRequest,
                "A film of \(size.width) × \(size.height) pixels with \(rate) frames a second can't be written: both sides must be even.")
        }
        self.size = size
        var raw: OpaquePointer?
        var text = [CChar](repeating: 0, count: 256)
        let strings = metadata.flatMap { [$0.key, $0.value] }
        let result = Self.withCStrings(strings) {
            cmedia_writer_open(CInt(size.width), CInt(size.height), CInt(rate), container == .quickTime ? 1 : 0, $0, &raw, &text, text.count)
        }
        guard result == 0 else {
            cmedia_writer_close(raw)
            throw Self.failure(text)
        }
        self.raw = raw
    }

    deinit { cmedia_writer_close(raw) }

    /// Adds a frame: rows of `R G B` and a byte that is ignored, without gaps.
    package func add(_ pixels: [UInt8]) throws(CodecError) {
        guard pixels.count >= size.width * size.height * 4 else {
            throw CodecError(.invalidRequest, "There are too few bytes for \(size.width) × \(size.height) pixels.")
        }
        var text = [CChar](repeating: 0, count: 256)
        guard cmedia_writer_add(raw, pixels, CInt(size.width * 4), &text, text.count) == 0 else { throw Self.failure(text) }
    }

    /// Ends the film; nothing can be added any more.
    package func finish() throws(CodecError) -> [UInt8] {
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        var text = [CChar](repeating: 0, count: 256)
        guard cmedia_writer_finish(raw, &bytes, &count, &text, text.count) == 0, let bytes else { throw Self.failure(text) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    private static func withCStrings<T>(_ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> T) -> T {
        // One block of text, and where in it each string begins.
        var text: [CChar] = [], starts: [Int] = []
        for string in strings {
            starts.append(text.count)
            text += string.utf8CString
        }
        return text.withUnsafeBufferPointer { text in
            let base = text.baseAddress
            let pointers = starts.map { start in base.map { $0 + start } } + [nil]
            return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
        }
    }

    private static func failure(_ text: [CChar]) -> CodecError {
        let cause = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return CodecError(
            .unsupported, "The film could not be written. Debian's libavcodec with libx264 can; another build may lack it.", cause: cause)
    }
}
