import Foundation
import LibraryEngine
import Metadata
import PhotoModel
import Pixels
import Synchronization

/// What an edit of a Live Photo begins with.
struct LivePhotoEditingSource: Sendable {
    let library: PhotoLibrary
    let still: ResourceRecord
    let movie: ResourceRecord
    let uuid: UUID
    /// Of the still, upright.
    let size: PixelSize
    /// Of the still.
    let facts: MediaFacts
    let rendering: LivePhotoRendering

    var orientation: CGImagePropertyOrientation { CGImagePropertyOrientation(rawValue: UInt32(facts.orientation)) ?? .up }
    var duration: CMTime { time(rendering.duration) }
    var photoTime: CMTime { time(rendering.stillTime) }

    /// A moment in the unit that the movie's frames are counted in.
    func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: rendering.timescale) }

    /// The still as its file has it.
    func image() -> CIImage {
        CIImage(width: size.width, height: size.height) { try? CGImage(pixels(fitting: nil)) }.oriented(orientation.inverse)
    }

    /// The still's pixels, upright, in colours that images have here.
    /// - Parameter carriesGainMap: whether their gain map comes with them.
    /// - Throws: `PHPhotosError.invalidResource` for a damaged picture.
    func pixels(fitting target: PixelSize?, carriesGainMap: Bool = false) throws -> PixelImage {
        let file = try library.openResource(still)
        defer { withExtendedLifetime(file) {} }
        var request = RenderRequest()
        (request.target, request.keepsWideGamut, request.carriesTags, request.carriesGainMap) = (target, true, true, carriesGainMap)
        var image = try library.decoder.render(MediaSource(descriptor: file.descriptor, name: still.filename), request)
        if !CIImage.holdsColors(of: CGImage(image).colorSpace) {
            request.keepsWideGamut = false
            image = try library.decoder.render(MediaSource(descriptor: file.descriptor, name: still.filename), request)
        }
        // What is shown of a damaged file must not become the picture.
        if let damage = image.damage { throw PHPhotosError(.invalidResource, "\(still.filename) is damaged and can't be edited: \(damage)") }
        return image
    }
}

/// One run through all frames of a Live Photo. The frames of the movie come from a worker and go back to it one by one, so that no more than one is in memory.
final class LivePhotoProcessing: Sendable {
    private let source: LivePhotoEditingSource
    private let processor: Unchecked<PHLivePhotoFrameProcessingBlock?>
    private let volume: Float
    private let isCancelled = Atomic(false)
    private let context = CIContext()

    init(_ source: LivePhotoEditingSource, _ processor: Unchecked<PHLivePhotoFrameProcessingBlock?>, volume: Float) {
        (self.source, self.processor, self.volume) = (source, processor, volume)
    }

    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// - Throws: what the block left, or `PHPhotosError`.
    func run<Result>(_ work: (LivePhotoProcessing) throws -> Result) throws -> Result {
        do {
            try goOn()
            return try work(self)
        } catch {
            if isCancelled.load(ordering: .relaxed) { throw Self.cancellation }
            if let left = error as? BlockFailure { throw left.error }
            throw PHPhotosError(error)
        }
    }

    func save(to output: PHContentEditingOutput) throws {
        let folder = EditingFolder(), made = try render(nil, in: folder)
        try goOn()
        try output.publish(Data(made.still.bytes), movie: made.movie)
    }

    func livePhoto(fitting size: CGSize) throws -> PHLivePhoto {
        let folder = EditingFolder(), made = try render(PixelSize(size), in: folder)
        let still = try folder.make().appendingPathComponent("still.jpg")
        do { try Data(made.still.bytes).write(to: still) } catch { throw LibraryError.noTemporaryFiles(error.localizedDescription, cause: error) }
        try goOn()
        let files = [
            ResourceFile(url: still, type: .fullSizePhoto, uniformType: UniformTypes.jpeg),
            ResourceFile(url: made.movie, type: .fullSizePairedVideo, uniformType: UniformTypes.quickTimeMovie),
        ]
        return PHLivePhoto(size: CGSize(width: made.still.width, height: made.still.height), resources: files.map { PHAssetResource($0) }, in: folder)
    }

    private static let cancellation = PHPhotosError(.userCancelled, "The processing of the Live Photo was cancelled.")

    private func goOn() throws { if isCancelled.load(ordering: .relaxed) { throw Self.cancellation } }

    private func render(_ target: PixelSize?, in folder: EditingFolder) throws -> (still: EncodedImage, movie: URL) {
        // Without a block both halves stay as bright as they are.
        let isKept = processor.value == nil, pixels = try source.pixels(fitting: target, carriesGainMap: isKept), whole = CGImage(pixels)
        let shown = try processed(whole, Frame(whole, source, time: source.photoTime, type: .photo), showing: nil).image
        try goOn()
        let picture = try source.library.still(of: isKept ? pixels : PixelImage(shown), exif: pixels.exif)
        let movie = try folder.make().appendingPathComponent("movie.mov")
        try source.rendering.write(request(target), to: movie, goesOn: { !self.isCancelled.load(ordering: .relaxed) }, edit: edit())
        try goOn()
        let joined = try source.rendering.join(picture.bytes, to: movie)
        return (EncodedImage(bytes: joined, width: picture.width, height: picture.height), movie)
    }

    private func request(_ target: PixelSize?) -> TranscodeRequest {
        var request = source.rendering.request(handingFramesOut: processor.value != nil)
        request.sound = volume == 0 ? .none : volume < 1 ? .aac : .copyAAC
        request.volume = volume == 0 ? 1 : Double(volume)
        if let target {
            // The movie is turned as it likes, and so is the target.
            (request.longSide, request.shortSide) = (max(target.width, target.height, 2) & ~1, max(min(target.width, target.height), 2) & ~1)
            if target.width != target.height, (target.width > target.height) != (source.size.width > source.size.height) { request.longSide = request.shortSide }
        }
        return request
    }

    /// The movie shows of every frame what it shows of the first.
    private func edit() -> ((PixelImage, Double) throws -> PixelImage)? {
        guard processor.value != nil else { return nil }
        var window: CGRect?
        return { [self] frame, seconds in
            try goOn()
            let whole = CGImage(frame)
            let (image, shown) = try processed(whole, Frame(whole, source, time: source.time(seconds), type: .video), showing: window)
            window = shown
            return PixelImage(image)
        }
    }

    /// What the block makes of an upright picture, upright again, on black, in the picture's own colours; and which part of the block's image that is.
    private func processed(_ whole: CGImage, _ frame: Frame, showing window: CGRect?) throws -> (image: CGImage, window: CGRect) {
        guard let processor = processor.value else { return (whole, frame.image.extent) }
        var failure: NSError?
        guard let image = processor(frame, &failure) else {
            throw BlockFailure(error: failure ?? PHPhotosError(.internalError, "The frame processor gave no image. Have it give one, or leave an error."))
        }
        let bounds = image.extent.isInfinite ? frame.image.extent : image.extent, window = window ?? bounds
        let black = CIImage(color: CIColor(red: 0, green: 0, blue: 0)).cropped(to: window)
        let upright = image.cropped(to: window).composited(over: black).oriented(source.orientation)
        guard !window.isNull, window.width >= 2, window.height >= 2, window.width <= 16_384, window.height <= 16_384,
            let pixels = context.createCGImage(upright, from: upright.extent, isDeep: whole.bitsPerComponent == 16, colorSpace: whole.colorSpace)
        else {
            throw PHPhotosError(
                .invalidResource, "The frame processor gave an image of \(window.width) × \(window.height) pixels. Give one of 2 to 16384, whose pixels can be made.")
        }
        return (pixels, window)
    }

    private struct BlockFailure: Error {
        let error: any Error
    }

    private struct Frame: PHLivePhotoFrame {
        let image: CIImage
        let time: CMTime
        let type: PHLivePhotoFrameType
        let renderScale: CGFloat

        init(_ whole: CGImage, _ source: LivePhotoEditingSource, time: CMTime, type: PHLivePhotoFrameType) {
            image = CIImage(cgImage: whole).oriented(source.orientation.inverse)
            (self.time, self.type) = (time, type)
            renderScale = CGFloat(whole.width) / CGFloat(source.size.width)
        }
    }
}

extension CGImagePropertyOrientation {
    /// What turns back what this one turns upright.
    fileprivate var inverse: CGImagePropertyOrientation {
        switch self {
        case .left: .right
        case .right: .left
        default: self
        }
    }
}
