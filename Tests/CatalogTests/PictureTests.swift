import Foundation
import PhotoModel
import Testing

@testable import Catalog

/// What is known of pictures that are still to be made.
struct PictureTests {
    private let library: TemporaryCatalog
    private var catalog: Catalog { library.catalog }

    init() throws {
        library = try TemporaryCatalog()
        _ = try catalog.write(author: "tests") { writer in
            for number in 1...5 { _ = try writer.insert(Sample.asset(number), resources: []) }
        }
    }

    private func ids(after last: PictureToMake? = nil, limit: Int = 99) throws -> [Int64] {
        try catalog.read { try $0.picturesToMake(after: last, limit: limit).map(\.assetID) }
    }

    @Test func theNewestComeFirstAPageAtATime() throws {
        _ = try catalog.write(author: "tests") { writer in
            for (id, date) in [(1, 5), (2, 9), (3, 5), (4, -3), (5, 7)] as [(Int64, Double)] { try writer.insert(PictureToMake(assetID: id, date: date)) }
        }
        #expect(try ids() == [2, 5, 3, 1, 4])
        var all: [Int64] = [], last: PictureToMake?
        while case let page = try catalog.read({ try $0.picturesToMake(after: last, limit: 2) }), !page.isEmpty {
            all += page.map(\.assetID)
            last = page.last
        }
        #expect(all == [2, 5, 3, 1, 4])
    }

    @Test func whatWasTriedInVainWaitsForAnotherTime() throws {
        _ = try catalog.write(author: "tests") { writer in
            for id in 1...2 as ClosedRange<Int64> { try writer.insert(PictureToMake(assetID: id, date: 1, path: "p\(id)")) }
            try writer.noteTriedPicture(assetID: 2)
        }
        #expect(try ids() == [1])
        _ = try catalog.write(author: "tests") { try $0.deletePictureToMake(assetID: 1) }
        #expect(try catalog.read { try ($0.hasPicturesToMake(), $0.countOfPicturesToMake()) } == (false, 1))
        _ = try catalog.write(author: "tests") { try $0.retryPictures() }
        #expect(try catalog.read { try $0.picturesToMake(limit: 9) } == [PictureToMake(assetID: 2, date: 1, path: "p2")])
    }

    @Test func rowsGoWithTheirAssetAndNoHistoryTellsOfThem() throws {
        let before = try catalog.read { try $0.position }
        _ = try catalog.write(author: "tests") { writer in
            for id in 1...2 as ClosedRange<Int64> { try writer.insert(PictureToMake(assetID: id, date: 1)) }
        }
        #expect(try catalog.read { try $0.position } == before)
        _ = try catalog.write(author: "tests") { writer in
            try writer.trash(assetIDs: [1])
            _ = try writer.purge(assetIDs: [1])
        }
        #expect(try ids() == [2])
    }
}
