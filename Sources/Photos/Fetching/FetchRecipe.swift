import Foundation
import LibraryEngine
import PhotoModel
import Query

/// How a result is fetched, and fetched anew after changes: the session, and a fetch that any snapshot of the catalogue can answer.
///
/// Every fetch method makes its result by `PHFetchResult.fetched`, so that `PHChange` can tell what became of it. Whatever the fetch needs is taken
/// from the options when the recipe is made; the closure asks nothing but the reader, and runs again after each change.
struct FetchRecipe: Sendable {
    let session: LibrarySession
    /// Whether the fetch asked for index differences.
    let wantsIncrementalDetails: Bool
    private let find: @Sendable (LibraryReader) throws -> any FetchStorage

    init(_ session: LibrarySession, _ options: PHFetchOptions?, _ find: @escaping @Sendable (LibraryReader) throws -> any FetchStorage) {
        (self.session, self.find) = (session, find)
        wantsIncrementalDetails = options?.wantsIncrementalChangeDetails ?? true
    }

    /// Assets of the catalogue.
    static func assets(_ query: AssetQuery, _ session: LibrarySession, _ options: PHFetchOptions?) -> FetchRecipe {
        FetchRecipe(session, options) { reader in AssetStorage(ids: try reader.assetIDs(query), session: session) }
    }

    /// Objects that are read whole: collections, which are few.
    static func objects(
        _ session: LibrarySession, _ options: PHFetchOptions?, _ find: @escaping @Sendable (LibraryReader) throws -> [PHObject]
    ) -> FetchRecipe {
        FetchRecipe(session, options) { reader in ObjectStorage(try find(reader)) }
    }

    /// Stored albums and folders, with predicate, order and limit of the options.
    static func collections(_ query: CollectionQuery, _ session: LibrarySession, _ options: PHFetchOptions?) throws(QueryError) -> FetchRecipe {
        let plan = try FetchPlan(options)
        var query = query
        (query.predicate, query.sort, query.limit) = (plan.predicate, plan.sort, plan.limit)
        return objects(session, options) { [query] reader in try reader.collections(query).map { PHCollection.make($0, session) } }
    }

    /// Runs the fetch on one snapshot.
    func fetch(_ reader: LibraryReader) throws -> (storage: any FetchStorage, position: ChangePosition) {
        (try find(reader), try reader.position)
    }
}

extension PHFetchResult {
    /// Fetches now. Empty, with the reason, where the options can't be used or the catalogue can't be read.
    static func fetched(_ session: LibrarySession, _ recipe: () throws -> FetchRecipe) -> PHFetchResult {
        do {
            let recipe = try recipe()
            do {
                let (storage, position) = try session.read(recipe.fetch).get()
                return PHFetchResult(storage, recipe: recipe, position: position)
            } catch let error where LibraryError.isRefusal(error) {
                // What is granted later is told to observers as what came in.
                let nothing: any FetchStorage = ObjectType.self == PHAsset.self ? AssetStorage(ids: [], session: session) : ObjectStorage([])
                let position = try session.library().read { try $0.position }
                return PHFetchResult(nothing, recipe: recipe, position: position, error: PHPhotosError(error))
            }
        } catch {
            return failed(error, session)
        }
    }

    /// Of objects at hand that belong to no library: nothing is read, and nothing changes.
    static func listed(_ options: PHFetchOptions?, _ find: (FetchPlan) throws -> [PHObject]) -> PHFetchResult {
        do { return PHFetchResult(ObjectStorage(try find(FetchPlan(options)))) } catch { return failed(error, .none) }
    }

    /// Empty, with the reason. A mistake in a predicate is logged, since most callers will not look.
    static func failed(_ error: any Error, _ session: LibrarySession) -> PHFetchResult {
        if error is QueryError { session.report(.error, "A fetch is empty because of its options: \(error)") }
        return PHFetchResult(ObjectStorage([]), error: PHPhotosError(error))
    }
}
