import PhotoModel

/// The statement that sets some columns of an asset's row, and what kinds of change those are.
struct AssetColumnUpdate {
    let sql: String
    let aspects: ChangeItem.Aspects
    let setsType: Bool
    /// Whether searches for words find something else afterwards.
    let setsWords: Bool

    /// - Parameter columns: places in `AssetRecord.columns`, ascending, at least one.
    init(columns: [Int]) {
        let names = columns.map { AssetRecord.columns[$0] }
        sql = "UPDATE asset SET \(names.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?"
        setsType = names.contains("uniformType")
        setsWords = names.contains(where: AssetWords.columns.contains)
        var aspects: ChangeItem.Aspects = []
        for name in names {
            switch name {
            case "trashedDate": aspects.insert(.trashed)
            case "hidden", "burstSelectionTypes", "representsBurst": aspects.formUnion([.metadata, .visibility])
            case _ where AssetRecord.contentColumns.contains(name): aspects.insert(.content)
            default: aspects.insert(.metadata)
            }
        }
        self.aspects = aspects
    }
}
