import Browser
import Foundation
import PhotosTesting
import TestSupport
import Testing

/// What is done each day: photos that come in, changes of many, all albums, photos from afar, what is there twice. Words of other lengths need other room.
extension GalleryTests.Languages {
    private static func hasCovers(_ place: String) -> String {
        "(covers => covers.length > 0 && covers.every(cover => cover.complete))([...document.querySelectorAll('\(place) .card img')])"
    }

    private static func read(_ what: String, _ wanted: Wanted, _ gallery: GalleryPage) async throws {
        let words = try Words(wanted.file), english = try await sentences(gallery.page).filter { words.isEnglish($0) }
        #expect(english.isEmpty, "\(what): \(english)")
    }

    private static func look(at what: String, _ wanted: Wanted, _ gallery: GalleryPage) async throws {
        try await read(what, wanted, gallery)
        try await gallery.inspect("\(wanted.file)-\(what)")
    }

    @Test(arguments: Wanted.all) func `photos that come in, and changes of many, are told in the language that the browser asks for`(_ wanted: Wanted) async throws {
        let world = try World(gazetteer: try MadeGazetteer())
        _ = try world.addPictures(3)
        let photo = try world.file("to send/SENT.JPG", FixtureImages.jpeg(width: 320, height: 240, seed: 500)).path
        let broken = try world.file("to send/broken.jpg", Data("no photo".utf8)).path, close = try Words(wanted.file).text("close")
        try await Gallery.open(world, before: { try await $0.setLanguages(wanted.testDescription) }) { gallery in
            let page = gallery.page
            try await page.drag([photo, broken], to: 700, 400)
            try await page.waitFor("document.querySelector('#uploads li.failed') && document.querySelector('#uploads progress').hidden", "what came of the files")
            try await gallery.waitForPhotos()
            try await Self.look(at: "uploads", wanted, gallery)
            try await page.click("#uploads [aria-label=\"\(close)\"]")
            try await page.waitFor("document.querySelector('#uploads').hidden", "the panel to go")
            try await gallery.cell(0).focus()
            try await page.press("e")
            try await page.waitFor(GalleryTests.BulkEdits.isOpen, "the dialog")
            try await GalleryTests.BulkEdits.choose("4", row: 5, page)
            try await page.click("dialog[open] .actions [data-kind=default]")
            try await page.waitFor("document.querySelector('.bulk-changes li')", "the preview")
            try await Self.look(at: "preview", wanted, gallery)
            for (row, way) in [(0, "shift"), (1, "set"), (2, "set"), (4, "addKeywords")] { try await GalleryTests.BulkEdits.choose(way, row: row, page) }
            try await page.run("document.querySelector('.bulk-row:nth-child(2) input').focus()")
            try await page.type("lis")
            try await page.waitFor("document.querySelector('.bulk-row:nth-child(2) .bulk-parts:not([hidden]) option')", "the town")
            try await Self.look(at: "changes", wanted, gallery)
            try await page.click("dialog[open] .actions [data-kind=default]")
            try await page.waitFor("document.querySelector('.bulk .warning').textContent !== ''", "what is missing")
            try await Self.look(at: "missing", wanted, gallery)
        }
    }

    @Test(arguments: Wanted.all) func `albums, photos from afar and suggestions are told in the language that the browser asks for`(_ wanted: Wanted) async throws {
        let world = try World.ofTwelveYears()
        try world.add([], album: "Norge")
        try await Gallery.open(world, at: "#/albums", before: { try await $0.setLanguages(wanted.testDescription) }) { gallery in
            let page = gallery.page
            try await page.waitFor("document.querySelectorAll('#albums .card').length > 1 && \(Self.hasCovers("#albums"))", "the albums")
            try await Self.look(at: "all-albums", wanted, gallery)
            // Whether something was taken on this day depends on the day.
            try await gallery.go(to: "#/onThisDay")
            try await Self.look(at: "this-day", wanted, gallery)
            try await gallery.go(to: "#/library")
            try await page.click("#search")
            try await page.type("light")
            try await page.waitFor("document.querySelector('#search-suggestions:not([hidden]) [role=option]')", "what may be meant")
            try await Self.read("suggestions", wanted, gallery)
            try await page.press("Escape", "Escape")
            try await gallery.go(to: "#/library")
            for (what, isYears) in [("months", false), ("years", true)] {
                for _ in 0..<(isYears ? 1 : 2) { try await page.click(".zoom > .smaller") }
                try await page.waitFor("(document.querySelector('#timeline .card-title')?.textContent === '2023') === \(isYears) && \(Self.hasCovers("#timeline"))", "the \(what)")
                try await Self.look(at: what, wanted, gallery)
            }
        }
    }

    @Test(arguments: Wanted.all) func `what is there twice is told in the language that the browser asks for`(_ wanted: Wanted) async throws {
        let world = try await GalleryTests.Duplicates.world()
        try await Gallery.open(world, at: "#/duplicates", before: { try await $0.setLanguages(wanted.testDescription) }) { gallery in
            try await gallery.page.waitFor("document.querySelectorAll('.duplicate-group h2').length === 2", "both groups")
            try await Self.look(at: "duplicates", wanted, gallery)
        }
    }
}
