import Catalog
import Foundation
import PhotoModel
import Query
import Testing

@testable import LibraryEngine

extension WatchingTests {
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
}
