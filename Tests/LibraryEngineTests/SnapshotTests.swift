import Catalog
import Foundation
import Importing
import Originals
import Synchronization
import Testing

@testable import LibraryEngine

@Suite("Snapshots of the catalogue") struct SnapshotTests {
    let fixture: LibraryFixture
    let backups: SnapshotFolder

    init() throws {
        fixture = try LibraryFixture()
        backups = SnapshotFolder(library: fixture.url)
    }

    private func date(_ days: Double) -> Date { Date(timeIntervalSinceReferenceDate: 800_000_000 + days * 86_400) }

    private func addOne(_ name: String) throws -> Int64 { try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg(name)))]) }

    private func files() throws -> [String] {
        FileManager.default.fileExists(atPath: backups.url.path) ? try FileManager.default.contentsOfDirectory(atPath: backups.url.path).sorted() : []
    }

    @Test func aNameTellsItsMinute() throws {
        let date = Date(timeIntervalSince1970: 1_795_416_059)
        #expect(SnapshotName(date: date).text == "catalog-2026-11-23T0640Z.sqlite")
        #expect(SnapshotName(date: date, number: 3).text == "catalog-2026-11-23T0640Z-3.sqlite")
        for name in [SnapshotName(date: date), SnapshotName(date: date, number: 2)] { #expect(SnapshotName(name.text) == name) }
        for text in [
            "catalog.sqlite", "catalog-2026-02-31T0640Z.sqlite", "catalog-2026-11-23T0640Z-1.sqlite", "catalog-2026-11-23T640Z.sqlite", "catalog-----T.sqlite",
            "catalog-2026-11-23T0640Z.sqlite.sha256",
        ] {
            #expect(SnapshotName(text) == nil, "\(text)")
        }
    }

    @Test func theNewestOfSevenDaysAndFourWeeksAreKept() {
        // Three a day for sixty days.
        let names = (0..<180).map { SnapshotName(date: date(Double($0) / 3)) }.sorted(by: >)
        let kept = SnapshotRule.kept(names)
        #expect(kept.first == names.first)
        #expect(Array(kept.prefix(2)) == Array(names.prefix(2)))
        let days = kept.dropFirst().map { ($0.date.timeIntervalSinceReferenceDate / 86_400).rounded(.down) }
        #expect(Set(days).count == days.count)
        #expect(Set(names.prefix(21).map { ($0.date.timeIntervalSinceReferenceDate / 86_400).rounded(.down) }).isSubset(of: days))
        let weeks = Set(kept.map { ($0.date.timeIntervalSinceReferenceDate / 604_800).rounded(.down) })
        #expect(weeks.count == 4)
        #expect((8...12).contains(kept.count))
        // Of days and weeks that have one: a library nobody opened for years keeps what it had.
        let old = [SnapshotName(date: date(0)), SnapshotName(date: date(900))].sorted(by: >)
        #expect(SnapshotRule.kept(old) == old)
    }

    @Test func aSnapshotIsCheckedAndCanBeCheckedByOthers() throws {
        _ = try addOne("a")
        let report = try #require(try fixture.library.backUp())
        #expect(try files() == [report.file.lastPathComponent, report.file.lastPathComponent + ".sha256"])
        #expect(report.moment.assetCount == 1)
        #expect(report.moment.position == (try fixture.library.catalog.read { try $0.position }))
        for file in [report.file, Snapshot.sumFile(of: report.file)] {
            #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        }
        let check = Process()
        (check.executableURL, check.arguments) = (URL(fileURLWithPath: "/usr/bin/env"), ["sha256sum", "--quiet", "-c", Snapshot.sumFile(of: report.file).path])
        check.currentDirectoryURL = backups.url
        try check.run()
        check.waitUntilExit()
        #expect(check.terminationStatus == 0)
        let snapshot = try #require(backups.snapshots.first)
        #expect(snapshot.fault == nil)
        #expect(try Catalog.examine(report.file, options: CatalogOptions()) == report.moment)
        // In the same minute another name is found, and one rotten byte is seen.
        let second = try #require(try fixture.library.backUp())
        #expect(second.file.lastPathComponent.hasSuffix("-2.sqlite"))
        let handle = try FileHandle(forUpdating: second.file)
        try handle.seek(toOffset: 5_000)
        try handle.write(contentsOf: Data([0xA5]))
        try handle.close()
        #expect(try #require(backups.snapshots.first).fault != nil)
    }

    @Test func writersAreNotHeldUpAndWhatTheyCommitIsNotInTheCopy() throws {
        for number in 0..<40 { _ = try addOne("\(number)") }
        let before = try fixture.library.catalog.read { try $0.position }
        let copy = try fixture.write(Data(), to: "copy.sqlite")
        // In steps of a few pages, with a commit between any two of them.
        let steps = Atomic<Int>(0)
        try fixture.library.catalog.copy(into: copy, pagesPerStep: 8) { _, _ in
            let number = steps.add(1, ordering: .relaxed).newValue
            if number <= 5 { _ = try addOne("meanwhile \(number)") }
        }
        let count = steps.load(ordering: .relaxed)
        #expect(count > 5, "the copy was not made in steps")
        let moment = try Catalog.examine(copy, options: CatalogOptions())
        #expect(moment.position == before && moment.assetCount == 40)
        #expect(try fixture.library.catalog.read { try $0.moment() }.assetCount == 45)
    }

    @Test func nothingIsEverReplacedAndAnInterruptedOneLeavesNothing() throws {
        _ = try addOne("a")
        let target = try fixture.write(Data("mine".utf8), to: "copy.sqlite")
        #expect(throws: LibraryError.self) { try fixture.library.backUp(to: target) }
        #expect(try Data(contentsOf: target) == Data("mine".utf8))
        let sum = try fixture.write(Data("mine".utf8), to: "other.sqlite.sha256")
        #expect(throws: LibraryError.self) { try fixture.library.backUp(to: fixture.base.appendingPathComponent("other.sqlite")) }
        #expect(try Data(contentsOf: sum) == Data("mine".utf8))
        #expect(try fixture.library.backUp(isCancelled: { true }) == nil)
        #expect(try files().isEmpty)
        let folder = fixture.base.appendingPathComponent("stick")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #expect(try #require(try fixture.library.backUp(to: folder)).file.deletingLastPathComponent().path == folder.path)
    }

    @Test func aDamagedCatalogueGetsNoSnapshot() throws {
        let sha256 = try fixture.resource(addOne("a")).sha256
        try fixture.closeWithoutLog()
        try damage(fixture.url.appendingPathComponent("database/catalog.sqlite"), sha256)
        let library = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
        defer { library.close() }
        #expect { try library.backUp() } throws: { ($0 as? LibraryError)?.code == .damaged }
        #expect(try files().isEmpty)
    }

    /// Where the hash stands first, in the table or its index: the other one says something else afterwards.
    private func damage(_ file: URL, _ sha256: Data) throws {
        let place = try #require(try Data(contentsOf: file).range(of: sha256)).lowerBound
        let handle = try FileHandle(forUpdating: file)
        try handle.seek(toOffset: UInt64(place))
        try handle.write(contentsOf: Data([sha256[sha256.startIndex] ^ 1]))
        try handle.close()
    }

    @Test func aLinkInTheFoldersPlaceIsAnErrorAndLeadsNowhere() throws {
        _ = try addOne("a")
        let outside = fixture.base.appendingPathComponent("outside")
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        try fixture.write(Data("x".utf8), to: "outside/.part-mine")
        try FileManager.default.createSymbolicLink(at: backups.url, withDestinationURL: outside)
        #expect(throws: LibraryError.self) { try fixture.library.backUp() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == [".part-mine"])
    }

    @Test func anOpenLibraryTakesOneADayWhereItHasChanged() throws {
        let clock = Mutex(date(0))
        var environment = fixture.environment
        environment.takesSnapshots = true
        environment.now = { clock.withLock { $0 } }
        func open(_ days: Double) throws -> PhotoLibrary {
            clock.withLock { $0 = date(days) }
            let library = try PhotoLibrary.open(at: fixture.url, environment: environment)
            library.snapshots.wait()
            return library
        }
        // Nothing is in it, so there is nothing to keep.
        try open(0).close()
        #expect(try files().isEmpty)
        _ = try addOne("a")
        try open(0.01).close()
        #expect(backups.names.count == 1)
        try open(0.5).close()
        // A day later, but unchanged.
        try open(1.5).close()
        #expect(backups.names.count == 1)
        // A look on every commit, at most once an hour, and a snapshot on the first one that is a day later.
        let library = try open(1.6)
        defer { library.close() }
        let prepared = try library.prepareAsset([ResourceInput(.photo, .data(LibraryFixture.jpeg("b")))])
        clock.withLock { $0 = date(1.7) }
        _ = try library.performChanges(author: "test") { try $0.insert(prepared) }
        library.snapshots.wait()
        #expect(backups.names == [SnapshotName(date: date(1.7)), SnapshotName(date: date(0.01))])
        #expect(backups.snapshots.allSatisfy { $0.fault == nil })
        // Older ones go by the rule.
        for day in 2..<40 { try Data().write(to: backups.url.appendingPathComponent(SnapshotName(date: date(-Double(day))).text)) }
        _ = try library.backUp()
        #expect(backups.names == SnapshotRule.kept(backups.names))
        #expect(backups.names.count <= 12)
    }
}
