import Foundation
import Pixels
import Testing
@testable import Imaging

@Suite struct DerivativeStoreTests {
    let scratch: Scratch
    let store: DerivativeStore
    let uuid = UUID(uuidString: "8A6B0000-0000-4000-8000-000000000001")!

    init() throws {
        scratch = try Scratch()
        store = DerivativeStore(folder: scratch.url.appendingPathComponent("derivatives"))
    }

    private func image(_ text: String) -> EncodedImage { EncodedImage(bytes: Array(text.utf8), width: 256, height: 192) }
    private func text(_ row: Int64, _ uuid: UUID? = nil, revision: Int64 = 1, in other: DerivativeStore? = nil) -> String? {
        (other ?? store).thumbnail(assetID: row, uuid: uuid ?? self.uuid, revision: revision).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func whatIsStoredComesBackWithItsSize() throws {
        #expect(text(1) == nil)
        try store.storeThumbnail(image("one"), assetID: 1, uuid: uuid, revision: 1)
        try store.storeThumbnail(image("seven"), assetID: 7, uuid: uuid, revision: 1)
        #expect(text(1) == "one")
        #expect(text(7) == "seven")
        #expect(text(3) == nil)
        let stored = try #require(store.thumbnail(assetID: 1, uuid: uuid, revision: 1))
        #expect((stored.width, stored.height) == (256, 192))
    }

    @Test func anotherRevisionOrAnotherAssetAtTheRowReadsAsAbsent() throws {
        try store.storeThumbnail(image("one"), assetID: 1, uuid: uuid, revision: 1)
        #expect(text(1, revision: 2) == nil)
        #expect(text(1, UUID()) == nil)
        try store.storeThumbnail(image("two"), assetID: 1, uuid: uuid, revision: 2)
        #expect(text(1) == nil)
        #expect(text(1, revision: 2) == "two")
    }

    @Test func mediumThumbnailsLieApartAndGoWithTheSmallOnes() throws {
        func medium(revision: Int64 = 1) -> [UInt8]? { store.thumbnail(.medium, assetID: 1, uuid: uuid, revision: revision)?.bytes }
        try store.storeThumbnail(image("small"), assetID: 1, uuid: uuid, revision: 1)
        #expect(medium() == nil)
        #expect(store.storedThumbnail(.medium, assetID: 1, uuid: uuid, revision: 1, waits: true) == nil)
        try store.storeThumbnail(image("medium"), .medium, assetID: 1, uuid: uuid, revision: 1)
        #expect(text(1) == "small")
        #expect(medium() == Array("medium".utf8))
        #expect(medium(revision: 2) == nil)
        #expect(FileManager.default.fileExists(atPath: store.folder.appendingPathComponent("thumbnails-640.pack").path))
        // Of another revision than the catalogue's.
        store.forgetOthers(than: [.init(assetID: 1, uuid: uuid, revision: 2)])
        #expect(medium() == nil && text(1) == nil)
        try store.storeThumbnail(image("medium"), .medium, assetID: 1, uuid: uuid, revision: 2)
        store.remove(assetID: 1, uuid: uuid, revision: 2)
        #expect(medium(revision: 2) == nil)
    }

    @Test func aDamagedMediumThumbnailIsFoundAndForgotten() throws {
        try store.storeThumbnail(image("medium"), .medium, assetID: 1, uuid: uuid, revision: 1)
        #expect(store.thumbnailFaults() == [])
        try Data(repeating: 9, count: 10).write(to: store.folder.appendingPathComponent("thumbnails-640.pack"))
        let faults = store.thumbnailFaults()
        #expect(faults.map(\.place) == [.thumbnail(1, .medium)] && faults.map(\.path) == ["thumbnails-640.index"])
        for fault in faults { store.forget(fault) }
        #expect(store.thumbnailFaults() == [])
    }

    @Test func aSecondStoreOnTheFolderSeesAndAppends() throws {
        let other = DerivativeStore(folder: store.folder)
        try store.storeThumbnail(image("one"), assetID: 1, uuid: uuid, revision: 1)
        try other.storeThumbnail(image("two"), assetID: 2, uuid: uuid, revision: 1)
        #expect(text(1, in: other) == "one")
        #expect(text(2) == "two")
    }

    @Test(arguments: ["thumbnails-256.pack", "thumbnails-256.index", "."]) func deletedWhileOpenItStartsAnew(name: String) throws {
        let other = DerivativeStore(folder: store.folder)
        try store.storeThumbnail(image("one"), assetID: 1, uuid: uuid, revision: 1)
        #expect(text(1, in: other) == "one")
        try FileManager.default.removeItem(at: store.folder.appendingPathComponent(name).standardizedFileURL)
        #expect(text(1) == nil)
        #expect(text(1, in: other) == nil)
        try other.storeThumbnail(image("again"), assetID: 1, uuid: uuid, revision: 1)
        #expect(text(1) == "again")
        #expect(text(1, in: other) == "again")
    }

    /// Every byte of pack and index, flipped or cut off after it: never a wrong picture, and always a way on.
    @Test func everyTornOrFlippedByteReadsAsAbsent() throws {
        try store.storeThumbnail(image("picture"), assetID: 1, uuid: uuid, revision: 1)
        for name in ["thumbnails-256.pack", "thumbnails-256.index"] {
            let file = store.folder.appendingPathComponent(name)
            let sound = try Data(contentsOf: file)
            let used = name.hasSuffix("index") ? 24..<48 : 0..<sound.count
            for index in used {
                var flipped = sound
                flipped[index] ^= 0x10
                try flipped.write(to: file)
                #expect(text(1) == nil, "\(name) byte \(index) flipped")
                try sound.prefix(index).write(to: file)
                #expect(text(1) == nil, "\(name) cut at \(index)")
            }
            try sound.write(to: file)
            #expect(text(1) == "picture")
        }
        try store.storeThumbnail(image("later"), assetID: 1, uuid: uuid, revision: 1)
        #expect(text(1) == "later")
    }

    @Test func manyThreadsAndTwoStoresLoseNothing() async throws {
        let stores = [store, DerivativeStore(folder: store.folder)]
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                let store = stores[thread % 2], uuid = uuid
                group.addTask {
                    for row in 0..<100 {
                        let id = Int64(row * 4 + thread + 1)
                        try? store.storeThumbnail(EncodedImage(bytes: Array("row \(id)".utf8), width: 1, height: 1), assetID: id, uuid: uuid, revision: 1)
                    }
                }
            }
        }
        for id in Int64(1)...400 { #expect(text(id) == "row \(id)") }
    }

    @Test func rowsOutOfRangeAreRefused() {
        for row in [0, -1, PackedTable.highestRow + 1] {
            #expect(text(row) == nil)
            #expect(throws: ImagingError.self) { try store.storeThumbnail(image("x"), assetID: row, uuid: uuid, revision: 1) }
        }
    }

    @Test func previewsAreFilesAndReplaceTheRevisionBefore() throws {
        #expect(store.preview(uuid: uuid, revision: 1) == nil)
        try store.storePreview(image("p1"), uuid: uuid, revision: 1)
        let first = store.folder.appendingPathComponent("previews/8/8A6B0000-0000-4000-8000-000000000001-1.jpg")
        #expect(try Data(contentsOf: first) == Data("p1".utf8))
        #expect(store.preview(uuid: uuid, revision: 1) == Array("p1".utf8))
        try store.storePreview(image("p2"), uuid: uuid, revision: 2)
        #expect(store.preview(uuid: uuid, revision: 1) == nil)
        #expect(store.preview(uuid: uuid, revision: 2) != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: first.deletingLastPathComponent().path).count == 1)
    }

    @Test func removingForgetsBoth() throws {
        try store.storeThumbnail(image("one"), assetID: 1, uuid: uuid, revision: 1)
        try store.storePreview(image("p1"), uuid: uuid, revision: 1)
        store.remove(assetID: 1, uuid: uuid, revision: 1)
        #expect(text(1) == nil)
        #expect(store.preview(uuid: uuid, revision: 1) == nil)
    }

    @Test func aFolderThatCannotBeWrittenSaysSo() throws {
        let file = scratch.url.appendingPathComponent("file")
        try Data().write(to: file)
        let blocked = DerivativeStore(folder: file.appendingPathComponent("derivatives"))
        let error = #expect(throws: ImagingError.self) { try blocked.storeThumbnail(image("x"), assetID: 1, uuid: uuid, revision: 1) }
        #expect(error?.code == .derivativesUnwritable)
        #expect(throws: ImagingError.self) { try blocked.storePreview(image("x"), uuid: uuid, revision: 1) }
    }

    /// Somebody put links in the places of the folder, of a table or of a preview's folder: what they lead to is neither read nor written.
    @Test(arguments: ["", "thumbnails-256.index", "thumbnails-256.pack", "placeholders", "previews", "previews/8"])
    func nothingIsReadOrWrittenThroughALink(_ name: String) throws {
        try store.storeThumbnail(image("one"), assetID: 1, uuid: uuid, revision: 1)
        try store.storePreview(image("p1"), uuid: uuid, revision: 1)
        let (place, away) = (store.folder.appendingPathComponent(name).standardizedFileURL, scratch.url.appendingPathComponent("away"))
        if FileManager.default.fileExists(atPath: place.path) { try FileManager.default.moveItem(at: place, to: away) } else { try Data("mine".utf8).write(to: away) }
        try FileManager.default.createSymbolicLink(at: place, withDestinationURL: away)
        let before = try content(away)
        let other = DerivativeStore(folder: store.folder)
        if name.hasPrefix("previews") || name.isEmpty {
            #expect(other.preview(uuid: uuid, revision: 1) == nil && !other.hasPreview(uuid: uuid, revision: 1))
            #expect(throws: ImagingError.self) { try other.storePreview(image("p2"), uuid: uuid, revision: 2) }
        }
        if name.hasPrefix("thumbnails") || name.isEmpty {
            #expect(other.thumbnail(assetID: 1, uuid: uuid, revision: 1) == nil)
            #expect(throws: ImagingError.self) { try other.storeThumbnail(image("two"), assetID: 1, uuid: uuid, revision: 2) }
        }
        if name == "placeholders" { #expect(other.placeholder(assetID: 1, uuid: uuid, revision: 1) == nil) }
        _ = try? other.compact()
        other.remove(assetID: 1, uuid: uuid, revision: 1)
        #expect(try content(away) == before)
    }

    /// Every file of a folder, or one file.
    private func content(_ url: URL) throws -> [String: Data] {
        let names = FileManager.default.subpaths(atPath: url.path) ?? []
        let files = names.map { url.appendingPathComponent($0) } + [url]
        return try files.reduce(into: [:]) { found, file in
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue { found[file.path] = try Data(contentsOf: file) }
        }
    }
}
