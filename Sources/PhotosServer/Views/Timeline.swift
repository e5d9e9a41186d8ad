import Descriptions
import Foundation
import LibraryEngine
import PhotoModel

/// By what a timeline is divided.
enum TimelineUnit: String, Sendable {
    case day, month

    var bucketUnit: BucketUnit { self == .day ? .day : .month }
}

/// A view's assets day by day, or month by month.
struct Timeline {
    let view: ResolvedView
    let snapshot: ViewSnapshot
    let unit: TimelineUnit

    func json(_ reader: LibraryReader) throws -> [UInt8] {
        let buckets = try snapshot.list.timeline(unit) { try countedBuckets(reader) }
        var json = JSONWriter()
        json.object { json in
            json.field("position", snapshot.position.rawValue)
            json.field("count", snapshot.count)
            json.field("by", unit.rawValue)
            json.field("order", view.order.rawValue)
            json.object("search") { json in
                json.field("kind", view.search.kind)
                json.field("predicate", view.search.predicate.map(\.description) ?? "")
                json.array("understood") { json in
                    for understanding in view.search.understandings { json.element(understanding) }
                }
            }
            json.field("buckets", json: buckets)
        }
        return json.bytes
    }

    /// `[["2019-06-01",37],…]` by the days where they were taken, in the order of the list; `null` for what has no date, and for an album in an order of its own.
    private func countedBuckets(_ reader: LibraryReader) throws -> [UInt8] {
        guard snapshot.count > 0 else { return Array("[]".utf8) }
        guard view.order != .album else { return Array("[[null,\(snapshot.count)]]".utf8) }
        // A condition may take longer to test than the list it gave takes to look through, and one that names the present finds another one now.
        var found =
            view.query.predicate == nil && !view.dependsOnClock
            ? try reader.assetBuckets(view.query, by: unit.bucketUnit)
            : try reader.assetBuckets(of: snapshot.ids, by: unit.bucketUnit)
        let undated = snapshot.count - found.reduce(0) { $0 + $1.count }
        // None at all comes before all dates, so after them where the newest is first.
        let isReversed = view.order == .newest
        if isReversed { found.reverse() }
        var texts = found.map { "[\"\(unit.name(ofBucketAt: $0.start))\",\($0.count)]" }
        if undated > 0 { texts.insert("[null,\(undated)]", at: isReversed ? texts.count : 0) }
        return Array("[\(texts.joined(separator: ","))]".utf8)
    }
}

extension TimelineUnit {
    /// `2019-06-01`, or `2019-06`; years before 0 and after 9999 with a sign, as ISO 8601 writes them.
    fileprivate func name(ofBucketAt start: Double) -> String {
        let text = CivilDate(start).text
        return self == .day ? text : String(text.dropLast(3))
    }
}
