import Foundation
import PhotoModel
import Query

/// A fetch as one SQL statement.
struct CompiledQuery: Hashable {
    var sql: String
    var arguments: [SQLValue]
    /// One of the few texts that every library asks again and again, so its compiled form is worth keeping.
    var isFixed: Bool
}

extension AssetQuery {
    /// Compiles to a statement that returns row ids in order, or to `nil` when nothing can match.
    /// - Parameters:
    ///   - now: for Recently Added; taken by the minute, so that an equal fetch within it is an equal statement.
    ///   - budget: what comparing the predicate's constants with each other may cost.
    /// - Throws: a `QueryError` for a predicate or sort key that names no key of assets.
    func compiled(now: Double, _ budget: QueryBudget = QueryBudget()) throws -> CompiledQuery? {
        var clauses = SQLClauses()
        // Who was given single assets knows of no albums, not even which of them are in one.
        if case .album(let id) = scope { return selection == nil ? try compiledAlbum(id, now: now, budget) : nil }
        guard try addScope(to: &clauses, now: now) else { return nil }
        addVisibility(to: &clauses)
        if let selection { clauses.add(SQLPart("asset.id IN (SELECT assetID FROM access_selection WHERE application = ?)", [.text(selection)])) }
        if let predicate { clauses.add(try (selection == nil ? PredicateSQL.assets : .limitedAssets).translate(predicate, now: now, budget)) }
        let order = try sort.isEmpty ? defaultOrder : AssetKeys.order(by: sort)
        var sql = "SELECT asset.id FROM asset"
        sql += clauses.whereText + " ORDER BY " + order
        if limit > 0 { sql += " LIMIT \(limit)" }
        return CompiledQuery(sql: sql, arguments: clauses.arguments, isFixed: predicate == nil && sort.isEmpty && limit == 0)
    }

    private var defaultOrder: String {
        if case .smartAlbum(let subtype) = scope, SmartAlbum.with(subtype)?.isRecentlyAdded == true {
            return "asset.addedDate DESC, asset.id DESC"
        }
        return "asset.creationDate, asset.id"
    }

    /// What an album's plain fetch and its fetch by date need stands in the membership; only more than that joins the assets.
    private func compiledAlbum(_ id: Int64, now: Double, _ budget: QueryBudget) throws -> CompiledQuery {
        var clauses = SQLClauses()
        clauses.add(SQLPart("membership.collectionID = ?", [.int(id)]))
        let byDate = AssetKeys.isByDate(sort)
        let isPlain = !includesHidden && !includesAllBursts && sourceTypes.isEmpty
        let joins = predicate != nil || !isPlain || !(sort.isEmpty || byDate)
        if isPlain { clauses.add("membership.visible = 1") } else { addVisibility(to: &clauses) }
        if let predicate { clauses.add(try PredicateSQL.assets.translate(predicate, now: now, budget)) }
        let order: String
        if sort.isEmpty {
            order = "membership.position"
        } else if joins {
            order = try AssetKeys.order(by: sort)
        } else {
            order = sort[0].ascending ? "membership.creationDate, membership.assetID" : "membership.creationDate DESC, membership.assetID DESC"
        }
        var sql = "SELECT membership.assetID FROM membership"
        // CROSS: the album leads, its members are looked up, whatever the planner guesses about their numbers.
        if joins { sql += " CROSS JOIN asset ON asset.id = membership.assetID" }
        sql += clauses.whereText + " ORDER BY " + order
        if limit > 0 { sql += " LIMIT \(limit)" }
        return CompiledQuery(sql: sql, arguments: clauses.arguments, isFixed: predicate == nil && sort.isEmpty && limit == 0)
    }

    /// - Returns: false when nothing can match.
    private func addScope(to clauses: inout SQLClauses, now: Double) throws -> Bool {
        switch scope {
        case .library, .trash, .album: break
        case .smartAlbum(let subtype):
            guard let album = SmartAlbum.with(subtype), album.rule != nil else { return false }
            if let condition = album.condition { clauses.add(condition) }
            if album.isRecentlyAdded { clauses.add(SQLPart("asset.addedDate >= ?", [.double(Self.recentStart(now: now))])) }
        case .identifiers(let uuids):
            guard !uuids.isEmpty else { return false }
            // A table-valued list of texts rather than parameters: there may be any number.
            let list = "[" + uuids.map { "\"\($0.uuidString)\"" }.joined(separator: ",") + "]"
            clauses.add(SQLPart("asset.uuid IN (SELECT \(CatalogFunctions.uuidBytes)(value) FROM json_each(?))", [.text(list)]))
        case .burst(let identifier):
            clauses.add(SQLPart("asset.burstIdentifier = ?", [.text(identifier)]))
        case .moment(let range):
            clauses.add(SQLPart("asset.creationDate BETWEEN ? AND ?", [.double(range.start), .double(range.end)]))
            // Of the assets of the same instant as an end, those beyond it belong to its neighbour.
            clauses.add(SQLPart("(asset.creationDate > ? OR asset.id >= ?)", [.double(range.start), .int(range.firstID)]))
            clauses.add(SQLPart("(asset.creationDate < ? OR asset.id <= ?)", [.double(range.end), .int(range.lastID)]))
        }
        return true
    }

    static func recentStart(now: Double) -> Double { ((now - SmartAlbum.recentPeriod) / 60).rounded(.down) * 60 }

    private func addVisibility(to clauses: inout SQLClauses) {
        visibility.forEach { clauses.add($0) }
    }

    /// Conditions over columns that `asset` and `asset_census` both have.
    var visibility: [String] {
        switch scope {
        case .identifiers: return ["trashed = 0"] + sources
        case .trash: return ["trashed = 1"] + sources
        case .smartAlbum(let subtype) where SmartAlbum.with(subtype)?.isHidden == true:
            return ["hidden = 1", "trashed = 0"] + (includesAllBursts ? [] : ["burstVisible = 1"]) + librarySources
        case .library, .smartAlbum, .burst, .moment:
            if !includesHidden && !includesAllBursts && (sourceTypes.isEmpty || sourceTypes == .userLibrary) { return ["listed = 1"] }
            return ["trashed = 0"] + flags + librarySources
        case .album:
            return ["asset.trashed = 0"] + flags + sources
        }
    }

    private var flags: [String] { (includesHidden ? [] : ["hidden = 0"]) + (includesAllBursts ? [] : ["burstVisible = 1"]) }
    private var sources: [String] { sourceTypes.isEmpty ? [] : ["(sourceType & \(Int64(bitPattern: UInt64(sourceTypes.rawValue)))) <> 0"] }
    private var librarySources: [String] { sourceTypes.isEmpty ? ["(sourceType & \(SourceTypes.userLibrary.rawValue)) <> 0"] : sources }
}
