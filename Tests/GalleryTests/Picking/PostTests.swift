import Browser
import Foundation
import PhotosTesting
import Testing

/// Who chooses nine photos for a post: by what, on which screen, in which language.
struct Poster: Sendable, CustomTestStringConvertible {
    let hands: PickerHands
    let isOnPhone: Bool
    let isDark: Bool
    let isChinese: Bool

    var testDescription: String { "\(hands), \(isOnPhone ? "phone" : "desktop"), \(isDark ? "dark" : "light"), \(isChinese ? "Chinese" : "English")" }

    /// Each hand on each screen in each theme. The language alternates, so that it meets each hand, screen and theme, and any two of them.
    static let all: [Poster] = PickerHands.allCases.enumerated().flatMap { number, hands in
        (0..<4).map { look in
            let isOnPhone = look & 2 != 0, isDark = look & 1 != 0
            return Poster(hands: hands, isOnPhone: isOnPhone, isDark: isDark, isChinese: (isOnPhone != isDark) != (number % 2 == 1))
        }
    }

    /// A finger needs a screen that can be touched, however large, and a narrow window with a mouse is no phone.
    var screen: Screen {
        var screen = isOnPhone ? Screen.phone : .desktop
        if hands != .keys { screen.isPhone = hands == .touch }
        screen.isDark = isDark
        return screen
    }

    var languages: String { isChinese ? "zh-CN,zh" : "en" }
    var upToNine: String { isChinese ? "最多可选 9 张" : "Choose up to 9" }
    var nineOfNine: String { isChinese ? "已选 9 / 9 张" : "9 of 9 chosen" }
    var end: String { isChinese ? "照片已交付" : "Your photos were handed over" }
}

extension GalleryTests {
    /// The job that the picker is for, from the page's coming to the program's having the photos, with nothing but what the person has at hand.
    @Suite struct Posting {
        @Test(arguments: Poster.all) func `nine photos for a post, from start to end`(_ poster: Poster) async throws {
            let world = try World.ofTwelveYears(), hands = poster.hands
            let dune = try world.add(
                [.init(filename: "DUNE.JPG", date: Date(timeIntervalSince1970: 1_500_000_000), photo: FixtureImages.jpeg(width: 320, height: 240, seed: 77))], album: "Dunes")[0]
            let request = #"{"limit":9,"ordered":true,"title":"Photos for the post","filter":"any(images,videos)"}"#
            try await PickerPage.open(world, request, on: poster.screen, languages: poster.languages) { picker in
                let page = picker.page
                #expect(try await picker.told() == poster.upToNine)
                var expected: [String] = []
                for index in 0..<7 { expected.append(try await picker.id(at: index)) }
                try await hands.begin(in: picker)
                try await hands.choose(first: 7, in: picker)
                try await hands.openAlbum(in: picker)
                try await page.waitFor("document.querySelector('#timeline [data-index=\"0\"]')?.dataset.id === '\(dune)'", "the album's photo")
                if hands == .keys { try await PickerHands.waitForPhotoFocus(in: page) }
                try await hands.choose(first: 1, in: picker)
                try await hands.search("lighthouse", in: picker)
                expected.append(dune)
                expected.append(try await picker.id(at: 0))
                try await hands.choose(first: 1, in: picker)
                #expect(try await picker.chosen() == expected)
                #expect(try await picker.told() == poster.nineOfNine)
                try await hands.moveThirdToFront(in: picker)
                expected.insert(expected.remove(at: 2), at: 0)
                #expect(try await picker.chosen() == expected)
                if hands == .keys {
                    // All are handed over smaller, by a list that a mouse and a finger get from the system and not from the page.
                    try await PickerHands.reach("#size", in: page)
                    try await page.press("ArrowDown", times: 2)
                    try await page.waitFor("document.getElementById('size').value === '1600'", "the size")
                }
                _ = await page.keepScreenshot(named: "post, \(poster.testDescription)")
                try await hands.finish(in: picker)
                try await picker.waitForEnd(poster.end)
                let state = try await picker.state()
                #expect(state.state == "confirmed" && state.ids == expected && state.size == (hands == .keys ? 1600 : nil))
            }
        }
    }
}
