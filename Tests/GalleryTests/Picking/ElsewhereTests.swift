import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests {
    /// Pages of others that show a picker, or open one. The gallery is at 127.0.0.1: a page at localhost is of another site, in which the browser sends none of the gallery's
    /// cookies but those that are kept apart for it.
    @Suite struct PickingElsewhere {
        @Test(arguments: ["127.0.0.1", "localhost"]) func `within a page of another origin, which hears of the end and of nothing else`(_ name: String) async throws {
            let host = try HostPage.example(named: name), request = "{\"limit\":2,\"origins\":[\"\(host.origin)\"]}"
            try await Gallery.serve(try .ofTwelveYears()) { gallery in
                try await Chromium.shared().withPage { page in
                    let picker = try await PickerPage.begin(gallery, request, page), address = host.address(showing: picker.url)
                    // The frame is what lets this browser in; loaded once more it is in.
                    try await page.open(address)
                    try await page.open(address)
                    let frame = try await page.element("iframe").box(), shown = try await Self.look(gallery, request, Screen(width: Int(frame.width), height: Int(frame.height)))
                    // The frame's own document can't be looked into from here: its photo is clicked until the program has it.
                    var state = try await picker.state(), isChosen = false, tries = 0
                    while state.state != "confirmed" {
                        tries += 1
                        try #require(tries < 300, "the frame's picker was never answered")
                        if !isChosen { try await page.click(at: frame.x + shown.photo.x, frame.y + shown.photo.y) }
                        isChosen.toggle()
                        try await page.waitForFrames(10)
                        try await page.click(at: frame.x + shown.done.x, frame.y + shown.done.y)
                        try await page.waitForFrames(10)
                        state = try await picker.state()
                    }
                    #expect(state.ids == [shown.id])
                    try await page.waitFor("document.getElementById('state').textContent.includes('are on their way')", "the page to hear of it")
                    #expect(
                        try await page.evaluate(
                            "document.querySelector('iframe') === null && document.getElementById('state').textContent.includes(\(JSON.literal(picker.id)))", as: Bool.self))
                }
            }
        }

        /// Where the third photo and Done are in a frame as large as a screen: where they are in a window, for another browser at another picker that asks for the same.
        private static func look(
            _ gallery: Gallery, _ request: String, _ screen: Screen
        ) async throws -> (id: String, photo: (x: Double, y: Double), done: (x: Double, y: Double)) {
            try await Chromium.shared().withPage(on: screen) { window in
                let same = try await PickerPage.begin(gallery, request, window)
                try await window.open(same.url)
                try await same.waitForPhotos()
                return (try await same.id(at: 2), try await same.cell(2).box().middle, try await window.element("#done").box().middle)
            }
        }

        @Test(arguments: ["127.0.0.1", "localhost"])
        func `in a window that a page of another origin opens, which hears of the end and sees the window close`(_ name: String) async throws {
            let host = try Self.opener(named: name)
            let (heard, picker) = try await Self.choose(openedBy: host, telling: host.origin)
            #expect(heard == [["type": "openphotokit.picker", "session": picker, "state": "confirmed"]])
        }

        /// The same machine by another name, another port, another scheme: each is another origin.
        @Test(arguments: ["http://127.0.0.1:PORT", "http://localhost:1", "https://localhost:PORT", "http://localhost"])
        func `a page that is nearly of an origin that the program named hears nothing`(_ named: String) async throws {
            let host = try Self.opener(named: "localhost"), port = host.origin.split(separator: ":").last ?? ""
            #expect(try await Self.choose(openedBy: host, telling: named.replacing("PORT", with: port), saying: "postMessage").heard == [])
        }

        /// A page that opens a picker in a window of its own.
        private static func opener(named name: String) throws -> HostPage {
            try HostPage(
                """
                <!doctype html><html lang="en"><meta charset="utf-8"><title>A blog</title><link rel="icon" href="data:,"><button>Choose</button><script>
                  const address = new URL(new URLSearchParams(location.search).get("picker"));
                  globalThis.heard = [];
                  addEventListener("message", ({ origin, data }) => heard.push(origin === address.origin ? data : { origin }));
                  document.querySelector("button").onclick = () => { globalThis.opened = open(address, "", "popup,width=900,height=700") };
                </script></html>
                """, named: name)
        }

        /// Chooses a photo in a window that a page opened, which closes itself.
        /// - Parameters:
        ///   - origin: whom the program names.
        ///   - problem: what the browser's console may say of it.
        /// - Returns: what the page heard, and the picker's identifier.
        private static func choose(
            openedBy host: HostPage, telling origin: String, saying problem: String? = nil
        ) async throws -> (heard: [[String: String]], picker: String) {
            try await Gallery.serve(try .ofTwelveYears()) { gallery in
                let browser = try await Chromium.shared()
                return try await browser.withPage { page in
                    let picker = try await PickerPage.begin(gallery, "{\"limit\":2,\"origins\":[\"\(origin)\"]}", page)
                    if let problem { page.log.forgive(problem) }
                    try await page.open(host.address(showing: picker.url))
                    let window = try await browser.window(openedBy: page) { try await page.click("button") }
                    let shown = PickerPage(page: window, origin: picker.origin, id: picker.id, token: picker.token, url: picker.url)
                    try await shown.waitForPhotos()
                    #expect(try await window.evaluate("location.pathname + location.search", as: String.self) == "/pick/\(picker.id)", "the key has left the address")
                    let chosen = try await shown.id(at: 2)
                    try await shown.cell(2).click()
                    try await shown.waitForChosen(1)
                    try window.log.check()
                    // The window may be gone before the browser has said that it was clicked.
                    _ = try? await window.click("#done")
                    try await page.waitFor("opened.closed" + (origin == host.origin ? " && heard.length > 0" : ""), "the window to close")
                    // What was sent to the page comes there before what the page sends to itself from now on.
                    try await page.run("await new Promise(resolve => { addEventListener('message', resolve, { once: true }); postMessage(null) })")
                    let heard: [[String: String]] = try await page.evaluate("heard.filter(one => one?.origin !== location.origin)")
                    #expect(try await picker.state().ids == [chosen])
                    return (heard, picker.id)
                }
            }
        }
    }
}
