import Catalog
import Columns
import Foundation
import TestSupport
import Testing

/// The column file is believed only where it is this catalogue's, whole and in step; all else is answered by SQLite and mended.
@Suite struct ColumnFileTests {
    /// Rows that were all read; `nil` where SQLite answers.
    private func count(_ catalog: Catalog) throws -> Int? {
        try catalog.read { try $0.withColumns { table in (0..<table.count).map { table.row($0) }.count } }
    }

    /// A catalogue of three pictures whose file is there, closed.
    private func closed() throws -> (TemporaryCatalog, file: String) {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(3)
        #expect(library.catalog.updateColumns())
        library.catalog.close()
        return (library, library.catalog.columnFile)
    }

    @Test func openingTakesTheFileThatIsThere() throws {
        let (library, _) = try closed()
        let again = try library.other()
        defer { again.close() }
        #expect(try count(again) == 3)
    }

    /// Each is what may lie at the path, and none of it may be believed.
    enum Damage: CaseIterable {
        case missing, empty, garbage, cutShort, headerOnly, otherFormat, oneRowDiffers, interruptedWriter, folder
    }

    @Test(arguments: Damage.allCases)
    func whatIsNoSoundFileIsMadeAnew(damage: Damage) throws {
        let (library, file) = try closed()
        let url = URL(fileURLWithPath: file)
        var bytes = [UInt8](try Data(contentsOf: url))
        /// A word of the header by its number in the format.
        func set(_ word: Int, _ value: UInt64) { withUnsafeBytes(of: value) { bytes.replaceSubrange(word * 8..<word * 8 + 8, with: $0) } }
        switch damage {
        case .missing, .folder: break
        case .empty: bytes = []
        case .garbage: bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
        case .cutShort: bytes.removeLast(bytes.count / 2)
        case .headerOnly: bytes.removeLast(bytes.count - 4096)
        case .otherFormat: set(1, 99)
        case .oneRowDiffers:
            // As a power cut leaves it: one page is an older one.
            bytes[8192 + 5] ^= 1
        case .interruptedWriter: set(9, 7)
        }
        try FileManager.default.removeItem(at: url)
        if damage == .folder { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        if damage != .missing, damage != .folder { try Data(bytes).write(to: url) }

        let again = try library.other()
        defer { again.close() }
        #expect(try count(again) == nil, "\(damage)")
        try again.write(author: "tests") { try $0.update(assetID: 1) { $0.isFavorite = true } }
        if damage == .folder {
            #expect(!again.updateColumns())
            return
        }
        #expect(again.updateColumns(), "\(damage)")
        try ColumnHistory.expectAgreement(library, "\(damage)", catalog: again)
    }

    @Test func anotherCataloguesFileIsNotBelieved() throws {
        let (library, file) = try closed()
        let (other, otherFile) = try closed()
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.copyItem(atPath: otherFile, toPath: file)
        let again = try library.other()
        defer { again.close() }
        #expect(try count(again) == nil)
        #expect(again.updateColumns())
        #expect(try count(again) == 3)
        withExtendedLifetime(other) {}
    }

    @Test func aRestoredCatalogueDoesNotMeetTheFileOfItsLaterLife() throws {
        let (library, _) = try closed()
        let ends = ["", "-wal"]
        let backup = ends.map { try? Data(contentsOf: URL(fileURLWithPath: library.file.path + $0)) }
        let first = try library.other()
        try first.write(author: "tests") { try $0.update(assetID: 1) { $0.rating = 5 } }
        #expect(try count(first) == 3)
        first.close()
        // In the same file of the disk; then another life of as many changes.
        try? FileManager.default.removeItem(atPath: library.file.path + "-shm")
        for (end, bytes) in zip(ends, backup) {
            let place = library.file.path + end
            guard let bytes else {
                try? FileManager.default.removeItem(atPath: place)
                continue
            }
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: place))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: bytes)
            try handle.close()
        }
        var options = TemporaryCatalog.options()
        options.now = { TemporaryCatalog.now + 60 }
        let second = try Catalog.open(at: library.file, options: options)
        defer { second.close() }
        // Now the file and the catalogue say the same position, and mean different changes.
        try second.write(author: "tests") { try $0.update(assetID: 2) { $0.rating = 4 } }
        #expect(try count(second) == nil)
        #expect(second.updateColumns())
        try ColumnHistory.expectAgreement(library, "restored", catalog: second)
    }

    @Test func deletedWhileInUseItIsNoticedAndMadeAnew() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(3)
        #expect(library.catalog.updateColumns())
        try FileManager.default.removeItem(atPath: library.catalog.columnFile)
        #expect(try count(library.catalog) == 3, "the open file outlives the name")
        try library.write { try $0.update(assetID: 1) { $0.isFavorite = true } }
        #expect(try count(library.catalog) == nil)
        #expect(library.catalog.updateColumns())
        try ColumnHistory.expectAgreement(library, "made anew")
    }

    @Test func readersMoveToAFileThatAnotherMade() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(3)
        #expect(library.catalog.updateColumns())
        let other = try library.other()
        defer { other.close() }
        #expect(try count(other) == 3)
        try FileManager.default.removeItem(atPath: library.catalog.columnFile)
        try library.write { try $0.update(assetID: 1) { $0.isFavorite = true } }
        #expect(library.catalog.updateColumns())
        try ColumnHistory.expectAgreement(library, "the other's new file", catalog: other)
    }

    @Test func twoCataloguesThatWriteInTurnKeepItInStep() throws {
        let library = try TemporaryCatalog()
        var random = SeededRandom(seed: 3)
        var (ids, number): ([Int64], Int) = ([], 0)
        #expect(library.catalog.updateColumns())
        let inode = try inode(library.catalog.columnFile)
        let other = try library.other()
        defer { other.close() }
        for round in 0..<40 {
            let writing = round.isMultiple(of: 2) ? library.catalog : other
            try writing.write(author: "tests") { try ColumnHistory.step($0, &ids, &number, &random) }
            try ColumnHistory.expectAgreement(library, "round \(round)")
            try ColumnHistory.expectAgreement(library, "round \(round), other", catalog: other)
        }
        #expect(try self.inode(library.catalog.columnFile) == inode, "it was advanced, never made anew")
    }

    @Test func aFileThatFellBehindIsCaughtUpFromTheLog() throws {
        let library = try TemporaryCatalog()
        var random = SeededRandom(seed: 4)
        var (ids, number): ([Int64], Int) = ([], 0)
        #expect(library.catalog.updateColumns())
        let inode = try inode(library.catalog.columnFile)
        var options = TemporaryCatalog.options()
        // As a process that dies between its commit and the file.
        options.usesColumns = false
        let silent = try Catalog.open(at: library.file, options: options)
        defer { silent.close() }
        for round in 0..<20 {
            for _ in 0..<3 { try silent.write(author: "tests") { try ColumnHistory.step($0, &ids, &number, &random) } }
            try ColumnHistory.expectAgreement(library, "round \(round)")
        }
        #expect(try self.inode(library.catalog.columnFile) == inode)
    }

    @Test func whereTheLogWasForgottenItIsMadeAnew() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(3)
        #expect(library.catalog.updateColumns())
        var options = TemporaryCatalog.options()
        options.usesColumns = false
        let silent = try Catalog.open(at: library.file, options: options)
        defer { silent.close() }
        for id in ids { try silent.write(author: "tests") { try $0.update(assetID: id) { $0.isFavorite = true } } }
        _ = try silent.write(author: "tests") { try $0.pruneChanges(before: .infinity) }
        #expect(library.catalog.updateColumns())
        try ColumnHistory.expectAgreement(library, "forgotten")
    }

    @Test func anAssetThatComesBackUnderItsUUIDStandsOnce() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(3)
        #expect(library.catalog.updateColumns())
        try library.write { writer in
            _ = try writer.purge(assetIDs: [ids[0]])
            _ = try writer.insert(Sample.asset(0), resources: [])
        }
        #expect(library.catalog.updateColumns())
        try ColumnHistory.expectAgreement(library, "back again")
    }

    @Test func readOnlyUsesTheFileAndNeverMakesOne() throws {
        let (library, file) = try closed()
        let reader = try library.other(readOnly: true)
        #expect(try count(reader) == 3)
        reader.close()
        try FileManager.default.removeItem(atPath: file)
        let again = try library.other(readOnly: true)
        defer { again.close() }
        #expect(try count(again) == nil)
        #expect(!again.updateColumns())
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func readersAndAWriterAtOnceSeeOnlyWholeStates() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(500)
        #expect(library.catalog.updateColumns())
        let catalog = library.catalog
        // All ratings are equal after every commit.
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            do {
                for round in 0..<60 {
                    if thread == 0 {
                        try catalog.write(author: "tests") { writer in
                            for id in 1...500 { try writer.update(assetID: Int64(id)) { $0.rating = 1 + round % 5 } }
                        }
                    } else {
                        // Long enough that commits come in between.
                        let ratings = try catalog.read { reader throws in
                            try reader.withColumns { table in
                                Set((0..<table.count * 40).map { AssetFlags.rating.value(in: table.flags[$0 % table.count]) })
                            }
                        }
                        if let ratings { #expect(ratings.count == 1) }
                    }
                }
            } catch { Issue.record("\(error)") }
        }
        try ColumnHistory.expectAgreement(library, "in the end")
    }

    private func inode(_ path: String) throws -> Int? { try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int }
}
