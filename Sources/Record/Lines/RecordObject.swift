/// Names an object in a record: its kind, and its number or name among those of its kind.
package struct RecordKey: Sendable, Hashable, Comparable {
    package enum ID: Sendable, Hashable {
        case number(Int64)
        case name(String)
    }

    package var kind: String
    package var id: ID

    package init(_ kind: String, _ number: Int64) { (self.kind, id) = (kind, .number(number)) }
    package init(_ kind: String, named name: String) { (self.kind, id) = (kind, .name(name)) }

    package static func < (a: RecordKey, b: RecordKey) -> Bool {
        guard a.kind == b.kind else { return a.kind < b.kind }
        switch (a.id, b.id) {
        case (.number(let a), .number(let b)): return a < b
        case (.name(let a), .name(let b)): return a < b
        case (.number, .name): return true
        case (.name, .number): return false
        }
    }
}

/// One object of a library, with all that the record says of it. It replaces what an earlier line said under the same key.
package struct RecordObject: Sendable, Equatable {
    package var key: RecordKey
    package var fields: [RecordField]
    /// The object was deleted.
    package var isRemoved = false

    package init(_ key: RecordKey, _ fields: [RecordField]) { (self.key, self.fields) = (key, fields) }

    package static func removed(_ key: RecordKey) -> RecordObject {
        var object = RecordObject(key, [])
        object.isRemoved = true
        return object
    }
}

/// Ends the lines of one change: everything up to here is the library as it was after it.
package struct RecordCommit: Sendable, Equatable {
    /// Of the change in the library's change log.
    package var position: Int64
    /// When it was made, in seconds since 2001-01-01T00:00:00Z.
    package var date: Double
    /// Who made it.
    package var author: String
    /// Checksum of the objects that the change log does not tell of, by which the program sees whether they changed: a `stamp(of:)`, or 0.
    package var stamp: Int64

    package init(position: Int64, date: Double, author: String, stamp: Int64 = 0) {
        (self.position, self.date, self.author, self.stamp) = (position, date, author, stamp)
    }

    /// The same for the same objects in the same order.
    package static func stamp(of objects: [RecordObject]) -> Int64 {
        var text: [UInt8] = []
        for object in objects { LineText.body(object.key, object.fields, into: &text) }
        return Int64(text.withUnsafeBytes { LineText.sum($0, after: 0) })
    }
}
