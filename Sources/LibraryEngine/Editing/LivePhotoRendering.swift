import Adjustments
import Decoding
import Foundation
import Glibc
import Imaging
import Metadata
import Originals
import PhotoModel
import Pixels
import Support

/// The movie of an edited Live Photo, and what joins it to its still.
package struct LivePhotoRendering: Sendable {
    private let library: PhotoLibrary
    private let movie: ResourceRecord
    /// What both halves say.
    private let identifier: String
    /// When the still was taken, in seconds from the movie's beginning; where the movie doesn't say, its middle.
    package let stillTime: Double
    /// Of the movie, in seconds, and units of a second in which its frames are counted.
    package let duration: Double
    package let timescale: Int32
    /// Whether the movie has more than 8 bits a component, as those for bright screens do.
    private let isDeep: Bool

    /// Waits for the disk and a worker.
    /// - Parameter still: what the edit's still is made of.
    /// - Throws: what `openResource` throws; `.unreadable` for what is no movie.
    package init(_ library: PhotoLibrary, still: MediaFacts, movie: ResourceRecord, of asset: UUID) throws {
        let file = try library.openResource(movie), facts = try library.facts(of: file, movie)
        guard facts.kind == .video, facts.pixelWidth > 0 else { throw LibraryError(.unreadable, "There is no picture in \(movie.filename), only sound.") }
        (self.library, self.movie, duration) = (library, movie, facts.duration)
        timescale = facts.tracks.first { $0.kind == .video }?.timescale ?? 600
        stillTime = min(facts.stillImageTime ?? facts.duration / 2, facts.duration)
        isDeep = facts.bitsPerComponent ?? 8 > 8
        identifier = still.contentIdentifier ?? facts.contentIdentifier ?? asset.uuidString
    }

    /// What an edit's movie is made like: upright, in a QuickTime movie, of a quality that is hard to tell from the source. One of more than 8 bits becomes HEVC, which keeps
    /// them, and with them the brightness of HLG and PQ; any other becomes H.264.
    package func request(handingFramesOut: Bool = false) -> TranscodeRequest {
        var request = TranscodeRequest()
        (request.container, request.quality, request.indexFirst, request.handsFramesOut) = (.quickTime, 18, true, handingFramesOut)
        if isDeep { (request.picture, request.keepsDepth, request.quality) = (.hevc, true, 20) }
        return request
    }

    /// Writes the movie that a request makes of this one into a new file.
    /// - Parameters:
    ///   - goesOn: asked again and again; false gives up.
    ///   - edit: makes the frames, where the request hands them out.
    /// - Throws: what `edit` throws; `.cannotWrite` where there is no room; `CodecError`.
    package func write(
        _ request: TranscodeRequest, to url: URL, goesOn: @escaping () -> Bool = { true }, edit: ((PixelImage, Double) throws -> PixelImage)? = nil
    ) throws {
        let file = try library.openResource(movie)
        defer { withExtendedLifetime(file) {} }
        let output = Glibc.open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw Self.cannotWrite(url, errno) }
        defer { Glibc.close(output) }
        let sink = FilmFile(output, wants: { _ in goesOn() }, edit: edit)
        do {
            try library.decoder.transcode(MediaSource(descriptor: file.descriptor, name: movie.filename), request, to: sink)
        } catch {
            if let failure = sink.editFailure { throw failure }
            if let number = sink.failure { throw Self.cannotWrite(url, number) }
            throw error
        }
    }

    /// The frame that shows at a moment, upright, with an edit; of a movie for bright screens as on an ordinary one, with a gain map.
    /// - Throws: `CodecError.damaged` where it can't be decoded whole.
    package func frame(at moment: Double, _ adjustments: PhotoAdjustments) throws -> PixelImage {
        let file = try library.openResource(movie)
        defer { withExtendedLifetime(file) {} }
        var request = RenderRequest()
        (request.time, request.adjustments, request.keepsWideGamut, request.carriesGainMap) = (moment, adjustments, true, true)
        let image = try library.decoder.render(MediaSource(descriptor: file.descriptor, name: movie.filename), request)
        if let damage = image.damage { throw CodecError(.damaged, "\(movie.filename) is damaged and can't be edited: \(damage)") }
        return image
    }

    /// Has both halves say that they belong together, and the movie when the still was taken; in a still that has another maker's note nothing is written, nor in its
    /// movie then but the time.
    /// - Parameters:
    ///   - movie: a file that `write` made, which is replaced.
    ///   - moment: of the still, where it is another one than before.
    /// - Returns: the still.
    package func join(_ still: [UInt8], to movie: URL, at moment: Double? = nil) throws -> [UInt8] {
        var metadata = WrittenMetadata()
        (metadata.contentIdentifier, metadata.isIdentifierOnly) = (identifier, true)
        var joined = still
        do {
            joined = try still.withUnsafeBytes { try MediaSource.lend($0, named: "still") { try library.decoder.write(metadata, into: $0) } } ?? still
        } catch let error as CodecError where error.code == .unsupported {
            metadata.contentIdentifier = nil
        }
        metadata.stillTime = moment ?? stillTime
        let handle = try FileHandle(forReadingFrom: movie)
        defer { try? handle.close() }
        let bytes = try library.decoder.write(metadata, into: MediaSource(descriptor: handle.fileDescriptor, name: movie.lastPathComponent))
        do { try Data(bytes).write(to: movie, options: .atomic) } catch { throw LibraryError(.cannotWrite, "\(movie.lastPathComponent) could not be written.", cause: error) }
        return joined
    }

    private static func cannotWrite(_ url: URL, _ number: Int32) -> LibraryError {
        LibraryError(
            .cannotWrite, "The edited movie could not be written to \(url.deletingLastPathComponent().path): \(String(cString: strerror(number))). Make room, and try again.",
            cause: NSError(domain: NSPOSIXErrorDomain, code: Int(number)))
    }
}

/// An edit of a photo as files that are to be staged; the movie of a Live Photo lies in a folder that goes with this.
package final class RenderedEdit: Sendable {
    package let still: EncodedImage
    package let movie: URL?
    private let folder: TemporaryFolder?

    fileprivate init(_ still: EncodedImage, movie: URL?, folder: TemporaryFolder?) { (self.still, self.movie, self.folder) = (still, movie, folder) }
}

extension PhotoLibrary {
    /// Renders an edit of a photo, and of the movie of a Live Photo with it, by the same numbers.
    ///
    /// - Parameters:
    ///   - live: the movie of the Live Photo that `still` is, and whose it is; `nil` for any other photo.
    ///   - keepsAll: of what is kept without loss (PNG, TIFF), more than 8 bits a component and transparency stay.
    /// - Throws: what `openResource` throws, `CodecError`, and `.cannotWrite` where there is no room for a temporary file.
    package func rendered(
        _ still: ResourceRecord, live: (movie: ResourceRecord, asset: UUID)?, _ adjustments: PhotoAdjustments, keepsAll: Bool = false
    ) throws -> RenderedEdit {
        guard let live else {
            if adjustments.needsMovie { throw LibraryError(.invalid, "\(still.filename) is no Live Photo, so it has no movie to take a frame from or to mute.") }
            return RenderedEdit(try rendering(of: still, adjustments, keepsAll: keepsAll), movie: nil, folder: nil)
        }
        let file = try openResource(still), source = try LivePhotoRendering(self, still: facts(of: file, still), movie: live.movie, of: live.asset)
        let picture = try adjustments.keyFrame.map { try keyFrame(of: source, at: $0, still, adjustments) } ?? rendering(of: still, adjustments, keepsAll: keepsAll)
        let folder = try TemporaryFolder.made(named: "photos-live-"), part = folder.url.appendingPathComponent("movie.mov")
        var request = source.request()
        request.adjustments = adjustments
        if adjustments.isMuted { request.sound = .none }
        try source.write(request, to: part)
        let bytes = try source.join(picture.bytes, to: part, at: adjustments.keyFrame)
        return RenderedEdit(EncodedImage(bytes: bytes, width: picture.width, height: picture.height), movie: part, folder: folder)
    }

    /// A frame of the movie as the still of an edit.
    /// - Throws: `.invalid` for a moment after the movie's end.
    private func keyFrame(of source: LivePhotoRendering, at moment: Double, _ still: ResourceRecord, _ adjustments: PhotoAdjustments) throws -> EncodedImage {
        guard moment <= source.duration else {
            throw LibraryError(.invalid, "The movie of \(still.filename) lasts \(source.duration) seconds. Choose a key frame of these.")
        }
        // What the still says of its moment and its place is true of the frame too, give or take a second.
        let file = try openResource(still)
        defer { withExtendedLifetime(file) {} }
        var request = RenderRequest()
        (request.target, request.carriesTags) = (PixelSize(width: 64, height: 64), true)
        let tags = try decoder.render(MediaSource(descriptor: file.descriptor, name: still.filename), request).exif
        return try self.still(of: source.frame(at: moment, adjustments), exif: tags)
    }

    /// Pixels as the still of an edit: a JPEG with what the original says of its moment, and with their gain map where they have one.
    /// - Parameter exif: the original's block, or one of a picture of another size.
    package func still(of pixels: PixelImage, exif: [UInt8]?) throws(CodecError) -> EncodedImage {
        let block = exif.map { ExifSize.changed($0, width: pixels.width, height: pixels.height) }
        return try decoder.encode(pixels, as: .jpeg(quality: Self.renderingQuality)).with(exif: block).with(gainMap: pixels.gainMap)
    }
}

/// The size that an EXIF block says, which is that of the picture it was made for.
private enum ExifSize {
    static func changed(_ block: [UInt8], width: Int, height: Int) -> [UInt8] {
        var block = block
        for (tag, value) in [(UInt8(0x02), width), (0x03, height)] {
            // PixelXDimension or PixelYDimension: one long of little-endian, which follows.
            let entry: [UInt8] = [tag, 0xA0, 4, 0, 1, 0, 0, 0]
            guard let place = block.firstRange(of: entry)?.upperBound, place + 4 <= block.count else { continue }
            block.replaceSubrange(place..<place + 4, with: withUnsafeBytes(of: UInt32(clamping: value).littleEndian) { Array($0) })
        }
        return block
    }
}

/// The movie of a Live Photo that is edited, in seconds from its beginning.
package struct LiveMovie: Sendable, Encodable {
    package let duration: Double
    /// When the still was taken; where the movie doesn't say, its middle.
    package let stillTime: Double
}

extension PhotoLibrary {
    /// What the movie among an edit's files is like; `nil` for a photo without one. Waits for the disk and a worker.
    /// - Throws: what `openResource` throws; `CodecError` for what can't be read.
    package func liveMovie(of files: EditingFiles) throws -> LiveMovie? {
        guard let movie = files.movie else { return nil }
        let facts = try facts(of: openResource(movie), movie)
        return LiveMovie(duration: facts.duration, stillTime: min(facts.stillImageTime ?? facts.duration / 2, facts.duration))
    }
}
