import Catalog
import Cloud
import Foundation
import Imaging
import PhotoModel
import Pixels
import Support

/// Keeps the small thumbnails in the store, many in an object, so that a library that is made again from there is seen before an original is fetched.
///
/// An object is named by the change that it reaches to. Its bytes: `OPhKthumbs1\n`, and for each thumbnail the asset's UUID (16 bytes), its revision (8), width
/// and height (2 each), the placeholder's colours (12; all zero where there is none), the JPEG's length (4) and the JPEG; numbers with the highest byte first.
/// Of several thumbnails of an asset the last one counts.
struct ThumbnailUpload: Sendable {
    let library: PhotoLibrary
    let store: any CloudStore

    static let prefix = "thumbnails/"
    private static let title = Array("OPhKthumbs1\n".utf8)
    private static let headLength = 16 + 8 + 2 + 2 + QuarterColors.byteCount + 4
    /// Bytes of an object, about.
    private static let packSize = 4 << 20
    static let packLimit = 64 << 20
    /// A row of `cloud_file` that stands for no file: the change whose thumbnails are all there.
    private static let mark = prefix + "*"

    func run(_ isCancelled: () -> Bool) async throws {
        // Those that an import left for later go when they are made: that is a change behind this position.
        let position = try library.catalog.read { try $0.position }
        let reached = try library.catalog.read { try $0.cloudFile(path: Self.mark)?.upload }.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }.map {
            ChangePosition(rawValue: $0)
        }
        guard reached != position else { return }
        let home = try library.catalog.read { try $0.homeInStore() }
        var pack = Self.title, number = 0
        func send() async throws {
            guard pack.count > Self.title.count else { return }
            let key = "\(home)\(Self.prefix)\(Int(position.rawValue).padded(to: 20))-\(number.padded(to: 6)).pack"
            _ = try await store.put(key, pack)
            (pack, number) = (Self.title, number + 1)
        }
        for page in try Self.assets(library, since: reached) {
            guard !isCancelled() else { return }
            let versions = try library.catalog.read { reader in
                try zip(page, reader.assets(ids: page)).compactMap { id, asset in asset.map { DerivativeStore.Version(assetID: id, uuid: $0.uuid, revision: $0.revision) } }
            }
            let pictures = library.derivatives.thumbnails(versions.map { ($0.assetID, $0.uuid, $0.revision) })
            let colors = library.derivatives.placeholders(versions)
            for (index, version) in versions.enumerated() {
                guard let picture = pictures[index] else { continue }
                Self.append(version, picture, colors[index], to: &pack)
                if pack.count >= Self.packSize { try await send() }
            }
        }
        try await send()
        try Self.note(library, position)
    }

    /// The store has all that there are.
    static func noteAll(_ library: PhotoLibrary) throws { try note(library, library.catalog.read { try $0.position }) }

    private static func note(_ library: PhotoLibrary, _ position: ChangePosition) throws {
        try library.catalog.write(author: "cloud") { try $0.updateCloudFile(path: mark) { $0.upload = Data("\(position.rawValue)".utf8) } }
    }

    /// Those that may have other thumbnails than at a change, a page at a time.
    private static func assets(_ library: PhotoLibrary, since position: ChangePosition?) throws -> [[Int64]] {
        let ids = try library.catalog.read { reader -> [Int64] in
            if let position, try reader.remembers(position) { return try Array(reader.changedAssetIDs(after: position)) }
            var ids: [Int64] = [], last: Int64 = 0
            while case let page = try reader.assetVersions(afterID: last, limit: 10_000), let end = page.last {
                ids += page.map(\.id)
                last = end.id
            }
            return ids
        }
        return stride(from: 0, to: ids.count, by: 200).map { Array(ids[$0..<min($0 + 200, ids.count)]) }
    }

    /// The thumbnails of these assets in one object; `nil` where there are none.
    static func pack(of uuids: [UUID], _ library: PhotoLibrary) throws -> [UInt8]? {
        let versions = try library.catalog.read { reader in
            try uuids.compactMap { uuid in
                try reader.asset(uuid: uuid).map { DerivativeStore.Version(assetID: $0.id, uuid: $0.uuid, revision: $0.revision) }
            }
        }
        let pictures = library.derivatives.thumbnails(versions.map { ($0.assetID, $0.uuid, $0.revision) }), colors = library.derivatives.placeholders(versions)
        var pack = title
        for (index, version) in versions.enumerated() {
            if let picture = pictures[index] { append(version, picture, colors[index], to: &pack) }
        }
        return pack.count > title.count ? pack : nil
    }

    private static func append(_ version: DerivativeStore.Version, _ picture: EncodedImage, _ colors: [UInt8]?, to pack: inout [UInt8]) {
        withUnsafeBytes(of: version.uuid.uuid) { pack += $0 }
        withUnsafeBytes(of: version.revision.bigEndian) { pack += $0 }
        withUnsafeBytes(of: UInt16(clamping: picture.width).bigEndian) { pack += $0 }
        withUnsafeBytes(of: UInt16(clamping: picture.height).bigEndian) { pack += $0 }
        pack += colors ?? [UInt8](repeating: 0, count: QuarterColors.byteCount)
        withUnsafeBytes(of: UInt32(picture.bytes.count).bigEndian) { pack += $0 }
        pack += picture.bytes
    }

    // MARK: Bringing them back

    /// Keeps the thumbnails of assets that still have the revision that they show. Those that came last come first: they are what the first screen has. A pack that
    /// can't be had or read costs what is in it, and nothing of the others.
    /// - Returns: how many.
    /// - Throws: what stands in the way of all that are left; else, at the end, why there was a pack that could not be had.
    @discardableResult
    static func restore(_ library: PhotoLibrary, _ store: any CloudStore, _ work: CloudWork) async throws -> Int {
        var count = 0, progress = CloudProgress(), lost: (any Error)?
        for key in try await newestFirst(store) {
            guard !work.isCancelled() else { break }
            do {
                let pack = try await store.bytes(of: key, limit: packLimit).bytes
                // What is there is of a newer pack.
                count += try restore(library, pack, key, store.name, keepsWhatIsThere: true)
                progress.bytes += Int64(pack.count)
            } catch let error where isOfOnePack(error) {
                lost = lost ?? error
            }
            (progress.files, progress.name) = (count, key)
            work.progress(progress)
        }
        if let lost { throw lost }
        return count
    }

    private static func newestFirst(_ store: any CloudStore) async throws -> [String] {
        var keys: [String] = []
        for try await object in store.objects(prefix: prefix) { keys.append(object.key) }
        return keys.sorted(by: >)
    }

    private static func isOfOnePack(_ error: any Error) -> Bool {
        if let error = error as? CloudError { return !error.concernsAll }
        return (error as? LibraryError)?.code == .damaged
    }

    /// - Parameters:
    ///   - anyRevision: assets whose numbers of revisions are this machine's own.
    ///   - keepsWhatIsThere: whether an asset that has its thumbnail keeps that.
    static func restore(
        _ library: PhotoLibrary, _ pack: [UInt8], _ key: String, _ name: String, ofAnyRevision anyRevision: Set<UUID> = [], keepsWhatIsThere: Bool = false
    ) throws -> Int {
        guard pack.starts(with: title) else { throw damaged(key, name) }
        var start = title.count, count = 0
        func number(_ offset: Int, _ bytes: Int) -> Int64 { pack[start + offset..<start + offset + bytes].reduce(0) { $0 << 8 | Int64($1) } }
        while start < pack.count {
            guard pack.count - start >= headLength else { throw damaged(key, name) }
            let uuid = pack[start..<start + 16].withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
            let (revision, width, height, length) = (number(16, 8), Int(number(24, 2)), Int(number(26, 2)), Int(number(28 + QuarterColors.byteCount, 4)))
            let colors = Array(pack[start + 28..<start + 28 + QuarterColors.byteCount])
            start += headLength
            guard length > 0, length <= pack.count - start else { throw damaged(key, name) }
            let picture = EncodedImage(
                bytes: Array(pack[start..<start + length]), width: width, height: height, quarters: colors.contains { $0 != 0 } ? QuarterColors(bytes: colors) : nil)
            start += length
            guard let asset = try library.catalog.read({ try $0.asset(uuid: uuid) }), anyRevision.isEmpty ? asset.revision == revision : anyRevision.contains(uuid) else {
                continue
            }
            if keepsWhatIsThere, library.derivatives.storedThumbnail(assetID: asset.id, uuid: uuid, revision: asset.revision, waits: true) != nil { continue }
            try library.derivatives.storeThumbnail(picture, assetID: asset.id, uuid: uuid, revision: asset.revision)
            count += 1
        }
        return count
    }

    private static func damaged(_ key: String, _ name: String) -> LibraryError {
        LibraryError(.damaged, "\(key) in \(name) is damaged: the thumbnails in it are lost, and are made again from the originals. Remove the object to go on without it.")
    }
}
