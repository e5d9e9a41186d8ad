import ArgumentParser
import Foundation
import LibraryEngine
import Pixels
import Support

struct BenchDecode: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Facts, preview and thumbnail of files, as an import makes them; per file, workers included.")

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: ArgumentHelp("Files to decode; naming one several times decodes it several times.", valueName: "file"), completion: .file())
    var files: [String]

    func run() throws {
        try run(global) { tool in
            let before = ResourceUse.now(), started = monotonicSeconds()
            try decode(tool)
            let after = ResourceUse.now(), count = Double(files.count)
            for measurement in [
                Measurement(name: "decode.cpu", value: (after.cpu - before.cpu) * 1000 / count, unit: "ms"),
                Measurement(name: "decode.wall", value: (monotonicSeconds() - started) * 1000 / count, unit: "ms"),
                Measurement(name: "decode.memory", value: Double(after.peak + after.peakOfChild), unit: "bytes"),
            ] { try tool.console.resultLine(measurement.json) }
        }
    }

    private func decode(_ tool: ToolContext) throws {
        let decoder = try tool.environment.makeDecoder()
        // Workers count once they have ended and been waited for.
        defer { decoder.close() }
        for file in files {
            let source = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
            _ = try decoder.examine(MediaSource(descriptor: source.fileDescriptor, name: BytePath(file).lastComponent.text), ExamineOptions())
        }
    }
}
