/// What is found out of a record's objects while it is checked, since reading all of them once more takes long.
package struct RecordInquiry: Sendable {
    /// Objects of this kind, which are named by numbers, are counted.
    package var counted: String
    /// Those are not that have this field, or an object in them that has it.
    package var lacking: String
    /// A kind of few objects, which are told as they are.
    package var told: String

    package init(counting counted: String, lacking: String, telling told: String) { (self.counted, self.lacking, self.told) = (counted, lacking, told) }

    /// What a line says to it.
    struct Notes {
        let inquiry: RecordInquiry
        private let mark: [UInt8]
        /// Of the objects that count, in the order of the lines.
        private(set) var numbers: [Int64] = []
        private(set) var told: [RecordKey: RecordObject] = [:]

        init(_ inquiry: RecordInquiry) { (self.inquiry, mark) = (inquiry, LineText.mark(ofField: inquiry.lacking)) }

        mutating func note(_ line: [UInt8]) {
            if LineText.isOf(inquiry.counted, line) {
                guard !line.withUnsafeBytes({ LineText.hasField(mark, $0) }), case .number(let number)? = LineText.key(of: line)?.id else { return }
                numbers.append(number)
            } else if LineText.isOf(inquiry.told, line), let object = LineText.object(of: line) {
                told[object.key] = object
            }
        }

        /// Of objects that a log tells of anew, or that are no more.
        mutating func forget(_ keys: some Sequence<RecordKey>) {
            var changed: Set<Int64> = []
            for key in keys {
                if key.kind == inquiry.counted, case .number(let number) = key.id { changed.insert(number) }
                told[key] = nil
            }
            if !changed.isEmpty { numbers.removeAll { changed.contains($0) } }
        }
    }
}
