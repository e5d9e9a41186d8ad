import Testing
import UniformTypeIdentifiers

@Suite struct UniformTypeTests {
    @Test func knownTypes() {
        #expect(UTType("public.jpeg") == .jpeg)
        #expect(UTType("PUBLIC.JPEG") == .jpeg)
        #expect(UTType("no.such.type") == nil)
        #expect(UTType.heic.preferredFilenameExtension == "heic")
        #expect(UTType.quickTimeMovie.preferredMIMEType == "video/quicktime")
        #expect(UTType(mimeType: "image/png") == .png)
    }

    @Test func extensionsInAnyCase() {
        #expect(UTType(filenameExtension: "JPG") == .jpeg)
        #expect(UTType(filenameExtension: "mov") == .quickTimeMovie)
        #expect(UTType(filenameExtension: "mov", conformingTo: .image) == nil)
        #expect(UTType(filenameExtension: "xyz")?.isDynamic == true)
        #expect(UTType(filenameExtension: "xyz")?.preferredFilenameExtension == "xyz")
    }

    @Test func conformance() {
        #expect(UTType.heic.conforms(to: .image))
        #expect(UTType.heic.conforms(to: .heic))
        #expect(!UTType.heic.isSubtype(of: .heic))
        #expect(UTType.dng.conforms(to: .rawImage))
        #expect(!UTType.image.conforms(to: .jpeg))
        #expect(UTType.mpeg4Movie.supertypes.contains(.movie))
        #expect(UTType.movie.isSupertype(of: .quickTimeMovie))
    }

    @Test func oldNamesAreIdentifiers() {
        #expect(kUTTypeJPEG as String == UTType.jpeg.identifier)
        #expect(UTTypeConformsTo(kUTTypeQuickTimeMovie, kUTTypeMovie))
        #expect(!UTTypeConformsTo(kUTTypeMovie, kUTTypeImage))
    }
}
