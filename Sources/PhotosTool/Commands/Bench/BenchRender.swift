import ArgumentParser
import Foundation
import LibraryEngine
import Photos
import Pixels
import Support

struct BenchRender: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Files to pixels of a size, as an image request makes them: through a worker in its sandbox.",
        discussion: "Wall time of one picture after the other, the fastest round; a worker is warm by then.")

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: ArgumentHelp("Files to decode.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp("Longest side in pixels; 0 is the full size.", valueName: "n"))
    var side = 0

    @Option(help: ArgumentHelp("An edit, as JSON of Docs/Adjustments.md.", valueName: "json"))
    var adjustments: String?

    @Option(help: ArgumentHelp("Rounds, of which the best counts.", valueName: "n"))
    var runs = 5

    func validate() throws {
        guard (0...100_000).contains(side) else { throw wrongUsage("--side must be from 0 to 100000.") }
        guard (1...1000).contains(runs) else { throw wrongUsage("--runs must be from 1 to 1000.") }
        guard !files.isEmpty else { throw wrongUsage("Say which files.") }
    }

    func run() throws {
        try run(global) { tool in
            let decoder = try tool.environment.makeDecoder()
            defer { decoder.close() }
            var request = RenderRequest()
            request.adjustments = try adjustments.map { try PhotoAdjustments(data: Data($0.utf8)) }
            request.target = side == 0 ? nil : PixelSize(width: side, height: side)
            let sources = try files.map { path in (try FileHandle(forReadingFrom: URL(fileURLWithPath: path)), BytePath(path).lastComponent.text) }
            func round() throws {
                for (source, name) in sources { _ = try decoder.render(MediaSource(descriptor: source.fileDescriptor, name: name), request) }
            }
            try round()
            let best = try Stopwatch.best(of: runs, round) / Double(files.count)
            try tool.console.resultLine(Measurement(name: "render.\(side == 0 ? "full" : "\(side)")", value: best, unit: "ms").json)
        }
    }
}
