import Foundation
import Metadata
import PhotoModel
import Testing

@testable import Importing

/// Files of one picture that arrive one by one, with an import after each, give the catalogue that one import of all of them gives.
@Suite("Files that come in any order") struct ArrivalOrderTests {
    typealias Files = [(String, MediaFacts)]

    private static let groups: [Files] = [
        [
            ("IMG_1.HEIC", .photo("public.heic", content: "A")), ("IMG_1.MOV", .movie(content: "A")), ("IMG_1.AAE", .adjustment()),
            ("IMG_1.xmp", .sidecar(title: "T", keywords: ["k"], rating: 4)),
        ],
        [("IMG_2.RW2", .photo("com.panasonic.rw2-raw-image", width: 4100)), ("IMG_2.JPG", .photo()), ("IMG_2.xmp", .sidecar(title: "T"))],
        [("IMG_3.HEIC", .photo("public.heic", width: 100)), ("IMG_E3.HEIC", .photo("public.heic", width: 80)), ("IMG_3.AAE", .adjustment())],
        [("a/still.JPG", .photo(content: "X")), ("b/movie.MOV", .movie(content: "X"))],
        [("1.JPG", .photo(at: 3, burst: "B")), ("2.JPG", .photo(at: 1, burst: "B")), ("3.JPG", .photo(at: 2, burst: "B"))],
        [("IMG_5.RW2", .photo("com.panasonic.rw2-raw-image", width: 4100)), ("IMG_5.JPG", .photo()), ("IMG_5.xmp", .sidecar(choice: .raw))],
        [("1.JPG", .photo(at: 3)), ("1.JPG.xmp", .joined(burst: "H", isPick: true)), ("2.JPG", .photo(at: 1)), ("2.JPG.xmp", .joined(burst: "H"))],
        [("IMG_6.JPG", .photo()), ("IMG_6.MOV", .movie()), ("IMG_6.JPG.xmp", .joined(movie: "IMG_6.MOV"))],
        [("IMG_4.MOV", .movie()), ("IMG_E4.MOV", .movie(width: 1280)), ("IMG_4.AAE", .adjustment())],
    ]

    @Test(arguments: groups.indices) func everyOrderOfArrivalEndsTheSame(_ group: Int) throws {
        let files = Self.groups[group]
        let expected = try summary(importing: [files])
        try permutations(files) { order in
            let found = try summary(importing: order.map { [$0] })
            #expect(found == expected, "\(order.map(\.0))")
        }
    }

    @Test func whatTheUserChangedMeanwhileStays() throws {
        let world = try World()
        try world.add("IMG_1.MOV", .movie(content: "A"))
        _ = try world.run()
        let movie = try #require(try world.assets().first)
        try world.catalog.write(author: "user") { writer in
            try writer.update(assetID: movie.id) { record in
                record.isFavorite = true
                record.title = "mine"
            }
        }
        try world.add("IMG_1.HEIC", .photo("public.heic", content: "A"))
        _ = try world.run()
        let assets = try world.assets()
        #expect(assets.count == 1)
        #expect(assets[0].uuid == movie.uuid, "the asset keeps its identity")
        #expect((assets[0].isFavorite, assets[0].title, assets[0].mediaType) == (true, "mine", .image))
        #expect(assets[0].revision == movie.revision + 1)
    }

    @Test func anAbsorbedAssetLeavesItsAlbumToTheOther() throws {
        let world = try World()
        // Apart from each other, the two are two pictures.
        try world.add("one/IMG_2.RW2", .photo("com.panasonic.rw2-raw-image"))
        _ = try world.run { $0.albumTitle = "Raws" }
        try world.add("two/IMG_2.JPG", .photo())
        _ = try world.run()
        #expect(try world.assets().count == 2)
        // Side by side, and with something new, they are one.
        for (from, to) in [("one/IMG_2.RW2", "three/IMG_2.RW2"), ("two/IMG_2.JPG", "three/IMG_2.JPG")] {
            try world.add(to, Data(contentsOf: world.source.appendingPathComponent(from)))
        }
        try world.add("three/IMG_2.xmp", .sidecar(title: "T"))
        _ = try world.run()
        let assets = try world.assets()
        #expect(assets.map(\.filename) == ["IMG_2.JPG"])
        let albums = try world.catalog.read { try $0.collectionsContaining(assetID: assets[0].id) }
        #expect(albums.map(\.title) == ["Raws"])
        try world.checkIntegrity()
    }

    private func summary(importing steps: [Files]) throws -> [String] {
        let world = try World()
        for step in steps {
            for (name, facts) in step { try world.add(name, facts) }
            _ = try world.run()
        }
        try world.checkIntegrity()
        return try world.summary()
    }

    private func permutations<T>(_ items: [T], _ body: ([T]) throws -> Void) rethrows {
        var items = items
        func go(_ start: Int) throws {
            if start >= items.count - 1 { return try body(items) }
            for index in start..<items.count {
                items.swapAt(start, index)
                try go(start + 1)
                items.swapAt(start, index)
            }
        }
        try go(0)
    }
}
