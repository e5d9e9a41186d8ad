import Descriptions
import Foundation
import LibraryEngine
import PhotoModel

/// A stretch of a report as it stands now, and what merging would do.
enum DuplicateAnswer {
    /// The most photos of one group that are shown: nobody chooses among ten thousand frames.
    static let mostShown = 24

    /// A group as it is now: none of it where fewer than two are left.
    private struct Group {
        let likeness: DuplicateGroup.Likeness
        let assets: [String]
        let tiles: [Tile]
        let plan: MergePlan?

        func writeFields(to json: inout JSONWriter) {
            json.field("likeness", likeness.rawValue)
            json.strings("assets", assets)
            json.array("photos") { json in
                for tile in tiles {
                    json.object { json in
                        json.field("tile", tile)
                        json.field("bytes", tile.record.fileSize)
                        json.field("type", tile.record.uniformType)
                    }
                }
            }
            if let plan { json.object("plan") { plan.writeFields(to: &$0) } } else { json.null("plan") }
        }
    }

    static func json(_ report: DuplicateSearches.Report, _ offset: Int, _ limit: Int, _ context: GalleryContext) throws -> [UInt8] {
        let start = min(offset, report.groups.count), end = start + min(limit, report.groups.count - start)
        let (position, groups) = try context.session.gate().read { reader in
            let distinct = try reader.distinctPhotos()
            return (try reader.position.rawValue, try report.groups[start..<end].map { try group($0, distinct, reader, context) })
        }
        var json = JSONWriter()
        json.object { json in
            json.field("position", position)
            json.field("report", report.id.uuidString)
            json.field("count", report.groups.count)
            json.field("compared", report.compared)
            json.field("leftOut", report.leftOut)
            json.field("unread", report.unread)
            json.field("offset", offset)
            json.array("groups") { json in
                for group in groups { json.object { group.writeFields(to: &$0) } }
            }
        }
        return json.bytes
    }

    private static func group(
        _ group: DuplicateSearches.Report.Group, _ distinct: DistinctPhotos, _ reader: LibraryReader, _ context: GalleryContext
    ) throws -> Group {
        // What shows something else by now was not compared so.
        let alike = zip(try reader.assets(ids: group.assets), group.revisions).compactMap { record, revision in record?.revision == revision ? record : nil }
        var left = distinct.together(alike.filter(\.mayBeMerged))
        // All of one group have the same pixels; otherwise each was compared with the first alone, and without it nobody knows that the others are alike.
        guard left.count > 1, group.likeness == .pixels || left[0].id == group.assets.first else {
            return Group(likeness: group.likeness, assets: [], tiles: [], plan: nil)
        }
        // What is only similar is merged after a look at it, and that is had of those shown.
        if group.likeness == .similar { left = Array(left.prefix(mostShown)) }
        let tiles = try context.tiles(left.prefix(mostShown).map(\.id), reader)
        let plan = try context.library.mergePlan(of: left.map(\.id), keeping: left[0].id)
        return Group(likeness: group.likeness, assets: left.map(\.uuid.uuidString), tiles: tiles, plan: plan)
    }

    /// - Throws: a problem for a photo that is not there, and where fewer than two can be merged.
    static func plan(of assets: [UUID], keeping: UUID?, _ context: GalleryContext) throws -> [UInt8] {
        let gate = try context.session.gate()
        let plan = try gate.read { reader in
            func row(_ uuid: UUID) throws -> Int64 {
                guard let id = try reader.assetID(uuid: uuid) else { throw Problem.unknownAsset(uuid) }
                return id
            }
            return try gate.library.mergePlan(of: try assets.map(row), keeping: try keeping.map(row))
        }
        guard let plan else { throw Problem.nothingToMerge }
        var json = JSONWriter()
        json.object { plan.writeFields(to: &$0) }
        return json.bytes
    }
}

extension AssetRecord {
    /// As the engine's merge takes it.
    fileprivate var mayBeMerged: Bool { takesChanges && !isHidden && mediaType == .image }
}

extension MergePlan {
    /// The most photos that are named with the reason why they stay.
    private static let mostNamed = 100

    fileprivate func writeFields(to json: inout JSONWriter) {
        json.field("kept", kept.uuid.uuidString)
        json.field("removed", removed.count)
        json.field("stayingCount", staying.count)
        json.array("staying") { json in
            for one in staying.prefix(Self.mostNamed) {
                json.object { json in
                    json.field("id", one.asset.uuid.uuidString)
                    json.field("reason", one.reason.rawValue)
                }
            }
        }
    }
}
