import PhotoModel

extension ColumnTable {
    /// The places of a list's assets, in its order; without those that don't say where they were taken, and what is in no row.
    package func places(of ids: ContiguousArray<Int64>) -> ContiguousArray<ListedPlace> {
        let (rowIDs, latitudes, longitudes) = (id, latitude, longitude)
        var rows = ContiguousArray(repeating: Int32(-1), count: Int((ids.max() ?? -1) + 1))
        for row in 0..<max(0, count) where latitudes[row] != Self.noPlace && longitudes[row] != Self.noPlace {
            let id = Int(rowIDs[row])
            if id < rows.count { rows[id] = Int32(row) }
        }
        var places: ContiguousArray<ListedPlace> = []
        for (index, id) in ids.enumerated() where rows.indices.contains(Int(id)) && rows[Int(id)] >= 0 {
            let row = Int(rows[Int(id)])
            places.append(ListedPlace(index: Int32(index), latitude: latitudes[row], longitude: longitudes[row]))
        }
        return places
    }
}
