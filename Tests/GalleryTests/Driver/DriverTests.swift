import Browser
import Foundation
import Testing

extension GalleryTests {
    /// The driver itself, on pages of its own: what it can't see, no other test here can.
    @Suite struct Driver {
        private static func address(_ html: String) -> String {
            let document = "<!doctype html><meta name=viewport content='width=device-width'>" + html
            return "data:text/html;charset=utf-8;base64," + Data(document.utf8).base64EncodedString()
        }

        @Test func evaluatesAndWaits() async throws {
            try await Chromium.shared().withPage { page in
                try await page.open(Self.address("<h1>Hällo</h1>"))
                #expect(try await page.evaluate("document.querySelector('h1').textContent") == "Hällo")
                #expect(try await page.call("(a, b) => a + b.x", 1, ["x": 2]) == 3)
                #expect(try await page.evaluate("undefined", as: Int?.self) == nil)
                try await page.run("setTimeout(() => document.body.append('late'), 200)")
                try await page.waitFor("document.body.textContent.includes('late')", "the text")
                await #expect(throws: BrowserError.self) { try await page.run("throw new Error('no')") }
                await #expect(throws: BrowserError.self) { try await page.waitFor("false", "nothing", limit: 1) }
            }
        }

        @Test func mouseAndKeysAreReal() async throws {
            try await Chromium.shared().withPage { page in
                try await page.open(
                    Self.address(
                        """
                        <button onclick="this.textContent = event.isTrusted + ' ' + event.detail">Press</button><input>
                        <div style="height:3000px"></div><script>addEventListener('keydown', e => { window.last = e.key + e.code + e.ctrlKey })</script>
                        """))
                try await page.click("button", count: 2)
                #expect(try await page.element("button").text == "true 2")
                try await page.click("input")
                try await page.type("sea é+1")
                #expect(try await page.evaluate("document.querySelector('input').value") == "sea é+1")
                try await page.press("Control+a", "Backspace", "Control+Shift+z")
                #expect(try await page.evaluate("document.querySelector('input').value") == "")
                #expect(try await page.evaluate("last") == "ZKeyZtrue")
                try await page.wheel(500)
                try await page.waitFor("scrollY > 400", "the page to scroll")
            }
        }

        @Test func screensAreEmulated() async throws {
            try await Chromium.shared().withPage(on: .phone.dark) { page in
                try await page.open(
                    Self.address(
                        """
                        <style>body { margin: 0; background: white } @media (prefers-color-scheme: dark) { body { background: rgb(1, 2, 3) } }</style>
                        <div style="background: rgb(200, 0, 0); width: 100px; height: 100px" ontouchend="this.title = 'touched'"></div>
                        """))
                #expect(try await page.evaluate("[innerWidth, devicePixelRatio, matchMedia('(pointer: coarse)').matches ? 1 : 0]") == [390, 2, 1])
                let colours = try await page.colours(at: [(50, 50), (300, 300)])
                #expect(colours == [Colour(red: 200, green: 0, blue: 0), Colour(red: 1, green: 2, blue: 3)])
                try await page.element("div").tap()
                #expect(try await page.element("div").attribute("title") == "touched")
            }
        }

        @Test func screenReadersSeeRolesAndNames() async throws {
            try await Chromium.shared().withPage { page in
                try await page.open(Self.address("<main><button aria-label='Delete'>x</button><div aria-hidden=true>not this</div></main>"))
                let nodes = try await page.accessibleNodes()
                #expect(nodes.contains { $0.role == "button" && $0.name == "Delete" })
                #expect(!nodes.contains { $0.name == "not this" })
                try await page.element(role: "button", name: "Delete").focus()
                #expect(try await page.focused() == "button Delete")
            }
        }

        @Test(arguments: [
            "<script>setTimeout(() => { throw new Error('late') })</script>", "<script>console.error('bad')</script>", "<script>alert(1)</script>",
            "<meta http-equiv=Content-Security-Policy content=\"img-src 'none'\"><img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>",
        ])
        func whatGoesWrongInAPageFailsItsTest(_ html: String) async throws {
            await #expect(throws: BrowserError.self) {
                try await Chromium.shared().withPage { page in
                    try await page.open(Self.address(html))
                    try await page.waitForFrames(3)
                }
            }
        }

        @Test func anotherMachineThatIsAskedFailsTheTest() async throws {
            let error = await #expect(throws: BrowserError.self) {
                try await Chromium.shared().withPage { page in
                    for words in ["net::", "Failed to load resource"] { page.log.forgive(words) }
                    try await page.open(Self.address("<p>Here</p>"))
                    // No packet leaves: the browser is told that there is no such name.
                    try await page.run("fetch('http://elsewhere.invalid/photo').catch(() => {})")
                    try await page.waitForFrames(3)
                }
            }
            #expect("\(error, default: "")".contains("another machine was asked: http://elsewhere.invalid/photo"))
        }

        @Test func whatLiesOverAButtonIsNamed() async throws {
            try await Chromium.shared().withPage { page in
                try await page.open(Self.address("<button>Press</button><div id=cover style='position:fixed;inset:0'></div>"))
                let error = await #expect(throws: BrowserError.self) { try await page.click("button") }
                #expect("\(error, default: "")".contains("cover"))
            }
        }

        @Test func nothingOfABrowserIsLeft() async throws {
            func profiles() throws -> Set<String> {
                let all = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
                return Set(all.filter { $0.hasPrefix("photos-browser-") })
            }
            func processes(of profile: String) throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }.count { pid in
                    (try? String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8))?.contains(profile) == true
                }
            }
            let before = try profiles()
            let browser = try await Chromium.launch()
            let profile = try #require(try profiles().subtracting(before).first)
            #expect(try processes(of: profile) > 1)
            browser.close()
            #expect(try !profiles().contains(profile))
            // Those that are killed are gone a moment later.
            let end = ContinuousClock.now + .seconds(60)
            while try processes(of: profile) > 0, ContinuousClock.now < end { await Task.yield() }
            #expect(try processes(of: profile) == 0)
            await #expect(throws: BrowserError.self) { _ = try await browser.newPage() }
        }
    }
}
