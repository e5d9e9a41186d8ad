import ArgumentParser
import Foundation
import LibraryEngine
import Pixels
import Support

struct BenchFilm: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "film",
        abstract: "A video to another one: through a worker in its sandbox.",
        discussion:
            "Wall time of the fastest round, with the film written to a file as an export is. With --live the first second, as the gallery asks for it.")

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: ArgumentHelp("The file to encode.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("Longest side in pixels; 0 is its own.", valueName: "n"))
    var side = 0

    @Option(help: "What to encode with.")
    var codec = EncodeCommand.Codec.h264

    @Option(help: ArgumentHelp("Rounds, of which the best counts.", valueName: "n"))
    var runs = 3

    @Flag(help: "The first second as fragments of 1280 pixels at most.")
    var live = false

    func validate() throws {
        guard (0...16_384).contains(side), side % 2 == 0 else { throw wrongUsage("--side must be even, from 0 to 16384.") }
        guard (1...100).contains(runs) else { throw wrongUsage("--runs must be from 1 to 100.") }
    }

    func run() throws {
        try run(global) { tool in
            let decoder = try tool.environment.makeDecoder()
            defer { decoder.close() }
            var request = TranscodeRequest()
            (request.picture, request.longSide) = (codec.picture, side == 0 ? nil : side)
            if live { (request.container, request.effort, request.longSide, request.shortSide, request.end) = (.fragments, .live, 1280, 720, 1) }
            let source = try FileHandle(forReadingFrom: URL(fileURLWithPath: file)), name = BytePath(file).lastComponent.text, wanted = request
            let target = FileManager.default.temporaryDirectory.appendingPathComponent("photos-film-\(UUID().uuidString)")
            guard FileManager.default.createFile(atPath: target.path, contents: nil) else { throw CocoaError(.fileWriteUnknown) }
            defer { try? FileManager.default.removeItem(at: target) }
            func round() throws {
                let output = try FileHandle(forWritingTo: target)
                defer { try? output.close() }
                try output.truncate(atOffset: 0)
                try decoder.transcode(MediaSource(descriptor: source.fileDescriptor, name: name), wanted, to: FilmFile(output.fileDescriptor))
            }
            if live { try round() }
            let best = try Stopwatch.best(of: runs, round)
            try tool.console.resultLine(Measurement(name: live ? "film.live" : "film", value: best, unit: "ms").json)
        }
    }
}
