import Browser
import Foundation
import Testing

extension GalleryTests {
    /// Choosing and rearranging by moving on: with a band that the mouse draws, and along the tray with a mouse or a finger.
    @Suite struct PickingByMoving {
        @Test(arguments: [PickerHands.mouse, .touch]) func `the tray is rearranged by hand, and scrolls along at its ends`(_ hands: PickerHands) async throws {
            var screen = Screen.phone
            screen.isPhone = hands == .touch
            try await PickerPage.open(try .ofTwelveYears(), #"{"limit":9,"ordered":true}"#, on: screen) { picker in
                let page = picker.page
                try await hands.choose(first: 8, in: picker)
                let chosen = try await picker.chosen(), list = try await page.element("#tray .chosen").box()
                let scrolled = "document.querySelector('#tray .chosen').scrollLeft"
                // To the right end, which the phone doesn't show yet: the tray comes along until the first one is the last.
                try await hands.take("#tray .one:nth-child(1) .look", to: (list.x + list.width - 6, list.middle.y), in: page)
                try await page.waitFor("[...document.querySelectorAll('#tray .one')].at(-1).dataset.id === '\(chosen[0])'", "the first to be the last")
                #expect(try await page.evaluate(scrolled, as: Double.self) > 100)
                try await hands.drop(in: page)
                #expect(try await picker.chosen() == Array(chosen[1...]) + [chosen[0]])
                #expect(try await picker.cell(0).attribute("data-number") == "8", "the number on the photo follows")
                #expect(try await page.evaluate("document.getElementById('announcer').textContent", as: String.self) == "Moved to place 8 of 8")
                // Letting go was no press, which would have opened the photo; the next press is one.
                #expect(try await page.evaluate("document.getElementById('preview').hidden", as: Bool.self))
                let last = try await page.element("#tray .one:nth-child(8) .look")
                if hands == .touch { try await last.tap() } else { try await last.click() }
                try await page.waitFor("!document.getElementById('preview').hidden", "the photo to be looked at")
                try await page.press("Escape")
                try await page.waitFor("document.getElementById('preview').hidden", "the preview to close")
                // Escape while something is held puts it back.
                let now = try await picker.chosen()
                try await hands.take("#tray .one:nth-child(8) .look", to: (list.x + list.width / 2, list.middle.y), in: page)
                try await page.waitFor("document.querySelector('#tray .is-dragged') !== document.querySelector('#tray .one:nth-child(8)')", "it to move")
                try await page.press("Escape")
                try await hands.drop(in: page)
                #expect(try await picker.chosen() == now)
            }
        }

        @Test func `a finger that doesn't wait scrolls the tray, and moves nothing`() async throws {
            try await PickerPage.open(try .ofTwelveYears(), #"{"limit":9}"#, on: .phone) { picker in
                let page = picker.page
                try await PickerHands.touch.choose(first: 8, in: picker)
                let chosen = try await picker.chosen(), middle = try await page.element("#tray .one:nth-child(3) .look").box().middle
                try await page.swipe(from: middle, to: (middle.x - 180, middle.y))
                try await page.waitFor("document.querySelector('#tray .chosen').scrollLeft > 100", "the tray to scroll")
                #expect(try await picker.chosen() == chosen)
                #expect(try await page.evaluate("document.getElementById('preview').hidden", as: Bool.self))
            }
        }

        @Test func `a band adds what it touches to what is chosen, as far as the limit goes`() async throws {
            try await PickerPage.open(try .ofTwelveYears(), #"{"limit":5,"ordered":true}"#) { picker in
                let page = picker.page
                try await picker.cell(12).click()
                try await picker.waitForChosen(1)
                var ids: [String] = []
                for index in [12, 2, 3, 4] { ids.append(try await picker.id(at: index)) }
                let first = try await picker.cell(2).box(), second = try await picker.cell(3).box(), third = try await picker.cell(4).box()
                try await page.moveMouse(to: third.x + 40, third.y - 8)
                try await page.pressMouse()
                func move(to x: Double, _ y: Double) async throws {
                    for step in [-6.0, 0] {
                        try await page.moveMouse(to: x, y + step, pressed: true)
                        try await page.waitForFrames(2)
                    }
                }
                try await move(to: first.x + 20, first.y + 30)
                try await picker.waitForChosen(4)
                #expect(try await picker.chosen() == ids, "in the list's order, behind what was chosen before")
                try await move(to: second.x + 20, second.y + 30)
                try await picker.waitForChosen(3)
                #expect(try await picker.chosen() == [ids[0], ids[2], ids[3]])
                // Over more than may be chosen: the limit is told, and holds.
                try await move(to: first.x + 20, first.y + 2.5 * first.height)
                try await page.waitFor("document.querySelector('.toast .words')?.textContent.startsWith('At most 5 can be chosen')", "the limit to be told")
                try await page.releaseMouse()
                try await page.waitFor("document.querySelector('.band') === null", "the band to go")
                #expect(try await picker.chosen().count == 5)
            }
        }

        @Test func `Shift and a click choose all between`() async throws {
            try await PickerPage.open(try .ofTwelveYears(), #"{"limit":0,"ordered":true}"#) { picker in
                try await picker.cell(1).click()
                try await picker.waitForChosen(1)
                try await picker.cell(5).click(.shift)
                try await picker.waitForChosen(5)
                var ids: [String] = []
                for index in 1...5 { ids.append(try await picker.id(at: index)) }
                #expect(try await picker.chosen() == ids)
            }
        }
    }
}
