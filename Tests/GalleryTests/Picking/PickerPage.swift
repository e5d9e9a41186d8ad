import Browser
import Foundation
import Testing

/// A picker's page, and the program that asked for it.
struct PickerPage {
    let page: Page
    /// `http://127.0.0.1:PORT`
    let origin: String
    let id: String, token: String, url: String

    private struct Begun: Decodable { var id: String, token: String, url: String }

    struct State: Decodable {
        struct Item: Decodable { var localIdentifier: String }
        var state: String, size: Int?
        var items: [Item]
        var ids: [String] { items.map { String($0.localIdentifier.prefix(36)) } }
    }

    /// Asks for a picker, and opens its address in a browser that nobody has let in otherwise.
    /// - Parameter request: JSON, as a program sends it.
    static func open<T: Sendable>(
        _ world: World, _ request: String, on screen: Screen = .desktop, languages: String? = nil, _ name: String = #function, _ body: (PickerPage) async throws -> T
    ) async throws -> T {
        try await Gallery.serve(world) { gallery in
            try await Chromium.shared().withPage(on: screen, name) { page in
                if let languages { try await page.setLanguages(languages) }
                let picker = try await begin(gallery, request, page)
                try await page.open(picker.url)
                try await picker.waitForPhotos()
                return try await body(picker)
            }
        }
    }

    /// A program's request, which only this test's page can send in its place.
    static func begin(_ gallery: Gallery, _ request: String, _ page: Page) async throws -> PickerPage {
        try await begin(at: gallery.address, Gallery.token, request, page)
    }

    /// The same of a gallery that another process serves, by its owner's token.
    static func begin(at address: String, _ token: String, _ request: String, _ page: Page) async throws -> PickerPage {
        let begun: Begun = try await Program.ask(address + "api/picker/sessions", token, body: request)
        // A list or a picture that is on its way while the answer is given comes behind it now and then, and is refused: nobody misses it.
        page.log.forgive("status of 403") { $0.method == "POST" && $0.path.hasSuffix("/\(begun.id)/choice") }
        return PickerPage(page: page, origin: String(address.dropLast()), id: begun.id, token: begun.token, url: begun.url)
    }

    /// What the program hears.
    func state() async throws -> State { try await Program.ask("\(origin)/api/picker/sessions/\(id)", token) }

    /// The program waits no more.
    func end() async throws {
        struct Answer: Decodable { var state: String }
        // What the page still asks for is refused by the picker while it ends, and by nobody at all after it.
        for status in [403, 404, 409] { page.log.forgive("status of \(status)") }
        let _: Answer = try await Program.ask("\(origin)/api/picker/sessions/\(id)/end", token, body: "{}")
    }

    /// What the program asks for instead.
    func update(_ body: String) async throws {
        struct Answer: Decodable { var state: String }
        let _: Answer = try await Program.ask("\(origin)/api/picker/sessions/\(id)/update", token, body: body)
    }

    func waitForPhotos() async throws {
        try await page.waitFor(
            """
            (() => {
              if (document.getElementById('empty')?.hidden === false) return true
              const cells = [...document.querySelectorAll('#timeline [role=gridcell][data-index]')].filter(cell => cell.getBoundingClientRect().top < innerHeight)
              return cells.length > 0 && cells.every(cell => cell.dataset.id && cell.querySelector('img[src]')?.complete)
            })()
            """, "photos to choose from")
        try await page.waitForFrames(2)
    }

    func cell(_ index: Int) async throws -> Element { try await page.element("#timeline [role=gridcell][data-index=\"\(index)\"]") }

    func id(at index: Int) async throws -> String { try await cell(index).attribute("data-id") ?? "" }

    /// What is chosen, as the foot of the page has it.
    func chosen() async throws -> [String] { try await page.evaluate("[...document.querySelectorAll('#tray .one')].map(one => one.dataset.id)") }

    func waitForChosen(_ count: Int) async throws {
        try await page.waitFor("document.querySelectorAll('#tray .one').length === \(count)", "\(count) to be chosen")
    }

    func told() async throws -> String { try await page.evaluate("document.querySelector('#tray .told').textContent") }

    func waitForEnd(_ title: String) async throws {
        try await page.waitFor("document.getElementById('end-title')?.textContent === \(JSON.literal(title))", "the page to say “\(title)”")
    }
}

/// A program without a browser.
enum Program {
    static func ask<T: Decodable & Sendable>(_ address: String, _ token: String, body: String? = nil) async throws -> T {
        let arguments = ["-sS", "-H", "Authorization: Bearer \(token)"] + (body.map { ["-H", "Content-Type: application/json", "--data-binary", $0] } ?? []) + [address]
        let output = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Data, any Error>) in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let process = Process(), pipe = Pipe()
                        process.executableURL = URL(filePath: "/usr/bin/curl")
                        (process.arguments, process.standardOutput) = (arguments, pipe)
                        try process.run()
                        return try pipe.fileHandleForReading.readToEnd() ?? Data()
                    })
            }
        }
        return try JSONDecoder().decode(T.self, from: output)
    }
}
