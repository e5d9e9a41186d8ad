import Foundation
import LibraryEngine
import PhotoModel
import Query

extension PHAssetCollection {
    /// As the list is now, which others may have changed since it was fetched.
    static func moments<Object>(in list: MomentListRecord, _ options: PHFetchOptions?, _ session: LibrarySession) -> PHFetchResult<Object> {
        moments(options, session) { _, index in index.list(list.kind, identity: list.identity).map { Array($0.moments) } ?? [] }
    }

    /// - Parameter choose: which moments of the index, ascending.
    static func moments<Object>(
        _ options: PHFetchOptions?, _ session: LibrarySession? = nil, _ choose: @escaping @Sendable (LibraryReader, MomentIndex) throws -> [Int]
    ) -> PHFetchResult<Object> {
        let session = session ?? FetchPlan.session(options)
        return .fetched(session) {
            let plan = try FetchPlan(options)
            let zone = session.timeZone
            return FetchRecipe(session, options) { reader in
                let index = try reader.moments(in: zone)
                let storage = MomentStorage(index: index, places: try choose(reader, index), session: session)
                guard plan.predicate != nil || !plan.sort.isEmpty else { return storage.prefix(plan.limit) }
                return ObjectStorage(try plan.apply(to: (0..<storage.count).map { storage.object(at: $0) }, keys: .collections))
            }
        }
    }
}

extension LibrarySession {
    /// Where assets were taken that don't say it.
    var timeZone: TimeZone { openLibrary?.environment.timeZone ?? .current }
}
