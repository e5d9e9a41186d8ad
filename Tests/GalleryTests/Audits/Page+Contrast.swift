import Browser
import Foundation

/// A piece of text, or the drawing of a control, as it stands on the screen.
struct Drawn: Codable, Sendable {
    /// A colour between which and its ground there is the least that people need: 4.5 for text, 3 for large text and controls.
    let needed: Double
    let what: String
    let x: Double, y: Double, width: Double, height: Double
}

extension Page {
    /// What on the screen can't be told from its ground well enough, measured on its pixels: each with what it has and what it needs.
    func faintParts() async throws -> [String] {
        let drawn: [Drawn] = try await evaluate(Self.drawnParts)
        let ratios = try await contrasts(of: drawn)
        return zip(drawn, ratios).compactMap { part, ratio in
            ratio + 0.05 < part.needed ? "\(part.what): \((ratio * 100).rounded() / 100) of \(part.needed) at \(Int(part.x)),\(Int(part.y))" : nil
        }
    }

    /// The contrast between the commonest colour of each box and the one that differs most from it.
    private func contrasts(of drawn: [Drawn]) async throws -> [Double] {
        let image = try await screenshot().base64EncodedString()
        let width: Double = try await evaluate("innerWidth")
        return try await browser.withBlankPage { blank in
            try await blank.call(
                """
                async (data, boxes, width) => {
                  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + data)).blob())
                  const canvas = new OffscreenCanvas(image.width, image.height)
                  const context = canvas.getContext('2d', { willReadFrequently: true })
                  context.drawImage(image, 0, 0)
                  const scale = image.width / width
                  const part = value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
                  const light = colour => 0.2126 * part((colour >> 16 & 255) / 255) + 0.7152 * part((colour >> 8 & 255) / 255)
                    + 0.0722 * part((colour & 255) / 255)
                  const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
                  return boxes.map(box => {
                    const [x, y] = [Math.max(0, Math.floor(box.x * scale)), Math.max(0, Math.floor(box.y * scale))]
                    const right = Math.min(image.width, Math.ceil((box.x + box.width) * scale))
                    const bottom = Math.min(image.height, Math.ceil((box.y + box.height) * scale))
                    if (right <= x || bottom <= y) return 21
                    const { data } = context.getImageData(x, y, right - x, bottom - y)
                    const counts = new Map()
                    for (let i = 0; i < data.length; i += 4) {
                      const colour = data[i] << 16 | data[i + 1] << 8 | data[i + 2]
                      counts.set(colour, (counts.get(colour) ?? 0) + 1)
                    }
                    const ground = light([...counts].reduce((most, one) => one[1] > most[1] ? one : most)[0])
                    return Math.max(...[...counts.keys()].map(colour => contrast(light(colour), ground)))
                  })
                }
                """, image, drawn, width)
        }
    }

    /// Text that can be read where it stands, and controls without text. What is disabled needs no contrast, nor does what lies under another part or in its shadow.
    private static let drawnParts = """
        (() => {
          const list = []
          const isOnTop = (element, x, y) => {
            const top = document.elementFromPoint(x, y)
            return top && (element.contains(top) || top.contains(element))
          }
          const isShown = element => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
            && !element.closest('[disabled], [aria-disabled=true], .unseen, .skip')
          // What the edge of a list that scrolls cuts in two has its colours in the other half.
          const isCut = (element, box) => {
            for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
              const clip = at.getBoundingClientRect()
              if (getComputedStyle(at).overflowY !== 'visible' && (box.top < clip.top || box.bottom > clip.bottom)) return true
            }
            return false
          }
          // What opened over the list lies on it with a shadow, which is no part of what it falls on.
          const opened = [...document.querySelectorAll('[role=menu]')].filter(isShown), shadow = 40
          const isInShadow = (element, box) => opened.some(menu => {
            const over = menu.getBoundingClientRect()
            return !menu.contains(element) && box.right > over.left - shadow && box.left < over.right + shadow
              && box.bottom > over.top - shadow && box.top < over.bottom + shadow
          })
          const add = (element, box, what, needed) => {
            if (isCut(element, box) || isInShadow(element, box)) return
            const x = Math.max(0, box.left), y = Math.max(0, box.top)
            const right = Math.min(innerWidth, box.right), bottom = Math.min(innerHeight, box.bottom)
            if (right - x < 3 || bottom - y < 3 || !isOnTop(element, (x + right) / 2, (y + bottom) / 2)) return
            list.push({ what: what.trim().slice(0, 60), needed, x, y, width: right - x, height: bottom - y })
          }
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const element = node.parentElement
            // A full stop alone has no stroke as wide as a pixel.
            if (!/[\\p{L}\\p{N}]/u.test(node.data) || !isShown(element) || element.closest('script, style, noscript')) continue
            const style = getComputedStyle(element), size = parseFloat(style.fontSize)
            const isLarge = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700
            const range = document.createRange()
            range.selectNodeContents(node)
            for (const box of range.getClientRects()) add(element, box, 'text “' + node.data + '”', isLarge ? 3 : 4.5)
          }
          for (const element of document.querySelectorAll('button, input, select, [role=slider], [role=scrollbar], [role=switch]')) {
            if (!isShown(element) || element.textContent.trim() || element.querySelector('img')) continue
            const drawing = element.querySelector('svg') ?? element
            const box = drawing.getBoundingClientRect()
            // The edge of a field is what shows it: a little of its surroundings is its ground.
            const more = drawing === element ? 3 : 0
            add(element, { left: box.left - more, top: box.top - more, right: box.right + more, bottom: box.bottom + more },
              element.tagName.toLowerCase() + ' “' + (element.getAttribute('aria-label') ?? element.id) + '”', 3)
          }
          for (const element of document.querySelectorAll('input[placeholder]')) {
            if (!isShown(element) || element.value) continue
            add(element, element.getBoundingClientRect(), 'placeholder “' + element.placeholder + '”', 4.5)
          }
          return list
        })()
        """
}
