import Foundation
import Metadata
import Testing

@testable import Importing

/// A dry run tells what an import would count, though nothing of its plans is performed.
@Suite struct DryRunTests {
    private struct File {
        var name: String
        var facts: MediaFacts
        var salt: String
        init(_ name: String, _ facts: MediaFacts, _ salt: String = "") { (self.name, self.facts, self.salt) = (name, facts, salt) }
    }

    private static let live = [File("IMG_1.HEIC", .photo("public.heic", content: "A")), File("IMG_1.MOV", .movie(content: "A"))]
    private static let noted = [File("IMG_2.JPG", .photo(), "2"), File("IMG_2.xmp", .sidecar(title: "T"))]

    /// Folders in the order they are met, each with files that others have too.
    private static let folders: [(name: String, folders: [[File]])] = [
        ("one picture three times", [[live[0]], [live[0]], [live[0]]]),
        ("two names in one folder", [[File("a.JPG", .photo()), File("b.JPG", .photo())], [File("c.JPG", .photo())]]),
        ("a Live Photo twice", [live, live]),
        ("a Live Photo after its still", [[live[0]], live, live]),
        ("a Live Photo after its movie", [[live[1]], live, live, [live[0]]]),
        ("halves of different names", [[File("x.HEIC", live[0].facts)], [File("y.MOV", live[1].facts)], [File("z.MOV", live[1].facts, "other")]]),
        ("halves the other way round", [[File("y.MOV", live[1].facts)], [File("x.HEIC", live[0].facts)], [File("z.HEIC", live[0].facts, "other")]]),
        ("a second movie for a whole one", [live, [live[0]], [File("y.MOV", live[1].facts, "other")]]),
        ("texts with their pictures", [noted, noted, [noted[0]], noted]),
        ("equal texts beside two pictures", [noted, [File("IMG_3.JPG", .photo(), "3"), File("IMG_3.xmp", .sidecar(title: "T"))], noted]),
        ("a text that comes later", [[noted[0]], noted, noted]),
        (
            "a second rendering",
            [
                [File("IMG_1.JPG", .photo()), File("IMG_E1.JPG", .photo(), "edit")], [File("IMG_1.JPG", .photo()), File("IMG_E1.JPG", .photo(), "another")],
                [File("IMG_1.JPG", .photo()), File("IMG_E1.JPG", .photo(), "edit")], [File("IMG_E1.JPG", .photo(), "edit")],
            ]
        ),
        (
            "RAW and JPEG",
            [
                [File("R.JPG", .photo())], [File("R.JPG", .photo()), File("R.DNG", .photo("com.adobe.raw-image"))], [File("R.DNG", .photo("com.adobe.raw-image"))],
            ]
        ),
    ]

    private func counts(_ report: ImportReport) -> [Int] {
        [report.found, report.imported, report.duplicates, report.attached, report.skipped, report.failed.count]
    }

    @Test(arguments: folders.indices) func countsAsAnImportWould(_ index: Int) throws {
        let (name, folders) = Self.folders[index]
        for known in [0, 1] {
            let world = try World()
            for (number, files) in folders.enumerated() {
                for file in files { try world.add("\(number)/\(file.name)", file.facts, salt: file.salt) }
            }
            // Once into an empty library, once where it has the first folder already.
            if known == 1 { _ = try world.run([world.source.appendingPathComponent("0").path]) }
            let paths = folders.indices.map { world.source.appendingPathComponent("\($0)").path }
            let dryRun = try world.run(paths) { ($0.batchSize, $0.threads, $0.dryRun) = (1, 1, true) }
            let again = try world.run(paths) { ($0.batchSize, $0.dryRun) = (1000, true) }
            let real = try world.run(paths) { ($0.batchSize, $0.threads) = (1, 1) }
            #expect(counts(dryRun) == counts(real), "\(name), \(known) known")
            // In one batch the transaction tells: an asset absorbed before anybody saw it counts as attached, no further difference.
            #expect(counts(again)[0] == counts(real)[0], "\(name)")
            try world.checkIntegrity()
        }
    }
}
