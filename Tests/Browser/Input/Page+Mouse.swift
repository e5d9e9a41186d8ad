import Foundation

/// Keys held down while another key or the mouse is used.
package struct Modifiers: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let alt = Modifiers(rawValue: 1)
    package static let control = Modifiers(rawValue: 2)
    package static let meta = Modifiers(rawValue: 4)
    package static let shift = Modifiers(rawValue: 8)
}

extension Page {
    package func moveMouse(to x: Double, _ y: Double, pressed: Bool = false) async throws {
        pointer.withLock { $0 = (x, y) }
        try await mouse("mouseMoved", ["button": .string(pressed ? "left" : "none"), "buttons": .number(pressed ? 1 : 0)])
    }

    package func click(at x: Double, _ y: Double, count: Int = 1, button: String = "left", _ modifiers: Modifiers = []) async throws {
        try await moveMouse(to: x, y)
        for number in 1...max(1, count) {
            try await pressMouse(number, button, modifiers)
            try await releaseMouse(number, button, modifiers)
        }
    }

    package func pressMouse(_ count: Int = 1, _ button: String = "left", _ modifiers: Modifiers = []) async throws {
        try await mouse(
            "mousePressed",
            [
                "button": .string(button), "buttons": .number(button == "right" ? 2 : 1), "clickCount": .number(Double(count)),
                "modifiers": .number(Double(modifiers.rawValue)),
            ])
    }

    package func releaseMouse(_ count: Int = 1, _ button: String = "left", _ modifiers: Modifiers = []) async throws {
        try await mouse(
            "mouseReleased",
            [
                "button": .string(button), "buttons": 0, "clickCount": .number(Double(count)), "modifiers": .number(Double(modifiers.rawValue)),
            ])
    }

    /// Turns the wheel where the mouse stands: down and right are positive.
    package func wheel(_ down: Double, _ right: Double = 0, _ modifiers: Modifiers = []) async throws {
        try await mouse("mouseWheel", ["deltaX": .number(right), "deltaY": .number(down), "modifiers": .number(Double(modifiers.rawValue))])
    }

    /// Presses, moves in steps, and lets go.
    package func drag(from start: (x: Double, y: Double), to end: (x: Double, y: Double), steps: Int = 8) async throws {
        try await moveMouse(to: start.x, start.y)
        try await pressMouse()
        for step in 1...max(1, steps) {
            let part = Double(step) / Double(max(1, steps))
            try await moveMouse(to: start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part, pressed: true)
        }
        try await releaseMouse()
    }

    /// Clicks the first element of a selector, where a person could.
    package func click(_ selector: String, _ modifiers: Modifiers = [], count: Int = 1) async throws {
        try await element(selector).click(modifiers, count: count)
    }

    private func mouse(_ type: String, _ more: [String: JSON]) async throws {
        let (x, y) = pointer.withLock { $0 }
        let place: [String: JSON] = ["type": .string(type), "x": .number(x), "y": .number(y)]
        try await send("Input.dispatchMouseEvent", .object(place.merging(more) { $1 }))
    }
}

extension Element {
    package func click(_ modifiers: Modifiers = [], count: Int = 1, button: String = "left") async throws {
        let (x, y) = try await place()
        try await page.click(at: x, y, count: count, button: button, modifiers)
    }

    package func hover() async throws {
        let (x, y) = try await place()
        try await page.moveMouse(to: x, y)
    }

    package func tap() async throws {
        let (x, y) = try await place()
        try await page.tap(at: x, y)
    }

    package func focus() async throws { let _: Bool = try await call("function() { this.focus(); return true }") }
}
