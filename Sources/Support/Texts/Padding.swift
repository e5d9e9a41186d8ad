extension Int {
    /// Decimal digits with zeros in front, so that there are at least so many; a minus sign stands before them and is not counted.
    package func padded(to width: Int) -> String {
        let digits = String(magnitude)
        return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}
