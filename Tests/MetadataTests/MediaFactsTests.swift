import PhotoModel
import Testing

@testable import Metadata

@Suite struct MediaFactsTests {
    private func facts(_ tags: [MetadataTag], kind: MediaKind = .image, type: String = "public.jpeg", decoderTurns: Bool = false) -> MediaFacts {
        var facts = MediaFacts(kind: kind, uniformType: type)
        facts.interpret(TagList(tags), decoderTurns: decoderTurns)
        return facts
    }

    @Test(arguments: [("0", 1), ("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8), ("9", 1), ("-1", 1), ("", 1), ("6.5", 1), ("90", 1)])
    func orientationIsOneToEightElseOne(text: String, orientation: Int) {
        #expect(facts([MetadataTag("Exif.Image.Orientation", text)]).orientation == orientation)
    }

    @Test func aDecoderThatTurnsLeavesNothingToTurn() {
        let turned = facts([MetadataTag("Exif.Image.Orientation", "6")], type: "public.heic", decoderTurns: true)
        #expect(turned.orientation == 1)
        #expect(turned.statedOrientation == 6)
    }

    @Test(arguments: 1...8)
    func uprightSizeSwapsFromFiveOn(orientation: Int) {
        var facts = MediaFacts(kind: .image, uniformType: "public.jpeg")
        (facts.pixelWidth, facts.pixelHeight, facts.orientation) = (3, 2, orientation)
        #expect(facts.uprightSize == (orientation >= 5 ? (2, 3) : (3, 2)))
    }

    @Test func keywordsOfAllSourcesAreJoinedOnceEachInOrder() {
        let tags = [
            MetadataTag("Iptc.Application2.Keywords", "beach"), MetadataTag("Iptc.Application2.Keywords", "Sümmer"), MetadataTag("Xmp.dc.subject", "Su\u{308}mmer"),
            MetadataTag("Xmp.dc.subject", " sea "), MetadataTag("Xmp.dc.subject", ""), MetadataTag("Exif.Image.XPKeywords", "sand; beach;;"),
            MetadataTag("QuickTime.com.apple.quicktime.keywords", "film, sea"),
        ]
        #expect(facts(tags).keywords == ["Su\u{308}mmer", "sea", "beach", "sand", "film"])
    }

    @Test func titleAndCaptionComeFromTheBestSource() {
        let titles = [
            MetadataTag("Xmp.dc.title", "a"), MetadataTag("Iptc.Application2.ObjectName", "b"), MetadataTag("Exif.Image.XPTitle", "c"),
            MetadataTag("QuickTime.com.apple.quicktime.displayname", "d"),
        ]
        for index in titles.indices { #expect(facts(Array(titles[index...])).title == titles[index].text) }
        let captions = [
            MetadataTag("Xmp.dc.description", "a"), MetadataTag("Iptc.Application2.Caption", "b"), MetadataTag("Exif.Image.ImageDescription", "c"),
            MetadataTag("QuickTime.com.apple.quicktime.description", "d"),
        ]
        for index in captions.indices { #expect(facts(Array(captions[index...])).caption == captions[index].text) }
        #expect(facts([MetadataTag("Xmp.dc.title", "  \0")]).title == nil)
    }

    @Test(arguments: [("0", 0), ("3", 3), ("5", 5), ("99", 5), ("-1", nil), ("x", nil), ("4.0", 4)] as [(String, Int?)])
    func ratingIsZeroToFive(text: String, rating: Int?) { #expect(facts([MetadataTag("Xmp.xmp.Rating", text)]).rating == rating) }

    @Test func cameraAndItsSettings() {
        let camera = facts([
            MetadataTag("Exif.Image.Make", "Apple\0"), MetadataTag("Exif.Image.Model", "iPhone 8 "), MetadataTag("Exif.Photo.LensModel", "iPhone 8 front camera 2.87mm f/2.2"),
            MetadataTag("Exif.Photo.ExposureTime", "1/30"), MetadataTag("Exif.Photo.FNumber", "11/5"), MetadataTag("Exif.Photo.ISOSpeedRatings", "65535"),
            MetadataTag("Exif.Photo.RecommendedExposureIndex", "102400"), MetadataTag("Exif.Photo.FocalLength", "0/0"), MetadataTag("Exif.Photo.Flash", "25"),
            MetadataTag("Exif.Photo.FocalLengthIn35mmFilm", "0"),
        ]).camera
        #expect(camera.make == "Apple")
        #expect(camera.model == "iPhone 8")
        #expect(camera.isFrontFacing)
        #expect(camera.exposureTime == 1.0 / 30)
        #expect(camera.fNumber == 2.2)
        #expect(camera.iso == 102_400)
        #expect(camera.focalLength == nil)
        #expect(camera.focalLengthIn35mm == nil)
        #expect(camera.flashFired == true)
    }

    @Test(arguments: [("Canon EF 50mm f/1.8", "Canon EF 50mm f/1.8"), ("(65535)", nil), ("n/a", nil), ("None", nil)] as [(String, String?)])
    func theMakersLensCodeCountsOnlyInWords(words: String, lens: String?) {
        #expect(facts([MetadataTag("Lens.Name", words), MetadataTag("Exif.Photo.LensModel", "----")]).camera.lens == lens)
    }

    @Test(
        arguments: [
            ("0", []), ("1", []), ("2", .photoHDR), ("3", .photoHDR), ("4", []), ("6", .photoPanorama), ("7", [.photoHDR, .photoDepthEffect]), ("8", .photoDepthEffect),
        ] as [(String, MediaSubtypes)])
    func applesCustomRendered(value: String, subtypes: MediaSubtypes) {
        let rendered = MetadataTag("Exif.Photo.CustomRendered", value)
        #expect(facts([rendered, MetadataTag("Exif.Image.Make", "Apple")]).subtypes == subtypes)
        #expect(facts([rendered, MetadataTag("Exif.Image.Make", "Other")]).subtypes == [])
    }

    @Test func makerNotesSpeakOfHDRPortraitBurstAndLivePhoto() {
        let note = Samples.appleNote([(0x0A, .long([3])), (0x0B, .ascii("burst")), (0x11, .ascii("content")), (0x14, .long([2])), (0x2E, .long([6]))])
        let made = facts([MetadataTag("Exif.Photo.MakerNote", "", bytes: note)])
        #expect(made.subtypes == [.photoHDR, .photoDepthEffect])
        #expect(made.burstIdentifier == "burst")
        #expect(made.contentIdentifier == "content")
        #expect(made.camera.isFrontFacing)
    }

    @Test func screenshotsAndPanoramas() {
        #expect(facts([MetadataTag("Xmp.exif.UserComment", "Screenshot")]).subtypes == .photoScreenshot)
        #expect(facts([MetadataTag("Exif.Photo.UserComment", "Screenshot of the bay")]).subtypes == [])
        #expect(facts([MetadataTag("Xmp.GPano.ProjectionType", "equirectangular")]).subtypes == .photoPanorama)
    }

    @Test func whatMoviesSay() {
        func subtypes(_ tags: [MetadataTag], rate: Double? = 30, movie: [UInt8] = []) -> MediaSubtypes {
            var facts = MediaFacts(kind: .video, uniformType: "com.apple.quicktime-movie")
            facts.frameRate = rate
            facts.interpretMovie(TagList(tags), tracks: movie.withUnsafeBytes { QuickTimeTracks($0) })
            return facts.subtypes
        }
        let intent = "QuickTime.com.apple.quicktime.full-frame-rate-playback-intent"
        #expect(subtypes([]) == [])
        #expect(subtypes([], rate: 240) == .videoHighFrameRate)
        #expect(subtypes([MetadataTag(intent, "0")], rate: 240) == .videoHighFrameRate)
        #expect(subtypes([MetadataTag(intent, "1")], rate: 120) == [])
        #expect(subtypes([MetadataTag("QuickTime.com.android.capture.fps", "240.0")]) == .videoHighFrameRate)
        #expect(subtypes([MetadataTag("QuickTime.com.apple.quicktime.author", "ReplayKitRecording")]) == .videoScreenRecording)
        #expect(subtypes([], movie: Samples.movie()) == .videoTimelapse)
        #expect(subtypes([], movie: Samples.movie(trackMetadata: [], spatial: true)) == .spatialMedia)
        #expect(subtypes([], movie: Samples.movie(trackMetadata: [], timedKeys: ["com.apple.quicktime.cinematic-video.focus"])) == .videoCinematic)
    }

    @Test func aLivePhotosMovieIsKnownByItsTimedKey() {
        var facts = MediaFacts(kind: .video, uniformType: "com.apple.quicktime-movie")
        let tags = TagList([MetadataTag("QuickTime.com.apple.quicktime.content.identifier", "602FEBB7")])
        facts.interpretMovie(tags, tracks: Samples.movie().withUnsafeBytes { QuickTimeTracks($0) })
        #expect(facts.hasStillImageTime)
        #expect(facts.contentIdentifier == "602FEBB7")
    }
}
