import Catalog
import Foundation
import Record

/// What several changes have done, each object once: what is to be read and said again.
struct RecordBatch {
    /// The log does not name the rows of changes that the first schema recorded.
    struct RowsUnknown: Error {}

    private var assetIDs: [Int64] = []
    private var newAssetIDs: [Int64] = []
    private var seenAssets: Set<Int64> = []
    /// Albums and folders, and whether their members are to be said again.
    private var collections: [Int64: Bool] = [:]
    private var access: Set<UUID> = []

    init(_ changes: [ChangeRecord]) throws {
        for item in changes.lazy.flatMap(\.items) {
            if item.entity == .access {
                access.insert(item.uuid)
                continue
            }
            guard let id = item.rowID else { throw RowsUnknown() }
            switch item.entity {
            case .asset:
                if seenAssets.insert(id).inserted { assetIDs.append(id) }
                // What came in may have joined a selection, which the log does not say of its own.
                if item.kind == .inserted || item.aspects.isSuperset(of: [.content, .metadata]) { newAssetIDs.append(id) }
            case .collection, .list:
                let hasMembers = item.kind == .inserted || item.aspects.contains(.membership)
                collections[id] = collections[id] ?? false || hasMembers
            case .access: break
            }
        }
    }

    /// Says what became of all of it in one snapshot of the catalogue.
    func append(to appender: RecordAppender, _ reader: CatalogReader, check: () throws -> Void) throws {
        for page in stride(from: 0, to: assetIDs.count, by: 500) {
            try check()
            let ids = assetIDs[page..<min(page + 500, assetIDs.count)]
            for (id, asset) in zip(ids, try reader.storedAssets(ids: ids)) {
                try appender.append(asset.map { RecordObject($0) } ?? .removed(RecordKey(RecordKind.asset, id)))
            }
        }
        for (id, hasMembers) in collections.sorted(by: { $0.key < $1.key }) {
            try check()
            guard let collection = try reader.storedCollection(id: id) else {
                for kind in [RecordKind.collection, RecordKind.members] { try appender.append(.removed(RecordKey(kind, id))) }
                continue
            }
            try appender.append(RecordObject(collection))
            if hasMembers { try Self.append(members: id, to: appender, reader) }
        }
        // Siblings change their places without a word in the log.
        if !collections.isEmpty { try appender.append(RecordObject(tree: reader.collectionTree())) }
        try appendAccess(to: appender, reader)
    }

    private func appendAccess(to appender: RecordAppender, _ reader: CatalogReader) throws {
        var told = access
        if !access.isEmpty {
            for application in try reader.accessApplications() where access.contains(StoredAccess.identity(of: application)) {
                try appender.append(RecordObject(reader.storedAccess(of: application)))
                told.remove(StoredAccess.identity(of: application))
            }
            for gone in told { try appender.append(.removed(RecordObject.accessKey(gone))) }
        }
        for application in try reader.applications(given: newAssetIDs).sorted() where !access.contains(StoredAccess.identity(of: application)) {
            try appender.append(RecordObject(reader.storedAccess(of: application)))
        }
    }

    /// Folders have none, and an empty album says nothing.
    private static func append(members id: Int64, to appender: RecordAppender, _ reader: CatalogReader) throws {
        try appender.append(RecordObject(members: reader.everyMemberID(of: id), of: id))
    }

    /// Says everything that there is.
    static func appendAll(to appender: RecordAppender, _ reader: CatalogReader, check: () throws -> Void) throws {
        try appender.append(RecordObject(reader.storedLibrary()))
        for root in try reader.storedRoots() { try appender.append(RecordObject(root: root)) }
        var count = 0
        try reader.forEachStoredAsset { asset in
            count += 1
            if count % 500 == 0 { try check() }
            try appender.append(RecordObject(asset))
        }
        for id in try reader.everyCollectionID() {
            try check()
            if let collection = try reader.storedCollection(id: id) { try appender.append(RecordObject(collection)) }
            let members = try reader.everyMemberID(of: id)
            if !members.isEmpty { try appender.append(RecordObject(members: members, of: id)) }
        }
        try appender.append(RecordObject(tree: reader.collectionTree()))
        for application in try reader.accessApplications() { try appender.append(RecordObject(reader.storedAccess(of: application))) }
    }
}
