import Foundation
import LibraryEngine
import PhotoModel
import Picking
import Query

/// A request for a list in the catalogue's terms, as one snapshot has them.
struct ResolvedView: Sendable {
    var query: AssetQuery
    var order: ViewRequest.Order
    var search: Search
    /// Whether the list changes with the clock, without any commit.
    let dependsOnClock: Bool

    /// Whether a change of albums alone can change the list.
    var dependsOnAlbums: Bool {
        if case .album = query.scope { return true }
        return query.predicate?.keyNames.contains { $0.hasPrefix("album") || $0 == "folder" } ?? false
    }

    /// - Throws: a `Problem` for an album that is not there, and for a search that was meant as a predicate and is none.
    init(_ request: ViewRequest, _ reader: LibraryReader, now: Date) throws {
        let dates = try SearchDates(reader, now: now, zone: request.zone)
        search = try Search(request.text, dates, now: now, budget: reader.budget ?? QueryBudget())
        order = request.order
        let earlier = request.source == .onThisDay ? dates.earlierYears : nil
        let conditions = [search.predicate, request.filter?.predicate, earlier].compactMap { $0 }
        query = AssetQuery(scope: try Self.scope(request.source, reader), predicate: conditions.count > 1 ? .and(conditions) : conditions.first)
        if case .burst = request.source { query.includesAllBursts = true }
        switch order {
        // By the clock there, so that what was taken on one day stands together wherever it was.
        case .newest: query.sort = [SortKey("localCreationDate", ascending: false)]
        case .oldest: query.sort = [SortKey("localCreationDate")]
        case .album: query.sort = []
        }
        // As every reader of a selection asks it.
        query.selection = reader.selection
        dependsOnClock = query.scope == .smartAlbum(.recentlyAdded) || search.namesNow || request.source == .onThisDay
    }

    private static func scope(_ source: ViewRequest.Source, _ reader: LibraryReader) throws -> AssetQuery.Scope {
        guard reader.showsHidden || !source.isHidden else { throw Session.denied }
        switch source {
        case .library, .onThisDay: return .library
        case .hidden: return .smartAlbum(.allHidden)
        case .trash: return .trash
        case .smartAlbum(let subtype):
            guard SmartAlbum.with(subtype)?.rule != nil else {
                throw Problem(
                    .notFound, "no-such-collection", title: "There is no such album",
                    detail: "This library has no smart album \(subtype.name). Choose another one.")
            }
            return .smartAlbum(subtype)
        case .burst(let uuid):
            guard let identifier = try reader.asset(uuid: uuid)?.burstIdentifier else {
                throw Problem(
                    .notFound, "no-such-collection", title: "There is no such burst",
                    detail: "The photo \(uuid.uuidString) is of no burst, or is not in this library (any more). Choose another one.")
            }
            return .burst(identifier)
        case .album(let uuid):
            guard let album = try reader.collection(uuid: uuid), album.kind == .album else {
                throw Problem(
                    .notFound, "no-such-collection", title: "There is no such album",
                    detail: "The album \(uuid.uuidString) is not in this library (any more): it may have been deleted elsewhere. Choose another one.")
            }
            return .album(album.id)
        }
    }
}
