import Foundation
import Testing

/// Imports are killed while they make the pictures that they left for later, at their calls that write, sync and rename: the library is whole, and the next import makes what is missing.
@Suite(.serialized) struct PictureCrashTests {
    private static let rounds = ProcessInfo.processInfo.environment["PHOTOS_LONG_TESTS"] == nil ? 24 : 1000
    private static let pictures = 4

    @Test func killedBetweenFilesAndPicturesTheLibraryIsWholeAndTheNextImportMakesThem() throws {
        let world = try CrashWorld()
        defer { world.remove() }
        let large = world.folder.appending(path: "large")
        try FileManager.default.createDirectory(at: large, withIntermediateDirectories: true)
        // So many pixels that an import leaves their pictures for later.
        for index in 0..<Self.pictures { try Picture.plain(width: 2000, height: 1000 + index, grey: UInt8(40 * index)).write(to: large.appending(path: "LARGE_\(index).jpg")) }
        func importing(_ library: URL) -> [String] { ["--library", library.path, "import", large.path, "--json"] }

        let calls = try KillSwitch.history(importing(world.library(0)), in: world.folder)
        let files = try #require(calls.lastIndex { $0.name == "rename" && $0.path.contains("/originals/") })
        let firstPicture = try #require(calls.firstIndex { $0.path.contains("/derivatives/previews/") })
        try #require(firstPicture > files, "pictures come after all files")
        var numbers: [String: Int] = [:], moments: [KillSwitch.Moment] = []
        for (place, call) in calls.enumerated() {
            numbers[call.name, default: 0] += 1
            if place > files { moments.append(KillSwitch.Moment(call: call.name, number: numbers[call.name, default: 0])) }
        }
        try #require(moments.count > 12, "\(moments)")

        var killed = 0, between = 0
        let step = max(1, moments.count / Self.rounds)
        for (round, moment) in stride(from: 0, to: moments.count, by: step).map({ moments[$0] }).enumerated() {
            let library = world.library(round + 1), label = "SIGKILL at \(moment)"
            if try KillSwitch.kill(at: moment, importing(library)).wasKilled { killed += 1 }
            try world.expectSound(library, label)
            let made = previews(library)
            let next = try Tool.photos(importing(library))
            #expect(next.status == 0 && next.output.contains("\"picturesLeft\":0,"), "\(label): \(next.output) \(next.errors)")
            if next.output.contains("\"duplicates\":\(Self.pictures),"), made < Self.pictures { between += 1 }
            #expect(previews(library) == Self.pictures, "\(label): all are made")
            try world.expectSound(library, label + ", completed", pictures: Self.pictures)
            try? FileManager.default.removeItem(at: library)
        }
        #expect(killed >= Self.rounds / 2, "most rounds must really be killed; \(killed) were")
        #expect(between > 3, "some were killed when all files were in and pictures were missing; \(between) were")
    }

    private func previews(_ library: URL) -> Int {
        let folder = library.appending(path: "derivatives/previews")
        return (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).count { $0.hasSuffix(".jpg") }
    }
}
