import ArgumentParser
import Foundation
import LibraryEngine
import PhotoModel

struct BenchPlaces: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract: "What positions are called, one after the other, from the part of a town to the country; and reading the tables of towns.")

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Argument(help: ArgumentHelp("Positions, a line each: degrees north, a space, degrees east.", valueName: "file"), completion: .file())
    var file: String

    func run() throws {
        try run(global) { tool in
            let positions = try readPositions()
            try tool.withTemporaryLibrary { library in
                let reading = Stopwatch.best(of: 1) { _ = library.placeNames(latitude: 0, longitude: 0, in: .english) }
                var named = 0
                let naming = Stopwatch.best(of: 1) {
                    for (latitude, longitude) in positions where !library.placeNames(latitude: latitude, longitude: longitude, in: .english).isEmpty { named += 1 }
                }
                guard named > 0 else {
                    throw ToolFailure(.unavailable, "No position has a name. Install the packages of Docs/Places.md, or look where PHOTOS_GAZETTEER leads.")
                }
                for measurement in [
                    Measurement(name: "places.reading", value: reading, unit: "ms"),
                    Measurement(name: "places.names", value: naming, unit: "ms"),
                    Measurement(name: "places.named", value: Double(named) / Double(positions.count), unit: "x"),
                ] { try tool.console.resultLine(measurement.json) }
            }
        }
    }

    private func readPositions() throws -> [(latitude: Double, longitude: Double)] {
        try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map { line throws -> (latitude: Double, longitude: Double) in
            let degrees = line.split(separator: " ").compactMap { Double($0) }
            guard degrees.count == 2 else {
                throw ToolFailure(.badInput, "\(DisplayText.safe(file)) has a line that is no position. Write degrees north, a space, degrees east.")
            }
            return (degrees[0], degrees[1])
        }
    }
}
