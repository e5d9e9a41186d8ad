import ArgumentParser
import Descriptions
import Glibc
import LibraryEngine
import PhotoModel
import Pixels
import Support

struct EncodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode",
        abstract: say("Writes a video in another format, size or length."),
        discussion: say(
            """
            The result is upright, is never larger than the video, and keeps its date, place, title and camera. HEVC and AV1 keep 10 bits and the \
            brightness of HDR, H.264 shows it as an ordinary screen does. The library is not changed.

            A video in slow motion is slow in the result; --version original has it at full speed. Seconds of --part are those of the video's own file.

            EXAMPLES:
              photos encode 8A6B2C40 -o small.mp4 --size 1280x720
              photos encode 8A6B2C40 -o archive.mp4 --codec av1
              photos encode 8A6B2C40 -o part.mov --codec copy --part 1.5-4
              photos encode 8A6B2C40 -o sound.m4a
              photos encode 8A6B2C40 5D1E77F3 -o ~/Desktop --format mov
            """))

    enum Codec: String, ExpressibleByArgument, CaseIterable {
        case h264, hevc, av1, copy

        var picture: TranscodeRequest.Picture {
            switch self {
            case .h264: .h264
            case .hevc: .hevc
            case .av1: .av1
            case .copy: .copy
            }
        }
    }
    enum Version: String, ExpressibleByArgument, CaseIterable { case current, original }

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: said("Identifiers of videos; several are written into a folder.", valueName: "id"), completion: .assetIdentifiers)
    var ids: [String]

    @Option(help: said("What to encode with; copy takes the frames as they are."))
    var codec: Codec = .h264

    @Option(help: said("Size in pixels at most, whichever way the video is turned, or max for its own.", valueName: "WxH|max"))
    var size: SizeArgument = .full

    @Option(help: said("From which second to which, such as 1.5-4, or none.", valueName: "part"))
    var part: PartArgument = .none

    @Option(help: said("The encoder's constant rate factor, 0 to 63; less is better.", valueName: "n"))
    var quality: Int?

    @Option(help: said("current has the edits, original is what came out of the camera."))
    var version: Version = .current

    @Option(
        name: .shortAndLong, help: said("The file to write: .mp4, .mov, or .m4a for the sound alone; or a folder, made if there is none.", valueName: "file"),
        completion: .file(extensions: ["mp4", "mov", "m4a"]))
    var output: String

    @Flag(name: .shortAndLong, help: said("Replace the file if it is there."))
    var force = false

    @Option(help: said("What to write into a folder."))
    var format: VideoFile = .mp4

    /// Whether the output is a folder, which is made if there is none.
    private var writesFolder: Bool { ids.count > 1 || output.hasSuffix("/") || AtomicFile.isFolder(output) }

    private var ending: String { writesFolder ? format.rawValue : output.split(separator: ".").last?.lowercased() ?? "" }

    func validate() throws {
        if let quality, !(0...63).contains(quality) { throw wrongUsage("--quality must be from 0 to 63.") }
        guard !ids.isEmpty else { throw wrongUsage("Say which video.") }
        if writesFolder, AtomicFile.exists(output), !AtomicFile.isFolder(output) {
            throw wrongUsage("\(DisplayText.safe(output)) is a file, and several videos need a folder: -o FOLDER.")
        }
        guard ["mp4", "mov", "m4a"].contains(ending) else { throw wrongUsage("The file's name must end in .mp4, .mov or .m4a.") }
        if let target = size.target, min(target.width, target.height) < 2 || max(target.width, target.height) > 16_384 {
            throw wrongUsage("A video's sides are from 2 to 16384 pixels.")
        }
    }

    func run() throws {
        try run(global) { tool in
            // Asked before the work as well, so that a slip costs nothing.
            if !force, !writesFolder { try AtomicFile.requireAbsent(output) }
            let library = try tool.openLibrary(), progress = AssetProgress(ProgressReporter(tool.console), total: ids.count)
            defer { progress.finish() }
            try library.requireForeign(BytePath(output))
            // With patience: a half film goes before the command ends.
            try Interruption.patiently {
                try Each(tool).forEach(ids) { id in
                    defer { progress.countOne() }
                    try encode(id, library, progress, tool)
                }
            }
        }
    }

    private func encode(_ id: String, _ library: PhotoLibrary, _ progress: AssetProgress, _ tool: ToolContext) throws {
        let (record, resources) = try library.read { reader in
            let record = try AssetLookup(reader).asset(id)
            return (record, try reader.resources(assetID: record.id))
        }
        let name = DisplayText.safe(record.filename)
        guard record.mediaType == .video, let movie = resources.movie(version == .current ? .current : .original) else {
            throw ToolFailure(ids.count > 1 ? .badInput : .usage, "\(name) is no video.")
        }
        let access = ResourceAccess(library, network: progress.network(name)), shown: ImageRequest.Version = version == .current ? .current : .original
        let file = try access.open(movie)
        for speed in record.slowMotionFiles(resources, shown) { _ = try access.open(speed) }
        let facts = try library.facts(of: file, movie)
        if case .part(let trim) = part { try trim.requirePart(of: record.filename, lasting: facts.duration) }
        var request = request
        if record.mayBeSlow(resources, shown),
            let slow = try library.slowMotion(of: record, resources, shown, framesPerSecond: facts.frameRate ?? 0, duration: facts.duration)
        {
            (request.slowMotion, request.sound) = (slow, .aac)
        }
        request.statements = library.filmStatements(of: record, resources, unlike: facts)
        let wanted = request
        if writesFolder { try AtomicFile.makeFolder(output) }
        let path = writesFolder ? format.path(for: record.filename, in: output) : output
        try AtomicFile.write(to: path, overwrites: force && !writesFolder) { descriptor in
            let sink = FilmFile(descriptor) { part in
                progress.draw(part, name)
                return !Interruption.isRequested
            }
            do {
                try library.decoder.transcode(MediaSource(descriptor: file.descriptor, name: movie.filename), wanted, to: sink)
            } catch {
                if Interruption.isRequested { throw ToolFailure.interrupted }
                if let number = sink.failure { throw AtomicFile.failure(number, path) }
                throw error
            }
        }
        if ids.count == 1 { progress.finish() }
        try report(record, path, tool)
    }

    private var request: TranscodeRequest {
        var request = TranscodeRequest()
        request.picture = ending == "m4a" ? .none : codec.picture
        request.sound = codec == .copy && ending != "m4a" ? .copy : .copyAAC
        request.container = ending == "mov" ? .quickTime : .mp4
        request.keepsDepth = codec == .hevc || codec == .av1
        request.quality = quality.map(Double.init)
        request.indexFirst = true
        if let target = size.target {
            (request.longSide, request.shortSide) = (max(target.width, target.height) & ~1, min(target.width, target.height) & ~1)
        }
        if case .part(let trim) = part { (request.start, request.end) = (trim.start, trim.end) }
        return request
    }

    private func report(_ record: AssetRecord, _ path: String, _ tool: ToolContext) throws {
        let size = AtomicFile.size(path)
        guard tool.wantsJSON else { return tool.console.note("\(DisplayText.safe(path)): \(Quantity.bytes(size))") }
        var json = JSONWriter()
        json.object { json in
            json.field("localIdentifier", LocalIdentifier.asset(record.uuid))
            json.field("file", path)
            json.field("size", size)
        }
        try tool.console.resultLine(json.text)
    }
}
