import Foundation
import LibraryEngine
import PhotoModel
import Support
import Synchronization

/// Photos that are listed in one folder: a stretch of a list.
struct PhotoList: Sendable {
    let list: ViewList
    let range: Range<Int>

    init(_ list: ViewList, _ range: Range<Int>? = nil) { (self.list, self.range) = (list, range ?? list.ids.indices) }

    var ids: ArraySlice<Int64> { list.ids[range] }
    var count: Int { range.count }
}

/// What the files of a folder's photos are called, 16 bytes a file: where several photos have a name, all but the first that came to the library have something behind it.
///
/// The names themselves are made when they are told, of the same facts.
final class FolderNames: Sendable {
    /// What stands behind the names of a photo's files.
    private enum Mark { case short, long }

    /// Photos that are looked at at once.
    private static let step = 500

    /// By row id, of the few that have one.
    private let marks: [Int64: Mark]
    /// Hashes of the names as they are compared, ascending, and whose they are.
    private let hashes: [UInt64]
    private let rows: [Int64]

    /// Files and what stands behind names, 16 bytes each.
    var cost: Int { rows.count + marks.count }

    init(_ ids: ArraySlice<Int64>, _ reader: LibraryReader) throws {
        var plain: [(hash: UInt64, row: Int64)] = []
        try Self.forEach(ids, reader) { record, resources in
            for file in PhotoFile.files(of: record, resources) { plain.append((Self.hash(file.name), record.id)) }
        }
        plain.sort { ($0.hash, $0.row) < ($1.hash, $1.row) }
        var later: Set<Int64> = []
        for (file, next) in zip(plain, plain.dropFirst()) where file.hash == next.hash && file.row != next.row { later.insert(next.row) }
        var marks: [Int64: Mark] = [:]
        if !later.isEmpty {
            plain.removeAll { later.contains($0.row) }
            var taken = Set(plain.map(\.hash))
            try Self.forEach(later.sorted()[...], reader) { record, resources in
                let files = PhotoFile.files(of: record, resources)
                let short = files.map { Self.hash(Self.name($0, .short)) }, isShort = taken.isDisjoint(with: short)
                let own = isShort ? short : files.map { Self.hash(Self.name($0, .long)) }
                marks[record.id] = isShort ? .short : .long
                taken.formUnion(own)
                plain += own.map { ($0, record.id) }
            }
            plain.sort { ($0.hash, $0.row) < ($1.hash, $1.row) }
        }
        (self.marks, hashes, rows) = (marks, plain.map(\.hash), plain.map(\.row))
    }

    private static func forEach(_ ids: ArraySlice<Int64>, _ reader: LibraryReader, _ body: (AssetRecord, [ResourceRecord]) -> Void) throws {
        for start in stride(from: ids.startIndex, to: ids.endIndex, by: step) {
            try Task.checkCancellation()
            let some = ids[start..<min(start + step, ids.endIndex)], resources = try reader.resources(assetIDs: some)
            for case let record? in try reader.assets(ids: some) { body(record, resources[record.id] ?? []) }
        }
    }

    private static func hash(_ name: String) -> UInt64 { DAVNames.folded(name).utf8.fnv1a() }

    private static func name(_ file: PhotoFile, _ mark: Mark?) -> String {
        switch mark {
        case nil: file.name
        case .short: DAVNames.suffixed(file.name, DAVNames.short(file.record.uuid))
        case .long: DAVNames.suffixed(file.name, file.record.uuid.uuidString)
        }
    }

    /// A photo's files by the names that they have in this folder.
    func files(of record: AssetRecord, _ resources: [ResourceRecord]) -> [PhotoFile] {
        PhotoFile.files(of: record, resources).map { PhotoFile(name: Self.name($0, marks[record.id]), record: record, resource: $0.resource) }
    }

    /// The file that a name means, whatever its case.
    func file(named name: String, _ reader: LibraryReader) throws -> PhotoFile? {
        let hash = Self.hash(name), folded = DAVNames.folded(name)
        var index = hashes.partitioningIndex { $0 >= hash }
        while index < hashes.count, hashes[index] == hash {
            defer { index += 1 }
            guard let record = try reader.asset(id: rows[index]), !record.isTrashed, !record.isHidden else { continue }
            if let file = files(of: record, try reader.resources(assetID: record.id)).first(where: { DAVNames.folded($0.name) == folded }) { return file }
        }
        return nil
    }
}

/// Names of folders that were looked at lately, as long as their lists are the same. The lists are not kept for it: each commit makes others.
final class FolderNamesCache: Sendable {
    /// Files of all folders, at most, but for one that has more.
    private let most: Int
    /// A small folder costs more than its files.
    private static let cost = 32

    private struct Key: Hashable {
        let list: UInt64
        let range: Range<Int>
    }

    private let state: Mutex<RecentValues<Key, FolderNames>>

    init(most: Int = 4_000_000) {
        self.most = most
        state = Mutex(RecentValues(budget: most))
    }

    func names(of photos: PhotoList) -> FolderNames? { state.withLock { $0.use(Self.key(photos)) } }

    func keep(_ names: FolderNames, of photos: PhotoList) {
        // Freed outside of the lock. A folder that alone has more is kept by itself: whoever needs its names would make them in vain, again and again.
        let released = state.withLock { $0.insert(names, for: Self.key(photos), cost: min(names.cost + Self.cost, most)) }
        withExtendedLifetime(released) {}
    }

    private static func key(_ photos: PhotoList) -> Key { Key(list: photos.list.number, range: photos.range) }
}
