import Catalog
import Foundation
import PhotosTesting
import Testing

@Suite struct SearchTests {
    /// A library with one asset for each thing that can be looked for, by file name.
    private static func library() throws -> ServedLibrary {
        let library = try ServedLibrary()
        try library.add("2019-06-12T10:00:00Z", "beach.JPG") { $0.title = "Été à la plage" }
        try library.add("2019-07-01T10:00:00Z", "clip.MOV") { ($0.mediaType, $0.caption) = (2, "Anna and Bob jump") }
        try library.add("2018-06-30T10:00:00Z", "live.HEIC") { $0.mediaSubtypes = 8 }
        try library.add("2014-12-31T22:00:00Z", "pano.JPG") { ($0.mediaSubtypes, $0.cameraModel) = (1, "iPhone 15 Pro") }
        try library.add("2015-01-01T10:00:00Z", "shot.PNG") { ($0.mediaSubtypes, $0.isFavorite) = (4, true) }
        try library.add("2016-02-29T10:00:00Z", "me.JPG") { ($0.isFrontFacing, $0.lens) = (true, "Front camera 2.69mm") }
        try library.add("2017-03-01T10:00:00Z", "b1.JPG") { ($0.burstIdentifier, $0.representsBurst) = ("B", true) }
        try library.add("2017-04-01T10:00:00Z", "dng.DNG") { ($0.uniformType, $0.keywords) = ("com.adobe.raw-image", ["Sunset", "北京"]) }
        try library.add("2017-05-01T10:00:00Z", "secret.JPG") { $0.isHidden = true }
        let trip = try library.add("2020-08-08T10:00:00Z", "x<y>.JPG") { $0.title = "<b>\"Quoted\" 100%</b>" }
        try library.addAlbum("Summer in Norway", [trip])
        return library
    }

    private static func encoded(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }

    @Test func `words find texts and kinds, years and months, whatever their case and marks`() async throws {
        let library = try Self.library()
        try await library.served { server in
            func expect(_ text: String, _ names: Set<String>, _ location: SourceLocation = #_sourceLocation) async throws {
                let page = try await server.page("tz=UTC&q=\(Self.encoded(text))&limit=100")
                #expect(Set(page.assets.map(\.filename)) == names, "\(text)", sourceLocation: location)
                let kind = try await server.timeline("tz=UTC&q=\(Self.encoded(text))").search.kind
                #expect(kind == "words", "\(text)", sourceLocation: location)
            }
            // Texts.
            try await expect("BEACH", ["beach.JPG"])
            try await expect("ete plage", ["beach.JPG"])
            try await expect("ÉTÉ", ["beach.JPG"])
            try await expect("ete bob", [])
            try await expect("iphone", ["pano.JPG"])
            try await expect("front 2.69", ["me.JPG"])
            try await expect("sunset", ["dng.DNG"])
            try await expect("北京", ["dng.DNG"])
            try await expect("norway", ["x<y>.JPG"])
            try await expect("“summer in norway”", ["x<y>.JPG"])
            try await expect("\"norway summer\"", [])
            try await expect("100%", ["x<y>.JPG"])
            try await expect("<b>", ["x<y>.JPG"])
            // Plain English that predicates use as well.
            try await expect("Anna and Bob", ["clip.MOV"])
            try await expect("in", ["x<y>.JPG"])
            try await expect("filename contains", [])
            // Kinds.
            for word in ["video", "Videos", "视频"] { try await expect(word, ["clip.MOV"]) }
            for word in ["live", "实况"] { try await expect(word, ["live.HEIC"]) }
            for word in ["panorama", "全景"] { try await expect(word, ["pano.JPG"]) }
            for word in ["screenshot", "截屏", "favourite", "Favorites", "收藏"] { try await expect(word, ["shot.PNG"]) }
            for word in ["selfie", "自拍"] { try await expect(word, ["me.JPG"]) }
            for word in ["burst", "连拍"] { try await expect(word, ["b1.JPG"]) }
            try await expect("raw", ["dng.DNG"])
            try await expect("hidden", [])
            try await expect("photo 2019", ["beach.JPG"])
            // What names a kind or a year is that; in quotation marks it is a text.
            try await expect("“live”", ["live.HEIC"])
            try await expect("“photo”", [])
            try await expect("“2019”", [])
            // Dates.
            try await expect("2019", ["beach.JPG", "clip.MOV"])
            try await expect("June", ["beach.JPG", "live.HEIC"])
            try await expect("june 2019", ["beach.JPG"])
            try await expect("2018 june", ["live.HEIC"])
            try await expect("6月", ["beach.JPG", "live.HEIC"])
            try await expect("2019年6月", ["beach.JPG"])
            try await expect("2019-06", ["beach.JPG"])
            try await expect("2019-06-12", ["beach.JPG"])
            try await expect("2019-06-13", [])
            try await expect("before 2015", ["pano.JPG"])
            try await expect("after 2019", ["x<y>.JPG"])
            try await expect("since 2019", ["beach.JPG", "clip.MOV", "x<y>.JPG"])
        }
    }

    @Test func `letters that no accent makes are found by those that people type, in every text`() async throws {
        let library = try ServedLibrary()
        try library.add("2019-06-01T10:00:00Z", "title.JPG") { $0.title = "Tromsø" }
        try library.add("2019-06-02T10:00:00Z", "caption.JPG") { $0.caption = "Die Straße nach Łódź" }
        try library.add("2019-06-03T10:00:00Z", "keyword.JPG") { $0.keywords = ["Đà Nẵng", "Ærø"] }
        try library.add("2019-06-04T10:00:00Z", "TROMSØ.JPG")
        try library.addAlbum("Sommer in Bodø", [try library.add("2019-06-05T10:00:00Z", "album.JPG")])
        try await library.served { server in
            let wanted: [(String, Set<String>)] = [
                ("tromso", ["title.JPG", "TROMSØ.JPG"]), ("Tromsø", ["title.JPG", "TROMSØ.JPG"]), ("TROMSÖ", ["title.JPG", "TROMSØ.JPG"]),
                ("strasse lodz", ["caption.JPG"]), ("straße", ["caption.JPG"]), ("da nang", ["keyword.JPG"]), ("aero", ["keyword.JPG"]), ("bodo", ["album.JPG"]),
                ("\"sommer in bodo\"", ["album.JPG"]), ("title CONTAINS[cd] 'tromso'", []), ("title CONTAINS[cda] 'tromso'", ["title.JPG"]),
            ]
            for (text, names) in wanted {
                let page = try await server.page("q=\(Self.encoded(text))&limit=100")
                #expect(Set(page.assets.map(\.filename)) == names, "\(text)")
            }
        }
    }

    @Test func `a folder's title finds what lies in its albums, however deep, and a new title is followed`() async throws {
        let library = try ServedLibrary()
        let deep = try library.add("2019-06-01T10:00:00Z", "deep.JPG"), near = try library.add("2019-06-02T10:00:00Z", "near.JPG")
        try library.add("2019-06-03T10:00:00Z", "elsewhere.JPG")
        let folder = try library.catalog.write(author: "test") { writer in
            func insert(_ title: String, _ kind: CollectionRecord.Kind, in parent: Int64?, _ members: [UUID] = []) throws -> Int64 {
                var record = CollectionRecord(
                    uuid: library.temporary.library.environment.makeUUID(), kind: kind, subtype: kind == .album ? 2 : 100, title: title)
                record.parentID = parent
                let id = try writer.insert(record)
                if !members.isEmpty { try writer.addMembers(members.compactMap { try writer.assetID(uuid: $0) }, to: id) }
                return id
            }
            let outer = try insert("Skåne", .folder, in: nil), inner = try insert("Malmø", .folder, in: outer)
            _ = try insert("A", .album, in: inner, [deep])
            _ = try insert("B", .album, in: outer, [near, deep])
            return outer
        }
        try await library.served { server in
            func names(_ text: String) async throws -> Set<String> {
                Set(try await server.page("q=\(Self.encoded(text))&limit=100").assets.map(\.filename))
            }
            #expect(try await names("skane") == ["deep.JPG", "near.JPG"])
            #expect(try await names("malmo") == ["deep.JPG"])
            #expect(try await names("ANY folder == 'Malmø'") == ["deep.JPG"])
            #expect(try await names("folder.@count == 2") == ["deep.JPG"])
            #expect(try await names("folders.@count == 0") == ["elsewhere.JPG"])
            try library.catalog.write(author: "test") { writer in try writer.update(collectionID: folder) { $0.title = "Jylland" } }
            #expect(try await names("skane").isEmpty)
            #expect(try await names("jylland") == ["deep.JPG", "near.JPG"])
        }
    }

    @Test func `the day belongs to the zone that is asked for`() async throws {
        let library = try Self.library()
        try await library.served { server in
            // Late on New Year's Eve in Greenwich is New Year's Day in Tokyo.
            let before = try await server.page("q=before+2015&tz=Asia/Tokyo"), within = try await server.page("q=2015&tz=Asia/Tokyo")
            #expect((before.count, within.count) == (0, 2))
        }
    }

    @Test func `what is a predicate is one, and the answer says what was looked for`() async throws {
        let library = try Self.library()
        try await library.served { server in
            let favorites = try await server.timeline("q=\(Self.encoded("favorite == YES"))")
            #expect(favorites.search == TimelineAnswer.Search(kind: "predicate", predicate: "favorite == YES"))
            #expect(favorites.count == 1)
            let sunsets = try await server.page("q=\(Self.encoded("ANY keywords == 'Sunset' AND raw == YES"))").count
            #expect(sunsets == 1)
            let words = try await server.timeline("q=norway")
            #expect(words.search.predicate.contains("ANY album CONTAINS[cda] \"norway\""))
            // What the words became is a predicate that finds the same.
            let again = try await server.page("q=\(Self.encoded(words.search.predicate))").count
            #expect(again == words.count)
            #expect(try await server.timeline("q=+").search.kind == "none")
        }
    }

    @Test(arguments: [
        ("favorit == YES", "favorite"), ("favorite ==", "at the end"), ("pixelwidth > 200", "pixelWidth"), ("title like beach)", "AND, OR or the end"),
        ("mediaType == 'x' && 1", "comparison"), ("creationDate > 'soon'", "date"),
    ])
    func `what was meant as a predicate and is none is told with its place`(text: String, hint: String) async throws {
        let library = try Self.library()
        try await library.served { server in
            let reply = try await server.get("/api/assets?q=\(Self.encoded(text))")
            #expect(reply.status == 400)
            #expect(reply.problem == "query")
            #expect(reply.text.contains(hint), "\(reply.text)")
            #expect(try reply.object()["position"] is Int, "\(reply.text)")
        }
    }

    @Test func `searches that nobody types are refused`() async throws {
        let library = try Self.library()
        try await library.served { server in
            let long = try await server.get("/api/assets?q=\(String(repeating: "a", count: 2_001))").problem
            #expect(long == "parameter")
            let many = try await server.get("/api/assets?q=\(String(repeating: "a+", count: 17))").problem
            #expect(many == "parameter")
        }
    }
}
