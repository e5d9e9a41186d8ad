import Descriptions
import LibraryEngine
import PhotoModel
import Pixels

extension ImageCommand {
    /// The frame of a video that shows at a moment.
    func frame(of record: AssetRecord, at seconds: Double, in library: PhotoLibrary, _ progress: AssetProgress) throws -> PixelImage {
        let name = DisplayText.safe(record.filename)
        let resources = try library.read { try $0.resources(assetID: record.id) }
        guard record.mediaType == .video, let movie = resources.movie(version == .current ? .current : .original) else { throw ToolFailure(.usage, "\(name) is no video.") }
        let file = try ResourceAccess(library, network: progress.network(name)).open(movie)
        var request = RenderRequest()
        (request.target, request.mode, request.exact) = (size.target, mode == .fit ? .fit : .fill, resize == .exact)
        (request.keepsWideGamut, request.format, request.time) = (profile == .keep, depth == .sixteen ? .rgba16 : .rgba8, seconds)
        return try library.decoder.render(MediaSource(descriptor: file.descriptor, name: movie.filename), request)
    }

    func reportFrame(_ path: String, _ encoded: EncodedImage, _ frame: PixelImage, _ record: AssetRecord, _ tool: ToolContext) throws {
        if let damage = frame.damage {
            tool.console.problem("\(DisplayText.safe(record.filename)) is damaged, and only a part of it shows: \(damage)")
        }
        guard tool.wantsJSON else {
            return tool.console.note("\(DisplayText.safe(path)): \(encoded.width) × \(encoded.height) pixels, \(Quantity.bytes(Int64(encoded.bytes.count)))")
        }
        var json = JSONWriter()
        json.object { json in
            json.field("localIdentifier", LocalIdentifier.asset(record.uuid))
            json.field("file", path)
            json.field("pixelWidth", encoded.width)
            json.field("pixelHeight", encoded.height)
            json.field("size", encoded.bytes.count)
        }
        try tool.console.resultLine(json.text)
    }
}
