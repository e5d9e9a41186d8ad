extension Record {
    /// The last commit, read from the end of the newest log without the lock; `nil` where the end does not show one.
    ///
    /// Only a hint: nothing before the end is checked.
    package func peekLastCommit() throws -> RecordCommit? {
        guard let newest = try folder.names().compactMap({ SegmentName(text: $0) }).max(), !newest.isSnapshot,
            let file = try folder.open(newest.text)
        else { return nil }
        let size = Int64(try file.status().st_size), start = max(0, size - 64 << 10)
        var bytes: [UInt8] = []
        _ = try file.read(at: start, count: 64 << 10, into: &bytes)
        guard bytes.last == 0x0A else { return nil }
        let lines = bytes.split(separator: 0x0A)
        guard let last = lines.last else { return nil }
        if lines.count == 1, start == 0 {
            guard let header = try? SegmentHeader(line: Array(last), path: file.path), header.library == library else { return nil }
            return RecordCommit(position: header.position, date: header.date, author: "", stamp: header.stamp)
        }
        guard lines.count > 1, let before = lines[lines.count - 2].withUnsafeBytes({ LineText.statedSum($0) }) else { return nil }
        let isRight = last.withUnsafeBytes { line in
            LineText.statedSum(line).map { $0 == LineText.sum(LineText.body(of: line), after: before) } ?? false
        }
        return isRight ? LineText.commit(of: Array(last))?.commit : nil
    }
}
