import Browser
import Foundation
import Photos
import Testing

extension GalleryTests {
    /// Everyday acts, each by mouse and again by keyboard, and each undone.
    @Suite struct Everyday {
        private struct Counts: Decodable, Equatable {
            struct Values: Decodable, Equatable { let assets: Int, favorites: Int, hidden: Int, trashed: Int }
            let counts: Values
        }

        private static func counts(_ gallery: GalleryPage) async throws -> [Int] {
            let counts = try await gallery.api("/api/library", as: Counts.self).counts
            return [counts.assets, counts.favorites, counts.hidden, counts.trashed]
        }

        @Test(arguments: Hands.allCases) func `photos become favourites`(_ hands: Hands) async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                try await hands.select([2, 4, 5], in: gallery)
                try await hands.use("Favourite", key: "f", in: gallery)
                try await gallery.waitForToast("3")
                #expect(try await Self.counts(gallery) == [242, 3, 0, 0])
                try await gallery.page.waitFor(
                    "[2, 4, 5].every(i => document.querySelector(`#timeline [data-index='${i}']`).ariaLabel.includes('avourite'))", "hearts")
                try await hands.undo(in: gallery)
                #expect(try await Self.counts(gallery) == [242, 0, 0, 0])
                if hands == .keyboard {
                    try await gallery.page.press("Control+Shift+z")
                    try await gallery.waitForToast("Done again")
                    #expect(try await Self.counts(gallery) == [242, 3, 0, 0])
                }
            }
        }

        @Test(arguments: Hands.allCases) func `photos are deleted, and restored from Recently Deleted`(_ hands: Hands) async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let ids = try await gallery.cells().map(\.id)
                try await hands.select([1, 3], in: gallery)
                try await hands.use("Delete", key: "Delete", in: gallery)
                try await gallery.waitForCount(240)
                for index in [1, 3] { try await gallery.waitForCell(id: ids[index], isThere: false) }
                try await hands.show("Recently Deleted", in: gallery)
                try await gallery.waitForCount(2)
                try await hands.select([0, 1], in: gallery)
                switch hands {
                case .mouse: try await gallery.page.element(role: "button", name: "Restore").click()
                case .keyboard:
                    try await hands.reach("#selection button[aria-label=Restore]", in: gallery)
                    try await gallery.page.press("Enter")
                }
                try await gallery.page.waitFor("!document.getElementById('empty').hidden", "Recently Deleted to be empty")
                try await hands.show("Library", in: gallery)
                try await gallery.waitForCount(242)
                for index in [1, 3] { try await gallery.waitForCell(id: ids[index]) }
                #expect(try await Self.counts(gallery) == [242, 0, 0, 0])
            }
        }

        @Test func `what was done to videos alone is said, and undone at once`() async throws {
            try await Gallery.open(try .ofTwelveYears(), at: "#/smart/smartAlbumVideos") { gallery in
                let page = gallery.page
                try await page.waitFor("document.querySelectorAll('#timeline [role=gridcell][data-id]').length > 0", "the videos")
                try await page.press("Control+a")
                try await page.waitFor("document.querySelectorAll('#timeline [aria-selected=true]').length === 1", "the only one to be selected")
                try await page.press("Delete", "Control+z")
                try await gallery.waitForToast("Undone: Deleted 1 video")
                try await gallery.waitForCount(1)
                #expect(try await Self.counts(gallery)[0] == 242)
            }
        }

        @Test(arguments: Hands.allCases)
        func `a photo is deleted from the viewer, which goes on, and comes back by undo`(_ hands: Hands) async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let ids = try await gallery.cells().map(\.id)
                try await hands.open(3, in: gallery)
                try await hands.use("Favourite", key: "f", in: gallery)
                try await gallery.waitForToast("avourite")
                try await hands.use("Delete", key: "Delete", in: gallery)
                try await gallery.waitForViewed(ids[4])
                // The viewer follows the library, which may be sooner than the answer that brings the way back.
                try await gallery.waitForToast("Deleted")
                #expect(try await Self.counts(gallery) == [241, 0, 0, 1])
                try await hands.undo(in: gallery)
                #expect(try await Self.counts(gallery) == [242, 1, 0, 0])
                try await hands.use("Back to all photos", key: "Escape", in: gallery)
                try await gallery.waitForViewer(isOpen: false)
                try await gallery.waitForCell(id: ids[3])
            }
        }

        @Test(arguments: Hands.allCases) func `photos are hidden and shown again`(_ hands: Hands) async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                try await hands.select([2], in: gallery)
                try await hands.use("Hide", key: "h", in: gallery)
                try await gallery.waitForCount(241)
                try await hands.show("Hidden", in: gallery)
                try await gallery.waitForCount(1)
                try await hands.select([0], in: gallery)
                try await hands.use("Unhide", key: "h", in: gallery)
                try await gallery.page.waitFor("!document.getElementById('empty').hidden", "nothing to be hidden")
                #expect(try await Self.counts(gallery) == [242, 0, 0, 0])
            }
        }

        @Test(arguments: Hands.allCases) func `an album is made of photos, renamed, emptied, deleted and had back`(_ hands: Hands) async throws {
            try await Gallery.open(try .ofTwelveYears()) { gallery in
                let page = gallery.page
                try await hands.select([2, 3, 4], in: gallery)
                try await hands.use("Add to album", key: "a", in: gallery)
                try await page.waitFor("document.querySelector('dialog[open] input')", "the question for an album")
                try await page.type("By the sea")
                try await hands.answer("Add", in: gallery)
                try await gallery.waitForToast("By the sea")
                try await hands.show("By the sea", in: gallery)
                try await gallery.waitForCount(3)
                try await hands.select([1], in: gallery)
                switch hands {
                case .mouse: try await page.element(role: "button", name: "Remove from album").click()
                case .keyboard:
                    try await hands.reach("#selection button[aria-label='Remove from album']", in: gallery)
                    try await page.press("Enter")
                }
                try await gallery.waitForCount(2)
                // The list follows the library, which may be sooner than the answer that brings the way back.
                try await gallery.waitForToast("Removed")
                try await hands.undo(in: gallery)
                try await gallery.waitForCount(3)
                try await rename(hands, gallery)
                try await delete(hands, gallery)
                try await gallery.waitForToast("Deleted")
                #expect(try await Self.counts(gallery) == [242, 0, 0, 0])
                try await hands.undo(in: gallery)
                try await page.waitFor("document.querySelector('#sidebar [aria-label^=\"In the hills\"]')", "the album to be back")
            }
        }

        @Test(arguments: Hands.allCases) func `a folder's deletion counts all that lies below`(_ hands: Hands) async throws {
            let world = try World.ofTwelveYears()
            try world.photoLibrary.performChangesAndWait {
                let outer = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Travel")
                let inner = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Norway")
                let albums = ["Oslo", "Bergen"].map { PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: $0) }
                inner.addChildCollections(albums.map(\.placeholderForCreatedAssetCollection) as NSArray)
                outer.addChildCollections([inner.placeholderForCreatedCollectionList] as NSArray)
            }
            try await Gallery.open(world) { gallery in
                let page = gallery.page, row = "#sidebar [role=treeitem][aria-label^=Travel]"
                try await page.waitFor("document.querySelector('\(row)')", "the folder")
                switch hands {
                case .mouse:
                    try await page.element(row).click(button: "right")
                    try await page.element(role: "menuitem", name: { $0.hasPrefix("Delete") }, "Delete").click()
                case .keyboard:
                    let _: Bool = try await page.evaluate("(document.querySelector('\(row)').focus(), true)")
                    try await page.press("Delete")
                }
                try await page.waitFor("document.querySelector('dialog[open]')", "the question")
                let question: String = try await page.evaluate("document.querySelector('dialog[open] .content').textContent")
                #expect(question == "2 albums and 1 folder in it go with it. The photos stay in the library.")
            }
        }

        private func rename(_ hands: Hands, _ gallery: GalleryPage) async throws {
            let page = gallery.page
            try await hands.useMenu("Rename", key: "F2", ofAlbum: "By the sea", in: gallery)
            try await page.waitFor("document.querySelector('dialog[open] input')?.value === 'By the sea'", "the question for a name")
            try await page.type("In the hills")
            try await hands.answer("Rename", in: gallery)
            try await page.waitFor("document.querySelector('#sidebar [aria-label^=\"In the hills\"]')", "the new name")
        }

        private func delete(_ hands: Hands, _ gallery: GalleryPage) async throws {
            try await hands.useMenu("Delete", key: "Delete", ofAlbum: "In the hills", in: gallery)
            try await gallery.page.waitFor(
                """
                document.querySelector('dialog[open]') || !document.querySelector('#sidebar [aria-label^="In the hills"]')
                """, "the question, or the album to be gone")
            if try await gallery.page.evaluate("!!document.querySelector('dialog[open]')") { try await hands.answer("Delete", in: gallery) }
            try await gallery.page.waitFor("!document.querySelector('#sidebar [aria-label^=\"In the hills\"]')", "the album to be gone")
        }
    }
}

extension Hands {
    /// Answers a dialog.
    func answer(_ button: String, in gallery: GalleryPage) async throws {
        switch self {
        case .mouse: try await gallery.page.element(role: "button", name: { $0.hasPrefix(button) }, button).click()
        case .keyboard: try await gallery.page.press("Enter")
        }
        try await gallery.page.waitFor("!document.querySelector('dialog[open]')", "the dialog to close")
    }

    /// Chooses from an album's menu, or uses its key.
    func useMenu(_ item: String, key: String, ofAlbum title: String, in gallery: GalleryPage) async throws {
        let page = gallery.page
        let row = "#sidebar [role=treeitem][aria-label^=\(JSON.literal(title))]"
        switch self {
        case .mouse:
            try await page.element(row).click(button: "right")
            try await page.element(role: "menuitem", name: { $0.hasPrefix(item) }, item).click()
        case .keyboard:
            try await show(title, in: gallery)
            try await reach("#sidebar [role=treeitem]", in: gallery)
            try await page.press(key)
        }
    }
}
