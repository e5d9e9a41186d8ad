import PhotoModel

/// Which moments belong together.
extension MomentIndex {
    /// Seconds between two moments, and metres between their centres, that end a cluster.
    package static let clusterPause: Double = 2 * 24 * 60 * 60
    package static let clusterLeap: Double = 50_000

    package init(moments: [MomentRecord]) { self.init(moments: moments, clusters: Self.clusters(moments), years: Self.years(moments)) }

    private static func clusters(_ moments: [MomentRecord]) -> [MomentListRecord] {
        var result: [MomentListRecord] = []
        var first = 0
        var center: (latitude: Double, longitude: Double)?
        for (index, moment) in moments.enumerated() {
            let isFar = center.flatMap { last in moment.center.map { MomentClustering.distance(last, $0) > clusterLeap } } ?? false
            if index > first, isFar || moment.range.start - moments[index - 1].range.end > clusterPause {
                result.append(list(.cluster, moments, first..<index))
                (first, center) = (index, nil)
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
        for index in moments.indices where index > first && moments[index].day.year > moments[first].day.year {
            result.append(list(.year, moments, first..<index))
            first = index
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
