import Support

/// All moments of a library in the order of their dates, and the lists they lie in: about a hundred bytes a moment, and nothing per asset.
package struct MomentIndex: Sendable {
    package let moments: [MomentRecord]
    package let clusters: [MomentListRecord]
    package let years: [MomentListRecord]
    /// Indexes of `moments` in the order of their identities.
    private let byIdentity: [Int32]

    package init(moments: [MomentRecord], clusters: [MomentListRecord], years: [MomentListRecord]) {
        (self.moments, self.clusters, self.years) = (moments, clusters, years)
        byIdentity = moments.indices.map(Int32.init).sorted { moments[Int($0)].identity < moments[Int($1)].identity }
    }

    /// The index of a moment in `moments`.
    package func index(ofMoment identity: Int64) -> Int? {
        let found = (0..<byIdentity.count).partitioningIndex { moments[Int(byIdentity[$0])].identity >= identity }
        guard found < byIdentity.count, case let index = Int(byIdentity[found]), moments[index].identity == identity else { return nil }
        return index
    }

    /// The index of the moment that an asset lies in.
    package func index(containing date: Double, id: Int64) -> Int? {
        let found = (0..<moments.count).partitioningIndex { (date, id) <= (moments[$0].range.end, moments[$0].range.lastID) }
        return found < moments.count && moments[found].range.contains(date, id) ? found : nil
    }

    package func list(_ kind: MomentListRecord.Kind, identity: Int64) -> MomentListRecord? {
        (kind == .year ? years : clusters).first { $0.identity == identity }
    }

    /// The list of this kind that a moment lies in: every moment lies in one.
    package func list(_ kind: MomentListRecord.Kind, containing index: Int) -> MomentListRecord? {
        let lists = kind == .year ? years : clusters
        let found = (0..<lists.count).partitioningIndex { index < lists[$0].moments.upperBound }
        return found < lists.count && lists[found].moments.contains(index) ? lists[found] : nil
    }
}
