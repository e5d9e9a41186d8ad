import Catalog
import DemonstrationMessages
import Foundation
import Query
import Synchronization
import Testing
@testable import Demonstration
@testable import LibraryEngine

struct MakingTests {
    /// A folder that goes with the test.
    private final class Place {
        let folder = FileManager.default.temporaryDirectory.appending(path: "making-\(UUID().uuidString)")
        var library: URL { folder.appending(path: "Demo.photolibrary") }

        init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: folder) }

        func make(isCancelled: @escaping @Sendable (DemonstrationProgress?) -> Bool = { _ in false }) throws {
            let last = Mutex<DemonstrationProgress?>(nil)
            try Demonstration.make(
                at: library, photos: 9, seed: 3, longestSide: 96, progress: { step in last.withLock { $0 = step } },
                isCancelled: { isCancelled(last.withLock { $0 }) })
        }

        /// Paints into a folder of its own and gives every file back.
        func painted(photos: Int, seed: UInt64, threads: Int) throws -> [String: Data] {
            let pictures = folder.appending(path: UUID().uuidString)
            try Painting(Story(photos: photos, seed: seed, longestSide: 96), seed: seed, folder: pictures, threads: threads)
                .run(progress: { _ in }, isCancelled: { false })
            var files: [String: Data] = [:]
            for name in try FileManager.default.subpathsOfDirectory(atPath: pictures.path) where name.contains(".") {
                files[name] = try Data(contentsOf: pictures.appending(path: name))
            }
            return files
        }
    }

    @Test func aSeedMakesTheSamePicturesOnAnyNumberOfThreads() throws {
        let place = try Place()
        let one = try place.painted(photos: 14, seed: 11, threads: 1), three = try place.painted(photos: 14, seed: 11, threads: 3)
        #expect(one.count > 16)
        // Films are left out: the encoder's bytes are the same in most runs, not in all.
        let stills = one.filter { !["MP4", "MOV"].contains(($0.key as NSString).pathExtension) }
        #expect(stills.filter { three[$0.key] != $0.value }.keys.sorted() == [], "the same pictures")
        #expect(one.count == three.count)
        #expect(Set(one.values).count == one.count, "no two alike")
        #expect(try place.painted(photos: 14, seed: 12, threads: 2) != one)
    }

    @Test(arguments: [
        DemonstrationProgress.Phase.painting, .importing,
        .arranging,
    ]) func anInterruptedOneIsBegunAnew(_ phase: DemonstrationProgress.Phase) throws {
        let place = try Place()
        #expect(throws: DemonstrationError.self) { try place.make { $0?.phase == phase } }
        #expect(!FileManager.default.fileExists(atPath: place.library.path))
        // As if the process had been killed in the middle.
        let remains = place.folder.appending(path: ".Demo.photolibrary.part/DCIM")
        try FileManager.default.createDirectory(at: remains, withIntermediateDirectories: true)
        try Data("half".utf8).write(to: remains.appending(path: "IMG_0001.JPG"))
        try place.make()
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder.path) == ["Demo.photolibrary"])
    }

    @Test func whatIsThereIsNeverTouched() throws {
        let place = try Place()
        try FileManager.default.createDirectory(at: place.library, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: place.library.appending(path: "note.txt"))
        #expect(throws: DemonstrationError.self) { try place.make() }
        #expect(throws: DemonstrationError.self) { try Demonstration.clear(place.library) }
        #expect(try String(contentsOf: place.library.appending(path: "note.txt"), encoding: .utf8) == "mine")
    }

    @Test func oneThatIsAsItWasMadeGoesAndOneThatSomebodyWorkedWithIsKept() throws {
        let place = try Place()
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: place.folder.path).sorted() }
        // What looking at it makes does not count.
        try place.make()
        let looked = try PhotoLibrary.open(at: place.library, environment: .process)
        looked.close()
        try Data("a thumbnail".utf8).write(to: place.library.appending(path: "derivatives/something"))
        #expect(try Demonstration.clear(place.library) == nil)
        #expect(try names() == [])

        let works: [(String, (URL) throws -> Void)] = [
            (
                "a change",
                { library in
                    let library = try PhotoLibrary.open(at: library, environment: .process)
                    defer { library.close() }
                    try library.catalog.write(author: "test") { writer in
                        guard let id = try writer.assetIDs(AssetQuery(scope: .library)).first else { return }
                        try writer.update(assetID: id) { $0.isFavorite.toggle() }
                    }
                }
            ),
            ("a file among the originals", { try Data("mine".utf8).write(to: $0.appending(path: "originals/mine.jpg")) }),
            (
                "an original that was edited in its place",
                { library in
                    let originals = library.appending(path: "originals")
                    let name = try FileManager.default.subpathsOfDirectory(atPath: originals.path).first { $0.contains(".") }
                    let file = try FileHandle(forWritingTo: originals.appending(path: try #require(name)))
                    try file.seekToEnd()
                    try file.write(contentsOf: Data("more".utf8))
                }
            ),
            ("a file beside them", { try Data("mine".utf8).write(to: $0.appending(path: "note.txt")) }),
            ("a library that can't be opened any more", { try Data("no marker, no library".utf8).write(to: $0.appending(path: "database/catalog.sqlite")) }),
        ]
        for (number, (name, work)) in works.enumerated() {
            try place.make()
            try work(place.library)
            let before = try FileManager.default.subpathsOfDirectory(atPath: place.library.path)
            let kept = try #require(try Demonstration.clear(place.library), "\(name)")
            #expect(try names().count == number + 1 && !FileManager.default.fileExists(atPath: place.library.path), "\(name)")
            #expect(kept.lastPathComponent.hasPrefix("Demo kept 20") && kept.pathExtension == "photolibrary")
            // But what SQLite has while a catalogue is open.
            let gone = Set(before).subtracting(try FileManager.default.subpathsOfDirectory(atPath: kept.path)).filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
            #expect(gone.isEmpty, "\(name): all of it is there")
        }
    }

    @Test func onlyOneProcessMakesIt() throws {
        let place = try Place()
        let site = try BuildingSite(for: place.library)
        let failure = #expect(throws: DemonstrationError.self) { _ = try BuildingSite(for: place.library) }
        #expect(failure?.code == .busy)
        site.clear()
        try BuildingSite(for: place.library).clear()
    }
}
