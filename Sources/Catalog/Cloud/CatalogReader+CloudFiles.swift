import Foundation
import PhotoModel

/// What is known of files in a store elsewhere.
extension CatalogReader {
    private static let columns = "path, etag, verified, used, upload, attempts, nextAttempt, failure"

    package func cloudFile(path: String) throws -> CloudFileRecord? { try cloudFiles("WHERE path = ?", [.text(path)]).first }

    /// Uploads that failed and are to be tried again, the next one first.
    package func failedUploads(limit: Int) throws -> [CloudFileRecord] {
        try cloudFiles("WHERE nextAttempt IS NOT NULL ORDER BY nextAttempt, path LIMIT ?", [SQLValue(limit)])
    }

    /// Files of the library's own that no store has, in the order of their rows. Those whose upload failed a moment ago are left out.
    /// - Parameter id: those behind this row.
    package func filesToUpload(afterID id: Int64, limit: Int, now: Double) throws -> [ResourceRecord] {
        try db.all(
            """
            SELECT \(ResourceRecord.selection) FROM resource
            WHERE id > ? AND isInCloud = 0 AND isLocal = 1 AND rootID IS NULL AND fileOffset IS NULL
                AND NOT EXISTS (SELECT 1 FROM cloud_file WHERE cloud_file.path = resource.path AND cloud_file.nextAttempt > ?)
            ORDER BY id LIMIT ?
            """, [.int(id), .double(now), SQLValue(limit)], ResourceRecord.init(row:))
    }

    package func cloudCounts() throws -> CloudCounts {
        var counts = CloudCounts()
        try db.forEach(
            "SELECT rootID IS NOT NULL, isLocal, isInCloud, count(*), sum(size) FROM resource WHERE fileOffset IS NULL GROUP BY 1, 2, 3", cached: false
        ) { row in
            let count = CloudCounts.Count(files: row.int(3), bytes: row.int64(4))
            switch (row.bool(0), row.bool(1), row.bool(2)) {
            case (true, _, _): counts.referenced = CloudCounts.Count(files: counts.referenced.files + count.files, bytes: counts.referenced.bytes + count.bytes)
            case (false, true, true): counts.both = count
            case (false, false, true): counts.cloud = count
            case (false, _, false): counts.local = CloudCounts.Count(files: counts.local.files + count.files, bytes: counts.local.bytes + count.bytes)
            }
        }
        counts.failed =
            try db.first(
                """
                SELECT count(*), coalesce(sum(resource.size), 0) FROM cloud_file JOIN resource ON resource.path = cloud_file.path
                WHERE cloud_file.nextAttempt IS NOT NULL AND resource.rootID IS NULL AND resource.fileOffset IS NULL AND resource.isInCloud = 0
                """, cached: false
            ) { CloudCounts.Count(files: $0.int(0), bytes: $0.int64(1)) } ?? CloudCounts.Count()
        return counts
    }

    /// Bytes of pictures, movies and sounds that are here and may be removed here, pinned ones included.
    package func bytesHereAndInCloud() throws -> Int64 {
        try db.first("SELECT coalesce(sum(size), 0) FROM resource WHERE \(Self.evictable)", cached: false) { $0.int64(0) } ?? 0
    }

    /// Files that are in a store and need not be here, those first that were used the longest ago; what was never opened counts as used when it came in.
    /// - Parameter onlyVerified: leaves out those whose copy in the store was not read back yet.
    package func filesToEvict(pins: CloudPins, onlyVerified: Bool = false, limit: Int) throws -> [ResourceRecord] {
        let (condition, arguments) = Self.unpinned(pins, onlyVerified)
        return try db.all(
            """
            SELECT \(ResourceRecord.selection) \(condition)
            ORDER BY coalesce(cloud_file.used, asset.addedDate), resource.id LIMIT ?
            """, arguments + [SQLValue(limit)], cached: false
        ) { ResourceRecord(row: $0) }
    }

    /// Bytes of all of these.
    package func bytesToEvict(pins: CloudPins, onlyVerified: Bool = false) throws -> Int64 {
        let (condition, arguments) = Self.unpinned(pins, onlyVerified)
        return try db.first("SELECT coalesce(sum(resource.size), 0) \(condition)", arguments, cached: false) { $0.int64(0) } ?? 0
    }

    private static func unpinned(_ pins: CloudPins, _ onlyVerified: Bool) -> (condition: String, arguments: [SQLValue]) {
        var conditions: [String] = [], arguments: [SQLValue] = []
        if pins.favorites { conditions.append("asset.favorite = 1") }
        if let date = pins.addedSince {
            conditions.append("asset.addedDate > ?")
            arguments.append(.double(date))
        }
        if !pins.albums.isEmpty {
            let marks = Array(repeating: "?", count: pins.albums.count).joined(separator: ", ")
            conditions.append(
                "EXISTS (SELECT 1 FROM membership JOIN collection ON collection.id = membership.collectionID WHERE membership.assetID = asset.id AND collection.uuid IN (\(marks)))"
            )
            arguments += pins.albums.map { .uuid($0) }
        }
        let pinned = conditions.isEmpty ? "" : "AND NOT (\(conditions.joined(separator: " OR ")))"
        let condition = """
            FROM resource JOIN asset ON asset.id = resource.assetID
            LEFT JOIN cloud_file ON cloud_file.path = resource.path
            WHERE \(evictable) \(pinned) \(onlyVerified ? "AND cloud_file.verified IS NOT NULL" : "")
            """
        return (condition, arguments)
    }

    /// Small files stay: what an edit was, and what other programs wrote beside a picture.
    private static let evictable = """
        resource.isLocal = 1 AND resource.isInCloud = 1 AND resource.rootID IS NULL AND resource.fileOffset IS NULL
            AND resource.type NOT IN (\([ResourceType.adjustmentData, .sidecar].map { String($0.rawValue) }.joined(separator: ", ")))
        """

    /// Those of these assets of which a file is in a store alone.
    package func assetsElsewhere(_ ids: some Collection<Int64>) throws -> Set<Int64> {
        var found: Set<Int64> = []
        for id in ids where try db.first("SELECT 1 FROM resource WHERE assetID = ? AND isLocal = 0 AND isInCloud = 1 LIMIT 1", [.int(id)], { $0.int(0) }) != nil {
            found.insert(id)
        }
        return found
    }

    /// Objects whose files were purged.
    package func abandonedObjects(limit: Int) throws -> [String] {
        try db.all(
            """
            SELECT path FROM cloud_file WHERE etag IS NOT NULL AND (path GLOB 'originals/*' OR path GLOB 'renders/*')
                AND NOT EXISTS (SELECT 1 FROM resource WHERE resource.path = cloud_file.path AND resource.rootID IS NULL)
            ORDER BY path LIMIT ?
            """, [SQLValue(limit)], cached: false
        ) { $0.text(0) }
    }

    /// Previews of files that were purged.
    package func abandonedPreviews(limit: Int) throws -> [String] {
        let (prefix, suffix) = (CloudPreview.prefix, CloudPreview.suffix)
        return try db.all(
            """
            SELECT path FROM cloud_file WHERE etag IS NOT NULL AND path GLOB '\(prefix)*\(suffix)' AND NOT EXISTS (
                SELECT 1 FROM resource WHERE resource.path = substr(cloud_file.path, \(prefix.count + 1), length(cloud_file.path) - \(prefix.count + suffix.count))
                    AND resource.rootID IS NULL)
            ORDER BY path LIMIT ?
            """, [SQLValue(limit)], cached: false
        ) { $0.text(0) }
    }

    private func cloudFiles(_ rest: String, _ arguments: [SQLValue]) throws -> [CloudFileRecord] {
        try db.all("SELECT \(Self.columns) FROM cloud_file " + rest, arguments) { row in
            var file = CloudFileRecord(path: row.text(0))
            (file.etag, file.verified, file.used, file.upload) = (row.optionalText(1), row.optionalDouble(2), row.optionalDouble(3), row.optionalData(4))
            (file.attempts, file.nextAttempt, file.failure) = (row.int(5), row.optionalDouble(6), row.optionalText(7))
            return file
        }
    }
}
