import Foundation

/// An element of a page's document. It stays the same one when the document changes around it.
package struct Element: Sendable {
    /// A place on the screen, in CSS pixels.
    package struct Box: Sendable, Decodable, Equatable {
        package let x: Double, y: Double, width: Double, height: Double

        package var middle: (x: Double, y: Double) { (x + width / 2, y + height / 2) }
    }

    let page: Page
    let object: String
    let shown: String

    /// Calls a function whose `this` is the element.
    package func call<T: Decodable>(_ function: String, _ arguments: any Encodable..., as type: T.Type = T.self) async throws -> T {
        let list = arguments.map { JSON.literal($0) }.joined(separator: ", ")
        let answer = try await page.send(
            "Runtime.callFunctionOn",
            [
                "functionDeclaration": .string("async function() { return (\(function)).apply(this, [\(list)]) }"), "objectId": .string(object),
                "awaitPromise": true, "returnByValue": true,
            ], as: Evaluation<T>.self)
        if let value = try answer.checked(function).value { return value }
        return try JSONDecoder().decode([T].self, from: Data("[null]".utf8))[0]
    }

    package var text: String { get async throws { try await call("function() { return this.textContent }") } }

    package func attribute(_ name: String) async throws -> String? { try await call("function(name) { return this.getAttribute(name) }", name) }

    package func box() async throws -> Box {
        try await call("function() { const { x, y, width, height } = this.getBoundingClientRect(); return { x, y, width, height } }")
    }

    /// Where it can be clicked: the middle of what is in view of it. An error where another element lies over that place.
    func place() async throws -> (x: Double, y: Double) {
        struct Place: Decodable { let x: Double, y: Double, cover: String? }
        let place: Place = try await call(
            """
            function() {
              if (!this.isConnected) throw new Error('it is no longer in the document')
              const isInView = box => box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
              if (!isInView(this.getBoundingClientRect())) this.scrollIntoView({ block: 'center', behavior: 'instant' })
              const box = this.getBoundingClientRect()
              if (box.width === 0 || box.height === 0) throw new Error('it is not shown')
              const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2
              const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2
              let top = document.elementFromPoint(x, y)
              const isHit = top && (this.contains(top) || top.contains(this) || top.closest('label')?.control === this)
              return { x, y, cover: isHit ? null : top ? top.outerHTML.slice(0, 120) : 'nothing' }
            }
            """)
        if let cover = place.cover { throw BrowserError("\(shown) can't be clicked: \(cover) lies over it") }
        return (place.x, place.y)
    }
}

extension Page {
    /// The first element of a CSS selector, waited for.
    package func element(_ selector: String, limit: Double = 60) async throws -> Element {
        let literal = JSON.literal(selector)
        try await waitFor("document.querySelector(\(literal))", "\(selector) to be there", limit: limit)
        let answer = try await send("Runtime.evaluate", ["expression": .string("document.querySelector(\(literal))")], as: Evaluation<JSON>.self)
        guard let object = try answer.checked(selector).objectId else { throw BrowserError("\(selector) is gone again") }
        return Element(page: self, object: object, shown: selector)
    }

    /// What has the keyboard's focus, described in a word or two.
    package func focused() async throws -> String {
        try await evaluate(
            """
            (() => {
              const at = document.activeElement
              const name = at?.getAttribute('aria-label') ?? at?.textContent.trim().slice(0, 60)
              return at ? `${at.tagName.toLowerCase()}${at.id ? '#' + at.id : ''} ${name}` : ''
            })()
            """)
    }
}
