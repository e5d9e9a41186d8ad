import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests.Viewer {
    @Test func aPhotoThatCannotBeDecodedSaysWhy() async throws {
        let (world, ids) = try Self.library(1)
        let originals = world.url.appending(path: "originals")
        let files = try FileManager.default.subpathsOfDirectory(atPath: originals.path).filter { $0.lowercased().hasSuffix(".jpg") }
        let file = originals.appending(path: try #require(files.first))
        try FileManager.default.removeItem(at: file)
        try Data("no picture at all".utf8).write(to: file)
        // What was made of it when it came would go on standing for it.
        for preview in try FileManager.default.subpathsOfDirectory(atPath: world.url.path) where preview.contains("previews/") {
            try? FileManager.default.removeItem(at: world.url.appending(path: preview))
        }
        try await Gallery.serve(world) { gallery in
            try await Chromium.shared().withPage { page in
                page.log.forgive("Failed to load resource")
                try await page.prove(Gallery.token)
                try await page.open(gallery.address + "#/library/asset/\(ids[0])")
                try await page.waitFor("document.querySelector('#viewer .slide-problem')", "the problem")
                let words = try await page.evaluate("document.querySelector('.slide-problem').innerText", as: String.self)
                #expect(words.contains("IMG_0.JPG"))
                let link = try await page.evaluate("document.querySelector('.slide-problem a').getAttribute('href')", as: String.self)
                #expect(link.hasPrefix("/original/\(ids[0])/"))
            }
        }
    }

    @Test func aDamagedPhotoShowsWhatIsLeftAndSaysWhyItIsNotAll() async throws {
        let world = try World(), whole = try FixtureImages.jpeg(width: 640, height: 480, seed: 3)
        let date = Date(timeIntervalSince1970: 1_560_000_000)
        let ids = try world.add([
            .init(filename: "CUT.JPG", date: date, photo: whole.prefix(whole.count * 6 / 10)),
            .init(filename: "WHOLE.JPG", date: date - 60, photo: whole),
        ])
        try await Gallery.open(world) { gallery in
            let page = gallery.page
            try await page.waitFor("document.querySelector('.photo.is-damaged img')?.naturalWidth > 0", "what is left of the photo in the timeline")
            #expect(try await page.evaluate("document.querySelector('.photo.is-damaged').getAttribute('aria-label').includes('damaged')") == true)
            await page.keepScreenshot(named: "damaged-timeline")
            try await gallery.cell(0).click()
            try await gallery.waitForViewed(ids[0])
            try await page.press("i")
            let fact = "[...document.querySelectorAll('.panel-facts dt')].find(term => term.textContent === 'Damage')?.nextElementSibling.textContent"
            try await page.waitFor("\(fact) !== undefined", "the damage in the panel")
            let words: String = try await page.evaluate(fact)
            #expect(words.hasPrefix("The file can’t be read whole. Premature end") && words.hasSuffix("."), "\(words)")
            #expect(try await page.evaluate("document.querySelector('.panel-resource').textContent.includes('damaged')") == true)
            #expect(
                try await page.evaluate("document.querySelector('#viewer .slide:not([aria-hidden]) .picture').getAttribute('aria-label')")
                    == "Photo, 8 June 2019, damaged, CUT.JPG")
            try await page.waitFor("document.querySelector('#viewer .slide:not([aria-hidden]) .picture-preview')", "what is left of it")
            await page.keepScreenshot(named: "damaged-viewer")
            try await page.press("ArrowRight")
            try await gallery.waitForViewed(ids[1])
            try await page.waitFor("document.querySelector('.panel-facts') && \(fact) === undefined", "nothing of the kind of the next photo")
        }
    }
}
