import Metadata
import PhotoModel
import Testing

@testable import Importing

@Suite("Which files are one asset") struct FileMatcherTests {
    /// Assets as sets of "kind name", then leftovers, in an order that does not depend on the input's.
    private func describe(_ files: [(String, MediaFacts)]) -> [String] {
        let result = FileMatcher.match(files.map { MatchFile(name: $0.0, facts: $0.1) })
        let all = result.drafts.flatMap { $0.members.map(\.file) } + result.leftovers.map(\.file)
        #expect(all.sorted() == Array(files.indices), "every file is used once: \(files.map(\.0))")
        let drafts = result.drafts.map { draft in
            draft.members.map { "\($0.kind) \(files[$0.file].0)" }.joined(separator: ", ") + (draft.adjustment.map { ", edit \(files[$0].0)" } ?? "")
        }
        return (drafts + result.leftovers.map { "left \(files[$0.file].0)" }).sorted()
    }

    private let camera: [(String, MediaFacts)] = [
        ("IMG_1.HEIC", .photo("public.heic", content: "A")), ("IMG_1.MOV", .movie(content: "A")), ("IMG_1.AAE", .adjustment()),
        ("IMG_1.xmp", .sidecar(title: "T")), ("IMG_2.DNG", .photo("com.adobe.raw-image")), ("IMG_2.JPG", .photo()),
    ]

    @Test func everyOrderOfAGroupGivesTheSameAssets() {
        let expected = ["photo IMG_1.HEIC, adjustmentData IMG_1.AAE, pairedVideo IMG_1.MOV, sidecar IMG_1.xmp, edit IMG_1.AAE", "photo IMG_2.JPG, alternatePhoto IMG_2.DNG"]
        var count = 0
        permutations(camera) { order in
            count += 1
            #expect(describe(order) == expected)
        }
        #expect(count == 720)
    }

    @Test func everySubsetOfAFullGroupIsTheSameInBothDirections() {
        let full =
            camera + [
                ("IMG_E1.HEIC", .photo("public.heic")), ("IMG_O1.aae", .adjustment("com.apple.camera")), ("IMG_1.DNG", .photo("com.adobe.raw-image", content: "A")),
                ("IMG_E1.MOV", .movie(content: "B")), ("IMG_1.HEIC.xmp", .sidecar()),
            ]
        for bits in 0..<(1 << full.count) {
            let subset = full.indices.filter { bits & 1 << $0 != 0 }.map { full[$0] }
            #expect(describe(subset) == describe(subset.reversed()), "\(subset.map(\.0))")
        }
    }

    @Test func aSidecarSaysWhichOfAPairIsTheOriginal() {
        let pair: [(String, MediaFacts)] = [("IMG_2.DNG", .photo("com.adobe.raw-image")), ("IMG_2.JPG", .photo())]
        let raw = ("IMG_2.JPG.xmp", MediaFacts.sidecar(choice: .raw)), compressed = ("IMG_2.JPG (1).xmp", MediaFacts.sidecar(choice: .compressed))
        func chosen(_ files: [(String, MediaFacts)]) -> [String?] {
            FileMatcher.match(files.map { MatchFile(name: $0.0, facts: $0.1) }).drafts.map { draft in draft.chosenRaw.map { files[$0].0 } }
        }
        permutations(pair + [raw]) { #expect(chosen($0) == ["IMG_2.DNG"]) }
        #expect(chosen(pair) == [nil] && chosen(pair + [compressed]) == [nil])
        #expect(chosen([pair[1], raw]) == [nil], "there is no RAW")
        #expect(chosen([pair[0], ("IMG_2.DNG.xmp", .sidecar(choice: .raw))]) == [nil], "there is nothing but the RAW")
        // The library's own word stands beside one that came with the picture.
        permutations(pair + [raw, compressed]) { #expect(chosen($0) == [nil]) }
    }

    /// What was joined by hand: neither contents nor dates tell it.
    @Test func aSidecarNamesTheMovieAndTheRawOfItsPicture() {
        let picture = ("IMG_1.JPG", MediaFacts.photo()), movie = ("IMG_1.MOV", MediaFacts.movie(at: 7)), raw = ("IMG_1.DNG", MediaFacts.photo("com.adobe.raw-image", at: 5))
        let said = ("IMG_1.JPG.xmp", MediaFacts.joined(movie: "img_1.mov", raw: "IMG_1.DNG"))
        permutations([picture, movie, raw, said]) {
            #expect(describe($0) == ["photo IMG_1.JPG, alternatePhoto IMG_1.DNG, pairedVideo IMG_1.MOV, sidecar IMG_1.JPG.xmp"])
        }
        #expect(describe([picture, movie, raw]).count == 3)
        // Of two of a kind it is the one that is named, and another's identifier takes nothing away.
        let other = ("IMG_1.CR2", MediaFacts.photo("com.canon.cr2-raw-image")), live = ("IMG_1.MP4", MediaFacts.movie(content: "A"))
        permutations([("IMG_1.JPG", .photo(content: "A")), movie, live, said]) {
            #expect(describe($0) == ["photo IMG_1.JPG, pairedVideo IMG_1.MOV, sidecar IMG_1.JPG.xmp", "video IMG_1.MP4"])
        }
        permutations([picture, other, raw, said]) {
            #expect(describe($0) == ["photo IMG_1.CR2", "photo IMG_1.JPG, alternatePhoto IMG_1.DNG, sidecar IMG_1.JPG.xmp"])
        }
        permutations([picture, ("IMG_1.HEIC", .photo("public.heic")), raw, ("IMG_1.HEIC.xmp", .joined(raw: "IMG_1.DNG"))]) {
            #expect(describe($0) == ["photo IMG_1.HEIC, alternatePhoto IMG_1.DNG, sidecar IMG_1.HEIC.xmp", "photo IMG_1.JPG"])
        }
        // The number of a second sidecar is no part of the name.
        #expect(describe([picture, movie, ("IMG_1.JPG (1).xmp", .joined(movie: "IMG_1.MOV"))]).count == 1)
        // What it names has to be there, to be of the kind, and not the picture itself; one that names no picture says nothing.
        for name in ["IMG_2.MOV", "IMG_1.JPG", "IMG_1.DNG", ""] { #expect(describe([picture, movie, raw, ("IMG_1.JPG.xmp", .joined(movie: name))]).count == 3, "\(name)") }
        #expect(describe([picture, raw, movie, ("IMG_1.JPG.xmp", .joined(raw: "IMG_1.MOV"))]).count == 3)
        #expect(describe([picture, movie, ("IMG_1.xmp", .joined(movie: "IMG_1.MOV"))]).count == 2)
        #expect(describe([movie, ("IMG_1.JPG.xmp", .joined(movie: "IMG_1.MOV"))]) == ["left IMG_1.JPG.xmp", "video IMG_1.MOV"])
    }

    @Test func liveMoviesAreNeverPairedByName() {
        #expect(describe([("IMG_1.HEIC", .photo("public.heic")), ("IMG_1.MOV", .movie())]) == ["photo IMG_1.HEIC", "video IMG_1.MOV"])
        #expect(describe([("IMG_1.HEIC", .photo("public.heic", content: "A")), ("IMG_1.MOV", .movie(content: "B"))]).count == 2)
        #expect(describe([("IMG_1.HEIC", .photo("public.heic", content: "A")), ("other.MOV", .movie(content: "A"))]) == ["photo IMG_1.HEIC, pairedVideo other.MOV"])
    }

    @Test func anEditedLivePhotoThatWasExportedAsItLooksIsOneAsset() {
        let movie = ("IMG_1.MOV", MediaFacts.movie(content: "A")), whole = ["photo IMG_1_edited.HEIC, pairedVideo IMG_1.MOV"]
        permutations([movie, ("IMG_1_edited.HEIC", .photo("public.heic", content: "B"))]) { #expect(describe($0) == whole) }
        #expect(describe([movie, ("IMG_1_edited.HEIC", .photo("public.heic"))]) == whole)
        #expect(describe([("IMG_1 (1).MOV", .movie(content: "A")), ("IMG_1_edited (1).HEIC", .photo("public.heic", content: "B"))]).count == 1)
        #expect(describe([movie, ("IMG_1_edited.HEIC", .photo("public.heic", at: 5))]).count == 2, "another moment")
        #expect(describe([movie, ("IMG_1_edited.HEIC", .photo("public.heic", model: "other"))]).count == 2, "another camera")
        #expect(describe([("IMG_1.MOV", .movie()), ("IMG_1_edited.HEIC", .photo("public.heic"))]).count == 2, "no half of a Live Photo")
        #expect(describe([movie, ("IMG_2_edited.HEIC", .photo("public.heic", content: "B"))]).count == 2, "of another name")
    }

    @Test func twoStillsOfOneIdentifierShareNoMovie() {
        let files: [(String, MediaFacts)] = [("A.JPG", .photo(content: "C")), ("B.JPG", .photo(content: "C")), ("B.MOV", .movie(content: "C"))]
        permutations(files) { #expect(describe($0) == ["photo A.JPG", "photo B.JPG, pairedVideo B.MOV"]) }
    }

    @Test func aRAWJoinsItsJPEGUnlessTheirMomentsDiffer() {
        #expect(describe([("a.dng", .photo("com.adobe.raw-image")), ("A.jpg", .photo())]) == ["photo A.jpg, alternatePhoto a.dng"])
        #expect(describe([("a.dng", .photo("com.adobe.raw-image", at: 5)), ("a.jpg", .photo())]).count == 2)
        #expect(describe([("a.dng", .photo("com.adobe.raw-image", at: nil)), ("a.jpg", .photo())]).count == 1)
        #expect(describe([("a.dng", .photo("com.adobe.raw-image", at: 1_700_000_000.9)), ("a.jpg", .photo())]).count == 1, "a fraction may be lost")
        #expect(describe([("a.dng", .photo("com.adobe.raw-image")), ("b.jpg", .photo())]).count == 2)
        #expect(describe([("a.dng", .photo("com.adobe.raw-image")), ("a.png", .photo("public.png"))]).count == 2, "no camera writes a PNG beside a RAW")
        #expect(
            describe([("a.dng", .photo("com.adobe.raw-image")), ("a.heic", .photo("public.heic")), ("a.jpg", .photo())]) == ["photo a.heic", "photo a.jpg, alternatePhoto a.dng"])
        #expect(describe([("a.dng", .photo("com.adobe.raw-image")), ("a.cr2", .photo("com.canon.cr2-raw-image")), ("a.jpg", .photo())]).count == 2)
    }

    @Test func aRenderingNeedsAnAdjustmentFileOrTheSameMomentAndCamera() {
        let base = ("IMG_1.HEIC", MediaFacts.photo("public.heic"))
        #expect(
            describe([base, ("IMG_E1.HEIC", .photo("public.heic", model: nil)), ("IMG_1.AAE", .adjustment())])
                == ["photo IMG_1.HEIC, fullSizePhoto IMG_E1.HEIC, adjustmentData IMG_1.AAE, edit IMG_1.AAE"])
        #expect(describe([base, ("IMG_1_edited.jpg", .photo())]) == ["photo IMG_1.HEIC, fullSizePhoto IMG_1_edited.jpg"])
        #expect(describe([base, ("IMG_E1.HEIC", .photo("public.heic", model: "other"))]).count == 2, "another camera, no adjustments")
        #expect(
            describe([base, ("IMG_E1.HEIC", .photo("public.heic", at: 5)), ("IMG_1.AAE", .adjustment())])
                == ["photo IMG_1.HEIC, adjustmentData IMG_1.AAE, edit IMG_1.AAE", "photo IMG_E1.HEIC"])
        #expect(describe([("IMG_E1.HEIC", .photo("public.heic"))]) == ["photo IMG_E1.HEIC"])
    }

    @Test func anEditedLivePhotoHasFourFiles() {
        let files: [(String, MediaFacts)] = [
            ("IMG_1.HEIC", .photo("public.heic", content: "A")), ("IMG_1.MOV", .movie(content: "A")), ("IMG_E1.HEIC", .photo("public.heic", content: "B")),
            ("IMG_E1.MOV", .movie(content: "B")), ("IMG_1.AAE", .adjustment()),
        ]
        permutations(files) {
            #expect(
                describe($0) == [
                    "photo IMG_1.HEIC, fullSizePhoto IMG_E1.HEIC, adjustmentData IMG_1.AAE, pairedVideo IMG_1.MOV, fullSizePairedVideo IMG_E1.MOV, edit IMG_1.AAE"
                ])
        }
    }

    /// Of a motion photo that was edited all copies say one identifier, and its own movie is no file.
    @Test func theMovieOfAnEditedMotionPhotoIsTheEdits() {
        var motion = MediaFacts.photo(content: "A")
        motion.embeddedMovie = EmbeddedMovie(range: 4_000..<9_000, uniformType: "public.mpeg-4")
        let files: [(String, MediaFacts)] = [
            ("PXL_1.jpg", motion), ("PXL_1_edited.jpeg", .photo(content: "A")), ("PXL_1_edited.mov", .movie(content: "A")), ("PXL_1.AAE", .adjustment()),
        ]
        permutations(files) {
            #expect(
                describe($0) == [
                    "photo PXL_1.jpg, fullSizePhoto PXL_1_edited.jpeg, adjustmentData PXL_1.AAE, fullSizePairedVideo PXL_1_edited.mov, edit PXL_1.AAE"
                ])
        }
    }

    @Test func aRenderedVideoJoinsItsVideo() {
        #expect(
            describe([("IMG_1.MOV", .movie()), ("IMG_E1.MOV", .movie()), ("IMG_1.AAE", .adjustment())])
                == ["video IMG_1.MOV, fullSizeVideo IMG_E1.MOV, adjustmentData IMG_1.AAE, edit IMG_1.AAE"])
    }

    @Test func theCamerasOwnAdjustmentsDoNotMakeAnEdit() {
        #expect(describe([("IMG_1.HEIC", .photo("public.heic")), ("IMG_O1.aae", .adjustment())]) == ["photo IMG_1.HEIC, adjustmentData IMG_O1.aae"])
    }

    @Test func textsWithoutTheirPictureAreLeftOver() {
        #expect(describe([("IMG_1.AAE", .adjustment()), ("IMG_2.xmp", .sidecar())]) == ["left IMG_1.AAE", "left IMG_2.xmp"])
        #expect(describe([("a.jpg", .photo()), ("a.png.xmp", .sidecar())]) == ["left a.png.xmp", "photo a.jpg"], "a sidecar that names another file")
        #expect(describe([("a.jpg", .photo()), ("a.png", .photo("public.png")), ("a.png.xmp", .sidecar())]) == ["photo a.jpg", "photo a.png, sidecar a.png.xmp"])
    }

    /// Calls with every order of `items`.
    private func permutations<T>(_ items: [T], _ body: ([T]) -> Void) {
        var items = items
        func go(_ start: Int) {
            if start >= items.count - 1 { return body(items) }
            for index in start..<items.count {
                items.swapAt(start, index)
                go(start + 1)
                items.swapAt(start, index)
            }
        }
        go(0)
    }
}
