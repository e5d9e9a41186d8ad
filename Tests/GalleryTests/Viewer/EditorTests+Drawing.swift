import Browser
import Foundation
import Testing

extension GalleryTests.Editor {
    /// How far the page's picture is from the worker's, in levels of 255: the 9,999th of 10,000 where there are no edges, the mean of all, how much has no edges, and the
    /// mean where there are edges.
    /// - Parameter space: in which both are compared: what lies outside of it would be the same in both.
    private static func difference(in page: Page, space: String = "srgb") async throws -> [Double] {
        try await page.waitFor("document.querySelector('.editor-truth:not([hidden])')?.complete", "the worker's picture")
        return try await page.call(
            """
            async colorSpace => {
              const page = document.querySelector('.editor-canvas'), worker = document.querySelector('.editor-truth')
              await worker.decode()
              const { width, height } = page
              const pixels = source => {
                const canvas = document.createElement('canvas')
                Object.assign(canvas, { width, height })
                const context = canvas.getContext('2d', { colorSpace })
                context.drawImage(source, 0, 0, width, height)
                return context.getImageData(0, 0, width, height, { colorSpace }).data
              }
              const [a, b] = [pixels(page), pixels(worker)]
              const counts = new Array(256).fill(0)
              let sum = 0, flat = 0, edges = 0
              // What JPEG does about an edge reaches as far as a block of its chroma.
              const around = [-16, -8, 0, 8, 16].flatMap(dy => [-16, -8, 0, 8, 16].map(dx => (dy * width + dx) * 4))
              for (let y = 16; y < height - 16; y++) for (let x = 16; x < width - 16; x++) {
                const at = (y * width + x) * 4
                const isFlat = around.every(there => [0, 1, 2].every(c => Math.abs(b[at + c] - b[at + c + there]) <= 12))
                for (const c of [0, 1, 2]) {
                  const difference = Math.abs(a[at + c] - b[at + c])
                  sum += difference
                  if (isFlat) counts[difference] += 1
                  else edges += difference
                }
                if (isFlat) flat += 1
              }
              let left = flat * 3 * 0.0001, worst = 255
              while (worst > 0 && (left -= counts[worst]) >= 0) worst -= 1
              const apart = ((width - 32) * (height - 32) - flat) * 3
              return [worst, sum / (width * height * 3), flat / (width * height), apart === 0 ? 0 : edges / apart]
            }
            """, space)
    }

    /// An ordinary photo, and one whose colours many screens have and sRGB has not.
    private static let spaces = ["srgb", "display-p3"]

    private static func photo(in space: String) -> Data { space == "srgb" ? Scenery.tiff : Scenery.wideTIFF }

    /// Whose values the page's are, by what it tells the browser.
    private static func space(of page: Page) async throws -> String {
        try await page.call("() => document.querySelector('.editor-canvas').getContext('webgl2').drawingBufferColorSpace")
    }

    /// Docs/Server.md states the tolerance.
    @Test(arguments: spaces) func `the page draws what the worker draws`(space: String) async throws {
        try await Self.opened(of: Self.photo(in: space)) { gallery, _ in
            let page = gallery.page
            #expect(try await Self.space(of: page) == space)
            for (name, value) in [("exposure", 60.0), ("shadows", 40), ("highlights", -30), ("warmth", -50), ("tint", 20), ("saturation", 30)] {
                try await Self.slide(name, to: value, in: page)
            }
            let light = try await Self.difference(in: page, space: space)
            #expect(light[0] <= 8 && light[1] < 2 && light[2] > 0.2, "\(light)")
            for (name, value) in [("brilliance", 40.0), ("blackPoint", 20), ("contrast", 25), ("vignette", 40), ("straighten", 6), ("perspectiveVertical", 20)] {
                try await Self.slide(name, to: value, in: page)
            }
            try await page.click("#editor-tab-filters")
            try await page.click("#editor [data-filter=chrome]")
            let all = try await Self.difference(in: page, space: space)
            #expect(all[0] <= 8 && all[1] < 2 && all[2] > 0.2, "\(all)")
            // A part, turned: its scale and its place are right as well.
            try await page.click("#editor-tab-crop")
            try await page.click("#editor [aria-label='Rotate right']")
            try await page.click("#editor [aria-label=Flip]")
            let turned = try await Self.difference(in: page, space: space)
            #expect(turned[0] <= 8 && turned[1] < 2, "\(turned)")
        }
    }

    @Test(arguments: spaces) func `the page draws every filter as the worker does, whole and in part`(space: String) async throws {
        try await Self.opened(of: Self.photo(in: space)) { gallery, _ in
            let page = gallery.page
            try await page.click("#editor-tab-filters")
            let names: [String] = try await page.call(
                "() => [...document.querySelectorAll('#editor [data-filter]:not([data-filter=none])')].map(look => look.dataset.filter)")
            #expect(names.count == 12, "\(names)")
            for (index, name) in names.enumerated() {
                try await page.click("#editor [data-filter=\(name)]")
                if !index.isMultiple(of: 2) { try await Self.slide("filterIntensity", to: 55, in: page) }
                try await page.waitForFrames(2)
                let found = try await Self.difference(in: page, space: space)
                #expect(found[0] <= 8 && found[1] < 2 && found[2] > 0.1, "\(name): \(found)")
            }
        }
    }

    @Test func `the page draws a part that leans as the worker does`() async throws {
        try await Self.opened { gallery, _ in
            let page = gallery.page
            try await page.click("#editor-tab-crop")
            try await Self.slide("perspectiveHorizontal", to: -30, in: page)
            let whole = try await Self.canvas(page)
            let _: Bool = try await page.call(
                """
                () => {
                  const shape = document.querySelector('#editor-crop select')
                  shape.value = 'square'
                  return shape.dispatchEvent(new Event('change', { bubbles: true }))
                }
                """)
            // The handles lie over all of it; behind the other tabs only the part is shown.
            try await page.click("#editor-tab-light")
            try await page.waitForFrames(3)
            let part = try await Self.canvas(page)
            #expect(abs(whole[0] / whole[1] - 1) > 0.1 && abs(part[0] / part[1] - 1) < 0.01, "\(whole) \(part)")
            let found = try await Self.difference(in: page)
            #expect(found[0] <= 8 && found[1] < 2, "\(found)")
        }
    }

    /// Where there are no edges it does nothing; at edges, which JPEG blurs too, both make about the same of it.
    @Test func `the page sharpens as the worker does`() async throws {
        try await Self.opened { gallery, _ in
            let page = gallery.page
            try await Self.slide("exposure", to: 20, in: page)
            try await page.waitForFrames(2)
            let plain = try await Self.difference(in: page)
            try await Self.keep(page)
            try await Self.slide("sharpness", to: 100, in: page)
            try await page.waitForFrames(2)
            let sharp = try await Self.difference(in: page), change = try await Self.change(page)
            #expect(sharp[0] <= 8 && sharp[1] < 2 && sharp[3] <= plain[3] * 2 + 2, "\(plain) \(sharp)")
            #expect(change >= 20, "nothing was sharpened: \(change)")
        }
    }

    private static func canvas(_ page: Page) async throws -> [Double] {
        try await page.call("() => { const { width, height } = document.querySelector('.editor-canvas'); return [width, height] }")
    }

    private static let read =
        "(() => { const from = document.querySelector('.editor-canvas'), to = document.createElement('canvas'); Object.assign(to, { width: from.width, height: from.height }); "
        + "const context = to.getContext('2d'); context.drawImage(from, 0, 0); return context.getImageData(0, 0, to.width, to.height).data })()"

    /// Remembers what the page draws.
    private static func keep(_ page: Page) async throws {
        let _: Bool = try await page.call("() => { globalThis.drawnBefore = \(read); return true }")
    }

    /// By how many levels what it draws differs from that, where it does most.
    private static func change(_ page: Page) async throws -> Int {
        try await page.call("() => { const now = \(read); return now.reduce((most, value, at) => Math.max(most, Math.abs(value - globalThis.drawnBefore[at])), 0) }")
    }

    /// Where no graphics processor is, as here, fewer pixels are drawn while a slider moves.
    @Test func `a slider's steps are drawn at the screen's pace, and what rests is drawn in full`() async throws {
        try await Self.opened { gallery, _ in
            let full = try await gallery.page.evaluate("document.querySelector('.editor-canvas').width", as: Int.self)
            let times: [Double] = try await gallery.page.call(
                """
                async selector => {
                  const input = document.querySelector(selector), frame = () => new Promise(requestAnimationFrame), frames = []
                  for (let step = 0; step < 90; step++) {
                    const start = await frame()
                    input.value = step
                    input.dispatchEvent(new Event('input', { bubbles: true }))
                    frames.push(await frame() - start)
                  }
                  frames.sort((a, b) => a - b)
                  return [frames[45], frames[85], document.querySelector('.editor-canvas').width]
                }
                """, Self.slider("exposure"))
            // On a machine that does nothing else the median is the screen's 16.7.
            #expect(times[0] < 100, "\(times)")
            try await Self.slide("exposure", to: 89, in: gallery.page)
            try await gallery.page.waitFor("document.querySelector('.editor-canvas').width === \(full)", "all pixels")
        }
    }

    @Test func `fewer pixels are drawn after two late frames, and more after thirty in time`() async throws {
        let faults = try await GalleryTests.withTimelineModules(
            ["../editor/pace"],
            """
            ({ Pace }, { expect }) => {
              let now = 0
              const pace = new Pace(() => now), frame = (taken, isFinished = false) => { now += taken; return pace.coarseness(isFinished) }
              expect(frame(17) === 1 && frame(40) === 1, () => 'one late frame is an accident')
              expect(frame(40) === 1.5 && frame(40) === 1.5 && frame(40) === 2.25, () => 'late frames')
              expect(frame(17, true) === 1, () => 'what rests')
              expect(frame(900) === 2.25, () => 'what moves again')
              for (let n = 0; n < 20; n++) frame(40)
              expect(frame(17) === 4, () => 'no coarser than that')
              for (let n = 0; n < 29; n++) frame(17)
              expect(frame(17) < 4, () => 'more pixels')
              for (let n = 0; n < 900; n++) frame(17)
              expect(frame(17) === 1, () => 'all of them')
            }
            """)
        #expect(faults.isEmpty)
    }
}
