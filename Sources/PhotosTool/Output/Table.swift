/// Rows of text in columns. The widths come from the rows of the first batch, so that a list can stream.
struct Table {
    struct Column {
        var title: String
        var isNumber = false
        /// Narrowest the column gets, for what the first batch may not show.
        var minimum = 0
        /// Widest the column gets; longer text is cut.
        var limit = 40
    }

    let columns: [Column]
    private var widths: [Int]?

    init(_ columns: [Column]) { self.columns = columns }

    /// The lines of one batch; the first carries the heading before it.
    mutating func lines(_ rows: [[String]]) -> [String] {
        let rows = rows.map { $0.map(DisplayText.safe) }
        var result: [String] = []
        let widths = self.widths ?? columns.indices.map { column in
            min(columns[column].limit, max(columns[column].minimum, DisplayText.width(columns[column].title), rows.map { DisplayText.width($0[column]) }.max() ?? 0))
        }
        if self.widths == nil {
            self.widths = widths
            result.append(line(columns.map(\.title), widths))
        }
        return result + rows.map { line($0, widths) }
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        var text = ""
        for (index, cell) in cells.enumerated() {
            if index > 0 { text += "  " }
            // The last column may run on: nothing stands after it.
            let isLast = index == cells.count - 1
            let shown = isLast ? cell : DisplayText.truncated(cell, to: widths[index])
            text += isLast && !columns[index].isNumber ? shown : DisplayText.padded(shown, to: widths[index], right: columns[index].isNumber)
        }
        return text
    }
}
