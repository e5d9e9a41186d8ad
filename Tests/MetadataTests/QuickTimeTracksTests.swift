import Testing

@testable import Metadata

@Suite struct QuickTimeTracksTests {
    private func parse(_ bytes: [UInt8]) -> QuickTimeTracks { bytes.withUnsafeBytes { QuickTimeTracks($0) } }

    @Test func readsTheTracksOwnMetadataAndTimedKeys() {
        let tracks = parse(Samples.movie(trackMetadata: [("a", "1"), ("com.apple.quicktime.camera.lens_model", "iPhone")], spatial: true))
        #expect(tracks.metadata == ["a": "1", "com.apple.quicktime.camera.lens_model": "iPhone"])
        #expect(tracks.timedKeys == ["com.apple.quicktime.still-image-time"])
        #expect(tracks.isSpatial)
    }

    @Test func aFileWithoutAMovieSaysNothing() {
        #expect(parse([]) == parse(Samples.fileType("qt  ")))
        #expect(parse(Samples.png()).metadata.isEmpty)
    }

    @Test func aFileThatIsCutOffKnowsHowMuchIsMissing() {
        let whole = Samples.movie() + Bytes.box("mdat", [UInt8](repeating: 0, count: 100))
        #expect(parse(whole).missingBytes == 0)
        #expect(parse(Array(whole.dropLast(30))).missingBytes == 30)
        // Whatever follows a film's data is no part of it.
        #expect(parse(whole + [0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4]).missingBytes == 0)
    }

    @Test func stereoPairsAreKnownByTheirGroup() {
        func meta(_ group: String) -> [UInt8] { Bytes.box("meta", [0, 0, 0, 0] + Bytes.boxes("grpl", Bytes.box(group, [0]))) }
        #expect((Samples.fileType("heic") + meta("ster")).withUnsafeBytes { HEIFGroups.hasStereoPair($0) })
        #expect(!(Samples.fileType("heic") + meta("altr")).withUnsafeBytes { HEIFGroups.hasStereoPair($0) })
        #expect(!Samples.fileType("heic").withUnsafeBytes { HEIFGroups.hasStereoPair($0) })
    }

    @Test func boxesOfImpossibleSizesEndTheWalk() {
        // Smaller than its own head; larger than any number; 64 bits that don't fit.
        for size in [[0, 0, 0, 7], [0, 0, 0, 1]] as [[UInt8]] {
            let bytes = size + Array("moov".utf8) + [UInt8](repeating: 0xFF, count: 8)
            #expect(bytes.withUnsafeBytes { BoxWalker($0).first("moov") == nil })
        }
    }

    @Test func everyCutIsSurvived() {
        let bytes = Samples.movie()
        for length in bytes.indices { _ = parse(Array(bytes[..<length])) }
    }
}
