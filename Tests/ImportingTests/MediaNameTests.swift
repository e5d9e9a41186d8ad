import Testing

@testable import Importing

@Suite("What names say") struct MediaNameTests {
    @Test(arguments: [
        ("IMG_1853.HEIC", "img_1853", MediaName.Role.plain), ("IMG_E1853.heic", "img_1853", .edited), ("IMG_3582_edited.heic", "img_3582", .edited),
        ("IMG_1-edited.jpg", "img_1", .edited), ("IMG_O3582.aae", "img_3582", .cameraAdjustment), ("IMG_3582.AAE", "img_3582", .plain),
        ("IMG_O3582.HEIC", "img_o3582", .plain), ("IMG_EASTER.JPG", "img_easter", .plain), ("IMG_E12b.JPG", "img_e12b", .plain), ("_E1.JPG", "_e1", .plain),
        ("_edited.jpg", "_edited", .plain), ("E123.jpg", "e123", .plain), ("St James Park.AAE", "st james park", .plain), ("noextension", "noextension", .plain),
        ("IMG_E.jpg", "img_e", .plain), ("IMG_1 (1).HEIC", "img_1 (1)", .plain), ("IMG_1_edited (1).heic", "img_1 (1)", .edited),
        ("IMG_1-edited(2).jpg", "img_1(2)", .edited), ("IMG_E1853 (12).heic", "img_1853 (12)", .edited), ("IMG_O3582 (1).aae", "img_3582 (1)", .cameraAdjustment),
        ("IMG_1 (a).jpg", "img_1 (a)", .plain), ("(1).jpg", "(1)", .plain),
    ]) func stemsAndRoles(_ name: String, _ stem: String, _ role: MediaName.Role) {
        #expect(MediaName(name).stem == stem)
        #expect(MediaName(name).role == role)
    }

    @Test func sidecarsNameTheirFileOrItsStem() {
        #expect(MediaName("IMG_4179.jpeg.xmp").subject == "img_4179.jpeg")
        #expect(MediaName("IMG_4179.jpeg.xmp").stem == "img_4179")
        #expect(MediaName("IMG_4179 (1).jpeg.xmp").subject == "img_4179 (1).jpeg")
        #expect(MediaName("IMG_4179 (1).jpeg.xmp").stem == "img_4179 (1)")
        #expect(MediaName("IMG_4179.jpeg (1).xmp").subject == "img_4179.jpeg")
        #expect(MediaName("IMG_4179.jpeg (1).xmp").stem == "img_4179")
        #expect(MediaName("IMG_4179 (1).xmp").subject == nil)
        #expect(MediaName("IMG_4179.xmp").subject == nil)
        #expect(MediaName("v1.2.xmp").subject == nil, "2 is no extension of a picture")
        #expect(MediaName("v1.2.xmp").stem == "v1.2")
    }
}
