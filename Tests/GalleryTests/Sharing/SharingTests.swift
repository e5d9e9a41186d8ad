import Browser
import Foundation
import LibraryEngine
import PhotoModel
import PhotosServer
import PhotosTesting
import Testing

extension GalleryTests {
    /// Links: somebody without an account sees what was shared, and the owner makes links and takes them back.
    @Suite struct Sharing {
        private struct Made: Decodable, Sendable { struct Share: Decodable, Sendable { var id: String }; var url: String, share: Share }

        /// Makes a link to an album of a photo each of some years, a video and a Live Photo, and opens it in a browser that nobody has let in.
        private static func open<T: Sendable>(
            _ wish: String, on screen: Screen = .desktop, languages: String? = nil, _ name: String = #function, _ body: (Page, Made, World, Gallery) async throws -> T
        ) async throws -> T {
            let world = try World.ofTwelveYears()
            let ids = try world.add(
                [
                    .init(
                        filename: "DUNE.JPG", date: Date(timeIntervalSince1970: 1_500_000_000), photo: FixtureImages.jpeg(width: 1_600, height: 1_200, seed: 77),
                        caption: "By the sea"),
                    .init(filename: "PIER.JPG", date: Date(timeIntervalSince1970: 1_500_100_000), photo: FixtureImages.jpeg(width: 900, height: 1_200, seed: 78)),
                    .init(filename: "WIDE.JPG", date: Date(timeIntervalSince1970: 1_500_200_000), photo: FixtureImages.jpeg(width: 2_400, height: 900, seed: 79)),
                    .init(filename: "CLIP.MOV", date: Date(timeIntervalSince1970: 1_500_300_000), movie: FixtureMovies.blue),
                    .init(
                        filename: "LIVE.JPG", date: Date(timeIntervalSince1970: 1_500_400_000), photo: FixtureImages.jpeg(width: 1_200, height: 900, seed: 80),
                        movie: FixtureMovies.blue),
                ], album: "Dunes")
            return try await Gallery.serve(world) { gallery in
                let assets = ids.map { "\"\($0)\"" }.joined(separator: ",")
                let made: Made = try await Program.ask(gallery.address + "api/shares", Gallery.token, body: "{\"assets\":[\(assets)],\"title\":\"Dunes\"\(wish)}")
                return try await Chromium.shared().withPage(on: screen, name) { page in
                    if let languages { try await page.setLanguages(languages) }
                    try await page.open(made.url)
                    return try await body(page, made, world, gallery)
                }
            }
        }

        private static func waitForPhotos(_ page: Page) async throws {
            try await page.waitFor(
                "document.querySelectorAll('.shot').length === 5 && [...document.querySelectorAll('.shot img')].every(image => image.complete && image.naturalWidth > 0)",
                "the photos")
            try await page.waitForFrames(2)
        }

        private static let isViewing = "document.querySelector('.viewing').open"

        @Test func `the photos are gone through by keys, with the video and the Live Photo playing`() async throws {
            try await Self.open("") { page, _, _, _ in
                try await Self.waitForPhotos(page)
                #expect(try await page.evaluate("document.title", as: String.self) == "Dunes")
                #expect(try await page.evaluate("document.getElementById('tools').children.length === 0", as: Bool.self), "nothing may be downloaded")
                try await page.press("Tab")
                try await page.press("ArrowRight", "ArrowRight", "Home", "Enter")
                try await page.waitFor("\(Self.isViewing) && document.querySelector('.viewing img')?.complete", "the first photo")
                #expect(try await page.evaluate("document.querySelector('.viewing .words').textContent.includes('By the sea')", as: Bool.self))
                #expect(try await page.evaluate("document.querySelector('.viewing a').hidden", as: Bool.self))
                try await page.press("ArrowRight", "ArrowRight", "ArrowRight")
                try await page.waitFor("document.querySelector('.viewing video')?.readyState >= 2", "the video")
                try await page.press("ArrowRight")
                try await page.waitFor("document.querySelector('.viewing img') && !document.querySelector('.viewing [aria-pressed]').hidden", "the Live Photo")
                try await page.waitFor("document.querySelector('.viewing .motion')?.readyState >= 2", "the Live Photo to move") { try await page.press("Space") }
                try await page.waitFor("!document.querySelector('.viewing .motion')", "its still again")
                #expect(try await page.evaluate("document.querySelector('.viewing [aria-keyshortcuts=ArrowRight]').disabled", as: Bool.self), "it is the last one")
                try await page.press("Escape")
                try await page.waitFor("!\(Self.isViewing) && document.activeElement === document.querySelectorAll('.shot')[4]", "the grid, where one was")
            }
        }

        @Test func `fingers swipe from one photo to the next on a phone, and down closes it`() async throws {
            try await Self.open(#","downloads":true"#, on: .phone) { page, _, _, _ in
                try await Self.waitForPhotos(page)
                try await page.element(".shot").tap()
                try await page.waitFor("\(Self.isViewing) && document.querySelector('.viewing img')?.complete", "the first photo")
                let first = try await page.evaluate("document.querySelector('.viewing a').getAttribute('href')", as: String.self)
                #expect(first.hasPrefix("file/"))
                func swipe(_ from: (Double, Double), _ to: (Double, Double)) async throws {
                    try await page.touch("touchStart", [from])
                    for part in [0.4, 0.8, 1] { try await page.touch("touchMove", [(from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)]) }
                    try await page.touch("touchEnd", [])
                }
                try await swipe((300, 300), (80, 310))
                try await page.waitFor("document.querySelector('.viewing a').getAttribute('href') !== \(JSON.literal(first))", "the next photo")
                try await swipe((80, 300), (300, 310))
                try await page.waitFor("document.querySelector('.viewing a').getAttribute('href') === \(JSON.literal(first))", "the first photo again")
                try await page.click(".viewing [aria-keyshortcuts=Escape]")
                try await page.waitFor("!\(Self.isViewing)", "the grid")
            }
        }

        @Test func `the password opens it, and another one does not`() async throws {
            try await Self.open(#","password":"sand""#) { page, _, _, _ in
                page.log.forgive("403")
                try await page.waitFor("document.activeElement?.id === 'password'", "the password to be asked for")
                #expect(try await page.evaluate("document.title", as: String.self) == "Shared photos", "nothing is told before")
                try await page.type("send")
                try await page.press("Enter")
                try await page.waitFor("document.querySelector('#state .warning').textContent === 'This is not the password'", "the refusal")
                try await page.inspect("share-password")
                try await page.type("sand")
                try await page.press("Enter")
                try await Self.waitForPhotos(page)
                try await page.open(page.evaluate("location.href"))
                try await Self.waitForPhotos(page)
            }
        }

        @Test func `who is on the page when the link is taken back hears of it, and the photos go`() async throws {
            try await Self.open("") { page, made, world, _ in
                page.log.forgive("410")
                try await Self.waitForPhotos(page)
                try world.library.revokeShare(#require(UUID(uuidString: made.share.id)), author: "test")
                // As when somebody comes back to the page.
                try await page.run("document.dispatchEvent(new Event('visibilitychange'))")
                try await page.waitFor("document.getElementById('state-title')?.textContent === 'This link opens nothing any more'", "the end to be told")
                #expect(try await page.evaluate("document.querySelectorAll('.shot').length", as: Int.self) == 0)
                try await page.inspect("share-over")
            }
        }

        @Test(arguments: Look.all) func `the page and one photo`(_ look: Look) async throws {
            try await Self.open(#","downloads":true,"lasting":8640000"#, on: look.screen) { page, _, _, _ in
                try await Self.waitForPhotos(page)
                try await page.inspect("\(look.testDescription)-share")
                try await page.click(".shot")
                try await page.waitForPictures(".viewing img")
                try await page.waitForStillness("body")
                try await page.inspect("\(look.testDescription)-share-photo")
            }
        }

        @Test(arguments: [("zh-CN,zh", "zh-Hans", "全部下载"), ("zh-TW,zh", "zh-Hant", "全部下載"), ("de-DE,de", "de", "Alle laden")])
        func `in the language that the browser asks for`(_ languages: String, _ file: String, _ words: String) async throws {
            try await Self.open(#","downloads":true"#, on: .phone, languages: languages) { page, _, _, _ in
                try await Self.waitForPhotos(page)
                #expect(try await page.evaluate("document.getElementById('tools').textContent", as: String.self) == words)
                try await page.inspect("\(file)-share")
            }
        }

        // MARK: Sending

        @Test(arguments: [Screen.desktop, .phone]) func `files are sent by the page of a link, and go on after it was loaded anew`(_ screen: Screen) async throws {
            let world = try World.ofTwelveYears(), before = try world.library.read { try $0.libraryInfo().assetCount }
            let paths = try (1...2).map { try world.file("to send/SENT_\($0).JPG", FixtureImages.jpeg(width: 640, height: 480, seed: 900 + $0)).path }
            try await Gallery.serve(world) { gallery in
                let made: Made = try await Program.ask(gallery.address + "api/shares", Gallery.token, body: #"{"title":"From the party","uploads":{"files":5}}"#)
                try await Chromium.shared().withPage(on: screen, #function) { page in
                    try await page.open(made.url)
                    try await page.waitFor("!document.getElementById('sending').hidden", "the page")
                    #expect(try await page.evaluate("document.title", as: String.self) == "From the party")
                    let left = try await page.evaluate("document.getElementById('facts').textContent", as: String.self)
                    #expect(left.hasPrefix("5 more files may be sent"))
                    #expect(try await page.evaluate("document.querySelectorAll('.shot').length", as: Int.self) == 0)
                    try await page.inspect(screen.isPhone ? "share-sending-phone" : "share-sending")
                    try await page.keepChoosersClosed()
                    try await page.element(role: "button", name: "Choose photos…").click()
                    try await page.element(".upload-chooser").choose(paths)
                    try await page.waitFor("document.querySelector('#uploads h2')?.textContent === '2 files arrived'", "both to arrive")
                    #expect(try await page.evaluate("[...document.querySelectorAll('#uploads li.done')].length", as: Int.self) == 2, "each with its outcome")
                    try await page.waitFor("document.getElementById('facts').textContent.startsWith('3 more files')", "what may still be sent")
                    try await page.inspect(screen.isPhone ? "share-sent-phone" : "share-sent")
                    // One that the page began and lost goes on in the next one.
                    try await page.run(
                        """
                        const headers = { 'Content-Type': 'application/json' };
                        const files = [{ name: 'LOST.JPG', size: 1000 }];
                        const batch = await (await fetch('api/uploads', { method: 'POST', headers, body: JSON.stringify({ files }) })).json();
                        localStorage.setItem(`photos-sent:${location.pathname}`, JSON.stringify([batch.id]));
                        """)
                    try await page.open(made.url)
                    try await page.waitFor("document.querySelector('#uploads p')?.textContent.startsWith('1 file is not here whole')", "the file that was lost")
                }
            }
            let after = try world.library.read { try $0.libraryInfo().assetCount }
            #expect(after == before + 2)
        }

        @Test func `two pages of one link forget nothing of each other`() async throws {
            let world = try World.ofTwelveYears(), path = try world.file("to send/SENT.JPG", FixtureImages.jpeg(seed: 911)).path, other = UUID().uuidString
            try await Gallery.serve(world) { gallery in
                let made: Made = try await Program.ask(gallery.address + "api/shares", Gallery.token, body: #"{"title":"From the party","uploads":{}}"#)
                try await Chromium.shared().withPage(on: .desktop, #function) { page in
                    try await page.open(made.url)
                    try await page.waitFor("!document.getElementById('sending').hidden", "the page")
                    // As another page keeps what it begins meanwhile.
                    try await page.run("localStorage.setItem(`photos-sent:${location.pathname}`, JSON.stringify([\(JSON.literal(other))]))")
                    try await page.keepChoosersClosed()
                    try await page.element(role: "button", name: "Choose photos…").click()
                    try await page.element(".upload-chooser").choose([path])
                    try await page.waitFor("document.querySelector('#uploads h2')?.textContent === '1 file arrived'", "the file to arrive")
                    try await page.waitFor(
                        "localStorage.getItem(`photos-sent:${location.pathname}`) === JSON.stringify([\(JSON.literal(other))])", "its own batch alone to be forgotten")
                }
            }
        }

        @Test func `a file that was refused on its way goes on as it was announced`() async throws {
            let world = try World.ofTwelveYears(), path = try world.file("to send/SENT.JPG", FixtureImages.jpeg(seed: 910)).path
            try await Gallery.serve(world) { gallery in
                let made: Made = try await Program.ask(gallery.address + "api/shares", Gallery.token, body: #"{"title":"From the party","uploads":{"files":1}}"#)
                let locked: Made = try await Program.ask(
                    gallery.address + "api/shares", Gallery.token, body: #"{"title":"Locked","uploads":{},"password":"sand"}"#)
                try await Chromium.shared().withPage(on: .desktop, #function) { page in
                    page.log.forgive("403")
                    try await page.open(made.url)
                    try await page.waitFor("!document.getElementById('sending').hidden", "the page")
                    // As where the password is asked for again: bytes go to a link that takes none before.
                    try await page.run(
                        """
                        const open = XMLHttpRequest.prototype.open;
                        XMLHttpRequest.prototype.open = function (method, address, ...more) {
                          return open.call(this, method, window.isLetIn ? address : new URL(address, \(JSON.literal(locked.url))).href, ...more);
                        };
                        """)
                    try await page.keepChoosersClosed()
                    try await page.element(role: "button", name: "Choose photos…").click()
                    try await page.element(".upload-chooser").choose([path])
                    try await page.waitFor("document.querySelector('#uploads li.failed')", "the refusal")
                    page.log.forgetRequests()
                    try await page.run("window.isLetIn = true")
                    // The link takes one file, which was announced: another one would be refused.
                    try await page.element(role: "button", name: "Send again").click()
                    try await page.waitFor("document.querySelector('#uploads h2')?.textContent === '1 file arrived'", "the file to arrive")
                    #expect(page.log.requests.filter { $0.method == "POST" }.isEmpty, "it is the same batch")
                }
            }
        }

        // MARK: The owner

        @Test func `an album's menu makes a link, and the list takes it back`() async throws {
            let world = try World.ofTwelveYears()
            try world.add(
                [.init(filename: "DUNE.JPG", date: Date(timeIntervalSince1970: 1_500_000_000), photo: FixtureImages.jpeg(width: 320, height: 240, seed: 77))], album: "Dunes")
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await page.waitFor("[...document.querySelectorAll('#sidebar [role=treeitem]')].some(row => row.textContent.includes('Dunes'))", "the album")
                let row = try await page.evaluate(
                    "(() => { const row = [...document.querySelectorAll('#sidebar [role=treeitem]')].find(row => row.textContent.includes('Dunes')).getBoundingClientRect(); return [row.x + 30, row.y + 12] })()",
                    as: [Double].self)
                try await page.click(at: row[0], row[1], button: "right")
                try await page.element(role: "menuitem", name: "Share…").click()
                try await page.waitFor("document.querySelector('dialog[open] #share-span')", "the questions")
                try await page.inspect("share-dialog")
                try await page.click("dialog[open] .tick input")
                try await page.element(role: "button", name: "Make link").click()
                try await page.waitFor("document.querySelector('dialog[open] input[readonly]')?.value.includes('/share/')", "the link")
                let shares = try world.library.shares()
                #expect(shares.count == 1 && shares.first?.rules == [.downloads] && shares.first?.expires != nil)
                try await page.inspect("share-link")
                try await page.press("Escape")
                try await page.element(role: "button", name: "Shared links").click()
                try await page.waitFor("document.querySelectorAll('dialog[open] .links li').length === 1", "the list")
                try await page.inspect("share-links")
                try await page.element(role: "button", name: "Revoke the link to Dunes").click()
                try await page.waitFor("document.querySelectorAll('dialog[open] .links li').length === 0", "the list without it")
                #expect(try world.library.shares().isEmpty)
            }
        }

        private static func worldWithDunes() throws -> World {
            let world = try World.ofTwelveYears()
            try world.add([.init(filename: "DUNE.JPG", date: Date(timeIntervalSince1970: 1_500_000_000), photo: FixtureImages.jpeg(seed: 77))], album: "Dunes")
            return world
        }

        private static let dunes = "#sidebar [role=treeitem][aria-label^=\"Dunes\"]"
        private static let makes = "dialog[open] .actions [data-kind=default]"
        private static let hasLimits = "['share-bytes', 'share-files'].every(id => document.getElementById(id).checkVisibility())"

        @Test func `a link by which people add to an album is made by keys, and takes files up to the limit that the list tells`() async throws {
            let world = try Self.worldWithDunes(), path = try world.file("to send/SENT.JPG", FixtureImages.jpeg(width: 640, height: 480, seed: 920)).path
            try await Gallery.open(world) { gallery in
                let page = gallery.page, hands = Hands.keyboard
                try await hands.show("Dunes", in: gallery)
                try await hands.reach(Self.dunes, in: gallery)
                try await page.press("ContextMenu")
                try await page.waitFor("document.activeElement?.closest('[role=menu]')", "the album's menu")
                try await page.press("s", "Enter")
                try await page.waitFor("document.querySelector('dialog[open] #share-span')", "the questions")
                try await hands.reach("#share-uploads", in: gallery)
                let isTaking = try await page.evaluate("document.activeElement.checked || \(Self.hasLimits)", as: Bool.self)
                #expect(!isTaking, "an album is shown, unless its owner wants it otherwise")
                try await page.press("Space")
                try await page.waitFor(Self.hasLimits, "the limits")
                let fields = "['share-bytes', 'share-files'].map(id => document.getElementById(id))", standard = ShareRecord.Quota.standard
                let labels = try await page.evaluate("\(fields).map(field => field.labels[0]?.textContent)", as: [String?].self)
                #expect(labels == ["How much altogether", "How many files"])
                let chosen = try await page.evaluate("\(fields).map(field => Number(field.value))", as: [Int].self)
                #expect(chosen == [Int(standard.bytes), standard.files], "as for a link that the tool makes")
                let isShowing = "['share-downloads', 'share-places'].some(id => !document.getElementById(id).disabled)"
                #expect(try await !page.evaluate(isShowing, as: Bool.self), "a link shows photos or takes them")
                try await gallery.inspect("share-dialog-uploads")
                try await hands.reach("#share-bytes", in: gallery)
                try await page.press("ArrowDown")
                try await page.waitFor("document.activeElement.selectedOptions[0].textContent.replace(/\\s/g, ' ') === '10 GB'", "the next size")
                try await hands.reach("#share-files", in: gallery)
                try await page.press("ArrowUp")
                try await page.waitFor("document.activeElement.selectedOptions[0].textContent === '100 files'", "the number of files before")
                try await hands.press(Self.makes, in: gallery)
                try await page.waitFor("document.querySelector('dialog[open] input[readonly]')?.value.includes('/share/')", "the link")
                let url = try await page.evaluate("document.querySelector('dialog[open] input[readonly]').value", as: String.self)
                let share = try #require(try world.library.shares().first)
                #expect(share.quota == ShareRecord.Quota(bytes: 10_000_000_000, files: 100) && share.rules == [])
                // Somebody without an account, in a browser of their own.
                try await Chromium.shared().withPage(on: .phone, #function) { guest in
                    try await guest.open(url)
                    try await guest.waitFor("!document.getElementById('sending').hidden", "the page")
                    #expect(try await guest.evaluate("document.title", as: String.self) == "Dunes")
                    let left = try await guest.evaluate("document.getElementById('facts').textContent", as: String.self)
                    #expect(left.hasPrefix("100 more files may be sent"))
                    #expect(try await guest.evaluate("document.querySelectorAll('.shot').length", as: Int.self) == 0)
                    try await guest.keepChoosersClosed()
                    try await guest.element(role: "button", name: "Choose photos…").click()
                    try await guest.element(".upload-chooser").choose([path])
                    try await guest.waitFor("document.querySelector('#uploads h2')?.textContent === '1 file arrived'", "the file to arrive")
                }
                try await page.press("Escape")
                try await page.waitFor("!document.querySelector('dialog[open]')", "the dialog to close")
                try await hands.press("#toolbar button[aria-label=\"Shared links\"]", in: gallery)
                try await page.waitFor("document.querySelectorAll('dialog[open] .links li').length === 1", "the list")
                let told = try await page.evaluate("document.querySelector('dialog[open] .links li').textContent.replace(/\\s/g, ' ')", as: String.self)
                #expect(told.contains("takes photos and videos"), "\(told)")
                #expect(told.contains(/Used: [\d.]+ \w+ of 10 GB, 1 of 100 files\. Left: 10\.0 GB, 99 files/), "\(told)")
                try await gallery.inspect("share-links-uploads")
            }
        }

        @Test func `photos that were chosen take no files of others`() async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await Hands.keyboard.select([1, 2], in: gallery)
                try await page.element(role: "button", name: "Share…").click()
                try await page.waitFor("document.querySelector('dialog[open] #share-span')", "the questions")
                let boxes = try await page.evaluate("[...document.querySelectorAll('dialog[open] .tick input')].map(box => box.id)", as: [String].self)
                #expect(boxes == ["share-downloads", "share-places"])
            }
        }

        @Test(arguments: [
            ("en-GB,en", "en", "Share…"), ("de-DE,de", "de", "Teilen …"), ("zh-CN,zh", "zh-Hans", "共享…"), ("zh-TW,zh", "zh-Hant", "分享…"),
        ])
        func `what a link takes is asked for, and told, on a phone`(_ languages: String, _ file: String, _ words: String) async throws {
            let world = try Self.worldWithDunes()
            _ = try world.library.addShare(of: .album(UUID()), title: "From the party", quota: .most, makesAlbum: true, author: "test")
            let (_, token) = try world.library.addShare(
                of: .album(UUID()), title: "From the wedding", quota: ShareRecord.Quota(bytes: 1_000, files: 1), makesAlbum: true, author: "test")
            try await Gallery.open(world, on: .phone, before: { try await $0.setLanguages(languages) }) { gallery in
                let page = gallery.page
                // What was announced counts before it is sent.
                struct Batch: Decodable, Sendable { var id: String }
                let _: Batch = try await Program.ask(
                    gallery.address + "share/\(token)/api/uploads", Gallery.token, body: #"{"files":[{"name":"A.JPG","size":1000}],"isComplete":true}"#)
                let overflows = """
                    (() => {
                      const dialog = document.querySelector('dialog[open]')
                      return dialog.scrollWidth > dialog.clientWidth || dialog.getBoundingClientRect().right > innerWidth
                    })()
                    """
                try await page.element("#toolbar [aria-controls=sidebar]").tap()
                try await page.waitFor("document.querySelector('#sidebar.open')", "the albums to open")
                try await page.waitForStillness("#sidebar")
                try await page.element("\(Self.dunes) .row-more").tap()
                try await page.element(role: "menuitem", name: words).tap()
                try await page.element("#share-uploads").tap()
                try await page.waitFor(Self.hasLimits, "the limits")
                #expect(try await !page.evaluate(overflows, as: Bool.self))
                try await gallery.inspect("\(file)-share-dialog-phone")
                // The first of the buttons leads to the links that there are.
                try await page.element("dialog[open] .actions button").tap()
                try await page.waitFor("document.querySelectorAll('dialog[open] .links li').length === 2", "the list")
                #expect(try await !page.evaluate(overflows, as: Bool.self))
                let lines = try await page.evaluate("[...document.querySelectorAll('dialog[open] .links li')].map(line => line.textContent)", as: [String].self)
                // Those that were made last come first.
                if file == "en" { #expect(lines[0].contains("Nothing more can be sent") && lines[1].contains("Left: ")) }
                try await gallery.inspect("\(file)-share-links-phone")
            }
        }
    }
}
