import Catalog
import Decoding
import Foundation
import Glibc
import Importing
import Metadata
import PhotoModel
import Pixels
import Support

/// The part of a video that is shown: an edit that is kept as adjustment data of our own, and can be taken back.
package struct VideoTrim: Sendable, Equatable, Codable {
    /// Seconds from the beginning of the original.
    package var start: Double
    package var end: Double

    package init(start: Double, end: Double) { (self.start, self.end) = (start, end) }

    /// Refuses what is no part of a video. Whoever rounds up means its end: less than a second is let pass.
    /// - Parameter seconds: how long the video lasts.
    /// - Throws: `.invalid`.
    package func requirePart(of filename: String, lasting seconds: Double) throws(LibraryError) {
        guard start >= 0, start < end, start < seconds, end < seconds + 1 else {
            throw LibraryError(.invalid, "\(filename) lasts \(seconds) seconds. Name a part of these.")
        }
    }

    /// What the adjustment data says that it is; its content is JSON.
    package static let format = (identifier: "org.openphotokit.trim", version: "1")
}

extension PhotoLibrary {
    /// Writes the part of a video's original that is to be shown, frame by frame as it is, and stages it as the rendering of an edit. What the container of a part
    /// can't hold as it is gets encoded.
    ///
    /// - Throws: `.invalid` for what is no video, or a part that is not in it; what `openResource` throws, and `.unreadable` for a file whose frames can't be
    ///   put into a movie.
    func prepareTrim(of asset: AssetRecord, to trim: VideoTrim, by editor: String) throws(LibraryError) -> PreparedRendition {
        do { return try trimmed(asset, trim, editor) } catch let error as CodecError {
            throw LibraryError(.unreadable, "\(asset.filename) can't be trimmed: \(error.message)", cause: error)
        } catch {
            throw LibraryError(error)
        }
    }

    private func trimmed(_ asset: AssetRecord, _ trim: VideoTrim, _ editor: String) throws -> PreparedRendition {
        let (now, resources) = try assetNow(asset.id, asset.uuid, asset.filename)
        guard now.mediaType == .video, let original = resources.movie(.original) else {
            throw LibraryError(.invalid, "\(now.filename) is no video, and can't be trimmed.")
        }
        let file = try openResource(original), said = try self.facts(of: file, original), lasts = said.duration
        try trim.requirePart(of: now.filename, lasting: lasts)
        var request = TranscodeRequest()
        (request.picture, request.sound, request.indexFirst) = (.copy, .copy, true)
        (request.start, request.end) = (trim.start, min(trim.end, lasts))
        request.statements = filmStatements(of: now, resources, unlike: said)
        // QuickTime's takes none of the codecs of WebM.
        request.container = [UniformTypes.mpeg4Movie, UniformTypes.webM, UniformTypes.matroska].contains(original.uniformType) ? .mp4 : .quickTime
        let folder = try TemporaryFolder.made(named: "photos-trim-")
        defer { folder.remove() }
        let part = folder.url.appendingPathComponent(request.container == .mp4 ? "part.mp4" : "part.mov")
        try write(file, original, request, to: part)
        var facts = AdjustmentFacts(formatIdentifier: VideoTrim.format.identifier)
        (facts.formatVersion, facts.baseVersion, facts.editor) = (VideoTrim.format.version, 0, editor)
        facts.timestamp = environment.now().timeIntervalSince1970
        let list = try AdjustmentFile(facts, data: JSONEncoder().encode(StoredTrim(trim, slowMotionOfOriginal(now, resources, said)))).encoded()
        return try prepareRendition(
            [
                ResourceInput(.fullSizeVideo, .file(part), filename: EditedName.rendering(of: now.filename, pathExtension: part.pathExtension)),
                ResourceInput(.adjustmentData, .data(list), filename: EditedName.adjustment(of: now.filename)),
            ], of: .video)
    }

    private func write(_ file: OpenFile, _ original: ResourceRecord, _ request: TranscodeRequest, to part: URL) throws {
        let output = Glibc.open(part.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw LibraryError.noTemporaryFiles(.system(errno, doing: "make", BytePath(part.path))) }
        defer { Glibc.close(output) }
        func write(_ request: TranscodeRequest) throws {
            let sink = FilmFile(output)
            do {
                try decoder.transcode(MediaSource(descriptor: file.descriptor, name: original.filename), request, to: sink)
            } catch {
                guard let number = sink.failure else { throw error }
                throw LibraryError(
                    .cannotWrite, "There is no room for a part of \(original.filename) at \(part.path): \(String(cString: strerror(number))). Make room, and try again.",
                    cause: NSError(domain: NSPOSIXErrorDomain, code: Int(number)))
            }
        }
        do { try write(request) } catch let error as CodecError where error.code == .unsupported {
            // Codecs that the container takes none of, and frames of which the file doesn't say when they show.
            guard ftruncate(output, 0) == 0 else { throw error }
            var encoded = request
            (encoded.picture, encoded.sound) = (.h264, .copyAAC)
            try write(encoded)
        }
    }
}
