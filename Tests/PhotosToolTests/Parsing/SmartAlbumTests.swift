import Testing
@testable import PhotosTool

struct SmartAlbumTests {
    private let known = [201, 202, 203, 205, 209, 211, 213]

    @Test(arguments: [
        ("smartAlbumFavorites", 203), ("FAVORITES", 203), ("live photos", 213), ("livePhotos", 213), ("hidden", 205), ("allHidden", 205), ("recents", 209),
        ("534D4152-5400-4000-8000-0000000000D3/L0/040", 211),
    ])
    func manyNames(_ text: String, _ subtype: Int) {
        #expect(SmartAlbums.subtype(meantBy: text, among: known) == subtype)
    }

    @Test func othersAreNone() {
        for text in ["", "album", "regular", "albumRegular", "spatial", "534D4152-5400-4000-8000-0000000000FF"] {
            #expect(SmartAlbums.subtype(meantBy: text, among: known) == nil, "\(text)")
        }
    }

    @Test func theirIdentifiersAreFixed() {
        #expect(SmartAlbums.localIdentifier(subtype: 203) == "534D4152-5400-4000-8000-0000000000CB/L0/040")
    }
}
