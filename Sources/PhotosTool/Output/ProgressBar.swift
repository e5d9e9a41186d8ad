/// One line that says how far a long piece of work is. Pure: state and width in, text out.
struct ProgressBar: Equatable {
    var total: Int
    var done: Int
    /// Between 0 and 1; by bytes where they are known, since files differ in size.
    var fraction: Double
    /// Per second; `nil` until there is something to measure.
    var rate: Double?
    /// Seconds left; `nil` while unknown.
    var remaining: Double?
    var name: String
    /// Block characters rather than `#`.
    var unicode = true

    /// Never wider than `width` columns. What matters least goes first when it gets tight: the name, the bar, the rate.
    func line(width: Int) -> String {
        let line = drawn(width: width)
        // What we put in ourselves; a file's name is shown as it is.
        return unicode ? line : line.replacing("…", with: "~").replacing("–", with: "-")
    }

    private func drawn(width: Int) -> String {
        let counts = total > 0 ? say("\(Quantity.grouped(done)) of \(Quantity.grouped(total))") : Quantity.grouped(done)
        let percent = DisplayText.padded("\(Int((min(max(fraction, 0), 1) * 100).rounded(.down)))%", to: 4, right: true)
        let speed = rate.map { say("\(Quantity.decimal($0, $0 < 10 ? 1 : 0))/s") }
        let left = remaining.map { say("\(Quantity.duration($0)) left") }

        for parts in [[counts, speed, left], [counts, left], [counts], []] as [[String?]] {
            let text = ([percent] + parts.compactMap { $0 }).joined(separator: "  ")
            let used = DisplayText.width(text)
            guard used <= width else { continue }
            // The bar takes a third of what is left or ten columns, the name the rest; both only where they are of use.
            let space = width - used - 1
            let barWidth = min(30, max(space / 3, min(space, 10)))
            guard barWidth >= 6 else { return text }
            let line = bar(barWidth) + " " + text
            let nameWidth = width - DisplayText.width(line) - 2
            guard nameWidth >= 8, !name.isEmpty else { return line }
            return line + "  " + DisplayText.truncated(DisplayText.safe(name), to: nameWidth)
        }
        return DisplayText.truncated(percent, to: width)
    }

    private func bar(_ width: Int) -> String {
        let eighths = Int((min(max(fraction, 0), 1) * Double(width * 8)).rounded(.down))
        if !unicode {
            let full = eighths / 8
            return String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
        }
        let full = eighths / 8, part = eighths % 8
        let partial = part == 0 ? "" : String(["▏", "▎", "▍", "▌", "▋", "▊", "▉"][part - 1])
        return String(repeating: "█", count: full) + partial + String(repeating: "░", count: width - full - (part == 0 ? 0 : 1))
    }
}
