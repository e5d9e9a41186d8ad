import PhotoModel

/// What a catalogue that is made again says of where files are. Referenced files are the user's own, and stay as they were told.
package enum RestoredFiles: Sendable, Equatable {
    /// What was kept of them.
    case asTold
    /// What a store has is not here.
    case inStore
    /// None is here, whether a store has it yet or not.
    case elsewhere

    /// The row of a file, as this says it.
    func row(_ told: StoredRow) -> StoredRow {
        guard self != .asTold, told["rootID"] == nil, self == .elsewhere || told["isInCloud"] == .int(1) else { return told }
        var row = told
        // What holds zero is left out.
        row.fields.removeAll { $0.name == "isLocal" }
        return row
    }
}
