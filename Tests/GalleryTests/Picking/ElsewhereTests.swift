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
                        try #require(tries < 60, "the frame's picker was never answered")
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
            let host = try HostPage(
                """
                <!doctype html><html lang="en"><meta charset="utf-8"><title>A blog</title><link rel="icon" href="data:,"><button>Choose</button><script>
                  const address = new URL(new URLSearchParams(location.search).get("picker"));
                  globalThis.heard = [];
                  addEventListener("message", ({ origin, data }) => heard.push(origin === address.origin ? data : origin));
                  document.querySelector("button").onclick = () => { globalThis.opened = open(address, "", "popup,width=900,height=700") };
                </script></html>
                """, named: name)
            try await Gallery.serve(try .ofTwelveYears()) { gallery in
                let browser = try await Chromium.shared()
                try await browser.withPage { page in
                    let picker = try await PickerPage.begin(gallery, "{\"limit\":2,\"origins\":[\"\(host.origin)\"]}", page)
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
                    try await page.waitFor("opened.closed && heard.length > 0", "the window to close")
                    let heard: [[String: String]] = try await page.evaluate("heard")
                    #expect(heard == [["type": "openphotokit.picker", "session": picker.id, "state": "confirmed"]])
                    #expect(try await picker.state().ids == [chosen])
                }
            }
        }
    }
}
