import Algorithms

/// All moments of a library in the order of their dates, and the lists they lie in: about a hundred bytes a moment, and nothing per asset.
package struct MomentIndex: Sendable {
    package let moments: [MomentRecord]
    package let clusters: [MomentListRecord]
    package let years: [MomentListRecord]
    /// Places of `moments` in the order of their identities.
    private let byIdentity: [Int32]

    /// Seconds between two moments, and metres between their centres, that end a cluster.
    package static let clusterPause: Double = 2 * 24 * 60 * 60
    package static let clusterLeap: Double = 50_000

    package init(moments: [MomentRecord]) {
        self.moments = moments
        byIdentity = moments.indices.map(Int32.init).sorted { moments[Int($0)].identity < moments[Int($1)].identity }
        clusters = Self.clusters(moments)
        years = Self.years(moments)
    }

    /// The place of a moment in `moments`.
    package func place(ofMoment identity: Int64) -> Int? {
        let found = (0..<byIdentity.count).partitioningIndex { moments[Int(byIdentity[$0])].identity >= identity }
        guard found < byIdentity.count, case let place = Int(byIdentity[found]), moments[place].identity == identity else { return nil }
        return place
    }

    /// The place of the moment that an asset lies in.
    package func place(containing date: Double, id: Int64) -> Int? {
        let found = (0..<moments.count).partitioningIndex { (date, id) <= (moments[$0].range.end, moments[$0].range.lastID) }
        return found < moments.count && moments[found].range.contains(date, id) ? found : nil
    }

    package func list(_ kind: MomentListRecord.Kind, identity: Int64) -> MomentListRecord? {
        (kind == .year ? years : clusters).first { $0.identity == identity }
    }

    /// The list of this kind that a moment lies in: every moment lies in one.
    package func list(_ kind: MomentListRecord.Kind, containing place: Int) -> MomentListRecord? {
        let lists = kind == .year ? years : clusters
        let found = (0..<lists.count).partitioningIndex { place < lists[$0].moments.upperBound }
        return found < lists.count && lists[found].moments.contains(place) ? lists[found] : nil
    }

    private static func clusters(_ moments: [MomentRecord]) -> [MomentListRecord] {
        var result: [MomentListRecord] = []
        var first = 0
        var center: (latitude: Double, longitude: Double)?
        for (place, moment) in moments.enumerated() {
            let isFar = center.flatMap { last in moment.center.map { MomentClustering.distance(last, $0) > clusterLeap } } ?? false
            if place > first, isFar || moment.range.start - moments[place - 1].range.end > clusterPause {
                result.append(list(.cluster, moments, first..<place))
                (first, center) = (place, nil)
            }
            center = moment.center ?? center
        }
        if first < moments.count { result.append(list(.cluster, moments, first..<moments.count)) }
        return result
    }

    /// A year begins with its first moment and does not come back: who flies east on New Year's Eve stays in the new one.
    private static func years(_ moments: [MomentRecord]) -> [MomentListRecord] {
        var result: [MomentListRecord] = []
        var first = 0
        for place in moments.indices where place > first && moments[place].day.year > moments[first].day.year {
            result.append(list(.year, moments, first..<place))
            first = place
        }
        if first < moments.count { result.append(list(.year, moments, first..<moments.count)) }
        return result
    }

    private static func list(_ kind: MomentListRecord.Kind, _ moments: [MomentRecord], _ places: Range<Int>) -> MomentListRecord {
        let members = moments[places], last = moments[places.upperBound - 1]
        let firstDay = moments[places.lowerBound].day
        return MomentListRecord(
            kind: kind, identity: kind == .year ? Int64(firstDay.year) : members.map(\.identity).min() ?? 0, moments: places,
            startDate: moments[places.lowerBound].range.start, endDate: last.range.end, firstDay: firstDay, lastDay: max(firstDay, last.day))
    }
}
