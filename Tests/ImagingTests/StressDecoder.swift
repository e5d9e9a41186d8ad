import Decoding
import Foundation
import Pixels
import Synchronization
@testable import Imaging

struct StressAsset: Sendable {
    /// What requests say of every picture.
    static let size = PixelSize(width: 4000, height: 3000), bytes = 4000 * 3000 * 4
    static let thumbnailSide = 8

    let id: Int64
    let uuid: UUID
    let name: String
    let side: Int
    let hasThumbnail: Bool
    let isDamaged: Bool

    init(_ number: Int) {
        id = Int64(number + 1)
        uuid = UUID(uuidString: "8A6B0000-0000-4000-8000-" + String(format: "%012x", number))!
        (hasThumbnail, isDamaged) = (number % 4 != 1, number % 16 == 15)
        side = 16 + 16 * (number % 4)
        name = "\(side)\(isDamaged ? "-damaged" : "").jpg"
    }
}

/// Answers at once, with the size that stands in the file's name; tells when a decode begins (1) and ends (-1).
final class StressDecoder: MediaDecoder {
    /// A bare function in a generic box would be wrapped once more at every look.
    private struct Watcher: Sendable { var tell: @Sendable (Int) -> Void = { _ in } }

    private let watcher = Mutex(Watcher())

    func watch(_ tell: @escaping @Sendable (Int) -> Void) { watcher.withLock { $0 = Watcher(tell: tell) } }

    func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage {
        let watcher = watcher.withLock { $0 }
        watcher.tell(1)
        defer { watcher.tell(-1) }
        // Only stored thumbnails are decoded whole here.
        let isThumbnail = request.target == nil
        if !isThumbnail, source.name.contains("damaged") { throw CodecError(.damaged, "\(source.name) is damaged") }
        let side = isThumbnail ? StressAsset.thumbnailSide : Int(source.name.prefix { $0.isNumber }) ?? 0
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: side * side * 4, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 7)
        let address = UInt(bitPattern: memory.baseAddress)
        // Small ones that count as if they were as large as the asset says.
        let pixels = PixelBuffer(UnsafeRawBufferPointer(memory), occupied: isThumbnail ? nil : StressAsset.bytes) {
            UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
        }
        return PixelImage(width: side, height: side, bytesPerRow: side * 4, pixels: pixels, hasAlpha: false)
    }

    func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination {
        throw CodecError(.damaged, "\(source.name) is never examined here")
    }

    func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage {
        throw CodecError(.damaged, "nothing is encoded here")
    }
}
