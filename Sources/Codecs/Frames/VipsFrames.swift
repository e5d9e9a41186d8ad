import Metadata
import Pixels

/// The frames of a GIF or WebP. libvips lays them over each other and unpacks one at a time, as long as they are read in their order.
final class VipsFrames: FrameSource {
    let size: PixelSize
    private(set) var hasAlpha = false
    let profile: ColorProfile?
    let containerTurn: OrientationTransform? = nil
    var count: Int { min(timing.delays.count, Self.most) }

    /// libvips reads no more of a GIF.
    static let most = 4096

    private let bytes: UnsafeRawBufferPointer
    private let loader: VipsLoader
    private let timing: AnimationTiming
    private var strip: VipsImage?
    private var first = 0, given = 0
    /// Why the file is not read as strictly as a sound one.
    private var damage: String?

    /// `bytes` must outlive the source.
    init(_ bytes: UnsafeRawBufferPointer, _ reader: VipsReader, _ loader: VipsLoader, _ timing: AnimationTiming) {
        (self.bytes, self.loader, self.timing) = (bytes, loader, timing)
        (size, profile) = (reader.size, reader.profile)
    }

    func begin(at first: Int, count: Int) throws(CodecError) {
        self.first = first
        // Of a file that is cut off libvips may find fewer than their headers promise.
        let count = first + count < timing.delays.count ? count : nil
        var opened: VipsImage
        do {
            opened = try VipsImage.open(bytes, loader, first: first, count: count, strict: true)
        } catch {
            opened = try VipsImage.open(bytes, loader, first: first, count: count, strict: false)
            damage = error.cause ?? error.message
        }
        opened = try opened.normalized(flatten: false)
        let strip = try opened.bands < 3 ? opened.rgba() : opened
        guard strip.size.width == size.width, strip.size.height % size.height == 0 else {
            throw CodecError(.damaged, "The picture says it has one size and its frames have another.")
        }
        (self.strip, hasAlpha) = (strip, strip.hasAlpha)
    }

    func next() throws(CodecError) -> AnimationFrame? {
        guard let strip, given < strip.size.height / size.height, first + given < count else { return nil }
        let picture = try strip.samples(from: given * size.height, height: size.height)
        defer { given += 1 }
        let isLast = given + 1 == strip.size.height / size.height
        return AnimationFrame(picture: .samples(picture), milliseconds: timing.delays[first + given], damage: isLast ? damage : nil)
    }
}
