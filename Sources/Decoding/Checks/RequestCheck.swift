import Adjustments
import Glibc
import Pixels

/// Refuses requests that make no sense before any worker sees them.
enum RequestCheck {
    private static let sides = 0...65_535

    static func check(_ options: ExamineOptions) throws(CodecError) {
        guard sides.contains(options.thumbnailSide), sides.contains(options.previewSide) else {
            throw invalid("a thumbnail or preview side must be 0 to \(sides.upperBound) pixels")
        }
        guard options.postponesFrom >= 0 else { throw invalid("a picture that is left for another time has 0 pixels or more") }
    }

    static func check(_ request: RenderRequest) throws(CodecError) {
        if let target = request.target, target.width < 1 || target.height < 1 || target.width > 1 << 24 || target.height > 1 << 24 {
            throw invalid("a size of \(target.width) × \(target.height) pixels cannot be rendered")
        }
        if let crop = request.crop {
            let numbers = [crop.x, crop.y, crop.width, crop.height]
            guard numbers.allSatisfy({ $0.isFinite && $0 >= 0 && $0 <= 1 }), crop.width > 0, crop.height > 0, crop.x < 1, crop.y < 1 else {
                throw invalid("a crop must lie within the picture, in unit coordinates")
            }
        }
        if let orientation = request.orientation, !(1...8).contains(orientation) { throw invalid("orientation \(orientation) is not one of 1 to 8") }
        guard request.headroom.isFinite, request.headroom >= 0 else { throw invalid("a screen's headroom must be 0 or more") }
        if let frames = request.frames {
            guard frames.first >= 0, (1...FrameRange.most).contains(frames.count), frames.bytes >= 0 else {
                throw invalid("\(frames.count) frames in \(frames.bytes) bytes from number \(frames.first) on cannot be rendered together")
            }
        }
        if let adjustments = request.adjustments {
            do throws(AdjustmentError) { try adjustments.validate() } catch { throw invalid(error.message) }
            guard request.crop == nil, request.orientation == nil, request.frames == nil else {
                throw invalid("adjustments are of a whole picture as it is; leave crop, orientation and frames")
            }
        }
        guard request.time.isFinite, request.time >= 0 else { throw invalid("a moment of a video must be 0 seconds or later") }
    }

    static func check(_ request: TranscodeRequest) throws(CodecError) {
        guard request.picture != .none || request.sound != .none else { throw invalid("a film without picture and sound") }
        for side in [request.longSide, request.shortSide].compactMap({ $0 }) {
            guard side >= 2, side % 2 == 0, side <= 16_384 else { throw invalid("a film's side must be even, and 2 to 16384 pixels") }
        }
        guard request.start.isFinite, request.start >= 0, request.start <= 1e7, (request.end ?? 1).isFinite, request.end.map({ $0 > request.start && $0 <= 1e8 }) ?? true
        else { throw invalid("a part of a film must begin at 0 seconds or later, and end after it begins") }
        guard (request.quality ?? 20).isFinite, (0...63).contains(request.quality ?? 20) else { throw invalid("a film's quality must be 0 to 63") }
        guard (8000...512_000).contains(request.soundRate) else { throw invalid("a film's sound must have 8000 to 512000 bits a second") }
        guard (0...1).contains(request.volume), request.volume == 1 || request.sound == .aac || request.sound == .none else {
            throw invalid("a film's volume must be 0 to 1, and its sound encoded where that is less than 1")
        }
        guard TranscodeRequest.text(request.statements).map({ $0.utf8.count <= Wire.statementsLimit }) ?? true else {
            throw CodecError(.tooLarge, "a film's title, caption and keywords can have 8 KB together; shorten them")
        }
        guard request.slowMotion == nil || request.container != .fragments && (request.sound == .aac || request.sound == .none) else {
            throw invalid("what is made slower is a film of its own, whose sound is encoded")
        }
        if let adjustments = request.adjustments {
            do throws(AdjustmentError) { try adjustments.validate() } catch { throw invalid(error.message) }
        }
        guard !request.edits || request.picture != .none && request.picture != .copy, !request.handsFramesOut || request.adjustments == nil else {
            throw invalid("edited frames are encoded, and edited once")
        }
        guard request.container != .fragments || request.end != nil && request.picture != .copy else {
            throw invalid("fragments are of a part of a film, whose picture is encoded")
        }
    }

    /// The bytes of all files together.
    static func check(packed files: [[UInt8]]) throws(CodecError) -> Int {
        let total = files.reduce(0) { $0 + $1.count }
        guard files.count <= Wire.packedLimit, total <= Wire.packedBytesLimit else {
            throw invalid("\(files.count) pictures of \(total) bytes in all are too many for one trip")
        }
        return total
    }

    static func check(_ image: PixelImage, _ format: EncodedFormat) throws(CodecError) -> ImageLayout {
        let layout = ImageLayout(
            width: image.width, height: image.height, bytesPerRow: image.bytesPerRow, format: image.format, hasAlpha: image.hasAlpha,
            profileLength: image.iccProfile?.count)
        guard let length = layout.length, length - (image.iccProfile?.count ?? 0) <= image.pixels.count else {
            throw invalid("an image of \(image.width) × \(image.height) pixels with \(image.bytesPerRow) bytes in a row and \(image.pixels.count) bytes in all")
        }
        switch format {
        case .jpeg(let quality):
            guard (1...100).contains(quality) else { throw invalid("JPEG quality \(quality) is not one of 1 to 100") }
            guard image.width <= 65_500, image.height <= 65_500 else {
                throw CodecError(.tooLarge, "\(image.width) × \(image.height) pixels are more than a JPEG holds; scale it down or write a PNG")
            }
        case .png: break
        }
        return layout
    }

    /// A descriptor that a worker can only read from, the size of its file, and whether the descriptor is a new one that must be closed.
    static func input(_ source: MediaSource) throws(CodecError) -> (descriptor: Int32, size: Int, isOwned: Bool) {
        var facts = stat()
        guard fstat(source.descriptor, &facts) == 0 else { throw unreadable(source.name, errno) }
        switch facts.st_mode & S_IFMT {
        case S_IFREG, S_IFIFO: break
        case S_IFDIR: throw CodecError(.unsupported, "“\(source.name)” is a folder, not a file")
        default: throw CodecError(.unsupported, "“\(source.name)” is a device or a socket, not a file")
        }
        let flags = fcntl(source.descriptor, F_GETFL)
        guard flags >= 0 else { throw unreadable(source.name, errno) }
        if flags & O_ACCMODE == O_RDONLY { return (source.descriptor, Int(facts.st_size), false) }
        // A worker must never get a descriptor through which a user's file can be written.
        let reopened = open("/proc/self/fd/\(source.descriptor)", O_RDONLY | O_CLOEXEC)
        guard reopened >= 0 else { throw unreadable(source.name, errno) }
        return (reopened, Int(facts.st_size), true)
    }

    /// The bytes of a file into which something is to be written.
    static func contents(of descriptor: Int32, _ size: Int, named name: String) throws(CodecError) -> [UInt8] {
        guard size <= Wire.writtenLimit else {
            throw CodecError(.tooLarge, "“\(name)” is too large to be written anew with other metadata; a sidecar can say it beside the file.")
        }
        var failure: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { target, filled in
            filled = 0
            while filled < size {
                let count = pread(descriptor, target.baseAddress.map { $0 + filled }, size - filled, off_t(filled))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    failure = count < 0 ? errno : EIO
                    return
                }
                filled += count
            }
        }
        if let failure { throw unreadable(name, failure) }
        return bytes
    }

    private static func invalid(_ why: String) -> CodecError {
        CodecError(.invalidRequest, "impossible request: \(why)")
    }

    private static func unreadable(_ name: String, _ number: Int32) -> CodecError {
        CodecError(.unreadable, "“\(name)” cannot be read; check that it is there and that you may read it", cause: String(cString: strerror(number)))
    }
}
