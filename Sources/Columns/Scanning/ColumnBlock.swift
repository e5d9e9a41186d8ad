/// A few thousand rows at once: their marks stay in the nearest cache while one condition after the other passes over them.
struct ColumnBlock {
    static let size = 4_096

    let table: ColumnTable
    let start: Int
    let count: Int

    /// A byte for each row of a block, for the duration of the call.
    static func withMarks(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { buffer in
            if let marks = buffer.baseAddress { body(marks) }
        }
    }

    /// Marks the rows whose value passes, or clears the marks of those whose value does not.
    @inline(__always)
    func mark<Value>(
        _ marks: UnsafeMutablePointer<UInt8>, _ values: UnsafePointer<Value>, narrowing: Bool, _ test: (Value) -> Bool
    ) {
        let values = values + start
        if narrowing {
            for i in 0..<count { marks[i] &= test(values[i]) ? 1 : 0 }
        } else {
            for i in 0..<count { marks[i] = test(values[i]) ? 1 : 0 }
        }
    }

    @inline(__always)
    func mark<Value>(
        _ marks: UnsafeMutablePointer<UInt8>, _ first: UnsafePointer<Value>, _ second: UnsafePointer<Value>, narrowing: Bool,
        _ test: (Value, Value) -> Bool
    ) {
        let first = first + start, second = second + start
        if narrowing {
            for i in 0..<count { marks[i] &= test(first[i], second[i]) ? 1 : 0 }
        } else {
            for i in 0..<count { marks[i] = test(first[i], second[i]) ? 1 : 0 }
        }
    }

    /// Whether any row is marked.
    func hasMarks(_ marks: UnsafeMutablePointer<UInt8>) -> Bool {
        var any: UInt8 = 0
        for i in 0..<count { any |= marks[i] }
        return any != 0
    }
}

extension Bool {
    /// Without the branch of `&&`, which would keep a loop from being vectorised.
    @inline(__always)
    static func both(_ first: Bool, _ second: Bool) -> Bool { ((first ? 1 : 0) & (second ? 1 : 0) as UInt8) != 0 }
}
