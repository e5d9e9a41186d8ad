import Catalog
import Decoding
import Dispatch
import Foundation
import Imaging
import PhotoModel
import Pixels
import Query
import Similarity
import Support
import Synchronization

extension PhotoLibrary {
    /// How far a search for duplicates is; returning false gives it up. What was found out of thumbnails by then is kept.
    package typealias DuplicateProgress = (_ done: Int, _ total: Int) -> Bool

    /// Finds photos that are there twice. Hidden ones and those in Recently Deleted are in no group, and films are not compared.
    ///
    /// What thumbnails look like is kept beside them, and found out again only of renderings that are new.
    /// - Parameters:
    ///   - similar: whether pictures of the same thing are told as well, and not the same picture only.
    ///   - selection: an application that sees a part of the library only; groups are made of what it sees.
    ///   - digests: what is known of pixels from searches before, and goes on to be.
    /// - Throws: `CancellationError` where `goesOn` gave up.
    package func duplicates(
        similar: Bool = false, selection: String? = nil, digests: PixelDigests = PixelDigests(), goesOn: DuplicateProgress = { _, _ in true }
    ) throws -> DuplicateReport {
        var report = DuplicateReport()
        let (visible, distinct) = try read(selection: selection) { reader in (Set(try reader.assetIDs(Self.comparable)), try reader.distinctPhotos()) }
        let (stored, leftOut) = try pictureHashes(goesOn)
        let seen = stored.rows.indices.filter { visible.contains(stored.rows[$0]) }
        let rows = seen.map { stored.rows[$0] }, hashes = seen.map { stored.hashes[$0] }
        let unseen = leftOut.filter(visible.contains)
        (report.compared, report.leftOutCount) = (rows.count, unseen.count)
        var finder = PairFinder()
        if !similar { finder.most = DuplicateGrouping.samePicture }
        let components = finder.sets(among: hashes)
        let grouping = DuplicateGrouping(distinct: distinct), most = finder.most, all = stored.rows.count + leftOut.count
        try read(selection: selection) { reader in
            report.leftOut = try reader.assets(ids: Array(unseen.prefix(100))).compactMap { $0 }
            for component in components {
                guard goesOn(all, all) else { throw CancellationError() }
                let found = try zip(component, reader.assets(ids: component.map { rows[$0] })).compactMap { index, asset in asset.map { (asset: $0, hash: hashes[index]) } }
                report.groups += Self.groups(found.map { $0.asset }, found.map { $0.hash }, grouping, similar: similar, most: most)
            }
        }
        try comparePixels(&report, digests, goesOn)
        let order = DuplicateGroup.Likeness.allCases
        report.groups.sort { a, b in
            let (x, y) = (order.firstIndex(of: a.likeness) ?? 0, order.firstIndex(of: b.likeness) ?? 0)
            return (x, a.assets[0].id) < (y, b.assets[0].id)
        }
        return report
    }

    /// Photos of the library, all frames of bursts among them.
    private static var comparable: AssetQuery {
        var query = AssetQuery(predicate: .comparison(Comparison(.key(KeyReference("mediaType")), .equal, .value(.int(Int64(MediaType.image.rawValue))))))
        query.includesAllBursts = true
        return query
    }

    private static func groups(_ assets: [AssetRecord], _ hashes: [PictureHash], _ grouping: DuplicateGrouping, similar: Bool, most: Int) -> [DuplicateGroup] {
        func group(_ members: [Int], _ likeness: DuplicateGroup.Likeness) -> DuplicateGroup {
            DuplicateGroup(likeness: likeness, assets: members.map { assets[$0] }, distances: members.map { hashes[members[0]].distance(to: hashes[$0]) })
        }
        func distance(_ a: Int, _ b: Int) -> Int { hashes[a].distance(to: hashes[b]) }
        let same = DuplicateGrouping.stars(
            assets, distance: distance,
            isAlike: { DuplicateGrouping.looksSame(hashes[$0], hashes[$1]) && grouping.mayBeSame(assets[$0], assets[$1]) },
            differ: { grouping.isKnownToDiffer(assets[$0], assets[$1]) })
        var groups = same.map { group($0, .picture) }
        guard similar else { return groups }
        // Of a picture that is there several times the best file stands for all.
        let copies = Set(same.flatMap { $0.dropFirst() }), rest = assets.indices.filter { !copies.contains($0) }
        func isKeptApart(_ a: Int, _ b: Int) -> Bool { grouping.isDistinct(assets[rest[a]], assets[rest[b]]) }
        let alike = DuplicateGrouping.stars(
            rest.map { assets[$0] }, distance: { distance(rest[$0], rest[$1]) }, isAlike: { distance(rest[$0], rest[$1]) <= most && !isKeptApart($0, $1) },
            differ: isKeptApart)
        groups += alike.map { members in group(members.map { rest[$0] }, .similar) }
        return groups
    }

    // MARK: Thumbnails

    /// What the thumbnails of all photos look like, and the rows of photos without one that can be read.
    private func pictureHashes(_ goesOn: DuplicateProgress) throws -> (StoredHashes, leftOut: [Int64]) {
        var query = Self.comparable
        query.includesHidden = true
        let ids = try read { try $0.assetIDs(query) }.sorted()
        let old = derivatives.kept(StoredHashes.fileName, limit: StoredHashes.largest).flatMap { StoredHashes($0) } ?? StoredHashes()
        var new = StoredHashes(), place = 0, leftOut: [Int64] = [], isChanged = false
        for start in stride(from: 0, to: ids.count, by: Self.hashPage) {
            guard goesOn(start, ids.count) else {
                // The rest of what was known goes on to be.
                for index in old.rows.indices where old.rows[index] > (new.rows.last ?? 0) { new.append(row: old.rows[index], tag: old.tags[index], hash: old.hashes[index]) }
                if isChanged { derivatives.keep(new.bytes, as: StoredHashes.fileName) }
                throw CancellationError()
            }
            let page = ids[start..<min(ids.count, start + Self.hashPage)]
            let assets = try read { try $0.catalog.assetVersions(ids: page) }
            let tags = assets.map { DerivativeStore.tag($0.uuid, $0.revision) }
            var known: [PictureHash?] = assets.indices.map { index in
                guard let at = old.index(of: assets[index].id, from: &place), old.tags[at] == tags[index] else { return nil }
                return old.hashes[at]
            }
            let missing = known.indices.filter { known[$0] == nil }
            if !missing.isEmpty {
                for (index, hash) in zip(missing, hashThumbnails(of: missing.map { assets[$0] })) { known[index] = hash }
            }
            for index in assets.indices {
                if let hash = known[index] { new.append(row: assets[index].id, tag: tags[index], hash: hash) } else { leftOut.append(assets[index].id) }
            }
            isChanged = isChanged || missing.contains { known[$0] != nil }
        }
        // It can be made again, so that it can't be written keeps nobody from what was asked for.
        if isChanged || new.rows.count != old.rows.count { derivatives.keep(new.bytes, as: StoredHashes.fileName) }
        return (new, leftOut)
    }

    /// So many assets are read at a time, and so many thumbnails go to a decoder at once.
    private static var hashPage: Int { 512 }
    private static var packSize: Int { 64 }
    /// More bytes than a thumbnail has; 64 of them are what a decoder takes.
    private static var largestThumbnail: Int { 1 << 18 }

    private func hashThumbnails(of assets: [AssetVersion]) -> [PictureHash?] {
        let files = derivatives.thumbnails(assets.map { ($0.id, $0.uuid, $0.revision) }).map { $0?.bytes }
        let packs = stride(from: 0, to: files.count, by: Self.packSize).map { $0..<min(files.count, $0 + Self.packSize) }
        let all = Mutex([PictureHash?](repeating: nil, count: files.count))
        let decoder = decoder
        DispatchQueue.concurrentPerform(iterations: packs.count) { number in
            let there = packs[number].filter { index in (files[index].map { !$0.isEmpty && $0.count <= Self.largestThumbnail }) ?? false }
            guard !there.isEmpty, let pictures = try? decoder.render(packed: there.map { files[$0] ?? [] }, RenderRequest()) else { return }
            let hashes = pictures.map { $0.flatMap(Self.hash) }
            all.withLock { all in
                for (index, hash) in zip(there, hashes) { all[index] = hash }
            }
        }
        return all.withLock { $0 }
    }

    private static func hash(_ image: PixelImage) -> PictureHash? {
        guard image.format == .rgba8, image.damage == nil, image.width > 0, image.height > 0, image.bytesPerRow >= image.width * 4,
            image.pixels.count >= image.bytesPerRow * (image.height - 1) + image.width * 4
        else { return nil }
        var spread = 0
        let luma = image.pixels.withUnsafeBytes { bytes in
            [UInt8](unsafeUninitializedCapacity: image.width * image.height) { buffer, count in
                for y in 0..<image.height {
                    for x in 0..<image.width {
                        let place = y * image.bytesPerRow + x * 4
                        let (red, green, blue) = (Int(bytes[place]), Int(bytes[place + 1]), Int(bytes[place + 2]))
                        buffer[y * image.width + x] = UInt8(truncatingIfNeeded: (77 * red + 150 * green + 29 * blue) >> 8)
                        spread += max(red, green, blue) - min(red, green, blue)
                    }
                }
                count = image.width * image.height
            }
        }
        return PictureHash(luma: luma, width: image.width, height: image.height, colour: UInt8(clamping: spread / luma.count))
    }

    // MARK: Pixels

    /// Divides groups of the same picture: those with the very same pixels come apart from the others, for which the best of them stands.
    private func comparePixels(_ report: inout DuplicateReport, _ digests: PixelDigests, _ goesOn: DuplicateProgress) throws {
        var result: [DuplicateGroup] = []
        let total = report.groups.reduce(0) { $0 + ($1.likeness == .picture ? $1.assets.count : 0) }
        var done = 0
        for group in report.groups {
            guard group.likeness == .picture else {
                result.append(group)
                continue
            }
            let equal = try samePixels(group, digests, &report.unread) { index in
                guard goesOn(done + index, total) else { throw CancellationError() }
            }
            done += group.assets.count
            for members in equal {
                result.append(DuplicateGroup(likeness: .pixels, assets: members.map { group.assets[$0] }, distances: members.map { _ in 0 }))
            }
            let copies = Set(equal.flatMap { $0.dropFirst() }), rest = group.assets.indices.filter { !copies.contains($0) }
            guard rest.count > 1 else { continue }
            result.append(DuplicateGroup(likeness: .picture, assets: rest.map { group.assets[$0] }, distances: rest.map { group.distances[$0] }))
        }
        report.groups = result
    }

    /// Indexes of a group's assets that show the very same pixels, better files first.
    /// - Parameter proceed: called for each of them, since decoding an original may take seconds; what it throws gives the search up.
    private func samePixels(_ group: DuplicateGroup, _ known: PixelDigests, _ unread: inout Int, _ proceed: (Int) throws -> Void) throws -> [[Int]] {
        let assets = group.assets, distances = group.distances
        var digests: [[UInt8]: [Int]] = [:]
        for index in assets.indices {
            try proceed(index)
            // Every sign of the same pixels is the same, but for a thumbnail that an older version made. What can't be anybody's equal is not decoded.
            let mayHaveEqual = assets.indices.contains { other in
                guard other != index, abs(distances[other] - distances[index]) <= 2 else { return false }
                return assets[other].pixelWidth == assets[index].pixelWidth && assets[other].pixelHeight == assets[index].pixelHeight
            }
            // Of an animation only the first frame would be compared.
            guard mayHaveEqual, !assets[index].isAnimated else { continue }
            if let digest = known.digest(of: assets[index], pixelDigest(of:)) { digests[digest, default: []].append(index) } else { unread += 1 }
        }
        return digests.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    }

    /// Of all pixels an asset shows, in full size; `nil` where they can't be read here.
    private func pixelDigest(of asset: AssetRecord) -> [UInt8]? {
        var request = RenderRequest()
        request.allowsEmbeddedPreview = false
        guard let resources = try? read({ try $0.resources(assetID: asset.id) }), let shown = resources.showing(.current, of: asset), let file = try? openResource(shown),
            let image = try? decoder.render(MediaSource(descriptor: file.descriptor, name: shown.filename), request), image.damage == nil
        else { return nil }
        defer { withExtendedLifetime(file) {} }
        return Self.digest(image)
    }

    /// Files go for it that nobody looks at, so it is one of which nobody can make two pictures.
    private static func digest(_ image: PixelImage) -> [UInt8]? {
        let rowBytes = image.width * (image.format == .rgba8 ? 4 : 8)
        guard rowBytes <= image.bytesPerRow, image.height > 0, image.pixels.count >= image.bytesPerRow * (image.height - 1) + rowBytes else { return nil }
        let hash = ContentHash(), size = [image.width, image.height, rowBytes], profile = image.iccProfile ?? []
        size.withUnsafeBytes { hash.update($0) }
        image.pixels.withUnsafeBytes { bytes in
            for y in 0..<image.height {
                let start = y * image.bytesPerRow
                hash.update(UnsafeRawBufferPointer(rebasing: bytes[start..<start + rowBytes]))
            }
        }
        profile.withUnsafeBytes { hash.update($0) }
        return hash.digest()
    }
}

// MARK: What is none

extension LibraryReader {
    /// Which photos somebody said to be no duplicates.
    package func distinctPhotos() throws -> DistinctPhotos {
        guard let text = try catalog.value(forKey: DistinctPhotos.key) else { return DistinctPhotos() }
        guard let sets = try? JSONDecoder().decode([[String]].self, from: Data(text.utf8)) else {
            throw LibraryError(.damaged, "What the catalogue says of photos that are no duplicates can't be read. A newer version may have written it: update this one.")
        }
        return DistinctPhotos(sets.map { Set($0.compactMap { UUID(uuidString: $0) }) })
    }
}

extension LibraryTransaction {
    /// Remembers that these are no duplicates of each other: no group has two of them any more.
    /// - Returns: what `takeBack` needs; `nil` where all of it was known.
    @discardableResult
    package func keepApart(_ ids: [Int64]) throws -> KeptApart? {
        let photos = Set(try reader.uuids(assetIDs: ids).compactMap { $0 }), known = try reader.distinctPhotos(), new = known.adding(photos)
        guard photos.count > 1, new != known else { return nil }
        try remember(new)
        return KeptApart(photos: photos, replaced: known.sets.filter { $0.isSubset(of: photos) })
    }

    /// Forgets that photos are no duplicates, as `keepApart` was told; what was known of some of them before is known again.
    /// - Returns: false where they were named together with others since, of which nothing is forgotten.
    package func takeBack(_ kept: KeptApart) throws -> Bool {
        guard let earlier = try reader.distinctPhotos().replacing(kept) else { return false }
        try remember(earlier)
        return true
    }

    private func remember(_ distinct: DistinctPhotos) throws {
        let sets = distinct.sets.map { $0.map(\.uuidString).sorted() }.sorted { $0.lexicographicallyPrecedes($1) }
        let text = try sets.isEmpty ? nil : String(decoding: JSONEncoder().encode(sets), as: UTF8.self)
        try catalog.setValue(text, forKey: DistinctPhotos.key)
    }
}

extension DistinctPhotos {
    fileprivate static let key = "distinct"
}
