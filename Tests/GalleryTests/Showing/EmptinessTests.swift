import Browser
import Foundation
import PhotosTesting
import Testing

extension GalleryTests {
    /// What a list without photos says.
    @Suite struct Emptiness {
        @Test func `an empty library shows the command that fills it, and no other`() async throws {
            // A name that a shell would take apart.
            let world = try World(named: "Anna's photos & more")
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await page.waitFor("!!document.querySelector('#empty code')", "the command")
                let command = try await page.evaluate("document.querySelector('#empty code').textContent", as: String.self)
                #expect(command.hasSuffix(" FOLDER"))
                #expect(try await !page.evaluate("/Takeout|Apple/.test(document.getElementById('empty').textContent)", as: Bool.self))
                _ = try world.file("new/one.jpg", FixtureImages.jpeg(seed: 1))
                _ = try world.file("new/two.jpg", FixtureImages.jpeg(seed: 2))
                try await PhotosTool.shell(command.replacing("FOLDER", with: "'\(world.folder.path)/new'"))
                try await gallery.waitForCount(2)
                try await gallery.waitForPhotos()
                #expect(try await gallery.cells().count == 2)
            }
        }

        @Test func `the command is copied by a press`() async throws {
            let world = try World()
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                try await page.waitFor("!!document.querySelector('#empty code')", "the command")
                try await page.run("navigator.clipboard.writeText = async text => { window.copied = text }")
                try await page.element(role: "button", name: "Copy the command").click()
                try await page.waitFor("document.getElementById('toasts').textContent.includes('Copied')", "a word about it")
                #expect(try await page.evaluate("window.copied === document.querySelector('#empty code').textContent", as: Bool.self))
            }
        }
    }
}
