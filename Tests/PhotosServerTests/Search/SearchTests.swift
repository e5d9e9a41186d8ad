import Catalog
import Foundation
import PhotoModel
import PhotosTesting
import Testing
@testable import LibraryEngine

@Suite struct SearchTests {
    /// A library with one asset for each thing that can be looked for, by file name.
    private static func library() throws -> ServedLibrary {
        let library = try ServedLibrary()
        try library.add("2019-06-12T10:00:00Z", "beach.JPG") { $0.title = "Été à la plage" }
        try library.add("2019-07-01T10:00:00Z", "clip.MOV") { ($0.mediaType, $0.caption) = (.video, "Anna and Bob jump") }
        try library.add("2018-06-30T10:00:00Z", "live.HEIC") { $0.mediaSubtypes = .photoLive }
        try library.add("2014-12-31T22:00:00Z", "pano.JPG") { ($0.mediaSubtypes, $0.cameraModel) = (.photoPanorama, "iPhone 15 Pro") }
        try library.add("2015-01-01T10:00:00Z", "shot.PNG") { ($0.mediaSubtypes, $0.isFavorite) = (.photoScreenshot, true) }
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
                let page = try await server.page("q=\(Self.encoded(text))&limit=100")
                #expect(Set(page.assets.map(\.filename)) == names, "\(text)", sourceLocation: location)
                let kind = try await server.timeline("q=\(Self.encoded(text))").search.kind
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
            for word in ["video", "Videos", "视频", "Filme", "影片"] { try await expect(word, ["clip.MOV"]) }
            for word in ["live", "实况", "原況"] { try await expect(word, ["live.HEIC"]) }
            for word in ["panorama", "全景", "Panoramen"] { try await expect(word, ["pano.JPG"]) }
            for word in ["screenshot", "截屏", "favourite", "Favorites", "收藏", "Bildschirmfoto", "螢幕快照", "Favoriten", "喜好項目"] { try await expect(word, ["shot.PNG"]) }
            for word in ["selfie", "自拍"] { try await expect(word, ["me.JPG"]) }
            for word in ["burst", "连拍", "Serie", "連拍"] { try await expect(word, ["b1.JPG"]) }
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

    @Test func `words such as in and from narrow nothing down, and what is called by a date's name is found as well`() async throws {
        let library = try ServedLibrary()
        let clock = library.temporary.clock
        clock.advance(by: try #require(ISO8601DateFormatter().date(from: "2021-10-13T12:00:00Z")).timeIntervalSince(clock.now))
        try library.add("2021-10-08T10:00:00Z", "tram.JPG") { $0.title = "Lisbon" }
        try library.add("2019-05-01T10:00:00Z", "clip.MOV") { ($0.mediaType, $0.title) = (.video, "Lissabon bei Nacht") }
        try library.add("2018-05-01T10:00:00Z", "market.JPG") { $0.title = "Fish on Friday" }
        try library.add("2017-05-01T10:00:00Z", "IMG_20211008_1.JPG")
        try library.add("2016-10-13T10:00:00Z", "里斯本.JPG")
        let wanted: [(String, Set<String>)] = [
            ("photos from Lisbon", ["tram.JPG"]), ("photos of Lisbon taken in 2021", ["tram.JPG"]), ("Videos aus Lissabon", ["clip.MOV"]), ("Lisbon on Friday", ["tram.JPG"]),
            ("fish on", ["market.JPG"]), ("from the", []), ("里斯本的照片", ["里斯本.JPG"]), ("在里斯本的照片", ["里斯本.JPG"]), ("2015年和2016年之间的照片", ["里斯本.JPG"]),
            ("Friday", ["tram.JPG", "market.JPG"]), ("20211008", ["tram.JPG", "IMG_20211008_1.JPG"]), ("10/13", ["里斯本.JPG"]), ("上周五的照片", ["tram.JPG"]),
            ("October last year", []), ("2 years ago in May", ["clip.MOV"]), ("最近7天", ["tram.JPG"]),
            ("在2021年拍的照片", ["tram.JPG"]), ("2019年拍摄的", ["clip.MOV"]), ("两年前拍的视频", ["clip.MOV"]), ("2021年 拍的 照片", ["tram.JPG"]), ("2019年5月1日 星期三", ["clip.MOV"]),
            ("2019年5月1日星期三的视频", ["clip.MOV"]), ("在里斯本拍的照片", ["里斯本.JPG"]), ("2016年的里斯本", ["里斯本.JPG"]), ("2016年10月13日，里斯本", ["里斯本.JPG"]), ("里斯本的", ["里斯本.JPG"]),
            ("12月到5月", ["clip.MOV", "market.JPG", "IMG_20211008_1.JPG"]), ("10月到12月", ["tram.JPG", "里斯本.JPG"]), ("2018~2019", ["clip.MOV", "market.JPG"]),
            ("screen recordings", []), ("最近添加的视频", ["clip.MOV"]), ("recently added 2016", ["里斯本.JPG"]),
        ]
        try await library.served { server in
            for (text, names) in wanted {
                let page = try await server.page("q=\(Self.encoded(text))&limit=100&tz=UTC")
                #expect(Set(page.assets.map(\.filename)) == names, "\(text)")
            }
            let understood = try await server.timeline("q=\(Self.encoded("10/11"))").search.understood
            #expect(understood.map(\.type) == ["yearly"] && understood[0].month == 11 && understood[0].day == 10)
            let stretch = try await server.timeline("q=\(Self.encoded("10月到12月拍的照片"))").search.understood
            #expect(stretch.map(\.text) == ["10月到12月", "照片"] && stretch.map(\.rest) == ["照片", "10月到12月拍的"])
            #expect(stretch[0].month == 10 && stretch[0].to?.month == 12)
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
                    uuid: library.temporary.library.environment.makeUUID(), type: kind == .album ? .album(.albumRegular) : .folder(.regularFolder), title: title)
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

    @Test func `dates are found as people write them, and nothing else is`() async throws {
        let library = try ServedLibrary()
        try library.add("2021-10-13T10:00:00Z", "a.JPG")
        try library.add("2021-10-14T10:00:00Z", "b.JPG")
        try library.add("2021-11-10T10:00:00Z", "IMG_0134.JPG")
        try library.add("2020-10-13T10:00:00Z", "c.JPG")
        try library.add("2020-02-29T10:00:00Z", "leap.JPG")
        try library.add("2019-03-31T10:00:00Z", "March of the penguins.JPG")
        try library.add("2018-05-05T10:00:00Z", "march.JPG")
        let wanted: [(String, Set<String>)] = [
            ("13 October 2021", ["a.JPG"]), ("Wednesday, 13 October 2021", ["a.JPG"]), ("13th of October 2021", ["a.JPG"]), ("October 13, 2021", ["a.JPG"]),
            ("Oct 13th, 2021", ["a.JPG"]), ("13. Oktober 2021", ["a.JPG"]), ("2021 October 13", ["a.JPG"]), ("October 14, 2021", ["b.JPG"]),
            ("14.10.2021", ["b.JPG"]), ("14.10.21", ["b.JPG"]), ("10/14/2021", ["b.JPG"]), ("14/10/2021", ["b.JPG"]), ("2021/10/14", ["b.JPG"]),
            ("2021年10月14日", ["b.JPG"]), ("2021年 10月 14日", ["b.JPG"]), ("2021 年 10 月 14 日", ["b.JPG"]), ("2021年十月十四日", ["b.JPG"]),
            ("2021年10月14日的照片", ["b.JPG"]), ("2021年10月14日视频", []), ("2021年10月14日到2021年10月14日", ["b.JPG"]), ("10/11/2021", ["IMG_0134.JPG"]), ("13 October", ["a.JPG", "c.JPG"]),
            ("13.10.", ["a.JPG", "c.JPG"]), ("10月13日", ["a.JPG", "c.JPG"]), ("29 February", ["leap.JPG"]), ("31.2.2021", []), ("10/2021", ["a.JPG", "b.JPG"]),
            ("in October 2021", ["a.JPG", "b.JPG"]), ("before March 2019", ["march.JPG"]), ("since 14 October 2021", ["b.JPG", "IMG_0134.JPG"]),
            ("until 2018", ["march.JPG"]), ("2018年以前", []), ("2021年之后", []), ("2018 to 2019", ["March of the penguins.JPG", "march.JPG"]),
            ("2019-2020", ["March of the penguins.JPG", "leap.JPG", "c.JPG"]), ("13 Oct 2021 – 14 Oct 2021", ["a.JPG", "b.JPG"]),
            // The name of a month alone may be one of somebody or something.
            ("March", ["March of the penguins.JPG", "march.JPG"]), ("\"March\"", ["March of the penguins.JPG", "march.JPG"]), ("March 2019", ["March of the penguins.JPG"]),
            ("penguins 31 March", ["March of the penguins.JPG"]),
            // Relative to the library's clock, which stands in November of 2023.
            ("last year", []), ("letztes Jahr", []), ("去年", []), ("0134", ["IMG_0134.JPG"]), ("13 a", []),
        ]
        try await library.served { server in
            for (text, names) in wanted {
                let page = try await server.page("q=\(Self.encoded(text))&limit=100")
                #expect(Set(page.assets.map(\.filename)) == names, "\(text)")
            }
        }
    }

    @Test func `what was understood as a date or a kind is told, with the search that leaves it out`() async throws {
        let library = try Self.library()
        try await library.served { server in
            func expect(_ text: String, _ expected: [TimelineAnswer.Understanding], _ location: SourceLocation = #_sourceLocation) async throws {
                let understood = try await server.timeline("q=\(Self.encoded(text))").search.understood
                #expect(understood == expected, "\(text)", sourceLocation: location)
            }
            func days(_ text: String, _ spans: [(String?, String?)], rest: String = "") -> TimelineAnswer.Understanding {
                TimelineAnswer.Understanding(type: "days", text: text, rest: rest, spans: spans.map { TimelineAnswer.Understanding.Span(from: $0.0, to: $0.1) })
            }
            try await expect(
                "beach 13 October 2021 videos",
                [
                    days("13 October 2021", [("2021-10-13", "2021-10-13")], rest: "beach videos"),
                    TimelineAnswer.Understanding(type: "kind", text: "videos", rest: "beach 13 October 2021", kind: "video"),
                ])
            try await expect("10/11/2021", [days("10/11/2021", [("2021-11-10", "2021-11-10"), ("2021-10-11", "2021-10-11")])])
            try await expect("before 2015", [days("before 2015", [(nil, "2014-12-31")])])
            try await expect("\"summer in\" since 2015 x", [days("since 2015", [("2015-01-01", nil)], rest: "\"summer in\" x")])
            try await expect("30 June", [TimelineAnswer.Understanding(type: "yearly", text: "30 June", rest: "", month: 6, day: 30)])
            try await expect("June", [TimelineAnswer.Understanding(type: "yearly", text: "June", rest: "", month: 6)])
            try await expect(
                "2019 beach June",
                [
                    days("2019", [("2019-01-01", "2019-12-31")], rest: "beach June"), days("June", [("2019-06-01", "2019-06-30")], rest: "2019 beach"),
                ])
            try await expect("\"2019\" norway", [])
            try await expect("favorite == YES", [])
        }
    }

    @Test func `today is the day of whoever asks`() async throws {
        let library = try ServedLibrary()
        let clock = library.temporary.clock
        clock.advance(by: try #require(ISO8601DateFormatter().date(from: "2021-10-13T23:30:00Z")).timeIntervalSince(clock.now))
        try library.add("2021-10-12T10:00:00Z", "12.JPG")
        try library.add("2021-10-13T10:00:00Z", "13.JPG")
        try library.add("2021-10-14T01:00:00Z", "14.JPG")
        try library.add("2021-09-30T10:00:00Z", "september.JPG")
        try library.add("2020-10-13T10:00:00Z", "2020.JPG")
        let wanted: [(String, Set<String>)] = [
            ("today&tz=UTC", ["13.JPG"]), ("today&tz=Asia/Tokyo", ["14.JPG"]), ("yesterday&tz=UTC", ["12.JPG"]), ("gestern&tz=UTC", ["12.JPG"]),
            ("vorgestern&tz=Asia/Tokyo", ["12.JPG"]), ("昨天&tz=UTC".addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? "", ["12.JPG"]),
            ("last+month&tz=UTC", ["september.JPG"]), ("this+week&tz=UTC", ["12.JPG", "13.JPG", "14.JPG"]), ("last+year&tz=UTC", ["2020.JPG"]),
            ("this+month&tz=UTC", ["12.JPG", "13.JPG", "14.JPG"]),
        ]
        try await library.served { server in
            for (query, names) in wanted {
                let page = try await server.page("q=\(query)")
                #expect(Set(page.assets.map(\.filename)) == names, "\(query)")
            }
            // Another day, another answer, without any commit.
            clock.advance(by: 86_400)
            #expect(try await server.page("q=yesterday&tz=UTC").assets.map(\.filename) == ["13.JPG"])
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
            // The same words, looked for as they stand, are a search.
            let words = try #require(try reply.object()["words"] as? String)
            #expect(try await server.timeline("q=\(Self.encoded(words))").search.kind == "words")
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
