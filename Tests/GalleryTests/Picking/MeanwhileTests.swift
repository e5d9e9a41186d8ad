import Browser
import Foundation
import LibraryEngine
import PhotosTesting
import Testing

extension GalleryTests {
    /// The library changes while somebody chooses.
    @Suite struct PickingMeanwhile {
        private static func row(_ id: String, _ world: World) throws -> Int64 {
            let uuid = try #require(UUID(uuidString: id))
            return try #require(try world.library.read { try $0.assetID(uuid: uuid) })
        }

        private static func hide(_ id: String, _ isHidden: Bool, _ world: World) throws {
            let row = try row(id, world)
            try world.library.performChanges(author: "test") { try $0.update(assetID: row) { $0.isHidden = isHidden } }
        }

        private static func waitForToast(_ words: String, in page: Page) async throws {
            try await page.waitFor("[...document.querySelectorAll('.toast .words')].some(words => words.textContent.includes(\(JSON.literal(words))))", "“\(words)” to be said")
        }

        @Test func `what is hidden leaves the choice, and is chosen where it was once it is shown again`() async throws {
            let world = try World.ofTwelveYears()
            try await PickerPage.open(world, #"{"limit":9,"ordered":true}"#) { picker in
                for index in [2, 3, 4] { try await picker.cell(index).click() }
                try await picker.waitForChosen(3)
                let chosen = try await picker.chosen()
                try Self.hide(chosen[1], true, world)
                try await Self.waitForToast("1 photo isn’t there any more", in: picker.page)
                try await picker.waitForChosen(2)
                #expect(try await picker.chosen() == [chosen[0], chosen[2]])
                try Self.hide(chosen[1], false, world)
                try await Self.waitForToast("1 photo is there again", in: picker.page)
                try await picker.waitForChosen(3)
                #expect(try await picker.chosen() == chosen)
                try await picker.page.click("#done")
                try await picker.waitForEnd("Your photos were handed over")
                #expect(try await picker.state().ids == chosen)
            }
        }

        @Test func `another window of the same picker says that it was answered, and hands over nothing more`() async throws {
            try await PickerPage.open(try .ofTwelveYears(), #"{"limit":2}"#) { picker in
                try await Chromium.shared().withPage { other in
                    // The owner's own browser may open it as well.
                    try await other.prove(Gallery.token)
                    try await other.open("\(picker.origin)/pick/\(picker.id)")
                    let second = PickerPage(page: other, origin: picker.origin, id: picker.id, token: picker.token, url: picker.url)
                    try await second.waitForPhotos()
                    try await second.cell(3).click()
                    try await second.waitForChosen(1)
                    try await picker.cell(2).click()
                    try await picker.waitForChosen(1)
                    let chosen = try await picker.chosen()
                    // It may be asking just then whether what is chosen is there still.
                    other.log.forgive("status of 409")
                    try await picker.page.click("#done")
                    try await picker.waitForEnd("Your photos were handed over")
                    try await second.waitForEnd("This was answered in another window")
                    #expect(try await other.evaluate("document.getElementById('content').hidden", as: Bool.self))
                    #expect(try await picker.state().ids == chosen)
                }
            }
        }

        @Test func `how many there have to be is said before Done can be pressed`() async throws {
            try await PickerPage.open(try .ofTwelveYears(), #"{"limit":5,"minimum":3}"#) { picker in
                let isDone = "!document.getElementById('done').disabled"
                for (count, words) in ["0 of 5 chosen · at least 3", "1 of 5 chosen · at least 3", "2 of 5 chosen · at least 3", "3 of 5 chosen"].enumerated() {
                    if count > 0 { try await picker.cell(count + 1).click() }
                    try await picker.waitForChosen(count)
                    #expect(try await picker.told() == words)
                    #expect(try await picker.page.evaluate(isDone, as: Bool.self) == (count == 3))
                }
            }
        }

        @Test func `a loss is noticed in another list than the photo's, however many are chosen`() async throws {
            let world = try World.ofTwelveYears()
            let dune = try world.add(
                [.init(filename: "DUNE.JPG", date: Date(timeIntervalSince1970: 1_500_000_000), photo: FixtureImages.jpeg(width: 320, height: 240, seed: 77))], album: "Dunes")[0]
            try await PickerPage.open(world, #"{"limit":0}"#) { picker in
                let page = picker.page
                try await PickerHands.keys.begin(in: picker)
                try await page.press("Control+a")
                try await page.waitFor("document.querySelector('#tray .told').textContent === '243 chosen'", "all to be chosen")
                // Those that the tray has are the first two hundred; one far behind them goes.
                let last = try await page.evaluate(
                    "(await (await fetch('/api/assets?in=library&order=newest&offset=242&limit=1')).json()).assets[0].id", as: String.self)
                try await PickerHands.mouse.openAlbum(in: picker)
                try await page.waitFor("document.querySelectorAll('#timeline [data-id]').length === 1", "the album's only photo")
                let row = try Self.row(last, world)
                try world.library.performChanges(author: "test") { try $0.delete([row]) }
                try await Self.waitForToast("1 photo isn’t there any more", in: page)
                try await page.waitFor("document.querySelector('#tray .told').textContent === '242 chosen'", "the loss to be noticed")
                #expect(try await picker.id(at: 0) == dune)
                try await page.click("#done")
                try await picker.waitForEnd("Your photos were handed over")
                let ids = try await picker.state().ids
                #expect(ids.count == 242 && !ids.contains(last) && ids.contains(dune))
            }
        }
    }
}
