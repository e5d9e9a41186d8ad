import Foundation
import Originals
import TestSupport
import Testing

@testable import LibraryEngine

/// Disks that get full while folders are watched.
extension WatchingTests {
    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small tmpfs needs root"), arguments: [WatchedFolder.Storage.copy, .reference])
    func whatFindsNoRoomInTheLibraryIsToldOnceAndComesInWhenThereIsSome(_ storage: WatchedFolder.Storage) throws {
        let disk = try SmallDisk(megabytes: 24, at: world.fixture.base.appendingPathComponent("disk"))
        defer { disk.unmount() }
        let library = try PhotoLibrary.create(at: disk.folder.appendingPathComponent("Small.photolibrary"), environment: world.fixture.environment)
        defer { library.close() }
        _ = try library.addWatchedFolder(BytePath(world.folder.path), storage: storage)
        let watcher = world.watcher(library)
        func words(after seconds: Double) throws -> [String] { try world.steps(watcher, after: seconds).flatMap { $0.problems + $0.report.failed.map(\.message) } }
        try world.jpeg("a.jpg")
        #expect(try world.finish(watcher).map(\.report.imported) == [1])
        try disk.fill()
        try world.jpeg("b.jpg")
        #expect(try words(after: 4_000) == [])
        let told = try words(after: 6)
        #expect(told.count == 1 && told.allSatisfy { $0.lowercased().contains("the disk is full") }, "\(told)")
        #expect(try words(after: 11) == [], "it was tried again, in vain")
        try disk.grow(megabytes: 64)
        #expect(try world.steps(watcher, after: 21).map(\.report.imported) == [1])
        #expect(try library.verify().isSound)
    }

    /// As a card that somebody filled to its last byte.
    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small tmpfs needs root")) func aFullDiskCanBeWatchedAndIsKnownAgainWithoutAMark() throws {
        let disk = try SmallDisk(megabytes: 1, at: world.fixture.base.appendingPathComponent("card"))
        defer { disk.unmount() }
        try world.fixture.write(LibraryFixture.jpeg("a"), to: "card/DCIM/a.jpg")
        try disk.fill()
        try world.add(.reference, disk.folder)
        #expect(try !disk.names().contains(".photolibrary-root"))
        let watcher = world.watcher()
        #expect(try world.finish(watcher).reduce(0) { $0 + $1.report.imported } == 1)
        disk.unmount()
        #expect(try world.finish(watcher).allSatisfy { $0.missing == 0 })
        #expect(try world.status().absence != nil)
    }
}
