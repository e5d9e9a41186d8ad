import Foundation

/// Fingers, for pages shown on a phone.
extension Page {
    package func tap(at x: Double, _ y: Double) async throws {
        try await touch("touchStart", [(x, y)])
        try await touch("touchEnd", [])
    }

    /// Moves one finger in steps, a frame each.
    package func swipe(from start: (x: Double, y: Double), to end: (x: Double, y: Double), steps: Int = 8) async throws {
        try await touch("touchStart", [start])
        for step in 1...max(1, steps) {
            let part = Double(step) / Double(max(1, steps))
            try await touch("touchMove", [(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)])
            try await waitForFrames(1)
        }
        try await touch("touchEnd", [])
    }

    /// Moves two fingers apart or together around a place.
    package func pinch(at middle: (x: Double, y: Double), from start: Double, to end: Double, steps: Int = 8) async throws {
        func fingers(_ distance: Double) -> [(x: Double, y: Double)] { [(middle.x - distance / 2, middle.y), (middle.x + distance / 2, middle.y)] }
        try await touch("touchStart", fingers(start))
        for step in 1...max(1, steps) {
            try await touch("touchMove", fingers(start + (end - start) * Double(step) / Double(max(1, steps))))
            try await waitForFrames(1)
        }
        try await touch("touchEnd", [])
    }

    /// Scrolls as a finger that flings: `distance` pixels of content, `speed` pixels a second.
    package func fling(at place: (x: Double, y: Double), distance: Double, speed: Double) async throws {
        try await send(
            "Input.synthesizeScrollGesture",
            [
                "x": .number(place.x), "y": .number(place.y), "yDistance": .number(-distance), "speed": .number(speed), "preventFling": false,
                "gestureSourceType": "touch",
            ], limit: 300)
    }

    package func touch(_ type: String, _ points: [(x: Double, y: Double)]) async throws {
        let list = points.enumerated().map { index, point -> JSON in ["x": .number(point.x), "y": .number(point.y), "id": .number(Double(index))] }
        try await send("Input.dispatchTouchEvent", ["type": .string(type), "touchPoints": .array(list)])
    }
}
