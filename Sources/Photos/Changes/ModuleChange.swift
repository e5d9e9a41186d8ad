import Foundation
import LibraryEngine

/// A change that another module of this package makes in a change block: its requests can't override the steps of `PHChangeRequest`, which are this module's.
package final class ModuleChange: PHChangeRequest {
    package typealias Step = (LibraryTransaction) throws -> Void

    private let wanted: ChangeNeed
    private let steps: (insert: Step, perform: Step)

    /// - Parameters:
    ///   - need: how much access it takes.
    ///   - insert: adds what is new, before any request of the block is carried out.
    ///   - perform: in the order in which the block's requests were made.
    package init(needing need: ChangeNeed, insert: @escaping Step = { _ in }, perform: @escaping Step = { _ in }) {
        (wanted, steps) = (need, (insert, perform))
        super.init()
        enroll()
    }

    override var need: ChangeNeed { wanted }
    override func insert(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws { try steps.insert(transaction) }
    override func perform(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws { try steps.perform(transaction) }
}

extension PHPhotoLibrary {
    /// The library whose change block runs on this thread; `nil` outside of one.
    package static var ofRunningBlock: PHPhotoLibrary? { ChangeSession.current?.library }

    /// What the application may see and change of this library.
    /// - Throws: why there is no library, or none any more.
    package func gate() throws(LibraryError) -> AccessGate { try session.gate() }

    /// The library that the options name, else the shared one.
    package static func named(by options: PHFetchOptions?) -> PHPhotoLibrary { options?.photoLibrary ?? .shared() }
}

extension PHFetchResult {
    /// A result of objects at hand, which never changes.
    package convenience init(listing objects: [PHObject], error: (any Error)? = nil) { self.init(ObjectStorage(objects), error: error) }
}

extension PHObjectPlaceholder {
    /// Stands for what a block of this library creates.
    package convenience init(uuid: UUID, suffix: String, in library: PHPhotoLibrary) { self.init(uuid: uuid, suffix: suffix, session: library.session) }
}

extension PHAssetResource {
    /// The rows of its asset and of its file; `nil` for one that no library has.
    package var rows: (assetID: Int64, resourceID: Int64)? {
        if case .library(let kept, let asset) = storage { (asset.record.id, kept.id) } else { nil }
    }

    /// The library that gave it.
    package var sourceLibrary: PhotoLibrary? {
        if case .library(_, let asset) = storage { asset.session.openLibrary } else { nil }
    }

    /// The file of these rows, as the application may see it; `nil` where it is not there any more.
    package class func resource(assetID: Int64, resourceID: Int64, in library: PHPhotoLibrary) -> PHAssetResource? {
        let session = library.session
        let found: PHAssetResource?? = try? session.read { reader in
            guard try reader.sees(assetID: assetID), let record = try reader.asset(id: assetID) else { return nil }
            let asset = PHAsset(record: record, session: session)
            return try reader.resources(assetID: assetID).first { $0.id == resourceID }.flatMap { PHAssetResource($0, of: asset) }
        }.get()
        return found ?? nil
    }
}

extension PHPhotosError {
    /// An error of the engine, with Apple's code.
    package init(engine error: any Error) { self.init(error) }
    package init(code: Code, message: String) { self.init(code, message) }
}
