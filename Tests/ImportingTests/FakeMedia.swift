import Decoding
import Foundation
import Metadata
import PhotoModel
import Pixels
import Synchronization

/// Files that begin like the real ones, as far as a sniffer looks, and then carry the facts that the fake decoder finds in them.
enum FakeMedia {
    static let mark = "\nFACTS:"

    static func bytes(_ facts: MediaFacts, salt: String = "") throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try head(facts.kind, facts.uniformType) + Data((salt + mark).utf8) + encoder.encode(facts)
    }

    private static func head(_ kind: MediaKind, _ type: String) -> Data {
        switch kind {
        case .video: Data([0, 0, 0, 0x14] + Array("ftypqt  ".utf8) + [0, 0, 0, 0] + Array("qt  ".utf8))
        case .adjustment:
            Data("<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>adjustmentFormatIdentifier</key><string>com.apple.photo</string></dict></plist>".utf8)
        case .sidecar: Data("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"></x:xmpmeta>".utf8)
        case .rawImage: Data([0x49, 0x49, 0x55, 0x00, 8, 0, 0, 0])
        default: Data([0xFF, 0xD8, 0xFF, 0xE0])
        }
    }
}

/// Finds facts where `FakeMedia` put them.
final class FakeDecoder: MediaDecoder {
    /// Names of the files that were decoded to pixels, in order.
    let decoded = Mutex<[String]>([])
    /// Told of each file that is looked into.
    let onExamine = Mutex<(@Sendable (String) -> Void)?>(nil)

    func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination {
        onExamine.withLock { $0 }?(source.name)
        let data = FileHandle(fileDescriptor: source.descriptor, closeOnDealloc: false).readDataToEndOfFile()
        guard let mark = data.range(of: Data(FakeMedia.mark.utf8)), let facts = try? JSONDecoder().decode(MediaFacts.self, from: data[mark.upperBound...]) else {
            throw CodecError(.damaged, "\(source.name) has no facts. Copy it again.")
        }
        let isShown = options.previewSide > 0 && [.image, .rawImage, .video].contains(facts.kind)
        guard isShown else { return Examination(facts: facts, preview: nil, thumbnail: nil) }
        decoded.withLock { $0.append(source.name) }
        let isLost = facts.damage?.hasPrefix("all") == true
        return Examination(
            facts: facts, preview: isLost ? nil : EncodedImage(bytes: Array(source.name.utf8), width: 4, height: 3),
            thumbnail: isLost ? nil : EncodedImage(bytes: [1, 2, 3], width: 2, height: 1))
    }

    func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage {
        throw CodecError(.unsupported, "the fake decoder renders nothing")
    }

    func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage {
        throw CodecError(.unsupported, "the fake decoder encodes nothing")
    }
}

extension MediaFacts {
    static func photo(
        _ type: String = "public.jpeg", at local: Double? = 1_700_000_000.25, offset: Int? = 3600, content: String? = nil, burst: String? = nil,
        model: String? = "iPhone", width: Int = 4000, height: Int = 3000, orientation: Int = 1
    ) -> MediaFacts {
        var facts = MediaFacts(kind: type.contains("raw") ? .rawImage : .image, uniformType: type)
        (facts.pixelWidth, facts.pixelHeight, facts.orientation) = (width, height, orientation)
        facts.captureDate = local.map { CaptureDate(localSeconds: $0, utcOffset: offset, source: "test") }
        (facts.contentIdentifier, facts.burstIdentifier) = (content, burst)
        (facts.camera.make, facts.camera.model) = ("Apple", model)
        return facts
    }

    static func movie(content: String? = nil, at local: Double? = 1_700_000_000, model: String? = "iPhone", width: Int = 1920) -> MediaFacts {
        var facts = MediaFacts(kind: .video, uniformType: "com.apple.quicktime-movie")
        (facts.pixelWidth, facts.pixelHeight, facts.duration) = (width, 1080, 2.5)
        facts.captureDate = local.map { CaptureDate(localSeconds: $0, utcOffset: 3600, source: "test") }
        facts.contentIdentifier = content
        (facts.camera.make, facts.camera.model) = ("Apple", model)
        return facts
    }

    static func adjustment(_ format: String = "com.apple.photo", version: String = "1.4") -> MediaFacts {
        var facts = MediaFacts(kind: .adjustment, uniformType: "com.apple.photos.apple-adjustment-envelope")
        var adjustment = AdjustmentFacts(formatIdentifier: format)
        (adjustment.formatVersion, adjustment.timestamp) = (version, 1_710_000_000)
        facts.adjustment = adjustment
        return facts
    }

    static func sidecar(title: String? = nil, keywords: [String] = [], rating: Int? = nil, choice: OriginalChoice? = nil) -> MediaFacts {
        var facts = MediaFacts(kind: .sidecar, uniformType: "com.adobe.xmp")
        (facts.title, facts.keywords, facts.rating, facts.originalChoice) = (title, keywords, rating, choice)
        return facts
    }

    /// A sidecar of what was joined by hand.
    static func joined(movie: String? = nil, raw: String? = nil, burst: String? = nil, isPick: Bool = false, represents: Bool = false) -> MediaFacts {
        var (facts, belonging) = (MediaFacts(kind: .sidecar, uniformType: "com.adobe.xmp"), BelongingFacts())
        (belonging.pairedVideo, belonging.alternatePhoto, belonging.isBurstPick, belonging.representsBurst) = (movie, raw, isPick, represents)
        (facts.belonging, facts.burstIdentifier) = (belonging, burst)
        return facts
    }
}
