import Foundation
import Imaging

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
        var bytes = little(0x0807_4B50 as UInt32) + little(checksum)
        bytes += Self.isLong(open.entry.size) ? little(UInt64(open.count)) + little(UInt64(open.count)) : little(UInt32(open.count)) + little(UInt32(open.count))
        if isSound { list(open.entry, checksum, at: open.start, isStreamed: true) }
        return placed(bytes)
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
        var bytes = placed(directory)
        if isLong {
            let end = position
            bytes += little(0x0606_4B50 as UInt32) + little(44 as UInt64) + little(Self.madeBy | Self.version64) + little(Self.version64)
            bytes += little(0 as UInt32) + little(0 as UInt32) + little(UInt64(count)) + little(UInt64(count)) + little(UInt64(length)) + little(UInt64(start))
            bytes += little(0x0706_4B50 as UInt32) + little(0 as UInt32) + little(UInt64(end)) + little(1 as UInt32)
        }
        let files = isLong ? UInt16.max : UInt16(count)
        bytes += little(0x0605_4B50 as UInt32) + little(0 as UInt16) + little(0 as UInt16) + little(files) + little(files)
        bytes += little(isLong ? UInt32.max : UInt32(length)) + little(isLong ? UInt32.max : UInt32(start)) + little(0 as UInt16)
        return bytes
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
        let isLong = Self.isLong(entry.size), name = Array(entry.name.utf8)
        // Of a file that is followed by its sizes they are none here, or 64 bits that say so.
        let size: UInt32 = isLong ? .max : isStreamed ? 0 : UInt32(entry.size)
        let long = isLong ? little(1 as UInt16) + little(16 as UInt16) + little(0 as UInt64) + little(0 as UInt64) : []
        let extra = Self.times(entry) + long
        return little(0x0403_4B50 as UInt32) + little(isLong ? Self.version64 : Self.version) + little(Self.unicode | (isStreamed ? Self.streamed : 0))
            + little(0 as UInt16) + clock(entry) + little(checksum) + little(size) + little(size) + little(UInt16(name.count)) + little(UInt16(extra.count)) + name + extra
    }

    private mutating func list(_ entry: Entry, _ checksum: UInt32, at start: Int64, isStreamed: Bool) {
        let isLong = Self.isLong(entry.size), isFar = start >= Self.most32, name = Array(entry.name.utf8)
        var long = isLong ? little(UInt64(entry.size)) + little(UInt64(entry.size)) : []
        if isFar { long += little(UInt64(start)) }
        if !long.isEmpty { long = little(1 as UInt16) + little(UInt16(long.count)) + long }
        let extra = Self.times(entry) + long, needed = isLong || isFar ? Self.version64 : Self.version
        let size = isLong ? UInt32.max : UInt32(entry.size)
        directory += little(0x0201_4B50 as UInt32) + little(Self.madeBy | needed) + little(needed) + little(Self.unicode | (isStreamed ? Self.streamed : 0))
        directory += little(0 as UInt16) + clock(entry) + little(checksum) + little(size) + little(size) + little(UInt16(name.count)) + little(UInt16(extra.count))
        directory += little(0 as UInt16) + little(0 as UInt16) + little(0 as UInt16) + little(Self.attributes) + little(isFar ? UInt32.max : UInt32(start)) + name + extra
        count += 1
    }

    /// Info-ZIP's extended timestamp: UTC in 32 bits.
    private static func times(_ entry: Entry) -> [UInt8] {
        let seconds = Int32(clamping: Int64(entry.modified.rounded(.down)))
        return little(0x5455 as UInt16) + little(5 as UInt16) + [1] + little(UInt32(bitPattern: seconds))
    }

    /// Time and day as MS-DOS has them: from 1980 to 2107, in steps of two seconds.
    private func clock(_ entry: Entry) -> [UInt8] {
        let utc = Int(max(-1e11, min(1e11, entry.modified)).rounded(.down)), local = utc + zone.secondsFromGMT(for: Date(timeIntervalSince1970: entry.modified))
        let (year, month, day) = Self.day(local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400))
        guard (1980...2107).contains(year) else { return little(0 as UInt16) + little(1 << 5 | 1 as UInt16) }
        let second = (local % 86_400 + 86_400) % 86_400
        return little(UInt16((second / 3600) << 11 | (second / 60 % 60) << 5 | second % 60 / 2)) + little(UInt16((year - 1980) << 9 | month << 5 | day))
    }

    /// The day of the Gregorian calendar, of days since 1970: a calendar of Foundation's takes a thousand times as long, and is asked twice a file.
    private static func day(_ days: Int) -> (year: Int, month: Int, day: Int) {
        // Years that begin in March end with the leap day; 400 of them repeat.
        let shifted = days + 719_468, era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097, ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100), march = (5 * ofYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * march + 2) / 5 + 1)
    }
}

/// Little-endian bytes.
private func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }
