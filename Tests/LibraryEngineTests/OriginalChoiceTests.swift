import Catalog
import Foundation
import Importing
import PhotoModel
import Testing

@testable import LibraryEngine

/// Of a RAW and JPEG pair somebody chooses which one is the original.
@Suite struct OriginalChoiceTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    private static let jpeg = ResourceInput(.photo, .data(LibraryFixture.jpeg("a")), filename: "a.jpg")
    private static let raw = ResourceInput(.alternatePhoto, .data(Data("RAW b".utf8)), filename: "a.cr3")
    private static let rendering = ResourceInput(.fullSizePhoto, .data(LibraryFixture.jpeg("c")), filename: "c.jpg")

    private func record(_ inputs: [ResourceInput], _ choice: OriginalChoice?) throws -> AssetRecord {
        try AssetPreparer(context: fixture.library.importContext, timeZone: .gmt).prepare(inputs, originalChoice: choice).record
    }

    @Test func aPairShowsWhatWasChosen() throws {
        let sizes = try [nil, OriginalChoice.compressed, .raw].map { choice in
            let record = try record([Self.raw, Self.jpeg], choice)
            return [record.pixelWidth, record.pixelHeight, record.originalChoice.rawValue]
        }
        #expect(sizes == [[40, 30, 0], [40, 30, 0], [80, 60, 1]] as [[Int]])
        let edited = try record([Self.jpeg, Self.raw, Self.rendering], .raw)
        #expect(edited.pixelWidth == 40 && edited.originalChoice == .raw, "an edit's rendering shows, whatever it was made from")
    }

    @Test func withoutAPairThereIsNothingToChoose() {
        let alone = ResourceInput(.photo, .data(Data("RAW d".utf8)))
        let twoJPEGs = [Self.jpeg, ResourceInput(.alternatePhoto, .data(LibraryFixture.jpeg("e")))]
        for inputs in [[Self.jpeg], [alone], twoJPEGs] {
            for choice in [OriginalChoice.compressed, .raw] {
                #expect(throws: ResourceCombinationError.self) { try record(inputs, choice) }
            }
        }
        #expect(throws: Never.self) { try record([alone], nil) }
    }
}
