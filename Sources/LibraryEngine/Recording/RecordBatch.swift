import Catalog
import Foundation
import PhotoModel
import Record

/// Says again what became of the objects that changes name, in one snapshot of the catalogue: page after page, so that the number of changes costs no memory.
struct RecordBatch {
    /// The log does not name the rows of changes that the first schema recorded.
    struct RowsUnknown: Error {}

    private let appender: RecordAppender
    private let reader: CatalogReader
    /// Albums and folders, and whether their members are to be said again.
    private var collections: [Int64: Bool] = [:]
    private var access: Set<UUID> = []
    /// Whose selections may have changed without a word in the log.
    private var applications: Set<String> = []

    init(_ appender: RecordAppender, _ reader: CatalogReader) { (self.appender, self.reader) = (appender, reader) }

    /// Says the assets among these, each once, and remembers the others for the end.
    mutating func say(_ items: [ChangeItem], check: () throws -> Void) throws {
        var assetIDs: [Int64] = [], seen: Set<Int64> = [], newIDs: [Int64] = []
        for item in items {
            if item.entity == .access {
                access.insert(item.uuid)
                continue
            }
            guard let id = item.rowID else { throw RowsUnknown() }
            switch item.entity {
            case .asset:
                if seen.insert(id).inserted { assetIDs.append(id) }
                // What came in may have joined a selection.
                if item.kind == .inserted || item.aspects.isSuperset(of: [.content, .metadata]) { newIDs.append(id) }
            case .collection, .list:
                let hasMembers = item.kind == .inserted || item.aspects.contains(.membership)
                collections[id] = collections[id] ?? false || hasMembers
            case .access: break
            }
        }
        for page in stride(from: 0, to: assetIDs.count, by: 500) {
            try check()
            let ids = assetIDs[page..<min(page + 500, assetIDs.count)]
            for (id, asset) in zip(ids, try reader.storedAssets(ids: ids)) {
                try appender.append(asset.map { RecordObject($0) } ?? .removed(RecordKey(RecordKind.asset, id)))
            }
        }
        applications.formUnion(try reader.applications(given: newIDs))
    }

    /// Says everything that is no asset.
    func end(check: () throws -> Void) throws {
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
        try endAccess()
    }

    private func endAccess() throws {
        var told = access
        if !access.isEmpty {
            for application in try reader.accessApplications() where access.contains(StoredAccess.identity(of: application)) {
                try appender.append(RecordObject(reader.storedAccess(of: application)))
                told.remove(StoredAccess.identity(of: application))
            }
            for object in try reader.storedShares().map({ RecordObject(share: $0) }) {
                guard let uuid = object.fields["uuid"]?.text.flatMap({ UUID(uuidString: $0) }), access.contains(uuid) else { continue }
                try appender.append(object)
                told.remove(uuid)
            }
            // The log does not say which of both it was.
            for gone in told { for key in [RecordObject.accessKey(gone), RecordObject.shareKey(gone)] { try appender.append(.removed(key)) } }
        }
        for application in applications.sorted() where !access.contains(StoredAccess.identity(of: application)) {
            try appender.append(RecordObject(reader.storedAccess(of: application)))
        }
    }

    /// Folders have none, and an empty album says nothing.
    private static func append(members id: Int64, to appender: RecordAppender, _ reader: CatalogReader) throws {
        try appender.append(RecordObject(members: reader.everyMemberID(of: id), of: id))
    }

    /// Says everything that there is.
    /// - Parameter tell: told how many assets were said so far.
    static func appendAll(to appender: RecordAppender, _ reader: CatalogReader, telling tell: (Int) -> Void, check: () throws -> Void) throws {
        try appender.append(RecordObject(reader.storedLibrary()))
        for root in try reader.storedRoots() { try appender.append(RecordObject(root: root)) }
        var count = 0
        try reader.forEachStoredAsset { asset in
            count += 1
            if count % 500 == 0 {
                try check()
                tell(count)
            }
            try appender.append(RecordObject(asset))
        }
        tell(count)
        for id in try reader.everyCollectionID() {
            try check()
            if let collection = try reader.storedCollection(id: id) { try appender.append(RecordObject(collection)) }
            let members = try reader.everyMemberID(of: id)
            if !members.isEmpty { try appender.append(RecordObject(members: members, of: id)) }
        }
        try appender.append(RecordObject(tree: reader.collectionTree()))
        for application in try reader.accessApplications() { try appender.append(RecordObject(reader.storedAccess(of: application))) }
        for share in try reader.storedShares() { try appender.append(RecordObject(share: share)) }
    }
}
