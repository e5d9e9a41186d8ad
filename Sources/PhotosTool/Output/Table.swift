/// Rows of text in columns. The widths come from the rows of the first batch, so that a list can stream.
struct Table {
    struct Column {
        /// Said in the user's language.
        var title: Sentence
        var isNumber = false
        /// Narrowest the column gets, for what the first batch may not show.
        var minimum = 0
        /// Widest the column gets; longer text is cut.
        var limit = 40
        /// Whether text may be cut where the terminal is too narrow for all columns.
        var mayShrink = false
        /// Whether the whole column may go where that is not enough; the last ones go first.
        var mayBeLeftOut = false
    }

    private(set) var columns: [Column]
    /// The places in a row of the columns that are shown; decided with the first batch.
    private var shown: [Int]
    /// Columns of the terminal that no line may be wider than; `nil` where the lines don't go to one.
    let width: Int?
    private var widths: [Int]?

    init(_ columns: [Column], width: Int? = nil) { (self.columns, shown, self.width) = (columns, Array(columns.indices), width) }

    /// The lines of one batch; the first carries the heading before it.
    mutating func lines(_ rows: [[String]]) -> [String] {
        let rows = rows.map { $0.map(DisplayText.safe) }
        var result: [String] = []
        if widths == nil {
            let natural = columns.indices.map { column in
                min(columns[column].limit, max(columns[column].minimum, DisplayText.width(columns[column].title.text), rows.map { DisplayText.width($0[column]) }.max() ?? 0))
            }
            leaveOut(natural)
            widths = fitted(shown.map { natural[$0] })
            result.append(line(columns.map(\.title.text)))
        }
        return result + rows.map { row in line(shown.map { row[$0] }) }
    }

    /// Takes columns away until the others fit the terminal.
    private mutating func leaveOut(_ widths: [Int]) {
        guard let width else { return }
        func least(_ column: Int) -> Int { columns[column].mayShrink ? min(widths[column], Self.narrowest) : widths[column] }
        while shown.reduce(0, { $0 + least($1) }) + 2 * (shown.count - 1) > width, let last = shown.lastIndex(where: { columns[$0].mayBeLeftOut }) { shown.remove(at: last) }
        columns = shown.map { columns[$0] }
    }

    /// The widths with what is too much for the terminal taken from the widest text, a column at a time. Numbers and dates are never cut.
    private func fitted(_ widths: [Int]) -> [Int] {
        guard let width else { return widths }
        var widths = widths
        var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - width
        while excess > 0, let widest = columns.indices.filter({ columns[$0].mayShrink && widths[$0] > Self.narrowest }).max(by: { widths[$0] < widths[$1] }) {
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    /// Less than this says nothing any more.
    private static let narrowest = 12

    private func line(_ cells: [String]) -> String {
        var text = ""
        let widths = widths ?? []
        for (index, cell) in cells.enumerated() {
            if index > 0 { text += "  " }
            // The last column may run on: nothing stands after it.
            let isLast = index == cells.count - 1
            let shown = isLast && width == nil ? cell : DisplayText.truncated(cell, to: widths[index])
            text += isLast && !columns[index].isNumber ? shown : DisplayText.padded(shown, to: widths[index], right: columns[index].isNumber)
        }
        return text
    }
}
