import Browser
import Testing

extension GalleryTests.Editor {
    private static func waitForOffer(_ page: Page) async throws {
        try await page.waitFor("document.querySelector('.editor-choice')?.checkVisibility()", "the choice between both edits")
    }

    @Test func `a photo that somebody else changed stays as they left it until a person says whose edit is to stay`() async throws {
        let world = try World()
        try await Self.opened(world) { gallery, id in
            let page = gallery.page
            try await Self.slide("exposure", to: 100, in: page)
            try await PhotosTool.run("edit", id, "--contrast", "0.5", library: world.url)
            page.log.forgive("409")
            try await page.click(".editor-save")
            try await Self.waitForOffer(page)
            #expect(try await page.evaluate("document.querySelector('.editor-problem').textContent", as: String.self).contains("changed by somebody else"))
            // Nothing of one's own is lost, and nothing of theirs; a key that was pressed twice decides nothing.
            try await page.press("Control+s", "Enter", " ")
            #expect(try await Self.value("exposure", page) == "100")
            #expect(try await Self.value("contrast", page) == "0")
            #expect(try await Self.edit(id, gallery).contains("\"contrast\":0.5"))
            // Theirs, and one's own once more behind a step back.
            try await page.element(role: "button", name: "Take theirs").click()
            try await page.waitFor("document.querySelector('\(Self.slider("contrast"))').value === '50'", "their contrast")
            #expect(try await Self.value("exposure", page) == "0")
            #expect(try await page.evaluate("document.querySelector('.editor-save').disabled", as: Bool.self))
            try await page.press("Control+z")
            try await page.waitFor("document.querySelector('\(Self.slider("exposure"))').value === '100'", "one's own exposure")
            // They go on, and one's own is saved over it by keys.
            try await PhotosTool.run("edit", id, "--contrast", "0.6", library: world.url)
            try await page.press("Control+s")
            try await Self.waitForOffer(page)
            try await page.press("Tab")
            #expect(try await page.evaluate("document.activeElement.textContent", as: String.self) == "Save mine over it")
            try await page.press("Enter")
            try await Self.waitForEnd(page)
            #expect(try await Self.edit(id, gallery) == "{\"exposure\":1,\"format\":\"org.openphotokit.adjustments\",\"version\":\"1.0\"}")
            // What was there before was theirs.
            try await gallery.waitForToast("Edit saved")
            try await page.press("Control+z")
            try await gallery.waitForToast("Undone: Edit saved")
            #expect(try await Self.edit(id, gallery).contains("\"contrast\":0.6"))
        }
    }

    @Test func `a photo is not reverted over somebody else's edit without asking`() async throws {
        let world = try World()
        try await Self.opened(world) { gallery, id in
            let page = gallery.page
            try await PhotosTool.run("edit", id, "--contrast", "0.5", library: world.url)
            try await page.press("Escape")
            try await Self.waitForEnd(page)
            try await Self.open(page)
            try await PhotosTool.run("edit", id, "--contrast", "0.6", library: world.url)
            page.log.forgive("409")
            try await page.click(".editor-revert")
            try await page.click("dialog.dialog [data-kind=danger]")
            try await Self.waitForOffer(page)
            #expect(try await Self.edit(id, gallery).contains("\"contrast\":0.6"))
            try await page.element(role: "button", name: "Revert all the same").click()
            try await Self.waitForEnd(page)
            #expect(try await Self.edit(id, gallery) == "null")
        }
    }

    @Test(arguments: Look.all) func `the choice between two edits`(_ look: Look) async throws {
        let world = try World()
        try await Self.opened(world, on: look.screen, "two-edits-\(look.testDescription)") { gallery, id in
            let page = gallery.page
            try await Self.slide("exposure", to: 100, in: page)
            try await PhotosTool.run("edit", id, "--contrast", "0.5", library: world.url)
            page.log.forgive("409")
            try await page.press("Control+s")
            try await Self.waitForOffer(page)
            try await gallery.inspect("\(look.testDescription)-editor-two")
        }
    }
}
