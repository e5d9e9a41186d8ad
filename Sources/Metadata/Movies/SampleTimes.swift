/// How long a QuickTime track lasts by its tables, whatever its head says.
struct SampleTimes {
    /// Of all samples, in units of the track's time.
    private let total: Int
    /// Units of the track's time a second.
    private let scale: Int
    /// What of it is shown, in order; none shows all.
    private var edits: [(length: Int, start: Int, rate: Double)] = []

    private static let longestTable = 1 << 24

    /// `nil` for a track without samples, and one whose tables can't be read.
    init?(_ bytes: UnsafeRawBufferPointer, track: Range<Int>) {
        let reader = ByteReader(bytes)
        guard let media = BoxWalker(bytes, in: track).first("mdia"), let head = BoxWalker(bytes, in: media.body).first("mdhd"), head.body.count >= 24,
            let scale = reader.uint32(head.body.lowerBound + (bytes[head.body.lowerBound] == 1 ? 20 : 12)), scale > 0,
            let info = BoxWalker(bytes, in: media.body).first("minf"), let table = BoxWalker(bytes, in: info.body).first("stbl"),
            let times = BoxWalker(bytes, in: table.body).first("stts"), let count = reader.uint32(times.body.lowerBound + 4), count <= Self.longestTable,
            let sizes = BoxWalker(bytes, in: table.body).first("stsz") ?? BoxWalker(bytes, in: table.body).first("stz2"),
            let samples = reader.uint32(sizes.body.lowerBound + 8)
        else { return nil }
        var total = 0, left = samples, offset = times.body.lowerBound + 8
        for _ in 0..<count where left > 0 {
            guard offset + 8 <= times.body.upperBound, let run = reader.uint32(offset), let delta = reader.int32(offset + 4), delta >= 0 else { return nil }
            let (part, isTooLong) = min(run, left).multipliedReportingOverflow(by: delta)
            let (sum, isOver) = total.addingReportingOverflow(part)
            if isTooLong || isOver { return nil }
            (total, left, offset) = (sum, left - min(run, left), offset + 8)
        }
        guard total > 0 else { return nil }
        (self.total, self.scale) = (total, scale)
        readEdits(bytes, track)
    }

    private mutating func readEdits(_ bytes: UnsafeRawBufferPointer, _ track: Range<Int>) {
        let reader = ByteReader(bytes)
        guard let box = BoxWalker(bytes, in: track).first("edts"), let list = BoxWalker(bytes, in: box.body).first("elst"), list.body.count >= 8,
            let count = reader.uint32(list.body.lowerBound + 4)
        else { return }
        let isLong = bytes[list.body.lowerBound] == 1, size = isLong ? 20 : 12
        var offset = list.body.lowerBound + 8
        for _ in 0..<min(count, 1024) {
            guard offset + size <= list.body.upperBound, let length = isLong ? reader.uint64(offset) : reader.uint32(offset), let start = reader.int32(offset + (isLong ? 8 : 4)),
                let rest = isLong ? reader.uint32(offset + 12) : 0, let rate = reader.int32(offset + size - 4)
            else {
                edits = []
                return
            }
            edits.append((length, isLong ? start << 32 | rest : start, Double(rate) / 65_536))
            offset += size
        }
    }

    /// - Parameter movieScale: units of the movie's time a second, in which edits are long.
    func seconds(movieScale: Int) -> Double {
        guard !edits.isEmpty else { return Double(total) / Double(scale) }
        return edits.reduce(0) { sum, edit in
            let stated = Double(edit.length) / Double(movieScale)
            // Nothing, or one frame, is shown for so long; or a part of the track, which can't be longer than what there is.
            guard edit.start >= 0, edit.rate > 0 else { return sum + stated }
            let left = Double(max(0, total - edit.start)) / Double(scale) / edit.rate
            return sum + (edit.length == 0 ? left : min(stated, left))
        }
    }
}
