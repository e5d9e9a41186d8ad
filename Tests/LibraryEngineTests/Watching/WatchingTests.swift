import Catalog
import Foundation
import Glibc
import Importing
import Originals
import PhotoModel
import PhotosTesting
import Query
import Testing

@testable import LibraryEngine

@Suite("Watching folders") struct WatchingTests {
    let world: WatchFixture

    init() throws { world = try WatchFixture() }

    // MARK: When a file is whole

    @Test func aFileComesInWhenItHasNotChangedForAWhile() throws {
        try world.add()
        let watcher = world.watcher()
        try world.jpeg("a.jpg")
        #expect(try world.steps(watcher).isEmpty)
        #expect(try world.steps(watcher, after: 4).isEmpty)
        try world.append("more", to: "a.jpg")
        #expect(try world.steps(watcher, after: 2).isEmpty)
        #expect(try world.steps(watcher, after: 4).isEmpty)
        #expect(try world.steps(watcher, after: 2).map(\.report.imported) == [1])
        #expect(try world.names == ["a.jpg"])
        #expect(try world.finish(watcher).isEmpty)
        #expect(world.decoder.examined.withLock { $0 } == ["a.jpg"])
    }

    @Test func aFileThatSomebodyHasOpenIsAwaitedForTenMinutesAtMost() throws {
        try world.add()
        let watcher = world.watcher()
        world.open["a.jpg"] = true
        try world.jpeg("a.jpg")
        try world.steps(watcher)
        for _ in 0..<10 { #expect(try world.steps(watcher, after: 50).isEmpty) }
        #expect(try world.steps(watcher, after: 120).map(\.report.imported) == [1])
        try world.jpeg("b.jpg")
        world.open["b.jpg"] = true
        #expect(try world.steps(watcher, after: 3_700).isEmpty)
        #expect(try world.steps(watcher, after: 60).isEmpty)
        world.open["b.jpg"] = false
        #expect(try world.steps(watcher, after: 6).map(\.report.imported) == [1])
    }

    @Test func whereNobodyCanTellWhetherAFileIsOpenItIsAwaitedLonger() throws {
        try world.add()
        let watcher = world.watcher()
        world.open["a.jpg"] = nil
        try world.jpeg("a.jpg")
        try world.steps(watcher)
        #expect(try world.steps(watcher, after: 20).isEmpty)
        #expect(try world.steps(watcher, after: 11).map(\.report.imported) == [1])
    }

    @Test func aFileThatIsLongThereComesInAtOnce() throws {
        try world.add()
        try world.jpeg("a.jpg")
        world.clock.advance(by: Date().timeIntervalSince(world.clock.now) + 60)
        #expect(try world.steps(world.watcher()).map(\.report.imported) == [1])
    }

    @Test func theSystemTellsWhetherAFileIsOpenForWriting() throws {
        try world.jpeg("a.jpg")
        let path = BytePath(world.folder.appendingPathComponent("a.jpg").path)
        guard let before = FileUse.isOpenForWriting(path) else { return }
        #expect(!before)
        let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: path.text))
        #expect(FileUse.isOpenForWriting(path) == true)
        try writer.close()
        let reader = try FileHandle(forReadingFrom: URL(fileURLWithPath: path.text))
        #expect(FileUse.isOpenForWriting(path) == false)
        try reader.close()
        #expect(FileUse.isOpenForWriting(BytePath("/nowhere")) == nil)
    }

    @Test func theKernelTellsThatAFileWasClosedAndItComesInSooner() throws {
        try world.add()
        let watcher = world.watcher { $0.usesKernel = true }
        try world.steps(watcher)
        try world.jpeg("sub/a.jpg")
        #expect(try world.steps(watcher).isEmpty)
        try world.jpeg("sub/b.jpg")
        try world.move("sub/b.jpg", to: "sub/c.jpg")
        #expect(try world.steps(watcher).isEmpty)
        #expect(try world.steps(watcher, after: 1.5).flatMap(\.report.importedIdentifiers).count >= 1)
        try world.steps(watcher, after: 5)
        #expect(try world.names == ["a.jpg", "c.jpg"])
        #expect(try world.status().watchedFolders == 2)
    }

    @Test func theKernelTellsOfAFolderThatTookTheNameOfAnother() throws {
        let events = try FolderEvents(limit: 8)
        try world.jpeg("one/a.jpg")
        try world.jpeg("two/b.jpg")
        func path(_ name: String) -> BytePath { BytePath(world.folder.appendingPathComponent(name).path) }
        for name in ["one", "two"] { events.watch(path(name)) }
        try world.move("one", to: "three")
        try world.move("two", to: "one")
        for name in ["one", "three"] { events.watch(path(name)) }
        _ = events.drain()
        try world.jpeg("one/c.jpg")
        #expect(events.drain().folders == [path("one")])
        try world.jpeg("three/d.jpg")
        #expect(events.drain().folders == [path("three")])
        #expect(events.count == 2 && !events.isWatched(path("two")))
    }

    @Test func whatProgramsAreStillWritingAndWhatIsHiddenIsPassedBy() throws {
        try world.add()
        let watcher = world.watcher()
        for name in [".a.jpg", "a.jpg.part", "a.jpg.crdownload", "a.jpg~", ".trash/b.jpg"] { try world.jpeg(name) }
        #expect(try world.finish(watcher).isEmpty)
        try world.move("a.jpg.part", to: "a.jpg")
        #expect(try world.finish(watcher).map(\.report.found) == [1])
        #expect(try world.names == ["a.jpg"])
    }

    @Test func whatIsNoPictureIsLookedAtOnceAndAgainWhenItChanges() throws {
        try world.add()
        let watcher = world.watcher()
        try world.write(Data("hello".utf8), "a.txt")
        try world.write(Data("no picture".utf8), "b.jpg")
        let told = try world.finish(watcher)
        #expect(told.map(\.report.skipped).reduce(0, +) == 1 && told.flatMap(\.report.failed).map(\.code) == ["unsupported"])
        #expect(try world.finish(watcher).isEmpty)
        try world.jpeg("b.jpg")
        // A day later every file is looked at.
        try world.steps(watcher, after: 90_000)
        #expect(try world.steps(watcher, after: 6).map(\.report.imported) == [1])
    }

    @Test func whatFailsForAReasonThatMayPassIsTriedAgainAndToldOnce() throws {
        try world.add()
        let watcher = world.watcher()
        world.decoder.isIll.withLock { $0 = true }
        try world.jpeg("a.jpg")
        try world.steps(watcher)
        #expect(try world.steps(watcher, after: 6).flatMap(\.report.failed).count == 1)
        #expect(try world.steps(watcher, after: 11).flatMap(\.report.failed).isEmpty)
        #expect(try world.steps(watcher, after: 11).isEmpty)
        world.decoder.isIll.withLock { $0 = false }
        #expect(try world.steps(watcher, after: 10).map(\.report.imported) == [1])
    }

    // MARK: What belongs together

    @Test(arguments: [true, false]) func rawAndJPEGThatArriveOneAfterTheOtherBecomeOne(rawFirst: Bool) throws {
        try world.add()
        let watcher = world.watcher()
        if rawFirst { try world.raw("IMG_1.rw2") } else { try world.jpeg("IMG_1.jpg") }
        try world.finish(watcher)
        #expect(try world.names.count == 1)
        if rawFirst { try world.jpeg("IMG_1.jpg") } else { try world.raw("IMG_1.rw2") }
        try world.finish(watcher)
        #expect(try world.names == ["IMG_1.jpg"])
        #expect(try world.resources.map(\.type).sorted() == [.photo, .alternatePhoto].sorted())
    }

    @Test(arguments: [true, false]) func theHalvesOfALivePhotoThatArriveOneAfterTheOtherBecomeOne(movieFirst: Bool) throws {
        try world.add(.reference)
        let watcher = world.watcher()
        let parts = [{ try world.movie("other.mov", "live=AB12") }, { try world.jpeg("IMG_1.jpg", "live=AB12") }]
        try parts[movieFirst ? 0 : 1]()
        try world.finish(watcher)
        try parts[movieFirst ? 1 : 0]()
        try world.finish(watcher)
        #expect(try world.names.count == 1)
        #expect(Set(try world.resources.map(\.type)) == [.photo, .pairedVideo])
    }

    @Test func whatSomebodyRemovedForGoodDoesNotComeBackWithAnother() throws {
        try world.add()
        let watcher = world.watcher()
        try world.jpeg("IMG_1.jpg")
        try world.finish(watcher)
        let id = try #require(try world.library.catalog.read { try Array($0.assetIDs(AssetQuery())) }.first)
        try world.library.performChanges(author: "test") { try $0.delete([id]) }
        try world.library.performChanges(author: "test") { try $0.purge([id]) }
        try world.raw("IMG_1.rw2")
        try world.finish(watcher)
        #expect(try world.names == ["IMG_1.rw2"])
    }

    @Test func halfOfAPairWaitsForTheOtherThatIsBeingWritten() throws {
        try world.add()
        let watcher = world.watcher()
        world.open["IMG_1.rw2"] = true
        try world.jpeg("IMG_1.jpg")
        try world.raw("IMG_1.rw2")
        try world.write(Data("x".utf8), "IMG_1.log")
        try world.steps(watcher)
        #expect(try world.steps(watcher, after: 10).isEmpty)
        world.open["IMG_1.rw2"] = false
        try world.steps(watcher, after: 6)
        #expect(try world.resources.count == 2)
    }

    @Test func aTextBesideAPictureThatIsWrittenAgainIsNotTakenTwice() throws {
        try world.add()
        let watcher = world.watcher()
        try world.jpeg("a.jpg")
        try world.write(Data("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">1</x:xmpmeta>".utf8), "a.xmp")
        try world.finish(watcher)
        #expect(try world.resources.count == 2)
        try world.write(Data("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">22</x:xmpmeta>".utf8), "a.xmp")
        try world.steps(watcher, after: 90_000)
        #expect(try world.finish(watcher).isEmpty)
        #expect(try world.resources.count == 2)
    }

    @Test func whatComesInGoesToTheAlbum() throws {
        try world.add(album: "Phone")
        try world.jpeg("a.jpg")
        try world.finish(world.watcher())
        #expect(try world.library.read { try $0.collections(CollectionQuery(kind: .album)) }.map(\.title) == ["Phone"])
    }

    // MARK: What becomes of files

    @Test func aReferenceFollowsItsFileWithoutReadingIt() throws {
        try world.add(.reference)
        let watcher = world.watcher()
        try world.jpeg("a.jpg")
        try world.jpeg("trip/b.jpg")
        try world.finish(watcher)
        let examined = world.decoder.examined.withLock { $0.count }
        try world.move("a.jpg", to: "sub/deep/renamed.jpg")
        try world.move("trip", to: "voyage")
        #expect(try world.finish(watcher).reduce(0) { $0 + $1.moved } == 2)
        #expect(world.decoder.examined.withLock { $0.count } == examined)
        let all = try world.library.catalog.read { try $0.resources(afterID: 0, limit: 10) }
        #expect(Set(all.map(\.place.path)) == ["sub/deep/renamed.jpg", "voyage/b.jpg"])
        for resource in all {
            _ = try world.library.openResource(resource)
            #expect(resource.damage == nil)
        }
    }

    @Test func referencesFollowFilesThatGetTheNamesOfOthers() throws {
        try world.add(.reference)
        let watcher = world.watcher()
        for name in ["2.jpg", "3.jpg", "x.jpg", "y.jpg"] { try world.jpeg(name) }
        try world.finish(watcher)
        // A gap is made in a row, and two change places.
        try world.move("3.jpg", to: "4.jpg")
        try world.move("2.jpg", to: "3.jpg")
        try world.move("x.jpg", to: "z.jpg")
        try world.move("y.jpg", to: "x.jpg")
        try world.move("z.jpg", to: "y.jpg")
        try world.finish(watcher)
        try world.finish(watcher)
        let all = try world.library.catalog.read { try $0.resources(afterID: 0, limit: 10) }
        #expect(Dictionary(uniqueKeysWithValues: all.map { ($0.filename, $0.place.path) }) == ["2.jpg": "3.jpg", "3.jpg": "4.jpg", "x.jpg": "y.jpg", "y.jpg": "x.jpg"])
        #expect(all.allSatisfy { $0.damage == nil })
        for resource in all { _ = try world.library.openResource(resource) }
    }

    @Test func aReferenceFollowsItsFileToAnotherWatchedFolderByItsContent() throws {
        try world.add(.reference)
        let other = world.fixture.base.appendingPathComponent("other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try world.add(.reference, other)
        let watcher = world.watcher()
        try world.jpeg("a.jpg")
        try world.jpeg("keep.jpg")
        try world.finish(watcher)
        // A copy, as from one disk to another, and then the first one goes.
        try FileManager.default.copyItem(at: world.folder.appendingPathComponent("a.jpg"), to: other.appendingPathComponent("z.jpg"))
        try world.remove("a.jpg")
        try world.finish(watcher)
        try world.finish(watcher)
        let resource = try #require(try world.library.catalog.read { try $0.resources(afterID: 0, limit: 10) }.first { $0.filename == "a.jpg" })
        #expect(resource.place.path == "z.jpg" && resource.damage == nil)
        _ = try world.library.openResource(resource)
        #expect(try world.names.count == 2)
    }

    @Test func aReferenceWhoseFileIsGoneIsMarkedUntilItIsBack() throws {
        try world.add(.reference)
        let watcher = world.watcher()
        try world.jpeg("a.jpg")
        try world.jpeg("keep.jpg")
        try world.finish(watcher)
        try world.remove("a.jpg")
        try world.steps(watcher, after: 3_700)
        #expect(try world.library.catalog.read { try $0.resources(afterID: 0, limit: 10) }.allSatisfy { $0.damage == nil })
        #expect(try world.steps(watcher, after: 6).map(\.missing) == [1])
        func a() throws -> ResourceRecord { try #require(try world.library.catalog.read { try $0.resources(afterID: 0, limit: 10) }.first { $0.filename == "a.jpg" }) }
        #expect(try a().damage == PhotoLibrary.missingMark)
        #expect(try world.library.catalog.read { try $0.asset(id: a().assetID) }?.damage == PhotoLibrary.missingMark)
        #expect(try world.names == ["a.jpg", "keep.jpg"])
        #expect(try world.finish(watcher).isEmpty)
        try world.jpeg("found/a again.jpg", "a.jpg")
        #expect(try world.finish(watcher).reduce(0) { $0 + $1.moved } == 1)
        #expect(try a().damage == nil && a().place.path == "found/a again.jpg")
        #expect(try world.library.catalog.read { try $0.asset(id: a().assetID) }?.damage == nil)
    }

    @Test func anAssetIsMarkedForAsLongAsTheFileThatShowsItIsGone() throws {
        try world.add(.reference)
        let watcher = world.watcher()
        try world.jpeg("IMG_1.jpg")
        try world.raw("IMG_1.rw2")
        try world.jpeg("keep.jpg")
        try world.finish(watcher)
        try world.remove("IMG_1.jpg")
        try world.remove("IMG_1.rw2")
        try world.finish(watcher)
        func damage() throws -> String? {
            try world.library.catalog.read { reader in
                let resource = try #require(try reader.resources(afterID: 0, limit: 10).first { $0.filename == "IMG_1.jpg" })
                return try #require(try reader.asset(id: resource.assetID)).damage
            }
        }
        #expect(try damage() == PhotoLibrary.missingMark)
        try world.raw("found/raw.rw2")
        try world.finish(watcher)
        #expect(try damage() == PhotoLibrary.missingMark)
        try world.jpeg("found/shown.jpg", "IMG_1.jpg")
        try world.finish(watcher)
        #expect(try damage() == nil)
    }

    @Test func whereALinkLeadsNowhereNothingIsKnownOfIt() throws {
        try world.jpeg("a.jpg")
        let link = world.folder.appendingPathComponent("link.jpg"), target = world.fixture.base.appendingPathComponent("disk/b.jpg")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        let without = try FolderListing(BytePath(world.folder.path), apart: [])
        #expect(without.unknown == [BytePath("link.jpg")] && Set(without.files.keys) == [BytePath("a.jpg")])
        try world.fixture.write(LibraryFixture.jpeg("b.jpg"), to: "disk/b.jpg")
        let with = try FolderListing(BytePath(world.folder.path), apart: [])
        #expect(with.unknown.isEmpty && Set(with.files.keys) == [BytePath("a.jpg"), BytePath("link.jpg")])
    }

    @Test func whatBecomesOfACopiedFileDoesNotConcernTheLibrary() throws {
        try world.add()
        let watcher = world.watcher()
        try world.jpeg("a.jpg")
        try world.jpeg("b.jpg")
        try world.finish(watcher)
        try world.remove("a.jpg")
        try world.move("b.jpg", to: "sub/c.jpg")
        #expect(try world.finish(watcher).isEmpty)
        #expect(try world.names == ["a.jpg", "b.jpg"])
        #expect(try world.library.catalog.read { try $0.resources(afterID: 0, limit: 10) }.allSatisfy { $0.damage == nil })
    }

    @Test(arguments: [WatchedFolder.Storage.copy, .reference]) func aFolderWhoseDiskIsGoneLosesNothing(_ storage: WatchedFolder.Storage) throws {
        try world.add(storage)
        let watcher = world.watcher()
        try world.jpeg("a.jpg")
        try world.finish(watcher)
        let away = world.fixture.base.appendingPathComponent("away")
        try FileManager.default.moveItem(at: world.folder, to: away)
        let first = try world.steps(watcher, after: 4_000)
        #expect(first.count == 1 && first[0].problems.count == 1 && first[0].problems[0].contains("is not there"))
        // As a mount point without its disk.
        try FileManager.default.createDirectory(at: world.folder, withIntermediateDirectories: true)
        #expect(try world.finish(watcher).allSatisfy { $0.missing == 0 && $0.report.found == 0 })
        #expect(try world.status().absence != nil)
        try FileManager.default.removeItem(at: world.folder)
        try FileManager.default.moveItem(at: away, to: world.folder)
        try world.jpeg("b.jpg")
        #expect(try world.finish(watcher).map(\.report.imported) == [1])
        #expect(try world.library.catalog.read { try $0.resources(afterID: 0, limit: 10) }.allSatisfy { $0.damage == nil })
        #expect(try world.names == ["a.jpg", "b.jpg"])
    }

    // MARK: Which folders

    @Test func whatCantBeWatchedIsRefusedByName() throws {
        func message(_ path: String) throws -> String {
            let error = try #require(throws: LibraryError.self) { try world.library.addWatchedFolder(BytePath(path), storage: .copy) }
            return error.message
        }
        let base = world.fixture.base.path
        try world.jpeg("a.jpg")
        try world.jpeg("sub/b.jpg")
        #expect(try message(base + "/nothing").contains("There is no folder"))
        #expect(try message(base + "/camera/a.jpg").contains("is a file"))
        #expect(try message(world.fixture.url.path).contains("lies within the library"))
        #expect(try message(world.fixture.url.path + "/originals").contains("lies within the library"))
        try world.add()
        #expect(try message(world.folder.path).contains("is watched already"))
        #expect(try message(world.folder.path + "/sub").contains("lies within"))
        #expect(try message(base).contains("is watched already. Remove it first"))
        let link = base + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: world.folder.path)
        #expect(try message(link).contains("is watched already"))
        try FileManager.default.createDirectory(atPath: base + "/Old.photoslibrary/originals", withIntermediateDirectories: true)
        #expect(try message(base + "/Old.photoslibrary").contains("photo library of Apple's"))
        #expect(try world.library.watchedFolders().count == 1)
    }

    @Test func linksThatLeadInCirclesAndLibrariesAreNotEntered() throws {
        try world.add()
        try world.jpeg("sub/a.jpg")
        try FileManager.default.createSymbolicLink(at: world.folder.appendingPathComponent("sub/loop"), withDestinationURL: world.folder)
        try FileManager.default.createSymbolicLink(at: world.folder.appendingPathComponent("dangling.jpg"), withDestinationURL: world.folder.appendingPathComponent("no"))
        try FileManager.default.createSymbolicLink(at: world.folder.appendingPathComponent("linked.jpg"), withDestinationURL: world.folder.appendingPathComponent("sub/a.jpg"))
        try world.jpeg("Other.photoslibrary/originals/x.jpg")
        let inner = try PhotoLibrary.create(at: world.folder.appendingPathComponent("Inner.photolibrary"), environment: LibraryFixture.environment())
        inner.close()
        let told = try world.finish(world.watcher())
        #expect(told.reduce(0) { $0 + $1.report.imported } == 1 && told.reduce(0) { $0 + $1.report.duplicates } == 1)
        #expect(try world.status().folders == 2)
    }

    @Test func aLibraryInAWatchedFolderIsNotItsSource() throws {
        // The whole of what is around the library.
        try world.jpeg("a.jpg")
        try world.add(.copy, world.fixture.base)
        let watcher = world.watcher()
        try world.finish(watcher)
        #expect(try world.names == ["a.jpg"])
        #expect(try world.finish(watcher).isEmpty)
    }

    @Test func aFolderThatIsRemovedIsLeftAlone() throws {
        let watched = try world.add()
        let watcher = world.watcher()
        try world.jpeg("a.jpg")
        try world.finish(watcher)
        #expect(try world.library.removeWatchedFolder(watched.id))
        #expect(try !world.library.removeWatchedFolder(watched.id))
        try world.jpeg("b.jpg")
        #expect(try world.finish(watcher).isEmpty)
        #expect(try world.names == ["a.jpg"])
    }

    @Test func moreFoldersThanTheKernelTellsOfArePassedOverAndTheirCostIsTold() throws {
        try world.add()
        for index in 0..<6 { try world.jpeg("\(index)/a\(index).jpg") }
        let watcher = world.watcher { ($0.usesKernel, $0.kernelLimit) = (true, 3) }
        try world.finish(watcher)
        #expect(try world.names.count == 6)
        let status = try world.status()
        #expect(status.folders == 7 && status.watchedFolders == 3 && status.passInterval == 60 && status.passSeconds != nil)
        for index in 0..<6 { try world.jpeg("\(index)/b\(index).jpg") }
        try world.steps(watcher, after: 61)
        try world.steps(watcher, after: 6)
        #expect(try world.names.count == 12)
    }

    // MARK: Over the end of a process

    @Test func anotherProcessGoesOnAndReadsNothingAgain() throws {
        try world.add()
        try world.jpeg("a.jpg")
        try world.jpeg("sub/b.jpg")
        var first: FolderWatcher? = world.watcher()
        try first.map { _ = try world.finish($0) }
        first = nil
        // What somebody has removed for good does not come back.
        let id = try #require(try world.library.catalog.read { try Array($0.assetIDs(AssetQuery())) }.first)
        try world.library.performChanges(author: "test") { try $0.delete([id]) }
        try world.library.performChanges(author: "test") { try $0.purge([id]) }
        try world.jpeg("c.jpg")
        #expect(try world.finish(world.watcher()).map(\.report.found) == [1])
        #expect(try world.names.count == 2)
    }

    @Test func aTornFileOfAWatchCostsReadingAndNothingElse() throws {
        let watched = try world.add()
        try world.jpeg("a.jpg")
        try world.jpeg("b.jpg")
        var first: FolderWatcher? = world.watcher()
        try first.map { _ = try world.finish($0) }
        first = nil
        let file = world.fixture.url.appendingPathComponent("watching/\(watched.id.uuidString).files")
        var content = try Data(contentsOf: file)
        content[12] ^= 1
        try (content.dropLast(5) + Data("\nnonsense\n\u{0}\u{1} t\n".utf8)).write(to: file)
        let told = try world.finish(world.watcher())
        #expect(told.reduce(0) { $0 + $1.report.imported } == 0)
        #expect(try world.names == ["a.jpg", "b.jpg"])
    }

    @Test func oneProcessAtATimeWatches() throws {
        try world.add()
        #expect(!FolderWatcher.isRunning(for: world.library))
        let first = world.watcher(), second = world.watcher()
        try world.steps(first)
        #expect(FolderWatcher.isRunning(for: world.library))
        let error = try #require(throws: LibraryError.self) { try second.step() }
        #expect(error.code == .locked)
        withExtendedLifetime(first) {}
    }

    @Test func aRecoveryKeepsTheFoldersAndBelievesNothingElse() throws {
        let watched = try world.add(.reference)
        try world.jpeg("a.jpg")
        var watcher: FolderWatcher? = world.watcher()
        try watcher.map { _ = try world.finish($0) }
        watcher = nil
        world.library.close()
        try FileManager.default.removeItem(at: world.fixture.url.appendingPathComponent("database"))
        _ = try PhotoLibrary.recover(at: world.fixture.url, environment: world.fixture.environment, options: RecoveryOptions())
        let library = try PhotoLibrary.open(at: world.fixture.url, environment: world.fixture.environment)
        defer { library.close() }
        #expect(try library.watchedFolders() == [watched])
        // Looked at once more, and not read: the references say what the file looked like.
        let again = world.watcher(library)
        #expect(try world.finish(again).allSatisfy { $0.report.imported == 0 })
        #expect(try library.catalog.read { try $0.assetIDs(AssetQuery()).count } == 1)
    }

    @Test func stoppingEndsAThreadThatWaits() throws {
        try world.add()
        let watcher = world.watcher { $0.usesKernel = true }
        watcher.start()
        watcher.stop()
    }
}
