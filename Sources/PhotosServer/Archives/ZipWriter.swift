import Foundation
import LibraryEngine
import PhotoModel
import Support

/// The bytes of a ZIP archive around those of its files, which are stored as they are: PKWARE's APPNOTE 6.3.9, with 64-bit sizes where they are needed.
///
/// Checksums are known only once a file has passed, so they stand behind it (4.3.9). What turned out not to be what it should be is left out of the
/// directory at the end: no program finds it then.
struct ZipWriter: Sendable {
    /// A file as the archive names it.
    struct Entry: Sendable {
        /// With `/` between folders; encoded as UTF-8, and said to be.
        var name: String
        var size: Int64
        /// Seconds since 1970.
        var modified: Double
    }

    private struct Open {
        let entry: Entry
        let start: Int64
        var checksum = CRC32()
        var count: Int64 = 0
    }

    private static let version: UInt16 = 20, version64: UInt16 = 45
    /// Made on Unix, so that permissions are understood.
    private static let madeBy: UInt16 = 3 << 8
    /// An ordinary file that its owner may write.
    private static let attributes: UInt32 = 0o100_644 << 16
    /// A descriptor behind the file; the name is UTF-8.
    private static let streamed: UInt16 = 1 << 3, unicode: UInt16 = 1 << 11
    private static let most32 = Int64(UInt32.max), most16 = Int(UInt16.max)

    private let zone: TimeZone
    private var open: Open?
    private var directory: [UInt8] = []
    private(set) var count = 0
    /// Where the next byte goes.
    private(set) var position: Int64 = 0

    /// - Parameter zone: whose clock the dates are written by that old programs read; others read UTC beside them.
    init(zone: TimeZone) { self.zone = zone }

    // MARK: Files

    /// What stands before a file's bytes.
    mutating func begin(_ entry: Entry) -> [UInt8] {
        open = Open(entry: entry, start: position)
        return placed(header(entry, checksum: 0, isStreamed: true))
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        open?.checksum.update(bytes)
        pass(Int64(bytes.count))
    }

    /// Counts bytes that are not looked at, for reckoning how long an archive will be.
    mutating func pass(_ count: Int64) {
        open?.count += count
        position += count
    }

    /// What stands behind a file's bytes.
    /// - Parameter isSound: false leaves the file out of the directory.
    mutating func end(isSound: Bool = true) -> [UInt8] {
        guard let open else { return [] }
        self.open = nil
        let checksum = open.checksum.value
        var fields = Fields()
        fields.put(0x0807_4B50, checksum)
        if Self.isLong(open.entry.size) { fields.put(UInt64(open.count), UInt64(open.count)) } else { fields.put(UInt32(open.count), UInt32(open.count)) }
        if isSound { list(open.entry, checksum, at: open.start, isStreamed: true) }
        return placed(fields.bytes)
    }

    /// A short file whose bytes are at hand.
    mutating func file(_ name: String, _ content: [UInt8], modified: Double) -> [UInt8] {
        let entry = Entry(name: name, size: Int64(content.count), modified: modified), start = position
        var checksum = CRC32()
        content.withUnsafeBytes { checksum.update($0) }
        list(entry, checksum.value, at: start, isStreamed: false)
        return placed(header(entry, checksum: checksum.value, isStreamed: false) + content)
    }

    /// Bytes that `file` takes beside its content, here and in the directory, at most.
    static func overhead(ofFile name: String) -> Int { 30 + 46 + 2 * (name.utf8.count + 9) + 28 }

    // MARK: The end

    /// Bytes of the directory and of what ends the archive.
    func endLength(isLong: Bool) -> Int64 { Int64(directory.count + (isLong ? 56 + 20 : 0) + 22) }

    /// The directory, and what ends the archive.
    /// - Parameter isLong: whether 64 bits are needed to say where the directory is, or how many files are in it.
    mutating func finish(isLong: Bool) -> [UInt8] {
        let start = position, length = directory.count
        var fields = Fields(bytes: placed(directory))
        if isLong {
            let end = position
            fields.put(0x0606_4B50 as UInt32)
            fields.put(44 as UInt64)
            fields.put(Self.madeBy | Self.version64, Self.version64)
            fields.put(0, 0 as UInt32)
            fields.put(UInt64(count), UInt64(count), UInt64(length), UInt64(start))
            fields.put(0x0706_4B50, 0 as UInt32)
            fields.put(UInt64(end))
            fields.put(1 as UInt32)
        }
        let files = isLong ? UInt16.max : UInt16(count)
        fields.put(0x0605_4B50 as UInt32)
        fields.put(0, 0, files, files)
        fields.put(isLong ? .max : UInt32(length), isLong ? .max : UInt32(start))
        fields.put(0 as UInt16)
        return fields.bytes
    }

    /// Whether an archive of so many files and bytes needs 64 bits.
    static func isLong(files: Int, bytes: Int64) -> Bool { files >= most16 || bytes >= most32 }

    // MARK: Parts

    private static func isLong(_ size: Int64) -> Bool { size >= most32 }

    private mutating func placed(_ bytes: [UInt8]) -> [UInt8] {
        position += Int64(bytes.count)
        return bytes
    }

    private func header(_ entry: Entry, checksum: UInt32, isStreamed: Bool) -> [UInt8] {
        let isLong = Self.isLong(entry.size), name = Array(entry.name.utf8), times = Self.times(entry), (time, day) = clock(entry)
        // Of a file that is followed by its sizes they are none here, or 64 bits that say so.
        let size: UInt32 = isLong ? .max : isStreamed ? 0 : UInt32(entry.size)
        var fields = Fields()
        fields.put(0x0403_4B50 as UInt32)
        fields.put(isLong ? Self.version64 : Self.version, Self.unicode | (isStreamed ? Self.streamed : 0), 0, time, day)
        fields.put(checksum, size, size)
        fields.put(UInt16(name.count), UInt16(times.count + (isLong ? 20 : 0)))
        fields.bytes += name + times
        if isLong {
            fields.put(1, 16 as UInt16)
            fields.put(0, 0 as UInt64)
        }
        return fields.bytes
    }

    private mutating func list(_ entry: Entry, _ checksum: UInt32, at start: Int64, isStreamed: Bool) {
        let isLong = Self.isLong(entry.size), isFar = start >= Self.most32, name = Array(entry.name.utf8), times = Self.times(entry), (time, day) = clock(entry)
        let more = (isLong ? 16 : 0) + (isFar ? 8 : 0), needed = isLong || isFar ? Self.version64 : Self.version
        let size = isLong ? UInt32.max : UInt32(entry.size)
        var fields = Fields()
        fields.put(0x0201_4B50 as UInt32)
        fields.put(Self.madeBy | needed, needed, Self.unicode | (isStreamed ? Self.streamed : 0), 0, time, day)
        fields.put(checksum, size, size)
        fields.put(UInt16(name.count), UInt16(times.count + (more > 0 ? 4 + more : 0)), 0, 0, 0)
        fields.put(Self.attributes, isFar ? .max : UInt32(start))
        fields.bytes += name + times
        if more > 0 { fields.put(1, UInt16(more)) }
        if isLong { fields.put(UInt64(entry.size), UInt64(entry.size)) }
        if isFar { fields.put(UInt64(start)) }
        directory += fields.bytes
        count += 1
    }

    /// Info-ZIP's extended timestamp: UTC in 32 bits.
    private static func times(_ entry: Entry) -> [UInt8] {
        let seconds = Int32(clamping: Int64(entry.modified.rounded(.down)))
        var fields = Fields()
        fields.put(0x5455, 5 as UInt16)
        fields.bytes.append(1)
        fields.put(UInt32(bitPattern: seconds))
        return fields.bytes
    }

    /// Time and day as MS-DOS has them: from 1980 to 2107, in steps of two seconds.
    private func clock(_ entry: Entry) -> (time: UInt16, day: UInt16) {
        let utc = Int(max(-1e11, min(1e11, entry.modified)).rounded(.down)), local = utc + zone.secondsFromGMT(for: Date(timeIntervalSince1970: entry.modified))
        // A calendar of Foundation's takes a thousand times as long, and would be asked twice a file.
        let days = local.dividedDown(by: 86_400), date = CivilDate(daysSince1970: days), second = local - days * 86_400
        guard (1980...2107).contains(date.year) else { return (0, 1 << 5 | 1) }
        return (UInt16((second / 3600) << 11 | (second / 60 % 60) << 5 | second % 60 / 2), UInt16((date.year - 1980) << 9 | date.month << 5 | date.day))
    }
}

/// Numbers as they stand in an archive: the lowest byte first.
private struct Fields {
    var bytes: [UInt8] = []

    mutating func put(_ numbers: UInt16...) { for number in numbers { put(UInt64(number), 2) } }
    mutating func put(_ numbers: UInt32...) { for number in numbers { put(UInt64(number), 4) } }
    mutating func put(_ numbers: UInt64...) { for number in numbers { put(number, 8) } }

    private mutating func put(_ number: UInt64, _ count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))) }
    }
}
