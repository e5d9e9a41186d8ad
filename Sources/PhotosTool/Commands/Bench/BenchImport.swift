import ArgumentParser
import LibraryEngine

struct BenchImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "An import of a folder into a temporary library; per file, workers included.")

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: ArgumentHelp("The folder to import.", valueName: "folder"), completion: .directory)
    var folder: String

    @Flag(name: .customLong("at-once"), help: "Make each thumbnail while its file comes in, and not afterwards: what the usual way is compared with.")
    var atOnce = false

    func run() throws {
        try run(global) { tool in
            let before = ResourceUse.now(), started = monotonicSeconds()
            // The library and its decoder end in there, and with them the workers, whose use counts once they have ended.
            let report = try tool.withTemporaryLibrary { try importFolder(into: $0) }
            let after = ResourceUse.now(), wall = monotonicSeconds() - started
            guard report.imported > 0 else {
                throw ToolFailure(.badInput, "Nothing of \(DisplayText.safe(folder)) was imported, so there is nothing to measure. Name a folder with photos.")
            }
            let count = Double(report.imported + report.attached)
            for measurement in [
                Measurement(name: "import.cpu", value: (after.cpu - before.cpu) * 1000 / count, unit: "ms"),
                Measurement(name: "import.wall", value: wall * 1000 / count, unit: "ms"),
                Measurement(name: "import.files.wall", value: report.secondsOfFiles * 1000 / count, unit: "ms"),
                Measurement(name: "import.cores", value: (after.cpu - before.cpu) / wall, unit: "cores"),
                Measurement(name: "import.memory", value: Double(after.peak), unit: "bytes"),
                Measurement(name: "import.memory.worker", value: Double(after.peakOfChild), unit: "bytes"),
                Measurement(name: "import.files", value: count, unit: "files"),
            ] { try tool.console.resultLine(measurement.json) }
        }
    }
    private func importFolder(into library: PhotoLibrary) throws -> ImportReport {
        var options = library.importOptions
        if atOnce { options.postponesFrom = .max }
        return try library.importer(options).run([folder])
    }
}
