import PhotoModel
import Testing
@testable import PhotosTool

struct SmartAlbumTests {
    @Test(arguments: [
        ("smartAlbumFavorites", 203), ("FAVORITES", 203), ("live photos", 213), ("livePhotos", 213), ("hidden", 205), ("allHidden", 205), ("recents", 209),
        ("534D4152-5400-4000-8000-0000000000D3/L0/040", 211),
    ])
    func manyNames(_ text: String, _ subtype: Int) {
        #expect(SmartAlbums.album(meantBy: text)?.subtype.rawValue == subtype)
    }

    @Test func othersAreNone() {
        for text in ["", "album", "regular", "albumRegular", "generic", "unableToUpload", "534D4152-5400-4000-8000-0000000000C8", "534D4152-5400-4000-8000-0000000000FF"] {
            #expect(SmartAlbums.album(meantBy: text)?.subtype == nil, "\(text)")
        }
    }

    @Test func theirIdentifiersAreFixed() {
        #expect(SmartAlbums.localIdentifier(SmartAlbum.offered[2]) == "534D4152-5400-4000-8000-0000000000CB/L0/040")
    }
}
