import Catalog
import Foundation
import PhotoModel

/// A catalogue in a folder of its own, which goes when the value goes.
final class TemporaryCatalog {
    let folder: URL
    let file: URL
    let catalog: Catalog

    /// The clock of every test: fixed, so that dates can be compared.
    static let now: Double = 700_000_000
    /// Where assets were taken that don't say so.
    static let zone = TimeZone(identifier: "America/New_York") ?? .gmt

    /// Seconds: a machine that does much else may take more than ten for one `fsync`.
    static let patience: TimeInterval = 120

    init(busyTimeout: TimeInterval = TemporaryCatalog.patience, _ change: (inout CatalogOptions) -> Void = { _ in }) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appendingPathComponent("catalog.sqlite")
        var options = Self.options(busyTimeout: busyTimeout)
        change(&options)
        catalog = try Catalog.create(at: file, options: options)
    }

    deinit {
        catalog.close()
        try? FileManager.default.removeItem(at: folder)
    }

    static func options(busyTimeout: TimeInterval = TemporaryCatalog.patience, readOnly: Bool = false) -> CatalogOptions {
        var options = CatalogOptions()
        options.busyTimeout = busyTimeout
        options.readOnly = readOnly
        options.now = { now }
        options.timeZone = zone
        return options
    }

    /// A second opening of the same file, as another process would have it: with connections of its own.
    func other(busyTimeout: TimeInterval = TemporaryCatalog.patience, readOnly: Bool = false) throws -> Catalog {
        try Catalog.open(at: file, options: Self.options(busyTimeout: busyTimeout, readOnly: readOnly))
    }

    @discardableResult
    func write<T>(_ body: (CatalogWriter) throws -> T) throws -> T { try catalog.write(author: "tests", body) }
    func read<T>(_ body: (CatalogReader) throws -> T) throws -> T { try catalog.read(body) }

    /// Adds plain pictures a second apart and returns their row ids.
    func addPictures(from first: Int = 0, _ count: Int) throws -> [Int64] {
        try write { writer in
            try (first..<first + count).map { number in try writer.insert(Sample.asset(number), resources: []) }
        }
    }
}

enum Sample {
    static func asset(_ number: Int) -> AssetRecord {
        var asset = AssetRecord(
            uuid: uuid(number), mediaType: .image, addedDate: 600_000_000 + Double(number),
            filename: "IMG_\(number).JPG", uniformType: "public.jpeg")
        asset.creationDate = 500_000_000 + Double(number)
        asset.playbackStyle = .image
        return asset
    }

    static func uuid(_ number: Int) -> UUID {
        let n = UInt32(truncatingIfNeeded: number)
        return UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, UInt8(n >> 24), UInt8(n >> 16 & 255), UInt8(n >> 8 & 255), UInt8(n & 255)))
    }

    static func resource(_ name: String, path: String, hash: UInt8 = 0, type: String = "public.jpeg") -> ResourceRecord {
        ResourceRecord(type: .photo, filename: name, uniformType: type, size: 10, sha256: Data(repeating: hash, count: 32), location: .managed(path: path))
    }

    static func album(_ title: String, number: Int = 9_000, kind: CollectionRecord.Kind = .album) -> CollectionRecord {
        CollectionRecord(uuid: uuid(number), type: kind == .album ? .album(.albumRegular) : .folder(.regularFolder), title: title)
    }
}
