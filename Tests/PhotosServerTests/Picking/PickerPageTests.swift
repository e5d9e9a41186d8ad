import Foundation
import LibraryEngine
import Photos
import PhotosTesting
import PhotosUIPages
import Testing
@testable import PhotosServer

/// A program's picker is a page of the server.
@Suite(.timeLimit(.minutes(20))) struct PickerPageTests {
    @MainActor private final class Recorder: PHPickerViewControllerDelegate {
        let (calls, call) = AsyncStream.makeStream(of: [PHPickerResult].self)
        func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) { call.yield(results) }

        func first() async -> [PHPickerResult] {
            for await results in calls { return results }
            return []
        }
    }

    private typealias Outcome = (results: [PHPickerResult], session: PHPickerSession)
    private typealias Opener = @MainActor (URL) -> Void

    /// One test at a time decides who shows pickers.
    private static func pick(
        _ scene: PickerTests.Scene, _ presenter: @escaping @MainActor (@escaping Opener) -> PHPickerPagePresenter,
        _ change: @escaping @Sendable (inout PHPickerConfiguration) -> Void, program: @escaping @MainActor (PHPickerViewController) -> Void = { _ in },
        person: @escaping @Sendable (URL) async throws -> Void
    ) async throws -> Outcome {
        try await SharedLibraryLock.withLock { try await picked(scene, presenter, change, program, person) }
    }

    /// Presents a picker of the library, and does as a person what `person` says with the page's address.
    @MainActor private static func picked(
        _ scene: PickerTests.Scene, _ presenter: @MainActor (@escaping Opener) -> PHPickerPagePresenter, _ change: @Sendable (inout PHPickerConfiguration) -> Void,
        _ program: @MainActor (PHPickerViewController) -> Void, _ person: @escaping @Sendable (URL) async throws -> Void
    ) async throws -> Outcome {
        let (pages, page) = AsyncStream.makeStream(of: URL.self), recorder = Recorder(), before = PHPickerViewController.presenter
        PHPickerViewController.presenter = presenter { page.yield($0) }
        defer { PHPickerViewController.presenter = before }
        var configuration = PHPickerConfiguration(photoLibrary: scene.library.photoLibrary)
        change(&configuration)
        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = recorder
        let session = picker.open()
        program(picker)
        let acting = Task {
            for await url in pages {
                try await person(url)
                break
            }
        }
        let results = await recorder.first()
        if session.state == .failed { acting.cancel() } else { try await acting.value }
        return (results, session)
    }

    /// Lets a browser in by the page's address, and answers there.
    private static func answer(_ server: TestServer, _ url: URL, _ body: String) async throws {
        let browser = try await server.connectStrange(), address = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false))
        let entry = try await browser.get(address.path + "?" + (address.query ?? ""))
        let cookie = ("Cookie", try #require(entry.cookie)), id = url.lastPathComponent
        let asked = try await browser.get("/api/picker/sessions/\(id)/choice", [cookie]).object()
        #expect(asked["limit"] as? Int == 2 && asked["ordered"] as? Bool == true)
        let reply = try await browser.send("POST", "/api/picker/sessions/\(id)/choice", [cookie, ("Content-Type", "application/json")], body: Data(body.utf8))
        #expect(reply.status == 200, "\(reply.text)")
    }

    private static func presenter(_ server: TestServer, token: String = TestServer.token) throws -> @MainActor (@escaping Opener) -> PHPickerPagePresenter {
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
        return { open in PHPickerPagePresenter(server: url, token: token, interval: .milliseconds(20), open: open) }
    }

    @Test func aPersonChoosesOnThePageAndTheDelegateGetsIt() async throws {
        let scene = try PickerTests.Scene()
        try await TestServer.run(scene.library) { server async throws in
            let (results, session) = try await Self.pick(scene, try Self.presenter(server)) {
                ($0.selectionLimit, $0.selection, $0.filter) = (2, .ordered, .any(of: [.images, .videos]))
            } person: { url in
                try await Self.answer(server, url, #"{"assets":["\#(scene.video)","\#(scene.photo)"]}"#)
            }
            #expect(results.map(\.assetIdentifier) == [scene.video, scene.photo].map { "\($0)/L0/001" })
            #expect(results.first?.itemProvider.hasItemConformingToTypeIdentifier("public.movie") == true)
            let (state, address) = await (session.state, session.address)
            #expect(state == .confirmed && address?.path.hasPrefix("/pick/") == true)
        }
    }

    @Test func whatTheProgramAsksOfAnOpenPickerReachesItsPage() async throws {
        let scene = try PickerTests.Scene()
        try await TestServer.run(scene.library) { server async throws in
            let (results, _) = try await Self.pick(scene, try Self.presenter(server)) {
                ($0.selectionLimit, $0.selection, $0.searchText) = (2, .ordered, PHPickerSearchText("one"))
                $0.preselectedAssetIdentifiers = ["\(scene.photo)/L0/001", "\(scene.live)/L0/001"]
            } program: { picker in
                var update = PHPickerConfiguration.Update()
                update.selectionLimit = 1
                picker.updatePicker(using: update)
                picker.deselectAssets(withIdentifiers: ["\(scene.photo)/L0/001"])
            } person: { url in
                let browser = try await server.connectStrange(), stream = try await server.connectStrange()
                let entry = try await browser.get(url.path + "?" + (url.query ?? "")), cookie = ("Cookie", try #require(entry.cookie)), id = url.lastPathComponent
                try await stream.send("GET /api/changes?picker=\(id) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(cookie.0): \(cookie.1)\r\n\r\n")
                _ = try await stream.head()
                var told = ""
                while !told.contains("deselect"), let chunk = try await stream.chunk() { told += String(decoding: chunk, as: UTF8.self) }
                #expect(told.contains(#""limit":1"#) && told.contains(#""search":"one""#) && told.contains(#""deselect":["\#(scene.photo)"]"#), "\(told)")
                let body = Data(#"{"assets":["\#(scene.live)"]}"#.utf8)
                #expect(try await browser.send("POST", "/api/picker/sessions/\(id)/choice", [cookie, ("Content-Type", "application/json")], body: body).status == 200)
            }
            #expect(results.map(\.assetIdentifier) == ["\(scene.live)/L0/001"])
        }
    }

    /// What the page is told, in a browser that its address lets in.
    private static func asked(_ server: TestServer, _ url: URL) async throws -> (fields: [String: Any], browser: HTTPConnection, cookie: (String, String)) {
        let browser = try await server.connectStrange(), entry = try await browser.get(url.path + "?" + (url.query ?? ""))
        let cookie = ("Cookie", try #require(entry.cookie))
        return (try await browser.get("/api/picker/sessions/\(url.lastPathComponent)/choice", [cookie]).object(), browser, cookie)
    }

    @Test func whatTheConfigurationTakesAwayIsNotOnThePage() async throws {
        let scene = try PickerTests.Scene()
        try await TestServer.run(scene.library) { server async throws in
            let cases: [(PHPickerCapabilities, [String])] = [
                ([], ["size"]), ([.search, .stagingArea, .collectionNavigation, .selectionActions], ["search", "albums", "tray", "size"]),
            ]
            for (disabled, hides) in cases {
                let (results, _) = try await Self.pick(scene, try Self.presenter(server)) {
                    ($0.disabledCapabilities, $0.mode) = (disabled, .compact)
                } person: { url in
                    let (fields, browser, cookie) = try await Self.asked(server, url)
                    #expect(fields["hides"] as? [String] == hides && fields["purpose"] as? String == "picking" && fields["resizable"] as? Bool == false)
                    let body = Data(#"{"assets":["\#(scene.photo)"]}"#.utf8)
                    let path = "/api/picker/sessions/\(url.lastPathComponent)/choice"
                    #expect(try await browser.send("POST", path, [cookie, ("Content-Type", "application/json")], body: body).status == 200)
                }
                #expect(results.map(\.assetIdentifier) == ["\(scene.photo)/L0/001"])
            }
        }
    }

    /// Presents the picker of what an application may see, and does as its owner what `person` says with the page's address.
    @MainActor private static func chooseAccess(
        of application: String, _ scene: PickerTests.Scene, _ presenter: @MainActor (@escaping Opener) -> PHPickerPagePresenter,
        person: @escaping @Sendable (URL) async throws -> Void
    ) async throws -> [String] {
        let (pages, page) = AsyncStream.makeStream(of: URL.self), before = PHPickerViewController.presenter
        PHPickerViewController.presenter = presenter { page.yield($0) }
        defer { PHPickerViewController.presenter = before }
        let acting = Task {
            for await url in pages {
                try await person(url)
                break
            }
        }
        let host = UIViewController(), library = scene.library.photoLibrary(for: application)
        let new = await library.presentLimitedLibraryPicker(from: host)
        try await acting.value
        #expect(host.presentedViewController == nil)
        #expect(try Set(library.limitedSelection() ?? []) == Set(new), "what was there before was taken away")
        return new
    }

    @Test func whatALimitedProgramSeesIsChosenOnAPageThatSaysSo() async throws {
        let scene = try PickerTests.Scene(), application = "org.example.limited"
        try scene.library.library.grant(.limited([try scene.row(scene.photo)]), to: application, author: "owner")
        try await TestServer.run(scene.library) { server async throws in
            let presenter = try Self.presenter(server)
            let new = try await SharedLibraryLock.withLock {
                try await Self.chooseAccess(of: application, scene, presenter) { url in
                    let (fields, browser, cookie) = try await Self.asked(server, url)
                    #expect(fields["purpose"] as? String == "access" && fields["limit"] as? Int == 0 && fields["title"] is NSNull)
                    #expect((fields["preselected"] as? [[String: Any]])?.map { $0["id"] as? String } == [scene.photo])
                    let body = Data(#"{"assets":["\#(scene.live)","\#(scene.video)"]}"#.utf8)
                    let path = "/api/picker/sessions/\(url.lastPathComponent)/choice"
                    #expect(try await browser.send("POST", path, [cookie, ("Content-Type", "application/json")], body: body).status == 200)
                }
            }
            #expect(Set(new) == ["\(scene.live)/L0/001", "\(scene.video)/L0/001"])
        }
    }

    @Test func whoCancelsThePageCancelsThePicker() async throws {
        let scene = try PickerTests.Scene()
        try await TestServer.run(scene.library) { server async throws in
            let (results, session) = try await Self.pick(scene, try Self.presenter(server)) {
                ($0.selectionLimit, $0.selection) = (2, .ordered)
            } person: { url in
                try await Self.answer(server, url, "{}")
            }
            #expect(results.isEmpty)
            let state = await session.state
            #expect(state == .cancelled)
        }
    }

    @Test func aPageThatEndsUnansweredIsAFailureAndNoCancellation() async throws {
        let scene = try PickerTests.Scene()
        try await TestServer.run(scene.library) { server async throws in
            let (results, session) = try await Self.pick(scene, try Self.presenter(server)) {
                $0.selectionLimit = 2
            } person: { url in
                _ = try await server.send("POST", "/api/picker/sessions/\(url.lastPathComponent)/end")
            }
            #expect(results.isEmpty)
            let state = await session.state, failure = await session.failure as? PHPhotosError
            #expect(state == .failed && failure?.localizedDescription.contains("ended") == true, "\(failure?.localizedDescription ?? "")")
        }
    }

    @Test func whatWasChosenInAnotherLibraryFailsAndSaysSo() async throws {
        let scene = try PickerTests.Scene(), other = try TemporaryLibrary()
        // Libraries of tests begin with the same identifiers.
        var ids: [String] = []
        for number in 0..<30 { ids.append(try other.add((.photo, "OTHER\(number).JPG", FixtureImages.jpeg(seed: 50 + number)))) }
        let chosen = ids.suffix(2).map { "\"\($0)\"" }.joined(separator: ",")
        for id in ids.suffix(2) {
            let uuid = try #require(UUID(uuidString: id))
            #expect(try scene.library.library.read { try $0.assetID(uuid: uuid) } == nil)
        }
        try await TestServer.run(other) { server async throws in
            let (results, session) = try await Self.pick(scene, try Self.presenter(server)) {
                ($0.selectionLimit, $0.selection) = (2, .ordered)
            } person: { url in
                try await Self.answer(server, url, "{\"assets\":[\(chosen)]}")
            }
            #expect(results.isEmpty)
            let state = await session.state, failure = await session.failure as? PHPhotosError
            #expect(state == .failed && failure?.code == .identifierNotFound)
            #expect(failure?.localizedDescription.contains("http://127.0.0.1:\(server.port) serves another library") == true, "\(failure?.localizedDescription ?? "")")
        }
    }

    /// Of which of these a picker of the library knows.
    @MainActor private static func known(_ scene: PickerTests.Scene, _ ids: [String]) -> [Bool] {
        let session = PHPickerViewController(configuration: PHPickerConfiguration(photoLibrary: scene.library.photoLibrary)).open()
        defer { session.cancel() }
        return ids.map { session.knows(anyOf: [$0]) }
    }

    @Test func whatWasHiddenOrDeletedSinceIsOfThisLibraryStill() async throws {
        let scene = try PickerTests.Scene(), row = try scene.row(scene.photo)
        try scene.library.library.performChanges(author: "test") { try $0.delete([row]) }
        let known = await SharedLibraryLock.withLock { await Self.known(scene, [scene.photo, scene.hidden, "\(scene.live)/L0/001", UUID().uuidString, "x"]) }
        #expect(known == [true, true, true, false, false])
    }

    @Test func aServerThatRefusesOrIsNotThereSaysWhy() async throws {
        let scene = try PickerTests.Scene()
        try await TestServer.run(scene.library) { server async throws in
            let (results, session) = try await Self.pick(scene, try Self.presenter(server, token: "wrong")) {
                $0.selectionLimit = 2
            } person: { _ in
            }
            #expect(results.isEmpty)
            let failure = await session.failure as? PHPhotosError
            #expect(failure?.localizedDescription.contains("refuses") == true)
        }
        try await TestServer.run(scene.library) { server async throws in
            let (results, session) = try await Self.pick(scene, try Self.presenter(server)) {
                $0.selectionLimit = 30_000
            } person: { _ in
            }
            let failure = await session.failure as? PHPhotosError
            #expect(results.isEmpty && failure?.localizedDescription.contains("At most 20000 photos") == true, "more than a page hands over")
        }
        let nobody = try #require(URL(string: "http://127.0.0.1:9"))
        let (_, session) = try await Self.pick(scene, { PHPickerPagePresenter(server: nobody, token: "", open: $0) }) {
            $0.selectionLimit = 2
        } person: { _ in
        }
        let failure = await session.failure as? PHPhotosError
        #expect(failure?.localizedDescription.contains("does not answer") == true)
    }
}
