@testable import Catalog
import PhotoModel
import Picking
import Query
import TestSupport
import Testing

/// What a picker's filter finds is what it accepts, and columns answer it.
@Suite struct PickerFilterTests {
    private func filters() -> [PickerFilter] {
        let kinds = PickerKind.allCases.map { PickerFilter.kind($0) } + PlaybackStyle.named.map { .playbackStyle($0) }
        let joined: [PickerFilter] = [
            .any([]), .all([]), .not(.any([])), .any(kinds), .all([.kind(.images), .not(.kind(.screenshots)), .not(.kind(.livePhotos))]),
            .any([.all([.kind(.videos), .not(.kind(.slomoVideos))]), .kind(.bursts)]), .not(.not(.kind(.panoramas))), .all([.kind(.images), .kind(.videos)]),
        ]
        return kinds + kinds.map { .not($0) } + joined
    }

    @Test(arguments: [31, 32] as [UInt64])
    func columnsFindWhatAFilterAccepts(seed: UInt64) throws {
        let library = try TemporaryCatalog()
        let model = try RandomLibrary.fill(library, count: 400, seed: seed)
        #expect(library.catalog.updateColumns())
        for filter in filters() {
            for sort in [[], [SortKey("creationDate", ascending: false)]] {
                let query = AssetQuery(predicate: filter.predicate, sort: sort)
                let everything = try Set(model.ids(AssetQuery(sort: sort)))
                let accepted = Set(model.assets.filter { everything.contains($0.id) && filter.accepts($0) }.map(\.id))
                try library.read { (reader: CatalogReader) throws in
                    let found = try #require(try reader.columnIDs(query, now: TemporaryCatalog.now), "columns don't answer \(filter)")
                    #expect(Array(found) == (try model.ids(query)) && Set(found) == accepted, "\(filter)")
                    #expect(try reader.assetCount(query) == accepted.count, "\(filter)")
                }
            }
        }
    }
}
