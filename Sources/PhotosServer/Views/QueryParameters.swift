import Support

/// The parameters behind the question mark of an address, as pages and people write them: `+` is a space, and the first of a name counts.
struct QueryParameters: Sendable {
    private var values: [String: String] = [:]

    init(_ query: String?) throws(Problem) {
        for field in (query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            let parts = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(form: parts[0]), let value = PercentEncoding.decode(form: parts.count > 1 ? parts[1] : field.suffix(0)) else {
                throw Problem(
                    .badRequest, "parameter", title: "A part of the address can't be understood",
                    detail: "What stands behind the question mark is no percent-encoded UTF-8. Encode the values.")
            }
            if values[name] == nil { values[name] = value }
        }
    }

    init(values: [String: String]) { self.values = values }

    subscript(name: String) -> String? { values[name] }

    /// A whole number in a range; `standard` where it is absent.
    func number(_ name: String, in range: ClosedRange<Int>, standard: Int) throws(Problem) -> Int {
        guard let text = values[name] else { return standard }
        guard let number = Int(text), range.contains(number) else {
            let bounds = range.upperBound == .max ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
            throw Problem(parameter: name, "“\(text.prefix(40))” is no whole number \(bounds).")
        }
        return number
    }

    /// A number in a range.
    func number(_ name: String, in range: ClosedRange<Double>) throws(Problem) -> Double {
        guard let number = Double(values[name] ?? ""), range.contains(number) else {
            throw Problem(parameter: name, "“\((values[name] ?? "").prefix(40))” is no number from \(Int(range.lowerBound)) to \(Int(range.upperBound)).")
        }
        return number
    }
}
