import Foundation
import PhotosTesting
import TestSupport
import Testing

/// Programs of the benchmarks, with small numbers.
@Suite(.timeLimit(.minutes(10))) struct SavingTests {
    let temporary: TemporaryLibrary

    init() throws { temporary = try TemporaryLibrary() }

    private struct Row: Decodable {
        var saved: Int?
        var kilobytes: Int?
        var delivered: Int?
    }

    /// Caches are full after a third; whatever each save left behind would be seen by then: a picture of 640 × 480 has 1.2 MB.
    @Test func savingWithPicturesInFlightDoesNotGrow() throws {
        let picture = try temporary.file("shot.jpg", FixtureImages.jpeg(width: 640, height: 480)), count = 300
        let result = try ProgramRun(
            of: ProgramRun.products.appending(path: "photos-save-many"), [picture.path, String(count)],
            environment: ProgramRun.environment(["PHOTOS_LIBRARY": temporary.url.path]))
        let rows = try result.output.split(separator: "\n").map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
        let held = rows.compactMap(\.kilobytes)
        #expect(result.status == 0 && held.count == 10 && rows.last?.delivered == 270, "\(result)")
        guard held.count == 10 else { return }
        // A hundred and eighty saves more, of which each that were kept would be 1.2 MB.
        #expect(held[9] - held[3] < 24_000, "\(held)")
    }

    @Test(arguments: ["sha1", "sha256"]) func aHashIsThatOfOpenSSL(_ name: String) throws {
        let file = try temporary.file("data", Data((0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }))
        let ours = try ProgramRun(of: ProgramRun.products.appending(path: "photos-hash"), [name, file.path], environment: ProgramRun.environment([:]))
        let theirs = try ProgramRun(
            of: URL(fileURLWithPath: "/usr/bin/env"), ["\(name)sum", file.path], environment: ProgramRun.environment([:]))
        #expect(ours.status == 0 && theirs.status == 0 && theirs.output.hasPrefix(ours.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
}
