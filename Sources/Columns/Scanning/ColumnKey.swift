import Query

/// A column of whole numbers, none of them nil.
package enum IntegerColumn: Sendable, Hashable {
    case pixelWidth, pixelHeight, mediaSubtypes

    func values(_ table: ColumnTable) -> UnsafePointer<UInt32> {
        switch self {
        case .pixelWidth: table.pixelWidth
        case .pixelHeight: table.pixelHeight
        case .mediaSubtypes: table.mediaSubtypes
        }
    }
}

/// A column of dates or seconds; nil is `ColumnTable.none`.
package enum RealColumn: Sendable, Hashable {
    case creationDate, localCreationDate, modificationDate, addedDate, duration

    func values(_ table: ColumnTable) -> UnsafePointer<Double> {
        switch self {
        case .creationDate: table.creationDate
        case .localCreationDate: table.localCreationDate
        case .modificationDate: table.modificationDate
        case .addedDate: table.addedDate
        case .duration: table.duration
        }
    }

    var isDate: Bool { self != .duration }
}

/// Where the columns hold what a key of assets says.
enum ColumnKey: Sendable, Hashable {
    case flag(AssetFlags)
    case field(AssetFlags.Field, zeroIsNil: Bool)
    case integer(IntegerColumn)
    case real(RealColumn)

    /// By names of `KeySpace.assets`. One that is none would only be slow, since its key would be asked of SQL ever after: a test holds them against each other.
    static let named: KeyValuePairs<String, ColumnKey> = [
        "creationDate": .real(.creationDate),
        "modificationDate": .real(.modificationDate),
        "addedDate": .real(.addedDate),
        "duration": .real(.duration),
        "localCreationDate": .real(.localCreationDate),
        "pixelWidth": .integer(.pixelWidth),
        "pixelHeight": .integer(.pixelHeight),
        "mediaSubtypes": .integer(.mediaSubtypes),
        "mediaType": .field(AssetFlags.mediaType, zeroIsNil: false),
        "playbackStyle": .field(AssetFlags.playbackStyle, zeroIsNil: false),
        "sourceType": .field(AssetFlags.sourceType, zeroIsNil: false),
        "rating": .field(AssetFlags.rating, zeroIsNil: true),
        "favorite": .flag(.favorite),
        "hidden": .flag(.hidden),
        "representsBurst": .flag(.representsBurst),
        "trashed": .flag(.trashed),
        "hasAdjustments": .flag(.hasAdjustments),
        "frontFacing": .flag(.frontFacing),
        "raw": .flag(.raw),
    ]

    /// By the index of `KeySpace.assets`; `nil` for a key that no column answers.
    static let byIndex: [ColumnKey?] = {
        var byIndex = [ColumnKey?](repeating: nil, count: KeySpace.assets.keys.count)
        for (name, column) in named {
            if let index = KeySpace.assets.index(of: name) { byIndex[index] = column }
        }
        return byIndex
    }()

    static func at(_ index: Int) -> ColumnKey? { byIndex.indices.contains(index) ? byIndex[index] : nil }

    /// The bits of the flags that hold it; `nil` when it has a column of its own.
    var flagBits: UInt32? {
        switch self {
        case .flag(let flag): flag.rawValue
        case .field(let field, _): field.mask << field.shift
        case .integer, .real: nil
        }
    }

    /// What it says where the flags are `flags`; for keys with `flagBits`.
    func value(flags: UInt32) -> QueryValue {
        switch self {
        case .flag(let flag): .bool(flags & flag.rawValue != 0)
        case .field(let field, let zeroIsNil):
            zeroIsNil && field.value(in: flags) == 0 ? .null : .int(Int64(field.value(in: flags)))
        case .integer, .real: .null
        }
    }

    /// What it says of one row.
    func value(_ table: ColumnTable, _ row: Int) -> QueryValue {
        switch self {
        case .flag, .field: value(flags: table.flags[row])
        case .integer(let column): .int(Int64(column.values(table)[row]))
        case .real(let column):
            switch column.values(table)[row] {
            case ColumnTable.none: .null
            case let value: column.isDate ? .date(value) : .double(value)
            }
        }
    }
}
