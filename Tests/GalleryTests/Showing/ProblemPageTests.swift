import Browser
import Foundation
import Testing

extension GalleryTests {
    /// What a person sees who is not let in, or opens what is not there.
    @Suite struct ProblemPages {
        @Test(arguments: Look.all) func `a refusal is a page in the gallery's look`(_ look: Look) async throws {
            try await Gallery.serve(try World.ofTwelveYears()) { served in
                try await Chromium.shared().withPage(on: look.screen) { page in
                    page.log.forgive("401")
                    page.log.forgive("404")
                    try await page.open(served.address)
                    #expect(try await page.evaluate("document.querySelector('h1').textContent", as: String.self) == "Only the owner is let in")
                    #expect(try await page.evaluate("document.querySelectorAll('ol li').length", as: Int.self) == 3)
                    try await page.inspect("\(look.testDescription)-401")
                    try await page.prove(Gallery.token)
                    try await page.open(served.address + "nowhere")
                    #expect(try await page.evaluate("document.querySelector('h1').textContent", as: String.self) == "There is nothing here")
                    try await page.inspect("\(look.testDescription)-404")
                    // As dark as the gallery.
                    let isDark = try await page.evaluate("getComputedStyle(document.body).backgroundColor === 'rgb(17, 17, 19)'", as: Bool.self)
                    #expect(isDark == look.screen.isDark)
                    try await page.element("a").click()
                    try await page.waitFor("location.pathname === '/' && document.getElementById('timeline')", "the gallery")
                }
            }
        }
    }
}
