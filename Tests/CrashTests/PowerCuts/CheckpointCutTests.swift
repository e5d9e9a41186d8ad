import Catalog
import Foundation
import PhotoModel
import Query
import TestSupport
import Testing

/// The power goes while commits are made on one thread and brought from the log into the catalogue on another: every commit that was acknowledged is there,
/// and none in part.
@Suite(.serialized) struct CheckpointCutTests {
    private static let cuts = ProcessInfo.processInfo.environment["PHOTOS_LONG_TESTS"] == nil ? 40 : 1000

    @Test(.enabled(if: ForgetfulDisk.isPermitted, Comment(rawValue: ForgetfulDisk.absence)))
    func aCutDuringACheckpointLosesNoCommit() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "checkpoint-cuts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let disk = try ForgetfulDisk(at: folder.appending(path: "disk"))
        defer { disk.unmount() }
        var options = CatalogOptions()
        (options.checkpointPages, options.usesColumns) = (12, false)
        let file = disk.folder.appending(path: "catalog.sqlite")
        let catalog = try Catalog.create(at: file, options: options)
        let first = try disk.mark()
        var sizes: [UInt32] = []
        var acknowledged: [(change: Int, assets: Int)] = [(first, 0)]
        for commit in 1...120 {
            let isPause = commit % 10 == 0 && commit < 70, count = isPause ? 30 : commit % 4 + 1
            try catalog.write(author: "tests") { writer in
                for number in 0..<count {
                    let name = "IMG_\(commit)_\(number).jpg"
                    _ = try writer.insert(AssetRecord(uuid: UUID(), mediaType: .image, addedDate: 0, filename: name, uniformType: "public.jpeg"), resources: [])
                }
            }
            acknowledged.append((try disk.mark(), acknowledged.last!.assets + count))
            // In the pauses the thread brings all over and the log begins anew; while there are none, that comes at the log's bound.
            if isPause { catalog.waitForCheckpoints() }
            sizes.append(try committedPages(file))
        }
        let last = try disk.mark()
        let renewals = zip(sizes, sizes.dropFirst()).map { $0 > $1 }
        #expect(renewals[..<65].count { $0 } >= 5 && renewals[75...].contains(true), "the log was begun anew in both ways: \(sizes)")
        catalog.close()

        var generator = SeededRandom(seed: 0xC4EC)
        for round in 0..<Self.cuts {
            let change = first + (last - first) * round / Self.cuts + Int(generator.next() % UInt64((last - first) / Self.cuts + 1))
            let label = "round \(round): a cut before change \(change)"
            let image = folder.appending(path: "image")
            defer { try? FileManager.default.removeItem(at: image) }
            try disk.image(before: change, seed: UInt64(round), at: image)
            let left = try Catalog.open(at: image.appending(path: "catalog.sqlite"), options: CatalogOptions())
            defer { left.close() }
            let count = try left.read { try $0.assetIDs(AssetQuery()).count }
            let before = acknowledged.last { $0.change <= change } ?? acknowledged[0], after = acknowledged.first { $0.change > change }
            #expect(try left.read { try $0.integrityProblems() } == [], "\(label)")
            #expect(count == before.assets || count == after?.assets, "\(label): \(count) assets, and \(before.assets) were acknowledged")
        }
    }

    /// Pages in the write-ahead log, by its index.
    private func committedPages(_ catalog: URL) throws -> UInt32 {
        try Data(contentsOf: URL(fileURLWithPath: catalog.path + "-shm")).withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 16, as: UInt32.self) }
    }
}
