import Browser
import Foundation
import LibraryEngine
import PhotosTesting
import Testing

extension GalleryTests {
    /// The gallery as an installed page.
    @Suite struct Installed {
        private struct Manifest: Decodable {
            struct Fault: Decodable { let message: String }
            let url: String
            let errors: [Fault]
        }

        private struct Installability: Decodable {
            struct Fault: Decodable { let errorId: String }
            let installabilityErrors: [Fault]
        }

        @Test func `a browser finds nothing in the way of installing it`() async throws {
            let world = try World.ofTwelveYears()
            try await Gallery.serve(world) { served in
                try await Chromium.shared().withPage { page in
                    try await page.open(served.entrance())
                    try await page.waitFor("location.search === '' && document.getElementById('timeline')", "the gallery")
                    let manifest = try await page.send("Page.getAppManifest", as: Manifest.self)
                    #expect(manifest.url == served.address + "manifest.webmanifest")
                    #expect(manifest.errors.map(\.message) == [])
                    // Pages of tests keep nothing, and are not installed for that.
                    let faults = try await page.send("Page.getInstallabilityErrors", as: Installability.self).installabilityErrors.map(\.errorId)
                    #expect(Set(faults).subtracting(["in-incognito"]).isEmpty, "\(faults)")
                }
            }
        }

        @Test func `what came of files that were shared is told by the gallery`() async throws {
            let world = try World(), photo = try FixtureImages.jpeg(width: 320, height: 240).base64EncodedString()
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                // This page has asked what is left, and takes nothing up any more.
                try await page.waitFor("performance.getEntriesByType('resource').some((one) => one.name.endsWith('/api/uploads'))", "the page to ask")
                let address = try await page.evaluate(
                    """
                    (() => {
                      const form = new FormData();
                      form.append('title', 'Trip');
                      form.append('files', new File([Uint8Array.from(atob('\(photo)'), (one) => one.charCodeAt(0))], 'IMG_1.JPG', { type: 'image/jpeg' }));
                      form.append('files', new File(['no photo'], 'broken.jpg'));
                      return fetch('/share-target', { method: 'POST', body: form }).then((answer) => answer.url);
                    })()
                    """, as: String.self)
                #expect(address.hasPrefix(gallery.address + "?shared="))
                try await page.open(address)
                try await page.waitFor(
                    "document.querySelector('#uploads h2')?.textContent === '1 file is in the library, 1 could not come in'", "what came of the files")
                try await page.waitFor("location.search === ''", "the batch to leave the address")
                let count = try world.library.read { try $0.libraryInfo().assetCount }
                #expect(count == 1)
                try await gallery.waitForPhotos()
                try await gallery.inspect("shared-files")
                // What is told is told once, but for what failed.
                try await page.reload()
                try await page.waitFor(
                    "document.querySelector('#uploads h2')?.textContent === '0 files are in the library, 1 could not come in'", "what failed")
            }
        }

        @Test func `what was shared is told also where it is all in the library, and then forgotten`() async throws {
            let world = try World(), photo = try FixtureImages.jpeg(width: 320, height: 240).base64EncodedString()
            try await Gallery.open(world) { gallery in
                let page = gallery.page
                // This page has asked what is left, and takes nothing up any more.
                try await page.waitFor("performance.getEntriesByType('resource').some((one) => one.name.endsWith('/api/uploads'))", "the page to ask")
                let address = try await page.evaluate(
                    """
                    (() => {
                      const form = new FormData();
                      form.append('files', new File([Uint8Array.from(atob('\(photo)'), (one) => one.charCodeAt(0))], 'IMG_1.JPG', { type: 'image/jpeg' }));
                      return fetch('/share-target', { method: 'POST', body: form }).then((answer) => answer.url);
                    })()
                    """, as: String.self)
                try await page.waitFor("(await (await fetch('/api/uploads')).json()).batches.every((one) => one.done === one.count)", "the file to come in")
                try await page.open(address)
                try await page.waitFor("document.querySelector('#uploads h2')?.textContent === '1 file is in the library'", "what came of the file")
                try await page.waitFor("(await (await fetch('/api/uploads')).json()).batches.length === 0", "the batch to be forgotten")
            }
        }
    }
}
