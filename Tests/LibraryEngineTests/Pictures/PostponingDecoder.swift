import Foundation
import LibraryEngine
import Metadata
import Pixels
import Synchronization

/// A decoder of made-up photos that leaves pictures for later where it may, and tells what it was asked in which order.
final class PostponingDecoder: MediaDecoder {
    enum Fault { case partial, lost, unsupported, missing }

    struct State {
        /// `facts NAME` and `picture NAME`.
        var asked: [String] = []
        var faults: [String: Fault] = [:]
        /// Told of each picture that is begun.
        var onPicture: @Sendable (String) -> Void = { _ in }
    }

    static let colors = QuarterColors(bytes: Array(1...12))
    let state = Mutex(State())

    var asked: [String] { state.withLock { $0.asked } }
    var pictures: [String] { asked.filter { $0.hasPrefix("picture") }.map { String($0.dropFirst(8)) } }

    func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination {
        let data = FileHandle(fileDescriptor: source.descriptor, closeOnDealloc: false).readDataToEndOfFile()
        guard data.starts(with: [0xFF, 0xD8, 0xFF]) else { throw CodecError(.unsupported, "\(source.name) is no picture") }
        var facts = MediaFacts(kind: .image, uniformType: "public.jpeg")
        (facts.pixelWidth, facts.pixelHeight) = (40, 30)
        let isFacts = options.previewSide == 0 || options.postpones(facts)
        let (fault, onPicture) = state.withLock { state in
            state.asked.append("\(isFacts ? "facts" : "picture") \(source.name)")
            return (state.faults[source.name], state.onPicture)
        }
        if options.previewSide == 0 { return Examination(facts: facts, preview: nil, thumbnail: nil) }
        if isFacts { return Examination(postponed: facts, quarters: Self.colors) }
        onPicture(source.name)
        let bytes = Array(source.name.utf8)
        switch fault {
        case .partial: facts.damage = "its end is missing"
        case .lost: throw CodecError(.damaged, "\(source.name) has no pixels")
        case .unsupported: throw CodecError(.unsupported, "Pictures like \(source.name) can't be shown")
        case .missing: throw CodecError(.workerMissing, "there is no worker")
        case nil: break
        }
        return Examination(
            facts: facts, preview: EncodedImage(bytes: bytes, width: 40, height: 30),
            thumbnail: EncodedImage(bytes: bytes + [0], width: 40, height: 30, quarters: QuarterColors(bytes: Array(repeating: UInt8(bytes.count), count: 12))))
    }

    func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage {
        PixelImage(width: 4, height: 3, bytesPerRow: 16, pixels: [UInt8](repeating: 7, count: 48), hasAlpha: false)
    }

    func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage { throw CodecError(.unsupported, "nothing is encoded here") }
}
