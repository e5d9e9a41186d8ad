import Foundation
import LibraryEngine

/// Moves assets to Recently Deleted, out of it again, or out of the library.
final class TrashRequest: PHChangeRequest {
    enum Operation { case delete, restore, purge }

    private let assets: [PHObject]
    private let operation: Operation

    init(_ assets: any NSFastEnumeration, _ operation: Operation) {
        self.assets = elements(of: assets).compactMap { $0 as? PHObject }
        self.operation = operation
        super.init()
        enroll()
    }

    override var need: ChangeNeed { .assets }

    override func perform(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {
        // What somebody else deleted or purged meanwhile is deleted already.
        let records = try transaction.records(of: assets)
        switch operation {
        case .delete:
            let living = records.filter { !$0.isTrashed }
            for record in living { try record.requireChangeable() }
            try transaction.delete(living.map(\.id))
        case .restore:
            if let gone = Set(assets.map(\.uuid)).subtracting(records.map(\.uuid)).first {
                throw PHPhotosError(.identifierNotFound, "The library has no asset \(gone.uuidString) any more: it was removed for good.")
            }
            try transaction.restore(records.filter(\.isTrashed).map(\.id))
        case .purge:
            if let living = records.first(where: { !$0.isTrashed }) {
                throw PHPhotosError(.changeNotSupported, "\(living.filename) is not in Recently Deleted. Delete it first, then purge it.")
            }
            try transaction.purge(records.map(\.id))
        }
    }
}
