import Foundation

/// The constants behind `IN`, by kind, for look-up and translation. Whole numbers written as doubles count as integers.
package struct ValueSet: Sendable, Hashable {
    package private(set) var integers: Set<Int64> = []
    package private(set) var doubles: Set<Double> = []
    package private(set) var dates: Set<Double> = []
    package private(set) var uuids: Set<UUID> = []
    package private(set) var containsNull = false
    private var binaryTexts: Set<BinaryText> = []

    /// The texts, in no order.
    package var texts: [String] { binaryTexts.map(\.text) }

    /// How many values there are besides nil.
    package var count: Int { integers.count + doubles.count + dates.count + uuids.count + binaryTexts.count }

    package var isEmpty: Bool { count == 0 && !containsNull }

    package init(_ values: some Sequence<QueryValue>) {
        for value in values { insert(value) }
    }

    private mutating func insert(_ value: QueryValue) {
        switch value {
        case .null: containsNull = true
        case .bool(let flag): integers.insert(flag ? 1 : 0)
        case .int(let number): integers.insert(number)
        case .double(let number):
            if let whole = Int64(exactly: number) { integers.insert(whole) } else if !number.isNaN { doubles.insert(number) }
        case .date(let seconds): dates.insert(seconds)
        case .string(let text): binaryTexts.insert(BinaryText(text: text))
        case .uuid(let uuid): uuids.insert(uuid)
        case .list(let members): for member in members { insert(member) }
        }
    }

    package func contains(_ value: QueryValue) -> Bool {
        switch value {
        case .null: containsNull
        case .bool(let flag): integers.contains(flag ? 1 : 0)
        case .int(let number):
            // Doubles beyond 2^53 may equal an integer only if they convert exactly, and then they are integers here.
            integers.contains(number)
        case .double(let number):
            if let whole = Int64(exactly: number) { integers.contains(whole) } else { doubles.contains(number) }
        case .date(let seconds): dates.contains(seconds)
        case .string(let text): binaryTexts.contains(BinaryText(text: text))
        case .uuid(let uuid): uuids.contains(uuid)
        case .list: false
        }
    }
}
