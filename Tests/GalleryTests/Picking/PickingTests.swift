import Browser
import Foundation
import LibraryEngine
import PhotosServer
import PhotosTesting
import Testing

extension GalleryTests {
    /// Nine photos for a post: a program asks, a person chooses on the picker's page, and the program has them.
    @Suite struct Picking {
        private static let nine = #"{"limit":9,"ordered":true,"title":"Photos for the post","filter":"any(images,videos)"}"#

        @Test func `nine photos by mouse, in the order of the clicks`() async throws {
            try await PickerPage.open(try .ofTwelveYears(), Self.nine) { picker in
                let page = picker.page
                #expect(try await page.evaluate("document.title", as: String.self) == "Photos for the post")
                #expect(try await picker.told() == "Choose up to 9")
                #expect(try await page.evaluate("document.getElementById('done').disabled", as: Bool.self))
                var expected: [String] = []
                for index in [4, 2, 8, 0, 6, 10, 12, 14, 16] {
                    expected.append(try await picker.id(at: index))
                    try await picker.cell(index).click()
                }
                try await picker.waitForChosen(9)
                #expect(try await picker.chosen() == expected)
                #expect(try await picker.cell(8).attribute("data-number") == "3", "the number stands on the photo")
                #expect(try await picker.told() == "9 of 9 chosen")
                // The tenth is refused, and the page says why.
                try await picker.cell(18).click()
                try await page.waitFor("document.querySelector('.toast .words')?.textContent.startsWith('At most 9 can be chosen')", "the limit to be told")
                #expect(try await picker.chosen() == expected)
                try await page.click("#done")
                try await picker.waitForEnd("Your photos were handed over")
                let state = try await picker.state()
                #expect(state.state == "confirmed" && state.ids == expected && state.size == nil)
            }
        }

        @Test func `nine photos by the keyboard alone`() async throws {
            try await PickerPage.open(try .ofTwelveYears(), Self.nine) { picker in
                let page = picker.page
                // To the photos: the skip link is the first thing that Tab reaches.
                try await page.press("Tab")
                #expect(try await page.focused().contains("Skip"))
                try await page.press("Enter")
                try await page.waitFor("document.activeElement?.closest('#timeline [role=gridcell]')", "a photo to have the focus")
                for number in 1...9 {
                    try await page.press("Space")
                    try await picker.waitForChosen(number)
                    try await page.press("ArrowRight")
                }
                let chosen = try await picker.chosen()
                // Looks at one, and goes back.
                try await page.press("Enter")
                try await page.waitFor("!document.getElementById('preview').hidden && document.querySelector('#preview .pane > *')", "the photo to be looked at")
                try await page.press("Escape")
                try await page.waitFor("document.getElementById('preview').hidden && document.activeElement?.closest('#timeline [role=gridcell]')", "the photos again")
                // Moves the last one to the front of the tray, and takes the next one away.
                try await PickerHands.reach("#tray .look", in: page)
                let stops = try await page.evaluate("[...document.querySelectorAll('#tray :is(.look, .take-away)')].filter(one => one.tabIndex === 0).length", as: Int.self)
                #expect(stops == 1, "Tab comes to the tray once, however many are chosen")
                try await page.press("ArrowRight", times: 8)
                try await page.press("Alt+ArrowLeft", times: 8)
                #expect(try await picker.chosen() == [chosen[8]] + chosen[..<8])
                try await page.press("ArrowRight", "Delete")
                try await picker.waitForChosen(8)
                #expect(try await picker.chosen() == [chosen[8]] + chosen[1..<8])
                try await page.press("Control+Enter")
                try await picker.waitForEnd("Your photos were handed over")
                #expect(try await picker.state().ids == [chosen[8]] + chosen[1..<8])
            }
        }

        @Test func `nine photos by touch, on a phone`() async throws {
            try await PickerPage.open(try .ofTwelveYears(), Self.nine, on: .phone) { picker in
                let page = picker.page
                for (number, index) in [0, 1, 2, 3].enumerated() {
                    try await picker.cell(index).tap()
                    try await picker.waitForChosen(number + 1)
                }
                // A finger that stays, and then moves on, chooses what it moves over.
                let start = try await picker.cell(4).box(), end = try await picker.cell(7).box()
                try await page.touch("touchStart", [(start.x + 40, start.y + 40)])
                try await picker.waitForChosen(5)
                for part in [0.3, 0.6, 1.0] {
                    try await page.touch("touchMove", [(start.x + 40 + (end.x - start.x) * part, start.y + 40 + (end.y - start.y) * part)])
                    try await page.waitForFrames(2)
                }
                try await page.touch("touchEnd", [])
                try await picker.waitForChosen(8)
                let chosen = try await picker.chosen()
                try await page.element("#tray .one:nth-child(2) .take-away").tap()
                try await picker.waitForChosen(7)
                try await page.element("#done").tap()
                try await picker.waitForEnd("Your photos were handed over")
                #expect(try await picker.state().ids == [chosen[0]] + chosen[2...])
            }
        }

        @Test func `from albums and from a search, and what is chosen stays chosen`() async throws {
            let world = try World.ofTwelveYears()
            let dunes = try world.add(
                [.init(filename: "DUNE.JPG", date: Date(timeIntervalSince1970: 1_500_000_000), photo: FixtureImages.jpeg(width: 320, height: 240, seed: 77))], album: "Dunes")
            try await PickerPage.open(world, Self.nine) { picker in
                let page = picker.page
                let first = try await picker.id(at: 3)
                try await picker.cell(3).click()
                try await picker.waitForChosen(1)
                try await page.element(role: "tab", name: "Albums").click()
                try await page.waitFor(
                    "[...document.querySelectorAll('#albums .album')].some(one => one.textContent.includes('Dunes') && one.querySelector('img'))", "the album's cover")
                try await page.run("[...document.querySelectorAll('#albums .album')].find(one => one.textContent.includes('Dunes')).click()")
                try await page.waitFor("document.querySelector('#timeline [data-id=\"\(dunes[0])\"]')", "the album's photo")
                #expect(try await page.evaluate("document.querySelector('.where .title').textContent", as: String.self) == "Dunes")
                try await picker.cell(0).click()
                try await picker.waitForChosen(2)
                try await page.element(role: "tab", name: "Photos").click()
                try await page.waitFor("document.querySelectorAll('#timeline [data-id]').length > 5", "all photos")
                try await page.element("#search").focus()
                try await page.type("lighthouse")
                try await page.waitFor("document.querySelectorAll('#timeline [data-id]').length === 1", "what was found")
                let found = try await picker.id(at: 0)
                try await picker.cell(0).click()
                try await picker.waitForChosen(3)
                #expect(try await picker.chosen() == [first, dunes[0], found])
                try await page.run("document.getElementById('size').value = '1600'; document.getElementById('size').dispatchEvent(new Event('change'))")
                try await page.click("#done")
                try await picker.waitForEnd("Your photos were handed over")
                let state = try await picker.state()
                #expect(state.ids == [first, dunes[0], found] && state.size == 1600)
            }
        }

        @Test func `what the program asks for meanwhile is seen at once, and obeyed once`() async throws {
            try await PickerPage.open(try .ofTwelveYears(), Self.nine) { picker in
                let page = picker.page
                for (number, index) in [0, 2, 4].enumerated() {
                    try await picker.cell(index).click()
                    try await picker.waitForChosen(number + 1)
                }
                let chosen = try await picker.chosen()
                try await picker.update(#"{"limit":2}"#)
                try await page.waitFor("document.querySelector('#tray .told').textContent === 'Take 1 away'", "the lower limit to be told")
                #expect(try await page.evaluate("document.getElementById('done').disabled", as: Bool.self))
                #expect(try await picker.chosen() == chosen, "what is chosen stays so")
                try await picker.update(#"{"deselect":["\#(chosen[0])"],"move":{"asset":"\#(chosen[2])","after":null}}"#)
                try await picker.waitForChosen(2)
                #expect(try await picker.chosen() == [chosen[2], chosen[1]])
                #expect(try await picker.told() == "2 of 2 chosen")
                // Chosen again by the person, it stays although the line is made anew.
                try await picker.update(#"{"limit":9}"#)
                try await page.waitFor("document.querySelector('#tray .told').textContent === '2 of 9 chosen'", "the higher limit to be told")
                try await picker.cell(0).click()
                try await picker.waitForChosen(3)
                try await picker.update(#"{"filter":"videos"}"#)
                try await page.waitFor("document.querySelectorAll('#timeline [data-id]').length === 1", "the only video")
                #expect(try await picker.chosen() == [chosen[2], chosen[1], chosen[0]])
                try await picker.update(#"{"filter":null,"search":"lighthouse"}"#)
                try await page.waitFor("document.getElementById('search').value === 'lighthouse' && document.querySelectorAll('#timeline [data-id]').length === 1", "the search")
                try await picker.end()
                try await picker.waitForEnd("The program that asked doesn’t wait any more")
            }
        }

        @Test func `only what the filter lets through is there, in every list`() async throws {
            try await PickerPage.open(try .ofTwelveYears(), #"{"filter":"videos","limit":0}"#) { picker in
                try await picker.page.waitFor("document.querySelectorAll('#timeline [data-id]').length === 1", "the only video")
                #expect(try await picker.page.evaluate("document.querySelector('#timeline [data-id]').getAttribute('aria-label')", as: String.self).hasPrefix("Video"))
            }
        }

        @Test func `one photo takes the place of another where one is asked for, and cancelling hands over nothing`() async throws {
            try await PickerPage.open(try .ofTwelveYears(), "{}") { picker in
                try await picker.cell(2).click()
                try await picker.waitForChosen(1)
                let other = try await picker.id(at: 5)
                try await picker.cell(5).click()
                try await picker.page.waitFor("document.querySelector('#tray .one')?.dataset.id === \(JSON.literal(other))", "the other one")
                #expect(try await picker.chosen() == [other])
                try await picker.page.click("#cancel")
                try await picker.waitForEnd("Nothing was chosen")
                let state = try await picker.state()
                #expect(state.state == "cancelled" && state.ids.isEmpty)
            }
        }

        @Test func `where the filter excludes everything the page says that there is nothing to choose`() async throws {
            try await PickerPage.open(try .ofTwelveYears(), #"{"limit":9,"filter":"all(images,videos)"}"#) { picker in
                try await picker.page.waitFor("document.getElementById('empty-title')?.textContent === 'Nothing to choose here'", "the empty page")
                try await picker.page.inspect("picker-empty")
                #expect(try await picker.page.evaluate("document.getElementById('done').disabled", as: Bool.self))
                try await picker.page.click("#cancel")
                try await picker.waitForEnd("Nothing was chosen")
                #expect(try await picker.state().state == "cancelled")
            }
        }

        @Test func `what is deleted meanwhile leaves the choice, and the page says so`() async throws {
            let world = try World.ofTwelveYears()
            try await PickerPage.open(world, Self.nine) { picker in
                for index in [2, 3, 4] { try await picker.cell(index).click() }
                try await picker.waitForChosen(3)
                let chosen = try await picker.chosen()
                let uuid = try #require(UUID(uuidString: chosen[1]))
                let row = try #require(try world.library.read { try $0.assetID(uuid: uuid) })
                try world.library.performChanges(author: "test") { try $0.delete([row]) }
                try await picker.waitForChosen(2)
                try await picker.page.waitFor("document.querySelector('.toast .words')?.textContent.includes('1 photo isn’t there any more')", "the loss to be told")
                #expect(try await picker.chosen() == [chosen[0], chosen[2]])
                try await picker.page.click("#done")
                try await picker.waitForEnd("Your photos were handed over")
                #expect(try await picker.state().ids == [chosen[0], chosen[2]])
            }
        }

        @Test func `a Live Photo and a video play before they are chosen`() async throws {
            try await PickerPage.open(try .ofTwelveYears(), Self.nine) { picker in
                let page = picker.page
                for index in [0, 1] {
                    try await picker.cell(index).click(count: 2)
                    try await page.waitFor("!document.getElementById('preview').hidden", "the preview")
                    let isVideo = try await page.evaluate("!!document.querySelector('#preview video.movie')", as: Bool.self)
                    let plays = "document.querySelector('#preview video')?.readyState >= 2"
                    if isVideo {
                        try await page.waitFor(plays, "frame after frame")
                    } else {
                        try await page.waitFor(plays, "frame after frame") { try await page.click("#preview .live-badge") }
                    }
                    try await page.press("Escape")
                    try await page.waitFor("document.getElementById('preview').hidden && !document.querySelector('#preview video')", "the preview to close")
                    try await picker.waitForChosen(0)
                }
            }
        }

        @Test(arguments: Look.all) func `the page, its albums and one photo`(_ look: Look) async throws {
            try await PickerPage.open(try .ofTwelveYears(), Self.nine, on: look.screen) { picker in
                let page = picker.page
                for index in [1, 3] { try await picker.cell(index).click() }
                try await picker.waitForChosen(2)
                try await page.waitForPictures("#tray img")
                try await page.waitForStillness("body")
                try await page.inspect("\(look.testDescription)-picker")
                try await page.element(role: "tab", name: "Albums").click()
                try await page.waitFor("document.querySelectorAll('#albums .album img').length > 2", "covers")
                try await page.waitForStillness("body")
                try await page.inspect("\(look.testDescription)-picker-albums")
                try await page.click("#tray .look")
                try await page.waitForPictures("#preview img")
                try await page.waitForStillness("body")
                try await page.inspect("\(look.testDescription)-picker-photo")
                try await page.press("Escape")
                try await page.click("#done")
                try await picker.waitForEnd("Your photos were handed over")
                try await page.inspect("\(look.testDescription)-picker-end")
            }
        }

        @Test(arguments: [("zh-CN,zh", "zh-Hans", "已选 2 / 9 张", "照片已交付"), ("de-DE,de", "de", "2 von 9 ausgewählt", "Ihre Fotos wurden übergeben")])
        func `in the language that the browser asks for`(_ languages: String, _ file: String, _ told: String, _ end: String) async throws {
            try await PickerPage.open(try .ofTwelveYears(), #"{"limit":9}"#, on: .phone, languages: languages) { picker in
                for index in [1, 3] { try await picker.cell(index).tap() }
                try await picker.waitForChosen(2)
                #expect(try await picker.told() == told)
                try await picker.page.waitForPictures("#tray img")
                try await picker.page.waitForStillness("body")
                try await picker.page.inspect("\(file)-picker")
                try await picker.page.click("#done")
                try await picker.waitForEnd(end)
            }
        }

        @Test(arguments: [Screen.desktop, .phone]) func `what the program leaves out is not there, and the page says what it is for`(_ screen: Screen) async throws {
            let request = #"{"limit":0,"purpose":"access","hides":["search","albums","tray","size"]}"#
            try await PickerPage.open(try .ofTwelveYears(), request, on: screen) { picker in
                let page = picker.page
                #expect(try await page.evaluate("document.title", as: String.self) == "Choose the photos that the app may see")
                try await picker.cell(2).click()
                try await page.waitFor("document.querySelector('#tray .told').textContent === '1 chosen'", "one to be chosen")
                let left = "[...document.querySelectorAll('.tabs, #search, #tray .one, #size')].map(one => one.outerHTML.slice(0, 60))"
                #expect(try await page.evaluate(left, as: [String].self) == [])
                try await page.press("/")
                try await page.inspect("picker, bare, \(screen.width)")
                let chosen = try await picker.id(at: 2)
                try await page.click("#done")
                try await picker.waitForEnd("Your photos were handed over")
                #expect(try await picker.state().ids == [chosen])
            }
        }

        @Test func `a plain form of another site leads here, and the browser takes the answer back`() async throws {
            let host = try HostPage(
                """
                <!doctype html><html lang="en"><meta charset="utf-8"><title>A blog</title><link rel="icon" href="data:,"><form method="get"><input type="hidden" name="return">\
                <input type="hidden" name="limit" value="2"><input type="hidden" name="title" value="For the blog"><button>Choose</button></form></html>
                """)
            let origin = try PublicAddress(host.origin)
            try await Gallery.serve(try .ofTwelveYears(), configure: { $0.formOrigins = [origin] }) { gallery in
                try await Chromium.shared().withPage { page in
                    // The owner is in already.
                    try await page.open(gallery.entrance())
                    try await page.waitFor("document.querySelector('#timeline [data-id]')", "the gallery")
                    try await page.open(host.origin)
                    try await page.run(
                        "document.forms[0].action = \(JSON.literal(gallery.address + "pick")); document.forms[0].elements[0].value = \(JSON.literal(host.origin + "/chosen"))")
                    try await page.click("button")
                    try await page.waitFor("document.title === 'For the blog' && document.querySelector('#timeline [data-id]')", "the picker")
                    try await page.element("#timeline [data-index=\"2\"]").click()
                    try await page.waitFor("document.querySelectorAll('#tray .one').length === 1", "one to be chosen")
                    try await page.click("#done")
                    try await page.waitFor("location.href === \(JSON.literal(host.origin + "/chosen"))", "the blog again")
                    let body = try #require(host.posted.first)
                    #expect(body.split(separator: "&").count == 3 && body.contains("state=confirmed"), "\(body)")
                    #expect(body.contains(#/session=[0-9A-F-]{36}/#) && body.contains(#/token=[0-9a-f]{32}/#), "\(body)")
                }
            }
        }

        @Test func `a page that the program did not name shows no picker`() async throws {
            let host = try HostPage.example()
            try await Gallery.serve(try .ofTwelveYears()) { gallery in
                try await Chromium.shared().withPage { page in
                    let picker = try await PickerPage.begin(gallery, #"{"origins":["http://127.0.0.1:1"]}"#, page)
                    page.log.forgive("frame-ancestors")
                    try await page.open(host.address(showing: picker.url))
                    try await page.waitFor(
                        "(() => { try { return document.querySelector('iframe').contentDocument === null } catch { return true } })()", "the frame to be refused")
                    try await page.waitForFrames(20)
                    #expect(try await picker.state().state == "waiting", "its page never showed anything")
                }
            }
        }
    }
}
