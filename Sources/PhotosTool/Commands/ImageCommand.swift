import ArgumentParser
import Descriptions
import LibraryEngine
import PhotoModel
import Pixels
import Support

struct ImageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "image",
        abstract: say("Writes the picture that PHImageManager.requestImage delivers, as JPEG or PNG."),
        discussion: say(
            """
            The picture is upright and has exactly the size that --size and --mode ask for; with --resize fast it may be somewhat larger, \
            where that is cheaper. Of a video it is the poster frame.

            EXAMPLES:
              photos image 8A6B2C40 -o full.png
              photos image 8A6B2C40 --size 1024x1024 -o small.jpg
              photos image 8A6B2C40 --size 300x300 --mode fill -o square.jpg
              photos image 8A6B2C40 --profile keep --depth 16 -o master.png
              photos image 8A6B2C40 --dynamic-range high -o bright.png
              photos image 8A6B2C40 5D1E77F3 --size 1600x1600 -o ~/Desktop
              photos image 8A6B2C40 --time 3.5 -o still.jpg
              photos image 8A6B2C40 --frames --size 480x480 --format png -o frames --json
            """))

    enum Mode: String, ExpressibleByArgument, CaseIterable { case fit, fill }
    enum Resize: String, ExpressibleByArgument, CaseIterable { case fast, exact }
    enum Profile: String, ExpressibleByArgument, CaseIterable { case srgb, keep }
    enum Depth: String, ExpressibleByArgument, CaseIterable { case eight = "8", sixteen = "16" }
    enum DynamicRange: String, ExpressibleByArgument, CaseIterable { case standard, high }
    enum Version: String, ExpressibleByArgument, CaseIterable { case current, original, unadjusted }

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: said("Identifiers of assets; several are written into a folder.", valueName: "id"), completion: .assetIdentifiers)
    var ids: [String]

    @Option(help: said("Size in pixels, or max for the full size.", valueName: "WxH|max"))
    var size: SizeArgument = .full

    @Option(help: said("fit shows the whole picture within the size, fill covers the size and may cut."))
    var mode: Mode = .fit

    @Option(help: said("exact gives exactly that size, fast a similar or somewhat larger one."))
    var resize: Resize = .exact

    @Option(help: said("current has the edits, unadjusted has none, original is the best that was captured, such as the RAW."))
    var version: Version = .current

    @Option(help: said("srgb converts the colours, keep leaves those that sRGB does not hold and writes their profile."))
    var profile: Profile = .srgb

    @Option(help: said("Bits a component. 16 needs a PNG, and gives 16 where the file has more than 8."))
    var depth: Depth = .eight

    @Option(help: said("high keeps what is brighter than white, gain maps applied, as 16 bits in PQ or HLG. Needs a PNG. Other pictures come in their own colours."))
    var dynamicRange: DynamicRange = .standard

    @Flag(help: said("Write every frame of an animation, into a folder. Frames are never enlarged or cut."))
    var frames = false

    @Option(help: said("Of a video, the frame that shows at this second.", valueName: "seconds"))
    var time: Double?

    @Option(parsing: .unconditional, help: said("JPEG quality, 1 to 100.", valueName: "n"))
    var quality = 90

    @Option(
        name: .shortAndLong, help: said("The file to write, where .jpg or .png says as what, or a folder, made if there is none.", valueName: "file"),
        completion: .file(extensions: ["jpg", "png"]))
    var output: String

    @Flag(name: .shortAndLong, help: said("Replace the file if it is there."))
    var force = false

    @Option(help: said("What to write into a folder."))
    var format: PictureFile = .jpg

    /// Whether the output is a folder, which is made if there is none.
    private var writesFolder: Bool { frames || ids.count > 1 || output.hasSuffix("/") || AtomicFile.isFolder(output) }

    func validate() throws {
        guard (1...100).contains(quality) else { throw wrongUsage("--quality must be from 1 to 100.") }
        guard !ids.isEmpty else { throw wrongUsage("Say which asset.") }
        if let time, !time.isFinite || time < 0 || time > 1e8 { throw wrongUsage("--time must be 0 or later.") }
        if time != nil, frames { throw wrongUsage("--time is of a video, and --frames of an animation: leave one out.") }
        if writesFolder, AtomicFile.exists(output), !AtomicFile.isFolder(output) {
            throw wrongUsage("\(DisplayText.safe(output)) is a file, and several pictures or frames need a folder: -o FOLDER.")
        }
        if frames, depth == .sixteen { throw wrongUsage("Frames have 8 bits a component: leave --depth 16 out.") }
        if frames || time != nil, dynamicRange == .high { throw wrongUsage("Frames come as ordinary screens show them: leave --dynamic-range high out.") }
        let isPNG = writesFolder ? format == .png : output.lowercased().hasSuffix(".png")
        if depth == .sixteen, !isPNG { throw wrongUsage("A JPEG has 8 bits a component: --depth 16 needs a PNG.") }
        if dynamicRange == .high, !isPNG { throw wrongUsage("A JPEG has no more than an ordinary screen's brightness: --dynamic-range high needs a PNG.") }
    }

    func run() throws {
        try run(global) { tool in
            let folder = writesFolder ? output : nil
            let format = try folder == nil ? PictureFile.format(for: output, quality: quality) : format.format(quality: quality)
            // Asked before the work as well, so that a slip costs nothing.
            if folder == nil && !force { try AtomicFile.requireAbsent(output) }
            let library = try tool.openLibrary()
            try library.requireForeign(BytePath(output))
            let progress = AssetProgress(ProgressReporter(tool.console), total: ids.count)
            defer { progress.finish() }
            try Each(tool).forEach(ids) { id in
                defer { progress.countOne() }
                let record = try library.read { try AssetLookup($0).asset(id) }
                if let folder, frames {
                    try AtomicFile.makeFolder(folder)
                    try writeFrames(of: record, request(for: record, in: library, progress), library, to: folder, format, tool)
                    if Interruption.isRequested { throw ToolFailure.interrupted }
                    return
                }
                if let time {
                    let frame = try self.frame(of: record, at: time, in: library, progress), encoded = try library.decoder.encode(frame, as: format)
                    if let folder { try AtomicFile.makeFolder(folder) }
                    let path = folder.map { self.format.path(for: record.filename, in: $0) } ?? output
                    try Interruption.patiently { try AtomicFile.write(encoded.bytes, to: path, overwrites: force && folder == nil) }
                    return try reportFrame(path, encoded, frame, record, tool)
                }
                let result = try library.images.renderNow(request(for: record, in: library, progress))
                let encoded = try library.decoder.encode(result.image, as: format)
                if let folder { try AtomicFile.makeFolder(folder) }
                let path = folder.map { self.format.path(for: record.filename, in: $0) } ?? output
                try Interruption.patiently { try AtomicFile.write(encoded.bytes, to: path, overwrites: force && folder == nil) }
                try report(path, encoded, result, record, tool)
                if Interruption.isRequested { throw ToolFailure.interrupted }
            }
        }
    }

    private func request(for record: AssetRecord, in library: PhotoLibrary, _ progress: AssetProgress) throws -> ImageRequest {
        let network = progress.network(DisplayText.safe(record.filename))
        var request = try library.imageRequest(for: record, version: ImageRequest.Version(version), network: network)
        request.target = size.target
        request.mode = mode == .fit ? .fit : .fill
        request.exact = resize == .exact
        request.keepsWideGamut = profile == .keep
        request.format = depth == .sixteen ? .rgba16 : .rgba8
        // As PHImageRequestOptions.preferHDR asks.
        if dynamicRange == .high { (request.headroom, request.keepsWideGamut, request.format) = (0, true, .rgba16) }
        request.priority = .interactive
        return request
    }

    private func report(_ path: String, _ encoded: EncodedImage, _ result: ImageResult, _ record: AssetRecord, _ tool: ToolContext) throws {
        if let damage = result.damage(ofAsset: record.damage) {
            tool.console.problem("\(DisplayText.safe(record.filename)) is damaged, and only a part of it shows: \(damage)")
        }
        if tool.wantsJSON {
            var json = JSONWriter()
            json.object { json in
                json.field("localIdentifier", LocalIdentifier.asset(record.uuid))
                json.field("file", path)
                json.field("pixelWidth", encoded.width)
                json.field("pixelHeight", encoded.height)
                json.field("size", encoded.bytes.count)
                json.field("isDegraded", result.isDegraded)
                json.field("source", "\(result.source)")
            }
            try tool.console.resultLine(json.text)
        } else {
            tool.console.note("\(DisplayText.safe(path)): \(encoded.width) × \(encoded.height) pixels, \(Quantity.bytes(Int64(encoded.bytes.count)))")
        }
    }
}

extension ImageRequest.Version {
    init(_ version: ImageCommand.Version) {
        self =
            switch version {
            case .current: .current
            case .original: .original
            case .unadjusted: .unadjusted
            }
    }
}

extension PictureFile: ExpressibleByArgument {}
extension VideoFile: ExpressibleByArgument {}
