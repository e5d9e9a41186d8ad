import Codecs
import Foundation
import Metadata
import Pixels
import Testing

/// Real camera files, found through PHOTOS_SAMPLES.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"] != nil, "PHOTOS_SAMPLES is not set"))
struct SampleFactsTests {
    private func read(_ path: String) throws -> MediaFacts {
        let root = try #require(ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"])
        let url = URL(fileURLWithPath: root).appendingPathComponent(path)
        let data = try Data(contentsOf: url, options: .alwaysMapped)
        return try data.withUnsafeBytes { try FactsReader.read($0, name: url.lastPathComponent, limits: DecodingLimits()) }
    }

    @Test(arguments: ["IMG_3582", "IMG_4394"])
    func theHalvesOfALivePhotoShareTheirIdentifier(name: String) throws {
        let still = try read("iphone/\(name).HEIC")
        let movie = try read("iphone/\(name).mov")
        #expect(still.contentIdentifier != nil)
        #expect(still.contentIdentifier == movie.contentIdentifier)
        #expect(movie.hasStillImageTime)
        #expect(movie.camera.lens?.contains("back camera") == true)
    }

    @Test func theFramesOfABurstShareTheirIdentifier() throws {
        let identifiers = try ["IMG_0658", "IMG_0664", "IMG_0667"].map { try read("iphone/\($0).JPG").burstIdentifier }
        #expect(Set(identifiers) == ["D4E4B3D1-0E45-4987-BE12-76D604E25D2C"])
    }

    @Test func screenshotsAreKnownWhateverTheirName() throws {
        for name in ["IMG_2908.PNG", "screenshot-really-a-png.jpeg"] {
            let facts = try read("iphone/\(name)")
            #expect(facts.uniformType == "public.png")
            #expect(facts.subtypes == .photoScreenshot)
        }
    }

    @Test func aPhotoWithoutMetadataHasNone() throws {
        let facts = try read("iphone/IMG_NO_EXIF.jpeg")
        #expect(facts.captureDate == nil)
        #expect(facts.location == nil)
        #expect(facts.camera == CameraFacts())
        #expect(facts.uprightSize == (4032, 3024))
    }

    @Test func aBrokenPictureIsDamage() {
        #expect { try read("iphone/badimage.jpeg") } throws: { ($0 as? CodecError)?.code == .damaged }
    }

    @Test func subtypesOfRealFiles() throws {
        #expect(try read("iphone/IMG_3539.MOV").subtypes == .videoTimelapse)
        #expect(try read("iphone/IMG_3582_edited.heic").subtypes == [.photoDepthEffect, .photoHDR])
        #expect(try read("cameras/iphone_hdr_YES.jpg").subtypes == .photoHDR)
        #expect(try read("cameras/iphone_hdr_NO.jpg").subtypes == [])
        #expect(try read("iphone/IMG_0102.HEIC").camera.isFrontFacing)
    }

    @Test(arguments: 0...8)
    func orientationsOfRealFiles(orientation: Int) throws {
        let landscape = try read("orientation/Landscape_\(orientation).jpg")
        let portrait = try read("orientation/Portrait_\(orientation).jpg")
        #expect(landscape.orientation == max(1, orientation))
        #expect(landscape.uprightSize == (1800, 1200))
        #expect(portrait.uprightSize == (1200, 1800))
    }

    @Test func heicIsAsDisplayed() throws {
        let apple = try read("iphone/IMG_3582.HEIC")
        #expect((apple.pixelWidth, apple.pixelHeight, apple.orientation, apple.statedOrientation) == (4284, 5712, 1, 6))
        // Its EXIF says upright, its container turns it.
        let nokia = try read("cameras/HMD_Nokia_8.3_5G.heif")
        #expect((nokia.pixelWidth, nokia.pixelHeight, nokia.orientation) == (3456, 4608, 1))
    }

    @Test func adjustmentsAndSidecars() throws {
        #expect(try read("iphone/IMG_3582.AAE").adjustment?.formatIdentifier == "com.apple.photo")
        let sidecar = try read("iphone/IMG_4179.jpeg.xmp")
        #expect(sidecar.kind == .sidecar)
        #expect(sidecar.keywords == ["nature"])
        #expect(sidecar.title == "Image Title")
    }
}
