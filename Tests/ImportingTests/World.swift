import Catalog
import Foundation
import Imaging
import Metadata
import Originals
import PhotoModel
import Query
import Synchronization
import Testing

@testable import Importing

/// A library and a folder to import from, both temporary.
final class World: Sendable {
    let base: URL
    let library: URL
    let source: URL
    let catalog: Catalog
    let originals: OriginalStore
    let derivatives: DerivativeStore
    let decoder = FakeDecoder()
    let warnings = Mutex<[String]>([])

    init() throws {
        base = FileManager.default.temporaryDirectory.appendingPathComponent("import-\(UUID().uuidString)")
        library = base.appendingPathComponent("Test.photolibrary")
        source = base.appendingPathComponent("source")
        try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        originals = try OriginalStore(at: library)
        try originals.makeFolders()
        catalog = try Catalog.create(at: library.appendingPathComponent("catalog.sqlite"), options: CatalogOptions())
        derivatives = DerivativeStore(folder: library.appendingPathComponent("derivatives"))
    }

    deinit {
        catalog.close()
        try? FileManager.default.removeItem(at: base)
    }

    var context: ImportContext {
        ImportContext(
            catalog: catalog, originals: originals, derivatives: derivatives, decoder: decoder, now: { Date(timeIntervalSinceReferenceDate: 800_000_000) },
            makeUUID: { UUID() }, warn: { [weak self] line in self?.warnings.withLock { $0.append(line) } })
    }

    @discardableResult
    func add(_ name: String, _ facts: MediaFacts, salt: String = "") throws -> URL { try add(name, FakeMedia.bytes(facts, salt: salt)) }

    @discardableResult
    func add(_ name: String, _ bytes: Data) throws -> URL {
        let url = source.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
        // Where no capture date is, the file's own counts; it must not depend on when the test runs.
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)], ofItemAtPath: url.path)
        return url
    }

    func run(
        _ paths: [String]? = nil, _ change: (inout ImportOptions) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> ImportReport {
        var options = ImportOptions()
        options.timeZone = try #require(TimeZone(identifier: "UTC"))
        change(&options)
        let report = try Importer(context: context, options: options).run(paths ?? [source.path], isCancelled: isCancelled)
        #expect(report.found == report.imported + report.duplicates + report.attached + report.skipped + report.failed.count, "\(report)")
        return report
    }

    /// All living assets, hidden burst frames included.
    func assets() throws -> [AssetRecord] {
        var query = AssetQuery()
        (query.includesAllBursts, query.includesHidden) = (true, true)
        return try catalog.read { reader in try reader.assets(ids: reader.assetIDs(query)).compactMap { $0 } }
    }

    func resources(_ asset: AssetRecord) throws -> [ResourceRecord] { try catalog.read { try $0.resources(assetID: asset.id) } }

    /// What the catalogue says, without what depends on the order of events: identifiers, row ids, revisions, places.
    func summary() throws -> [String] {
        try assets().map { asset in
            let resources = try resources(asset).map { "\($0.type.name):\($0.filename):\($0.size)" }.sorted()
            return [
                "\(asset.filename) type \(asset.mediaType) subtypes \(asset.mediaSubtypes) style \(asset.playbackStyle) size \(asset.pixelWidth)x\(asset.pixelHeight)",
                "date \(asset.creationDate ?? -1) \(asset.creationOffset ?? -1) duration \(asset.duration) bytes \(asset.fileSize) \(asset.uniformType)",
                "title \(asset.title ?? "-") keywords \(asset.keywords) rating \(asset.rating) content \(asset.contentIdentifier ?? "-")",
                "edit \(asset.adjustmentFormatIdentifier ?? "-") \(asset.adjustmentFormatVersion ?? "-") burst \(asset.representsBurst) choice \(asset.originalChoice)",
                resources.joined(separator: ","),
            ].joined(separator: "; ")
        }.sorted()
    }

    /// Every original as the catalogue wants it, no file it does not know, nothing left in staging, every source as it was.
    func checkIntegrity() throws {
        var known: Set<String> = []
        try catalog.read { reader in
            try reader.forEachResource { resource in
                guard case .managed(let path) = resource.location else { return }
                known.insert(path)
                let condition =
                    if let part = resource.part {
                        originals.check(part: part, ofManagedPath: path, sha256: Array(resource.sha256))
                    } else {
                        originals.check(managedPath: path, size: resource.size, sha256: Array(resource.sha256))
                    }
                #expect(condition == .sound, "\(path)")
            }
        }
        try originals.forEachManagedFile { #expect(known.contains($0), "\($0) is unknown") }
        #expect(try Folder.names(in: BytePath(library.path).appending("staging")).map(\.text).filter { $0 != "gate" } == [])
    }
}
