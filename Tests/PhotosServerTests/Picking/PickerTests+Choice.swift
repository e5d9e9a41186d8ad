import Foundation
import LibraryEngine
import Testing
@testable import PhotosServer

extension PickerTests {
    @Test func `a filter, a limit and a minimum hold on the server, whatever the page does`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            func gone(_ request: String, _ assets: [String]) async throws -> [String] {
                let picker = try await Self.begin(server, request), person = try await Self.person(server, picker)
                let names = assets.map { "\"\($0)\"" }.joined(separator: ",")
                return try await Self.choose(person, picker, "{\"assets\":[\(names)]}").decoded(Chosen.self).gone
            }
            #expect(try await gone(#"{"filter":"videos"}"#, [scene.photo]) == [scene.photo])
            #expect(try await gone(#"{"filter":"videos"}"#, [scene.video]) == [])
            #expect(try await gone(#"{"filter":{"not":"livePhotos"},"limit":0}"#, [scene.photo, scene.live]) == [scene.live])
            #expect(try await gone("{}", [scene.hidden]) == [scene.hidden], "what is hidden is nobody's to hand on")
            let own = try await Self.begin(server), answer = try await server.post(own.path + "/choice", json: #"{"assets":["\#(scene.hidden)"]}"#)
            #expect(try answer.decoded(Chosen.self).gone == [scene.hidden], "not the owner's either, who sees it elsewhere")
            #expect(try await gone("{}", [UUID().uuidString]).count == 1)
            let picker = try await Self.begin(server, #"{"limit":2,"minimum":2}"#), person = try await Self.person(server, picker)
            for body in [
                #"{"assets":["\#(scene.photo)"]}"#, #"{"assets":["\#(scene.photo)","\#(scene.live)","\#(scene.video)"]}"#, #"{"assets":[]}"#, #"{"assets":["x"]}"#,
                #"{"assets":["\#(scene.photo)","\#(scene.live)"],"size":1}"#,
            ] {
                #expect(try await Self.choose(person, picker, body).problem == "choice", "\(body)")
            }
            #expect(try await Self.choose(person, picker, #"{"assets":["\#(scene.photo)","\#(scene.live)","\#(scene.photo)"]}"#).status == 200, "twice the same is once")
            // Lists of the page are those of the filter.
            let count = try await server.get("/api/assets?filter=any(videos,livePhotos)").decoded(PageAnswer.self).count
            #expect(count == 2)
            #expect(try await server.get("/api/timeline?filter=videos&q=clip").decoded(TimelineAnswer.self).count == 1)
            #expect(try await server.get("/api/assets?filter=nonsense").problem == "parameter")
        }
    }

    private static let seventeenOrigins: String = {
        let origins = (1...17).map { "\"https://s\($0).example.org\"" }.joined(separator: ",")
        return "{\"origins\":[\(origins)]}"
    }()

    @Test(arguments: [
        #"{"limit":-1}"#, #"{"limit":20001}"#, #"{"limit":2,"minimum":3}"#, #"{"minimum":-1}"#, #"{"filter":"everything"}"#, #"{"filter":{"some":[]}}"#,
        #"{"filter":7}"#, #"{"preselected":["x"]}"#, #"{"representation":"best"}"#, #"{"size":0}"#, #"{"lasting":1}"#, #"{"lasting":86401}"#,
        #"{"hides":["everything"]}"#, #"{"purpose":"fun"}"#,
        #"{"origins":["example.org"]}"#, #"{"origins":["https://example.org/path"]}"#, #"{"origins":["https://a b"]}"#, #"{"origins":["https://*.org"]}"#,
        #"{"origins":["https://x.org; script-src *"]}"#, #"{"origins":["javascript:alert(1)"]}"#, #"{"origins":["https://user@example.org"]}"#,
        // Such as a policy, a header or a page's own check would read otherwise.
        #"{"origins":["null"]}"#, #"{"origins":["*"]}"#, #"{"origins":["'self'"]}"#, #"{"origins":["//example.org"]}"#, #"{"origins":["https:"]}"#,
        #"{"origins":["https://example.org,https://example.com"]}"#, #"{"origins":["https://example.org\r\nX: y"]}"#, #"{"origins":["https://example.org\u0000.example.com"]}"#,
        #"{"origins":["https://example.org\\@example.com"]}"#, #"{"origins":["https://example.org#@example.com"]}"#, #"{"origins":["https://example.org%2eexample.com"]}"#,
        #"{"origins":["https://ex\u0430mple.org"]}"#, #"{"origins":["blob:https://example.org/x"]}"#, #"{"origins":["https://example.org:443:80"]}"#, #"{"origins":[""]}"#,
        PickerTests.seventeenOrigins,
    ])
    func `a request that makes no sense is refused, with what to write instead`(_ body: String) async throws {
        try await TestServer.run { server async throws in
            let reply = try await server.post("/api/picker/sessions", json: body)
            #expect(reply.status == 400 && reply.problem == "picker", "\(reply.text)")
        }
    }

    private static let nothingSaid =
        #"{"limit":null,"minimum":null,"filter":null,"ordered":null,"preselected":null,"representation":null,"size":null,"title":null,"hides":null,"purpose":null,"origins":null,"lasting":null}"#

    @Test func `what is null is as if it were absent: one photo of any kind; a limit of 0 is any number`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            for (request, limit) in [("{}", 1), (Self.nothingSaid, 1), (#"{"limit":0}"#, 0)] {
                let picker = try await Self.begin(server, request), person = try await Self.person(server, picker)
                let asked = try await person.connection.get(picker.path + "/choice", [person.cookie]).object()
                #expect(asked["limit"] as? Int == limit && asked["minimum"] as? Int == 0 && asked["filter"] is NSNull && asked["title"] is NSNull, "\(request)")
                let three = try await Self.choose(person, picker, #"{"assets":["\#(scene.photo)","\#(scene.live)","\#(scene.video)"]}"#)
                #expect(three.status == (limit == 0 ? 200 : 400), "\(request): \(three.text)")
            }
        }
    }

    @Test(arguments: [#"{"any":[]}"#, #""any()""#, #""all(images,videos)""#, #"{"not":{"all":[]}}"#])
    func `a filter that excludes everything leaves nothing to choose, and can be cancelled`(_ filter: String) async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server, "{\"filter\":\(filter),\"limit\":0,\"preselected\":[\"\(scene.photo)\"]}"), person = try await Self.person(server, picker)
            let asked = try await person.connection.get(picker.path + "/choice", [person.cookie]).object()
            let text = try #require((asked["filter"] as? String)?.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            #expect((asked["preselected"] as? [Any])?.isEmpty == true && asked["gone"] as? Int == 1)
            #expect(try await person.connection.get("/api/assets?filter=\(text)", [person.cookie]).decoded(PageAnswer.self).count == 0)
            #expect(try await person.connection.get("/api/timeline?filter=\(text)", [person.cookie]).decoded(TimelineAnswer.self).buckets.isEmpty)
            for asset in [scene.photo, scene.live, scene.video] {
                #expect(try await Self.choose(person, picker, "{\"assets\":[\"\(asset)\"]}").decoded(Chosen.self).gone == [asset])
            }
            #expect(try await Self.choose(person, picker, "{}").decoded(Chosen.self).state == "cancelled")
        }
    }

    @Test func `preselected photos that are gone are left out, and counted`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server, #"{"limit":0,"preselected":["\#(scene.live)/L0/001","\#(scene.hidden)","\#(UUID().uuidString)","\#(scene.photo)"]}"#)
            let person = try await Self.person(server, picker)
            let asked = try await person.connection.get(picker.path + "/choice", [person.cookie]).object()
            #expect((asked["preselected"] as? [[String: Any]])?.map { $0["id"] as? String } == [scene.live, scene.photo])
            #expect(asked["gone"] as? Int == 2)
            // Where something was preselected, choosing nothing is an answer.
            #expect(try await Self.choose(person, picker, #"{"assets":[]}"#).decoded(Chosen.self).state == "confirmed")
        }
    }

    @Test func `what was chosen is told to be gone once it was deleted, and keeps its place`() async throws {
        let scene = try Scene()
        try await TestServer.run(scene.library) { server async throws in
            let picker = try await Self.begin(server, #"{"limit":0}"#), person = try await Self.person(server, picker), program = try await Self.program(server, picker)
            _ = try await Self.choose(person, picker, #"{"assets":["\#(scene.photo)","\#(scene.live)"]}"#)
            let row = try scene.row(scene.photo)
            try scene.library.library.performChanges(author: "test") { try $0.delete([row]) }
            let state = try await program.get(picker.path).decoded(State.self)
            #expect(state.items.map(\.isGone) == [true, false])
            #expect(try await program.get(picker.path + "/items/0/file").status == 410)
            #expect(try await program.get(picker.path + "/items/1/file").status == 200)
        }
    }
}
