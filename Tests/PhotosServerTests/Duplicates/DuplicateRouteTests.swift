import Codecs
import Foundation
import PhotoModel
import Pixels
import PhotosTesting
import Testing
@testable import LibraryEngine
@testable import PhotosServer

/// What is there twice, as the owner's page gets it, and what becomes of it.
@Suite struct DuplicateRouteTests {
    private struct Plan: Decodable, Sendable, Equatable {
        struct Staying: Decodable, Sendable, Equatable { var id: String, reason: String }
        var kept: String
        var removed: Int, stayingCount: Int
        var staying: [Staying]
    }

    private struct Report: Decodable, Sendable {
        struct Photo: Decodable, Sendable {
            var tile: PageAnswer.Tile
            var bytes: Int
            var type: String
        }

        struct Group: Decodable, Sendable {
            var likeness: String
            var assets: [String]
            var photos: [Photo]
            var plan: Plan?
        }

        var report: String
        var count: Int, compared: Int, leftOut: Int, unread: Int, offset: Int
        var groups: [Group]
        var ids: [[String]] { groups.map(\.assets) }
    }

    private struct Progress: Decodable, Sendable, Equatable {
        var isUnderWay: Bool
        var done: Int, total: Int
    }

    /// Blots of unequal sizes, so that no wave is missing.
    private static func thumbnail() throws -> EncodedImage {
        let (width, height) = (64, 48)
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = (x * x * 8 / (width * width), y * y * 8 / (height * height))
                let level = UInt8((u * 37 + v * 91 + u * v * 53) % 200 + 28)
                pixels += [level, level / 2, 255 - level, 255]
            }
        }
        return try Codec().encode(PixelImage(width: width, height: height, bytesPerRow: width * 4, pixels: pixels, hasAlpha: false), as: .jpeg(quality: 90))
    }

    /// A photo that looks like all others here. Those that one camera took at two moments are not the same picture.
    @discardableResult
    private static func add(
        _ name: String, to library: ServedLibrary, second: Int = 0, width: Int = 400, _ change: (inout AssetRecord) -> Void = { _ in }
    ) throws -> String {
        let uuid = try library.add(String(format: "2019-06-12T10:00:%02dZ", second), name) { record in
            (record.cameraModel, record.pixelWidth, record.pixelHeight, record.fileSize) = ("X100", width, width * 3 / 4, Int64(width) * 100)
            change(&record)
        }
        let record = try #require(try library.catalog.read { try $0.asset(uuid: uuid) })
        try library.temporary.library.derivatives.storeThumbnail(thumbnail(), assetID: record.id, uuid: uuid, revision: record.revision)
        return uuid.uuidString
    }

    private static func report(_ server: TestServer, _ query: String = "") async throws -> Report {
        let reply = try await server.get("/api/duplicates?" + query)
        try #require(reply.status == 200, "\(reply.text)")
        return try reply.decoded()
    }

    private static func act(_ body: String, _ server: TestServer) async throws -> ActWorld.Done {
        let reply = try await server.post("/api/acts", json: body)
        try #require(reply.status == 200, "\(reply.text)")
        return try reply.decoded()
    }

    private static func undo(_ done: ActWorld.Done, _ server: TestServer) async throws -> ActWorld.Done {
        let token = try #require(done.undo)
        let reply = try await server.post("/api/undo", json: "{\"undo\":\"\(token)\"}")
        try #require(reply.status == 200, "\(reply.text)")
        return try reply.decoded()
    }

    private static func list(_ ids: [String]) -> String { "[" + ids.map { "\"\($0)\"" }.joined(separator: ",") + "]" }

    @Test func `groups come with the best file first, what a merge would do, and why others stay`() async throws {
        let library = try ServedLibrary()
        let small = try Self.add("small.jpg", to: library, width: 200), large = try Self.add("large.png", to: library, width: 800) { $0.uniformType = "public.png" }
        let edited = try Self.add("edited.jpg", to: library, width: 300) { ($0.adjustmentFormatIdentifier, $0.adjustmentTimestamp) = ("format", 5) }
        try Self.add("alone.jpg", to: library, second: 30)
        try Self.add("hidden.jpg", to: library, width: 900) { $0.isHidden = true }
        try library.add(nil, "unseen.jpg")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.text.utf8)) as? [String: Any])
        let schema = JSONSchema(document: document)
        try await library.served { server in
            let reply = try await server.get("/api/duplicates"), report = try reply.decoded(Report.self)
            let faults = schema.problems(of: try reply.object(), named: "Duplicates")
            #expect(faults == [])
            #expect(report.ids == [[large, edited, small]] && report.groups[0].likeness == "picture")
            #expect(report.count == 1 && report.compared == 4 && report.leftOut == 1 && report.unread == 0)
            #expect(report.groups[0].photos.map(\.tile.id) == report.ids[0] && report.groups[0].photos[0].bytes == 80_000 && report.groups[0].photos[0].type == "public.png")
            #expect(report.groups[0].plan == Plan(kept: large, removed: 1, stayingCount: 1, staying: [Plan.Staying(id: edited, reason: "edit")]))
            let similar = try await Self.report(server, "similar=true")
            #expect(similar.groups.map(\.likeness) == ["picture", "similar"])
            // Another one is chosen.
            let preview = try await server.post("/api/duplicates/preview", json: "{\"assets\":\(Self.list(report.ids[0])),\"keeping\":\"\(edited)\"}")
            let problems = schema.problems(of: try preview.object(), named: "MergePlan")
            #expect(problems == [])
            #expect(try preview.decoded(Plan.self) == Plan(kept: edited, removed: 2, stayingCount: 0, staying: []))
            let progress = try await server.get("/api/duplicates/progress")
            #expect(try progress.decoded(Progress.self) == Progress(isUnderWay: false, done: 0, total: 0))
            let wrongProgress = schema.problems(of: try progress.object(), named: "DuplicateProgress")
            #expect(wrongProgress == [])
        }
    }

    @Test func `a group is merged, and that is taken back as a whole`() async throws {
        let library = try ServedLibrary()
        let best = try Self.add("best.jpg", to: library, width: 800), copy = try Self.add("copy.jpg", to: library, width: 300) { ($0.title, $0.rating) = ("Pier", 4) }
        func record(_ id: String) throws -> AssetRecord {
            let uuid = try #require(UUID(uuidString: id))
            return try #require(try library.catalog.read { try $0.asset(uuid: uuid) })
        }
        try await library.served { server in
            let report = try await Self.report(server)
            #expect(report.ids == [[best, copy]])
            let done = try await Self.act("{\"act\":\"merge\",\"assets\":\(Self.list([copy, best]))}", server)
            #expect(done.changed == 2 && done.title == "Made one photo of 2 photos")
            #expect(try record(copy).isTrashed && record(best).title == "Pier" && record(best).rating == 4)
            // The page goes on with its report, in which nothing is left of the group.
            let after = try await Self.report(server, "report=\(report.report)")
            #expect(after.count == 1 && after.ids == [[]] && after.groups[0].plan == nil)
            #expect(try await Self.report(server).count == 0)
            let undone = try await Self.undo(done, server)
            #expect(undone.changed == 2 && undone.title == "Undone: Made one photo of 2 photos")
            #expect(try !record(copy).isTrashed && record(best).title == nil && record(best).rating == 0)
            #expect(try await Self.report(server, "report=\(report.report)").ids == [[best, copy]])
            _ = try await Self.undo(undone, server)
            #expect(try record(copy).isTrashed)
        }
    }

    @Test func `another file may be kept, and where each copy has more than that nothing is changed`() async throws {
        let library = try ServedLibrary()
        let best = try Self.add("best.jpg", to: library, width: 800), other = try Self.add("other.jpg", to: library, width: 300)
        let edited = try Self.add("edited.jpg", to: library, second: 9, width: 200) { ($0.adjustmentFormatIdentifier, $0.adjustmentTimestamp) = ("format", 5) }
        let plain = try Self.add("plain.jpg", to: library, second: 9, width: 800)
        func isTrashed(_ id: String) throws -> Bool? {
            let uuid = try #require(UUID(uuidString: id))
            return try library.catalog.read { try $0.asset(uuid: uuid)?.isTrashed }
        }
        try await library.served { server in
            let refused = try await server.post("/api/acts", json: "{\"act\":\"merge\",\"assets\":\(Self.list([plain, edited]))}")
            #expect(refused.status == 409 && refused.problem == "refused" && refused.text.contains("Choose another one to keep"), "\(refused.text)")
            #expect(try isTrashed(plain) == false && isTrashed(edited) == false)
            _ = try await Self.act("{\"act\":\"merge\",\"assets\":\(Self.list([best, other])),\"keeping\":\"\(other)\"}", server)
            #expect(try isTrashed(best) == true && isTrashed(other) == false)
            // Of two one is in Recently Deleted now.
            let left = try await server.post("/api/acts", json: "{\"act\":\"merge\",\"assets\":\(Self.list([best, other]))}")
            #expect(left.status == 409 && left.text.contains("Fewer than two"), "\(left.text)")
        }
    }

    @Test func `what a person says to be no duplicates stays apart until that is taken back`() async throws {
        let library = try ServedLibrary()
        let ids = try [800, 300, 200].map { try Self.add("\($0).jpg", to: library, width: $0) }
        try await library.served { server in
            let report = try await Self.report(server)
            #expect(report.ids == [ids])
            let done = try await Self.act("{\"act\":\"keepApart\",\"assets\":\(Self.list(Array(ids.prefix(2))))}", server)
            #expect(done.title == "Kept 2 photos apart")
            #expect(try await Self.report(server, "report=\(report.report)").ids == [[ids[0], ids[2]]])
            #expect(try await Self.report(server).ids == [[ids[0], ids[2]]])
            let again = try await Self.act("{\"act\":\"keepApart\",\"assets\":\(Self.list(Array(ids.prefix(2))))}", server)
            #expect(again.changed == 0 && again.undo == nil)
            let undone = try await Self.undo(done, server)
            #expect(undone.title == "Undone: Kept 2 photos apart")
            #expect(try await Self.report(server).ids == [ids])
            let redone = try await Self.undo(undone, server)
            // Whoever says it of more has said it for good.
            _ = try await Self.act("{\"act\":\"keepApart\",\"assets\":\(Self.list(ids))}", server)
            let token = try #require(redone.undo)
            let late = try await server.post("/api/undo", json: "{\"undo\":\"\(token)\"}")
            #expect(late.status == 410 && late.problem == "overtaken")
            #expect(try await Self.report(server).count == 0)
        }
    }

    @Test func `photos that were said to be no duplicates meanwhile are not merged until that is taken back`() async throws {
        let library = try ServedLibrary()
        let ids = try [800, 300, 200].map { try Self.add("\($0).jpg", to: library, width: $0) }
        let merge = "{\"act\":\"merge\",\"assets\":\(Self.list(ids))}"
        try await library.served { server in
            let apart = try await Self.act("{\"act\":\"keepApart\",\"assets\":\(Self.list(Array(ids.dropFirst())))}", server)
            let refused = try await server.post("/api/acts", json: merge)
            #expect(refused.status == 409 && refused.problem == "refused" && refused.text.contains("look at the list again"), "\(refused.text)")
            #expect(try await server.page("").count == 3)
            _ = try await Self.undo(apart, server)
            #expect(try await Self.act(merge, server).changed == 3)
        }
    }

    @Test func `a merge takes no photo of which whoever asks was told that it stays`() async throws {
        let library = try ServedLibrary()
        let best = try Self.add("best.jpg", to: library, width: 800), plain = try Self.add("plain.jpg", to: library, width: 300)
        let edited = try Self.add("edited.jpg", to: library, width: 200) { ($0.adjustmentFormatIdentifier, $0.adjustmentTimestamp) = ("format", 5) }
        let uuid = try #require(UUID(uuidString: edited))
        func merge(_ server: TestServer) async throws -> HTTPReply {
            let assets = Self.list([best, plain, edited])
            return try await server.post("/api/acts", json: "{\"act\":\"merge\",\"assets\":\(assets),\"keeping\":\"\(best)\",\"staying\":\(Self.list([edited]))}")
        }
        try await library.served { server in
            // Somebody else reverts it.
            try library.update(uuid) { ($0.adjustmentFormatIdentifier, $0.adjustmentTimestamp) = (nil, nil) }
            let refused = try await merge(server)
            #expect(refused.status == 409 && refused.problem == "refused" && refused.text.contains("edited.jpg was to stay"), "\(refused.text)")
            #expect(try await server.page("").count == 3)
            try library.update(uuid) { ($0.adjustmentFormatIdentifier, $0.adjustmentTimestamp) = ("format", 5) }
            let done = try await merge(server)
            #expect(done.status == 200, "\(done.text)")
            #expect(try await server.page("").count == 2)
        }
    }

    @Test func `of similar photos a merge is offered for those that are shown`() async throws {
        let library = try ServedLibrary()
        for number in 0..<30 { try Self.add("\(number).jpg", to: library, second: number) }
        try await library.served { server in
            let report = try await Self.report(server, "similar=true")
            #expect(report.groups.map(\.likeness) == ["similar"])
            let group = try #require(report.groups.first)
            #expect(group.assets.count == 24 && group.photos.count == 24 && group.plan?.removed == 23)
            _ = try await Self.act("{\"act\":\"merge\",\"assets\":\(Self.list(report.ids[0]))}", server)
            // The others are shown then.
            let after = try await Self.report(server, "similar=true&report=\(report.report)")
            #expect(after.groups.map(\.assets.count) == [7])
        }
    }

    @Test func `a report tells no photos as alike of which one was never compared with the other`() async throws {
        let library = try ServedLibrary()
        let ids = try [800, 300, 200].map { try Self.add("\($0).jpg", to: library, width: $0) }
        let edited = try #require(UUID(uuidString: ids[1]))
        try await library.served { server in
            let report = try await Self.report(server)
            #expect(report.ids == [ids])
            func now() async throws -> Report { try await Self.report(server, "report=\(report.report)") }
            for (act, back) in [(#""act":"delete""#, #""act":"restore""#), (#""act":"hide","value":true"#, #""act":"hide","value":false"#)] {
                _ = try await Self.act("{\(act),\"assets\":\(Self.list([ids[0]]))}", server)
                let without = try await now()
                #expect(without.ids == [[]] && without.groups[0].plan == nil, "\(act)")
                #expect(try await Self.report(server).ids == [Array(ids.dropFirst())], "another search compares them: \(act)")
                _ = try await Self.act("{\(back),\"assets\":\(Self.list([ids[0]]))}", server)
                #expect(try await now().ids == [ids], "\(back)")
            }
            // It shows something else from then on.
            try library.update(edited) { $0.revision += 1 }
            #expect(try await now().ids == [[ids[0], ids[2]]])
        }
    }

    @Test func `pages are of one report while the library changes, and what nothing changed is not searched anew`() async throws {
        let library = try ServedLibrary()
        var pairs: [[String]] = []
        for number in 0..<5 {
            pairs.append([
                try Self.add("\(number)a.jpg", to: library, second: 10 * number, width: 800), try Self.add("\(number)b.jpg", to: library, second: 10 * number, width: 300),
            ])
        }
        try await library.served { server in
            let first = try await Self.report(server, "limit=2")
            #expect(first.count == 5 && first.ids == Array(pairs.prefix(2)))
            #expect(try await Self.report(server, "limit=2").report == first.report)
            _ = try await Self.act("{\"act\":\"merge\",\"assets\":\(Self.list(pairs[0]))}", server)
            let second = try await Self.report(server, "report=\(first.report)&offset=2&limit=2")
            #expect(second.report == first.report && second.ids == Array(pairs[2..<4]))
            #expect(try await Self.report(server, "report=\(first.report)&offset=9").groups.isEmpty)
            let fresh = try await Self.report(server)
            #expect(fresh.report != first.report && fresh.count == 4)
            #expect(try await server.get("/api/duplicates?report=\(UUID().uuidString)").problem == "expired")
            // A report is of one kind of search.
            #expect(try await server.get("/api/duplicates?similar=true&report=\(fresh.report)").status == 410)
            for wrong in ["similar=yes", "report=x", "offset=-1", "limit=51"] {
                #expect(try await server.get("/api/duplicates?" + wrong).problem == "parameter", "\(wrong)")
            }
        }
    }

    @Test(arguments: [
        #"{"act":"merge"}"#, #"{"act":"merge","assets":[]}"#, #"{"act":"merge","assets":["ID","ID"]}"#, #"{"act":"keepApart","assets":["ID"]}"#,
        #"{"act":"merge","assets":["ID","OTHER"],"keeping":"8A6B2C40-93F1-4D0E-8B1C-5F2A7D3E9C10"}"#, #"{"act":"merge","assets":["ID","OTHER"],"keeping":"x"}"#,
        #"{"act":"merge","assets":["ID","OTHER"],"staying":["x"]}"#,
    ])
    func `what makes no sense is refused`(_ body: String) async throws {
        let library = try ServedLibrary()
        let one = try Self.add("one.jpg", to: library), other = try Self.add("other.jpg", to: library)
        try await library.served { server in
            let body = body.replacing("ID", with: one).replacing("OTHER", with: other)
            let reply = try await server.post("/api/acts", json: body)
            #expect(reply.status == 400 && reply.problem == "act", "\(body): \(reply.text)")
            #expect(try await server.page("").count == 2)
        }
    }

    /// What is alike tells of photos that others may not see, and a merge gives sight of them.
    @Test func `an application and a person at a picker see no duplicates and merge none, whatever else they may`() async throws {
        let library = try ServedLibrary(), application = "org.example.frame"
        let ids = try [800, 300].map { try Self.add("\($0).jpg", to: library, width: $0) }
        try library.temporary.library.grant(.full, to: application, author: "owner")
        try await library.served { server in
            for grant in [Grant.application(application), .chooser] {
                let guest = try await HTTPConnection(port: server.port, token: server.sessions.begin(grant).token)
                defer { guest.close() }
                for path in ["/api/duplicates", "/api/duplicates?similar=true", "/api/duplicates/progress"] { #expect(try await guest.get(path).status == 403, "\(path)") }
                for (path, act) in [("/api/duplicates/preview", ""), ("/api/acts", #""act":"merge","#), ("/api/acts", #""act":"keepApart","#)] {
                    let body = Data("{\(act)\"assets\":\(Self.list(ids))}".utf8)
                    #expect(try await guest.send("POST", path, [("Content-Type", "application/json")], body: body).status == 403, "\(path) \(act)")
                }
            }
            #expect(try await Self.report(server).ids == [ids])
        }
    }

    @Test func `a search says how far it is, and ends when nobody waits for it any more`() async throws {
        let library = try ServedLibrary()
        try Self.add("first.jpg", to: library)
        for number in 0..<600 { try library.add(nil, "\(number).jpg") }
        library.temporary.faults.fault = .hold
        try await library.served { server in
            let asker = try await server.connect()
            try await asker.send("GET /api/duplicates HTTP/1.1\r\n\(server.head)\r\n")
            await server.work.wait(.comparison) { $0.running == 1 }
            library.temporary.faults.waitUntilHolding()
            let progress = try await server.get("/api/duplicates/progress").decoded(Progress.self)
            #expect(progress == Progress(isUnderWay: true, done: 0, total: 601))
            #expect(try await server.get("/api/library").status == 200, "nobody else waits")
            asker.close()
            library.temporary.faults.release()
            await server.work.wait(.comparison) { $0 == WorkCounts() }
            let over = try await server.get("/api/duplicates/progress").decoded(Progress.self)
            #expect(!over.isUnderWay)
            // Whoever comes later has it from the beginning to the end.
            let report = try await Self.report(server)
            #expect(report.compared == 1 && report.leftOut == 600)
        }
    }

    @Test func `a search goes on for those who wait for it, though the session that began it has ended`() async throws {
        let library = try ServedLibrary()
        try Self.add("first.jpg", to: library)
        for number in 0..<600 { try library.add(nil, "\(number).jpg") }
        library.temporary.faults.fault = .hold
        try await library.served { server in
            let begun = server.sessions.begin(.owner)
            let first = try await server.connectStrange()
            defer { first.close() }
            try await first.send("GET /api/duplicates HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(begun.token)\r\n\r\n")
            await server.work.wait(.comparison) { $0.running == 1 }
            library.temporary.faults.waitUntilHolding()
            async let second = Self.report(server)
            // Those who ask after it are answered after it was heard.
            for _ in 0..<20 { _ = try await server.get("/api/library") }
            begun.session.takeBack()
            library.temporary.faults.release()
            let report = try await second
            #expect(report.compared == 1 && report.leftOut == 600)
        }
    }
}
