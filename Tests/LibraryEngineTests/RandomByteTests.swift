import Catalog
import Decoding
import Foundation
import Importing
import Metadata
import Originals
import PhotoModel
import Pixels
import Query
import TestSupport
import Testing

@testable import LibraryEngine

/// Changes one byte anywhere under a library, again and again: `verify` must find it, or it must be one that nothing reads.
@Suite("One changed byte") struct RandomByteTests {
    /// Pictures as encoders write them, with beginnings and ends of their own.
    private struct EncodingDecoder: MediaDecoder {
        func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination {
            var examination = try PlainDecoder().examine(source, options)
            guard options.previewSide > 0 else { return examination }
            var status = stat()
            fstat(source.descriptor, &status)
            let seed = UInt8(truncatingIfNeeded: status.st_size)
            func picture(_ count: Int) -> EncodedImage {
                var image = EncodedImage(bytes: [0xFF, 0xD8, 0xFF, 0xE0] + (0..<count).map { UInt8(truncatingIfNeeded: $0) ^ seed } + [0xFF, 0xD9], width: 40, height: 30)
                image.quarters = QuarterColors(bytes: (0..<12).map { UInt8($0) &* 7 ^ seed })
                return image
            }
            (examination.thumbnail, examination.preview) = (picture(200), picture(900))
            return examination
        }

        func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage { throw CodecError(.unsupported, "no pixels here") }
        func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage { throw CodecError(.unsupported, "no pixels here") }
    }

    /// Places where a change was once not found, or did not heal.
    private static let known: [(path: String, place: Int, mask: UInt8)] = [
        ("database/catalog.sqlite-wal", 583_839, 25), ("derivatives/placeholders", 5, 237),
    ]
    private static let rounds = ProcessInfo.processInfo.environment["PHOTOS_LONG_TESTS"] == nil ? 60 : 2_000

    private let base = FileManager.default.temporaryDirectory.appendingPathComponent("random-bytes-\(UUID().uuidString)")
    private var url: URL { base.appendingPathComponent("Test.photolibrary") }
    private var model: URL { base.appendingPathComponent("Model.photolibrary") }
    private var copies: URL { base.appendingPathComponent("copies") }

    private var environment: Environment {
        var environment = LibraryFixture.environment()
        environment.decoder = .given(EncodingDecoder())
        return environment
    }

    @Test func everyChangedByteIsFoundOrReadByNobodyAndHeals() throws {
        defer { try? FileManager.default.removeItem(at: base) }
        let whole = try makeModel()
        var random = SeededRandom(seed: 20_261_123)
        var (found, healed, unread): (Int, Int, [String: Int]) = (0, 0, [:])
        for round in 0..<Self.rounds {
            try? FileManager.default.removeItem(at: url)
            try FileManager.default.copyItem(at: model, to: url)
            // The columns are those of the copied file.
            try opened { library in #expect(library.catalog.updateColumns()) }
            let files = try self.files()
            // Half of the bytes anywhere, half in any file: small files are read as well.
            let isBySize = round % 2 == 0
            var place = isBySize ? Int.random(in: 0..<files.reduce(0) { $0 + $1.size }, using: &random) : 0
            var index = isBySize ? 0 : Int.random(in: 0..<files.count, using: &random)
            if isBySize {
                while place >= files[index].size { (place, index) = (place - files[index].size, index + 1) }
            } else {
                place = Int.random(in: 0..<files[index].size, using: &random)
            }
            var (path, mask) = (files[index].path, UInt8.random(in: 1...255, using: &random))
            if round < Self.known.count, files.contains(where: { $0.path == Self.known[round].path && $0.size > Self.known[round].place }) {
                (path, place, mask) = Self.known[round]
            }
            try change(path, place, mask)
            let what = "round \(round): \(path) byte \(place) ^ \(mask)"

            guard try !isSound() else {
                // Nothing was found, so nothing may have changed.
                let now = try opened(fingerprint)
                #expect(now == whole, "\(what) was not found")
                if !isOfLastCommit(path, place) { unread[path, default: 0] += 1 }
                continue
            }
            found += 1
            // That `library.json` is of a newer format can't be told from a changed digit, and a newer library is nobody's to replace.
            if path == "library.json", try Self.claimsNewer(url) { continue }
            if (try? opened { try $0.verify(repair: true, copies: copies).isSound }) != true {
                #expect(try PhotoLibrary.recover(at: url, environment: environment, options: RecoveryOptions()) != nil, "\(what)")
                _ = try opened { try $0.verify(repair: true, copies: copies) }
            }
            let report = try opened { try $0.verify() }
            #expect(report.isSound, "\(what) left \(report.findings)")
            let now = try opened(fingerprint)
            #expect(now == whole, "\(what) did not heal")
            healed += 1
        }
        // What nobody reads: room that is free in the database, rows of the tables that no asset has, a count that only says when to tidy up.
        let free = [
            "database/catalog.sqlite", "database/catalog.sqlite-wal", "database/catalog.sqlite-shm", "database/assets.columns", "derivatives/thumbnails-256.index",
            "derivatives/thumbnails-256.pack", "derivatives/placeholders",
        ]
        #expect(unread.keys.allSatisfy(free.contains), "\(unread)")
        print("One changed byte: \(Self.rounds) changes, \(found) found, \(healed) healed, read by nobody: \(unread)")
    }

    /// A last commit of the record that is not whole may be a write that a power cut broke off, and opening writes it anew.
    private func isOfLastCommit(_ path: String, _ place: Int) -> Bool {
        guard path.hasPrefix("record/record-"), let text = try? String(contentsOf: model.appendingPathComponent(path), encoding: .utf8) else { return false }
        let lines = text.split(separator: "\n"), before = lines.dropLast().lastIndex { $0.hasPrefix("{\"kind\":\"commit\"") } ?? 0
        return place >= lines[...before].reduce(0) { $0 + $1.utf8.count + 1 }
    }

    private static func claimsNewer(_ library: URL) throws -> Bool {
        do {
            _ = try LibraryManifest.read(in: LibraryLayout.open(BytePath(library.path)))
            return false
        } catch { return error.code == .tooNew }
    }

    // MARK: The library

    /// A library with something of every kind, and copies of its originals beside it.
    private func makeModel() throws -> [String] {
        var library = try PhotoLibrary.create(at: model, environment: environment)
        var ids: [Int64] = []
        for number in 0..<9 {
            let photo = LibraryFixture.jpeg(String(repeating: "photo \(number) ", count: 3 + number * 11))
            try put(photo, "\(number).jpg")
            var inputs = [ResourceInput(.photo, .data(photo), filename: "IMG_\(number).JPG")]
            if number == 1 {
                try put(LibraryFixture.movie, "movie")
                inputs.append(ResourceInput(.pairedVideo, .data(LibraryFixture.movie), filename: "IMG_\(number).MOV"))
            }
            let prepared = try library.prepareAsset(inputs)
            ids.append(try library.performChanges(author: "test") { try $0.insert(prepared) })
        }
        try library.catalog.write(author: "test") { writer in
            for (number, id) in ids.enumerated() {
                try writer.update(assetID: id) { asset in
                    (asset.title, asset.caption, asset.keywords) = ("Title \(number)", String(repeating: "A caption. ", count: number), ["k\(number)", "all"])
                    (asset.creationDate, asset.isFavorite, asset.isHidden) = (Double(number) * 1e6, number % 3 == 0, number == 5)
                    asset.location = LocationRecord(latitude: 47 + Double(number), longitude: 8)
                }
            }
            let folder = try writer.insert(CollectionRecord(uuid: UUID(), type: .folder(.regularFolder), title: "Folder"))
            var album = CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: "Album")
            album.parentID = folder
            try writer.addMembers(ids.reversed(), to: writer.insert(album))
            try writer.trash(assetIDs: [ids[7]])
        }
        _ = try library.verify()
        // Most of it lies in the database, the newest change in its log.
        library.close()
        try LibraryFixture.emptyLog(of: model)
        library = try PhotoLibrary.open(at: model, environment: environment)
        try library.catalog.write(author: "test") { try $0.update(assetID: ids[2]) { $0.title = "The newest title" } }
        _ = try library.backUp()
        #expect(library.catalog.updateColumns())
        #expect(try library.verify().isSound)
        let whole = try fingerprint(library)
        library.close()
        return whole
    }

    private func put(_ data: Data, _ name: String) throws {
        try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: true)
        try data.write(to: copies.appendingPathComponent(name))
    }

    private func opened<T>(_ work: (PhotoLibrary) throws -> T) throws -> T {
        let library = try PhotoLibrary.open(at: url, environment: environment)
        defer { library.close() }
        return try work(library)
    }

    private func isSound() throws -> Bool {
        do { return try opened { try $0.verify().isSound } } catch is LibraryError { return false }
    }

    /// All that commands tell, a line each.
    private func fingerprint(_ library: PhotoLibrary) throws -> [String] {
        var lines: [String] = [library.uuid.uuidString]
        library.catalog.updateColumns()
        let (versions, resources) = try library.catalog.read { reader in
            let versions = try reader.assetVersions(afterID: 0, limit: 1000)
            lines += try reader.assets(ids: versions.map(\.id)).map { "\($0.map { "\($0)" } ?? "nil")" }
            let collections = try reader.collections(CollectionQuery())
            lines += collections.map { "\($0)" }
            for collection in collections where collection.kind == .album { lines.append("\(try Array(reader.memberIDs(of: collection.id)))") }
            lines += try reader.changes(after: .start).map { "\($0)" }
            var info = try reader.libraryInfo()
            // Indexes that were made again may take another room.
            info.fileSize = 0
            lines.append("\(info)")
            for subtype in [203, 205, 209] { lines.append("\(try Array(reader.assetIDs(AssetQuery(scope: .smartAlbum(AlbumSubtype(rawValue: subtype))))))") }
            for scope in [AssetQuery.Scope.library, .trash] { lines.append("\(try Array(reader.assetIDs(AssetQuery(scope: scope))))") }
            lines.append("\(try reader.withColumns { $0.count } ?? -1)")
            return (versions, try reader.resources(afterID: 0, limit: 1000))
        }
        for version in versions {
            let (id, uuid, revision) = (version.id, version.uuid, version.revision)
            lines.append("\(library.derivatives.thumbnail(assetID: id, uuid: uuid, revision: revision)?.bytes ?? [])")
            lines.append("\(library.derivatives.placeholder(assetID: id, uuid: uuid, revision: revision) ?? [])")
            lines.append("\(library.derivatives.preview(uuid: uuid, revision: revision) ?? [])")
        }
        for var resource in resources {
            let digest = try library.openResource(resource).digest()
            // What the file looked like from outside is looked at anew where it differs.
            resource.facts = nil
            lines.append("\(resource) \(digest)")
        }
        return lines
    }

    private func files() throws -> [(path: String, size: Int)] {
        try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted().compactMap { path in
            let attributes = try FileManager.default.attributesOfItem(atPath: url.appendingPathComponent(path).path)
            guard attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? Int, size > 0 else { return nil }
            return (path, size)
        }
    }

    private func change(_ path: String, _ place: Int, _ mask: UInt8) throws {
        let file = url.appendingPathComponent(path)
        // Originals are kept read-only.
        let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] ?? 0o644
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let handle = try FileHandle(forUpdating: file)
        try handle.seek(toOffset: UInt64(place))
        let byte = try #require(try handle.read(upToCount: 1)?.first)
        try handle.seek(toOffset: UInt64(place))
        try handle.write(contentsOf: Data([byte ^ mask]))
        try handle.close()
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
    }
}
