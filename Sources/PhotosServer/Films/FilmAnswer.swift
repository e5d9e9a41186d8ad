import Descriptions
import Foundation
import HTTPTypes
import Hummingbird
import LibraryEngine
import Metadata
import NIOCore
import PhotoModel
import Pixels

/// The answer to a request for a video that is encoded while it is watched.
struct FilmAnswer: Sendable {
    enum Kind: String, CaseIterable, Sendable { case video, live }

    private let context: GalleryContext

    init(_ context: GalleryContext) { self.context = context }

    /// Pixels of a part's sides at most: more than this, two cores don't encode as fast as it is watched.
    static let longSide = 1280, shortSide = 720

    func facts(_ request: Request, _ parameters: Parameters) async throws -> Response {
        let (asset, resource) = try await find(parameters, rest: "")
        if let redirection = asset.redirection { return AddressedAsset.redirect(to: redirection) }
        let facts = try await context.facts(of: resource)
        let hasSound = facts.tracks.contains { $0.kind == .audio }
        var json = JSONWriter()
        json.object { json in
            json.field("type", "\(MIMEType.mp4); codecs=\"avc1.64002a\(hasSound ? ", mp4a.40.2" : "")\"")
            json.field("duration", facts.duration)
        }
        return .json(json.bytes, for: request)
    }

    func part(_ request: Request, _ parameters: Parameters) async throws -> Response {
        guard let range = parameters.get("part").flatMap(FilmPart.init) else {
            throw Problem(
                .notFound, "not-found", title: "There is nothing here", detail: "A part is named by its first and last millisecond, such as 4000-8000, and has at most 10 seconds.")
        }
        let (asset, resource) = try await find(parameters, rest: "/\(range.name)")
        if let redirection = asset.redirection { return AddressedAsset.redirect(to: redirection) }
        let key = FilmKey(resource: resource.id, revision: asset.record.revision, part: range)
        let made: FilmPiece
        if let kept = context.films.part(key) {
            made = kept
        } else {
            made = try await context.value(of: context.filming, key) { try await make(resource, range) }
            context.films.keep(made, key)
        }
        // What was made for another session is seen by those alone who may see the asset, and making it takes its time.
        try await context.work.run(.answer) { [session = context.session] in try session.requireSight(of: asset.record.id) }
        let headers: HTTPFields = [
            .contentType: MIMEType.mp4, .cacheControl: made.isCompared ? RenditionRoutes.immutable : "no-store", .contentLength: "\(made.bytes.readableBytes)",
        ]
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: made.bytes))
    }

    private func find(_ parameters: Parameters, rest: String) async throws -> (asset: AddressedAsset, resource: ResourceRecord) {
        guard let kind = parameters.get("kind").flatMap(Kind.init) else {
            throw Problem(.notFound, "not-found", title: "There is nothing here", detail: "What plays is a video, or the video of a Live Photo: /stream/video or /stream/live.")
        }
        let asset = try await AddressedAsset.find(parameters, "stream/\(kind.rawValue)", rest, in: context)
        guard let resource = kind == .video ? asset.resources.movie(.current) : asset.resources.pairedMovie(.current) else {
            throw Problem(.notFound, "no-video", title: "There is no video", detail: "\(asset.record.filename) has none. /image gives its picture.")
        }
        return (asset, resource)
    }

    /// Encoded in a worker, which is ended when nobody waits for the part any more. Of a movie that is in the cloud only comes here what is needed for this part.
    private func make(_ resource: ResourceRecord, _ range: FilmPart) async throws -> FilmPiece {
        let movie = try await context.growingMovie(resource), file: OpenFile?
        if movie == nil { file = try await context.open(resource, .file(resource.fileLocation)).file } else { file = nil }
        let (library, session) = (context.library, context.session), sink = FilmBuffer(session, movie)
        var request = TranscodeRequest()
        (request.container, request.effort, request.isStrict) = (.fragments, .live, false)
        (request.longSide, request.shortSide, request.quality) = (Self.longSide, Self.shortSide, 23)
        (request.start, request.end) = (Double(range.start) / 1000, Double(range.end) / 1000)
        request.fillsHoles = movie != nil
        let wanted = request
        return try await withTaskCancellationHandler {
            try await context.work.run(.film(session)) {
                defer { withExtendedLifetime((movie, file)) {} }
                do {
                    let descriptor = movie?.descriptor ?? file?.descriptor ?? -1
                    try library.decoder.transcode(MediaSource(descriptor: descriptor, name: resource.filename), wanted, to: sink)
                } catch let error as CodecError where error.code == .cancelled {
                    if !session.stands { throw RequestGuard.sessionOver }
                    throw movie?.failure ?? CancellationError()
                }
                return FilmPiece(bytes: sink.bytes, isCompared: movie == nil)
            }
        } onCancel: {
            sink.giveUp()
        }
    }
}

/// From when to when, in milliseconds.
struct FilmPart: Hashable, Sendable {
    let start: Int, end: Int

    /// The longest, in milliseconds.
    static let most = 10_000

    /// `nil` for what is no range, is empty, or is too long.
    init?(_ name: String) {
        let numbers = name.split(separator: "-", omittingEmptySubsequences: false).map { $0.allSatisfy { $0.isASCII && $0.isNumber } ? Int($0) : nil }
        guard numbers.count == 2, let start = numbers[0], let end = numbers[1], start < 1_000_000_000, start < end, end - start <= Self.most else { return nil }
        (self.start, self.end) = (start, end)
    }

    var name: String { "\(start)-\(end)" }
}

struct FilmKey: Hashable, Sendable {
    let resource: Int64
    let revision: Int64
    let part: FilmPart
}
