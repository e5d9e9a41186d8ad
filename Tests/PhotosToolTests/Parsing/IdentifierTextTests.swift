import Descriptions
import Foundation
import PhotosServer
import Testing
@testable import PhotosTool

struct LocalIdentifierTests {
    private let uuid = AssetDescriptionTests.uuid

    @Test func everyFormNamesTheSameAsset() {
        for text in [
            "8A6B2C40-0000-4000-8000-0123456789AB", "8a6b2c40-0000-4000-8000-0123456789ab", "8A6B2C40-0000-4000-8000-0123456789AB/L0/001",
            "assets-library://asset/asset.JPG?id=8A6B2C40-0000-4000-8000-0123456789AB&ext=JPG",
        ] {
            #expect(IdentifierText(text) == .whole(uuid), "\(text)")
        }
    }

    @Test func beginnings() {
        #expect(IdentifierText("8a6b2c40") == .prefix("8A6B2C40"))
        #expect(IdentifierText("8A6B2C40-00") == .prefix("8A6B2C40-00"))
        #expect(IdentifierText(IdentifierText.short(uuid)) == .prefix("8A6B2C40"))
    }

    @Test(arguments: ["", "8A6", "8A6B2C4G", "8A6B2C400", "IMG_1.JPG", "-8A6B", "assets-library://asset/asset.JPG", "8A6B2C40-0000-4000-8000-0123456789ABC", "%"])
    func othersAreNone(_ text: String) {
        #expect(IdentifierText(text) == nil)
    }
}
