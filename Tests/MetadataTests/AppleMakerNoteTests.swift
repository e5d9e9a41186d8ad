import Testing

@testable import Metadata

@Suite struct AppleMakerNoteTests {
    private func parse(_ bytes: [UInt8]) -> AppleMakerNote? { bytes.withUnsafeBytes { AppleMakerNote($0) } }

    @Test(arguments: [false, true])
    func readsWhatTheLibraryUses(littleEndian: Bool) throws {
        let bytes = Samples.appleNote(
            littleEndian: littleEndian,
            [
                (0x01, .long([12])), (0x0A, .long([3])), (0x0B, .ascii("D4E4B3D1-0E45-4987-BE12-76D604E25D2C")),
                (0x11, .ascii("602FEBB7-6B59-4799-96E6-9C8484D873C7")), (0x14, .long([2])), (0x2E, .long([6])), (0x45, .long([1])),
            ])
        let note = try #require(parse(bytes))
        #expect(note.hdrImageType == 3)
        #expect(note.burstIdentifier == "D4E4B3D1-0E45-4987-BE12-76D604E25D2C")
        #expect(note.contentIdentifier == "602FEBB7-6B59-4799-96E6-9C8484D873C7")
        #expect(note.imageCaptureType == 2)
        #expect(note.cameraType == 6)
        #expect(note.isFrontFacing == true)
    }

    @Test(arguments: ["ab", "abc", "abcd"])
    func aShortTextStandsInTheEntryItself(text: String) throws {
        // With the zero at its end: up to four bytes have no place elsewhere.
        for littleEndian in [false, true] {
            let note = try #require(parse(Samples.appleNote(littleEndian: littleEndian, [(0x0B, .ascii(text)), (0x11, .ascii("behind the directory"))])))
            #expect((note.burstIdentifier, note.contentIdentifier) == (text, "behind the directory"))
        }
    }

    @Test func otherMakersNotesAreNotApples() {
        #expect(parse(Array("Nikon\0".utf8) + [UInt8](repeating: 0, count: 64)) == nil)
        #expect(parse([]) == nil)
        #expect(parse(Array("Apple iOS".utf8)) == nil)
    }

    @Test func aValueBehindTheEndIsLeftOut() throws {
        var bytes = Samples.appleNote([(0x0A, .long([3])), (0x11, .ascii("602FEBB7-6B59-4799-96E6-9C8484D873C7"))])
        bytes.removeLast(4)
        let note = try #require(parse(bytes))
        #expect(note.contentIdentifier == nil)
        #expect(note.hdrImageType == 3)
    }

    @Test func aNumberIsNoText() throws {
        // As a text of one character it would be the digit "1".
        let note = try #require(parse(Samples.appleNote([(0x0B, .long([0x3131_3131])), (0x11, .short([0x3131]))])))
        #expect(note.burstIdentifier == nil)
        #expect(note.contentIdentifier == nil)
    }

    @Test(arguments: [(2, false), (3, true), (4, false)])
    func onlyTheHDRPictureItselfIsOne(type: Int, isHDR: Bool) throws {
        let note = try #require(parse(Samples.appleNote([(0x0A, .long([type]))])))
        #expect(note.hdrImageType == type)
        #expect(SubtypeRules.photo(TagList([]), camera: CameraFacts(), note: note, isPNG: false) == (isHDR ? .photoHDR : []))
    }

    @Test func everyCutIsSurvived() {
        let bytes = Samples.appleNote([(0x0A, .long([3])), (0x0B, .ascii("long enough to lie behind the directory")), (0x11, .ascii("so is this"))])
        for length in bytes.indices { _ = parse(Array(bytes[..<length])) }
    }
}
