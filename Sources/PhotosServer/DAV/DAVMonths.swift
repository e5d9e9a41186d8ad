import LibraryEngine
import PhotoModel
import Support

/// The months of a list that goes from the oldest photo to the newest, as stretches of it. What has no date stands first.
struct DAVMonths: Sendable {
    struct Month: Sendable {
        let year: Int
        let month: Int
        let range: Range<Int>
    }

    let undated: Range<Int>
    let months: [Month]

    /// - Parameter buckets: seconds since 2001 at the place itself, ascending, and how many photos each has.
    init(_ buckets: [(start: Double, count: Int)], of count: Int) {
        var months: [Month] = [], end = max(0, count - buckets.reduce(0) { $0 + $1.count })
        undated = 0..<end
        for bucket in buckets {
            let date = CivilDate(bucket.start), next = min(count, end + bucket.count)
            months.append(Month(year: date.year, month: date.month, range: end..<next))
            end = next
        }
        self.months = months
    }

    /// Ascending, each once.
    var years: [Int] { months.map(\.year).reduce(into: []) { if $0.last != $1 { $0.append($1) } } }

    func months(of year: Int) -> [Month] { months.filter { $0.year == year } }

    static let undatedName = "Undated"

    /// `2023`; years before 0 and after 9999 with a sign, as ISO 8601 writes them.
    static func name(ofYear year: Int) -> String { (year > 9_999 ? "+" : "") + year.padded(to: 4) }
    static func name(ofMonth month: Int) -> String { month.padded(to: 2) }
}
